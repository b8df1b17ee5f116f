//! Every recipe makes the maps and pictures that it made before.
//!
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests golden` writes them anew; a changed map is a line in the changelog.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::{root, seeds};
use mapwright::prelude::*;
use mapwright::recipe::map_digest;
use mapwright::render::{Edges, THEMES, theme};

/// FNV-1a, 64 bits.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Recipes whose pictures have golden hashes in every theme: water and woods, masonry, caves, thin walls, pipes.
const THEMED: [&str; 8] =
    ["archipelago", "castle-keys", "cave-sanctum", "harbor-village", "locked-maze", "pipe-puzzle", "swamp", "temple"];

pub(crate) fn recipes() -> Vec<PathBuf> {
    let dir = root().join("crates/recipe/recipes");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Which borders a picture takes for built: all, none, or some; or there are none to tell.
fn edges(map: &BuilderMap) -> &'static str {
    let drawn = |edges| draw(map, &Style { scale: 9, edges, ..Style::default() }).unwrap();
    let [auto, built, natural] = [Edges::Auto, Edges::Built, Edges::Natural].map(drawn);
    match (auto == built, auto == natural) {
        (true, true) => "none",
        (true, false) => "built",
        (false, true) => "natural",
        (false, false) => "mixed",
    }
}

/// What a recipe makes: hashes of the maps and pictures of some seeds, the kind of its borders, hashes of pictures in every theme, and its own map as text.
fn golden(name: &str, recipe: &Recipe) -> String {
    let chain = recipe.chain().unwrap();
    let mut golden = String::new();
    for seed in [recipe.seed(), 1, 1 << 40] {
        match chain.build(seed) {
            Ok(map) => {
                let picture = draw(&map, &Style { tint: true, scale: 9, ..Style::default() }).unwrap();
                let (map, picture) = (map_digest(&map), hash(picture.as_raw()));
                writeln!(golden, "seed {seed}: map {map:016x}, picture {picture:016x}").unwrap();
            }
            Err(error) => writeln!(golden, "seed {seed}: {error}").unwrap(),
        }
    }
    let map = chain.build(recipe.seed()).unwrap();
    writeln!(golden, "edges {}", edges(&map)).unwrap();
    if THEMED.contains(&name) {
        for word in THEMES {
            let style = Style { scale: 14, theme: theme(word).unwrap(), ..Style::default() };
            writeln!(golden, "theme {word}: picture {:016x}", hash(draw(&map, &style).unwrap().as_raw())).unwrap();
        }
    }
    golden + "\n" + &map.to_string() + "\n"
}

#[test]
fn recipes_make_what_they_made_before() {
    let bless = std::env::var_os("MAPWRIGHT_BLESS").is_some();
    let dir = root().join("tests/golden");
    let mut changed = Vec::new();
    for path in recipes() {
        let recipe: Recipe = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let file = dir.join(path.file_stem().unwrap()).with_extension("txt");
        let now = golden(&path.file_stem().unwrap().to_string_lossy(), &recipe);
        if bless {
            std::fs::create_dir_all(&dir).unwrap();
            std::fs::write(&file, &now).unwrap();
        }
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        if before != now {
            changed.push(format!("{}:\n--- before\n{before}\n--- now\n{now}", file.display()));
        }
    }
    assert!(changed.is_empty(), "changed without a blessing:\n{}", changed.join("\n"));
    let stem = |path: &Path| path.file_stem().unwrap().to_owned();
    let golden: BTreeSet<_> = std::fs::read_dir(&dir).unwrap().map(|entry| stem(&entry.unwrap().path())).collect();
    let known = recipes().iter().map(|path| stem(path)).collect();
    let gone: Vec<_> = golden.difference(&known).collect();
    assert!(gone.is_empty(), "golden maps without a recipe: {gone:?}");
}

#[test]
fn recording_and_threads_change_no_map() {
    let seeds = seeds(2).min(8);
    let pool = |threads| (threads, rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let pools = if seeds > 2 { vec![pool(1), pool(2), pool(7)] } else { vec![pool(3)] };
    for path in recipes() {
        let recipe: Recipe = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let chain = recipe.chain().unwrap();
        let alone: Vec<_> = (0..seeds).map(|seed| chain.build(seed)).collect();
        for (threads, pool) in &pools {
            let many = pool.install(|| chain.each(0..seeds, |_, map| map).collect::<Vec<_>>());
            assert!(many == alone, "{} on {threads} threads", path.display());
        }
        for every in [0, 1, 50] {
            for (seed, expected) in (0..).zip(&alone) {
                let mut history = History::every(every);
                let recorded = chain.build_with(seed, &mut history);
                assert_eq!(&recorded, expected, "{}", path.display());
                let mut replay = history.replay();
                while replay.next_frame().is_some() {}
                assert!(recorded.is_err() || replay.map() == recorded.as_ref().unwrap(), "{}", path.display());
            }
        }
    }
}
