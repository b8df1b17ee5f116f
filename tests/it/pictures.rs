//! Every recipe's pictures are those that they were, byte for byte.
//!
//! By day a picture of each recipe is drawn, another theme and scale for each; with `MAPWRIGHT_SEEDS`, all of them.
//! `MAPWRIGHT_BLESS=1 cargo test -p mapwright-tests pictures::` writes them anew; a changed picture is a line in the changelog.

use std::fmt::Write;

use crate::golden::{hash, recipes};
use crate::root;
use mapwright::prelude::*;
use mapwright::render::{RgbaImage, THEMES, Tileset, stage_pictures, theme};

/// One color a cell; thin walls; square borders; round ones; details; letters on locks.
const SCALES: [u32; 6] = [1, 3, 6, 9, 16, 26];

/// What is drawn at each scale: the themes, everything that can be drawn over a map, and what repeats.
fn styles(scale: u32) -> impl Iterator<Item = (&'static str, Style)> {
    let plain = Style { scale, ..Style::default() };
    let over = Style { areas: true, graph: true, walk: Some(usize::MAX), ..plain.clone() };
    let repeats = Style { repeats: true, tint: true, ..plain.clone() };
    let themed = THEMES.map(|name| (name, Style { theme: theme(name).unwrap(), ..plain.clone() }));
    themed.into_iter().chain([("over", over), ("repeats", repeats)])
}

fn digest(picture: &RgbaImage) -> String {
    format!("{:016x}", hash(picture.as_raw()))
}

#[test]
fn pictures_are_those_that_they_were() {
    let bless = std::env::var_os("MAPWRIGHT_BLESS").is_some();
    let all = bless || std::env::var_os("MAPWRIGHT_SEEDS").is_some();
    let file = root().join("tests/data/pictures.txt");
    let known = if bless { String::new() } else { std::fs::read_to_string(&file).unwrap() };
    let (mut lines, mut changed) = (String::new(), Vec::new());
    let mut see = |name: &str, found: String| {
        let line = format!("{name} {found}");
        if !bless && !known.lines().any(|known| known == line) {
            changed.push(name.to_owned());
        }
        writeln!(lines, "{line}").unwrap();
    };
    for (nth, path) in recipes().into_iter().enumerate() {
        let recipe: Recipe = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (chain, mut history) = (recipe.chain().unwrap(), History::every(0));
        let map = chain.build_with(recipe.seed(), &mut history).unwrap();
        let cases = SCALES.into_iter().flat_map(|scale| styles(scale).map(move |(word, style)| (scale, word, style)));
        // 13 and 42 have no divisor in common: in the end every case has its recipe.
        for (_, (scale, word, style)) in cases.enumerate().filter(|(case, _)| all || nth * 13 % 42 == *case) {
            see(&format!("{name} {scale} {word}"), digest(&draw(&map, &style).unwrap()));
        }
        if all {
            let style = Style { changes: true, scale: 6, ..Style::default() };
            let stages = stage_pictures(&history, &style).unwrap().map(Result::unwrap);
            let stages: String = stages.map(|stage| stage.changes + &digest(&stage.image)).collect();
            see(&format!("{name} stages"), format!("{:016x}", hash(stages.as_bytes())));
        }
    }
    for (name, px) in Tileset::shipped_names().flat_map(|name| [8, 16, 32].map(|px| (name, px))) {
        see(&format!("tileset {name} {px}"), digest(&Tileset::shipped(name, px).unwrap().sheet(16)));
    }
    if bless {
        std::fs::write(&file, &lines).unwrap();
    }
    assert!(changed.is_empty(), "changed without a blessing: {}", changed.join(", "));
}
