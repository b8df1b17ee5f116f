//! Whatever is rolled is a recipe, and its level can be played.

use std::collections::{BTreeMap, BTreeSet};

use crate::seeds;
use mapwright_core::params::Schema;
use mapwright_core::{BuilderMap, MapRng, Point, Size, Tile, Wrap};
use mapwright_dungeon::{SpawnEntry, SpawnTable};
use mapwright_recipe::{BuilderInfo, BuilderKind, LevelFamily, RandomChain, Recipe, StageRecipe, builders};
use serde_json::Value;

/// The builder with a name.
fn find(name: &str) -> Option<&'static BuilderInfo> {
    builders().iter().find(|info| info.name == name)
}

/// The cells that one can walk to from `start`: a plain flood over tiles, with wrapped borders, and nothing shared
/// with the library's own.
fn flooded(map: &BuilderMap, start: Point) -> BTreeSet<(u16, u16)> {
    let (w, h) = (map.size().w, map.size().h);
    let mut seen = BTreeSet::from([(start.x, start.y)]);
    let mut next = vec![(start.x, start.y)];
    while let Some((x, y)) = next.pop() {
        let mut beside = vec![];
        if x > 0 || map.wrap.x() {
            beside.push(((x + w - 1) % w, y));
        }
        if x + 1 < w || map.wrap.x() {
            beside.push(((x + 1) % w, y));
        }
        if y > 0 || map.wrap.y() {
            beside.push((x, (y + h - 1) % h));
        }
        if y + 1 < h || map.wrap.y() {
            beside.push((x, (y + 1) % h));
        }
        for (x, y) in beside {
            if map.tiles[Point::new(x, y)].0 & 0x80 == 0 && seen.insert((x, y)) {
                next.push((x, y));
            }
        }
    }
    seen
}

/// What must be true of every finished level.
#[track_caller]
fn check_level(chain: &RandomChain, recipe: &Recipe, map: &BuilderMap) {
    let context = || recipe.to_json();
    let (start, exit) = (map.start.unwrap(), map.exit.unwrap());
    assert!(map.tiles[start].0 & 0x80 == 0, "the start is in a wall: {}", context());
    assert_ne!(start, exit, "{}", context());
    assert_eq!(map.tiles[exit], Tile::STAIRS_DOWN, "{}", context());
    let stairs = map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::STAIRS_DOWN || tile == Tile::STAIRS_UP);
    assert_eq!(stairs.count(), 1, "{}", context());
    assert!(map.sides.is_none() && map.portals.is_empty(), "tiles are all there is to know: {}", context());
    let reached = flooded(map, start);
    assert!(reached.contains(&(exit.x, exit.y)), "the exit cannot be reached: {}", context());
    let open = map.tiles.as_slice().iter().filter(|tile| tile.0 & 0x80 == 0).count();
    assert_eq!(open, reached.len(), "some cells cannot be reached: {}", context());
    let mut taken = BTreeSet::from([(start.x, start.y), (exit.x, exit.y)]);
    for spawn in &map.spawns {
        let at = (spawn.at.x, spawn.at.y);
        assert!(reached.contains(&at), "{} cannot be reached: {}", spawn.what, context());
        let is_held = spawn.key.is_some() && map.spawns.iter().any(|holder| holder.at == spawn.at && holder != spawn);
        assert!(taken.insert(at) || is_held, "{} has no cell of its own: {}", spawn.what, context());
        assert!(!spawn.what.is_empty());
    }
    let proof = map.proof.as_ref().unwrap();
    assert_eq!(mapwright_levels::replay(map, proof), Ok(()), "{}", context());
    let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
    // A vault is worth a detour, but no walk has to go there.
    let areas = map.graph.iter().flat_map(|graph| &graph.areas);
    let vaults = areas.filter(|area| area.tags.contains(&"vault".to_owned())).count();
    assert_eq!(proof.needed.iter().filter(|&&needed| needed).count(), keys - vaults, "{}", context());
    // A maze of tiles has walls between its cells and at both ends, or at one end of a wrapped axis.
    let is_maze = recipe.initial.name == "arena";
    let cells = |asked: u16, wraps: bool| if is_maze && (asked % 2 == 1) == wraps { asked - 1 } else { asked };
    let (w, h) = (cells(chain.size.w, chain.wrap.x()), cells(chain.size.h, chain.wrap.y()));
    assert_eq!(map.size(), Size::new(w, h), "{}", context());
    assert_eq!((recipe.size(), map.wrap), (chain.size, chain.wrap));
}

const SIZES: [(u16, u16); 12] = [
    (20, 15),
    (12, 10),
    (24, 24),
    (13, 40),
    (40, 25),
    (60, 17),
    (31, 61),
    (64, 40),
    (80, 50),
    (100, 30),
    (120, 80),
    (57, 80),
];

/// A chain for each number: all depths from 1 to 20, sizes of all kinds, and now and then wrapped borders.
fn chain(nth: u64) -> RandomChain {
    let depth = 1 + (nth % 20) as u32;
    let (w, h) = SIZES[(nth / 20 % 12) as usize];
    let wrap = if nth % 5 == 4 { Wrap::ALL[(nth / 5 % 4) as usize] } else { Wrap::None };
    RandomChain { size: Size::new(w, h), wrap, ..RandomChain::new(depth) }
}

#[test]
fn every_level_can_be_played_and_its_recipe_kept() {
    let mut rerolled = 0;
    for seed in 0..seeds(400) {
        let chain = chain(seed);
        let (recipe, map) = chain.build(seed).unwrap();
        check_level(&chain, &recipe, &map);
        let json = recipe.to_json();
        let read: Recipe = json.parse().unwrap();
        assert_eq!(read, recipe);
        assert_eq!(read.to_json(), json);
        assert_eq!(read.seed, Some(seed));
        assert_eq!(read.chain().unwrap().build(read.seed()).unwrap(), map);
        rerolled += u64::from(chain.recipe(seed).unwrap() != recipe);
    }
    // Most of them are caves of a few cells in the smallest maps.
    assert!(33 * rerolled < seeds(400), "{rerolled} of {} first rolls are not kept", seeds(400));
}

/// From depth 3 on most levels have locks, and near the surface none.
#[test]
fn deep_levels_have_locks_and_lakes() {
    let mut levels = [[0; 3]; 2];
    for seed in 0..300 {
        let depth = [2, 12][seed as usize % 2];
        let chain = RandomChain::new(depth);
        let (recipe, map) = chain.build(seed).unwrap();
        let is_planned = recipe.metas.iter().any(|stage| stage.name == "lock-and-key");
        let has = [is_planned, map.spawns.iter().any(|spawn| spawn.key.is_some()), {
            map.tiles.as_slice().contains(&Tile::DEEP_WATER)
        }];
        has.iter().zip(&mut levels[seed as usize % 2]).for_each(|(&has, count)| *count += u32::from(has));
    }
    let [[_, none, _], [planned, locked, lakes]] = levels;
    assert_eq!(none, 0, "{levels:?}");
    assert!(locked * 10 >= planned * 8 && locked > 60 && lakes > 30, "{levels:?}");
}

/// Everything that a roll can say: `builder`, and `builder parameter=word` where the parameter is a word.
fn said(recipe: &Recipe) -> impl Iterator<Item = String> {
    let stages = std::iter::once(&recipe.initial).chain(&recipe.metas);
    stages.flat_map(|StageRecipe { name, params, .. }| {
        let word = |(param, value): (&String, &Value)| Some(format!("{name} {param}={}", value.as_str()?));
        params.iter().filter_map(word).chain([name.clone()]).collect::<Vec<_>>()
    })
}

#[test]
fn every_branch_is_rolled() {
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..4000 {
        said(&chain(seed).recipe(seed).unwrap()).for_each(|word| *count.entry(word).or_default() += 1);
    }
    let builders: Vec<&str> = count.keys().map(String::as_str).filter(|word| !word.contains(' ')).collect();
    assert_eq!(builders, BUILDERS);
    // Where a roll chooses between words, it comes to all that the builder knows.
    for (name, param, left_out) in [
        ("room-sorter", "by", &[][..]),
        ("room-drawer", "shape", &["rectangle"]),
        ("corridors", "rooms", &[]),
        ("corridors", "line", &[]),
        ("drunkards-walk", "begin", &["center", "random"]),
        ("drunkards-walk", "symmetry", &["none", "horizontal", "vertical"]),
        ("dla", "rule", &["walk-inwards"]),
        ("dla", "symmetry", &["none", "vertical", "both"]),
        ("start", "at", &["center", "farthest", "random", "last-room", "largest-room", "random-room"]),
        ("exit", "at", &["center", "farthest", "random", "first-room", "largest-room", "random-room"]),
    ] {
        let info = find(name).unwrap();
        let kind = info.params.iter().find(|of| of.name == param).unwrap().schema.clone();
        let Schema::OneOf(_, words) = kind else { unreachable!() };
        for word in words.iter().map(|variant| &variant.name).filter(|word| !left_out.contains(word)) {
            assert!(count.contains_key(&format!("{name} {param}={word}")), "{name} {param}={word}");
        }
    }
}

const BUILDERS: &[&str] = &[
    "accretion",
    "area-graph",
    "arena",
    "backtracker",
    "bsp-dungeon",
    "bsp-interior",
    "cellular-automata",
    "corridors",
    "cull-unreachable",
    "dla",
    "doors",
    "drunkards-walk",
    "exit",
    "growing-tree",
    "herringbone-wang",
    "hunt-and-kill",
    "join-components",
    "kruskal-maze",
    "lock-and-key",
    "loop-injector",
    "machines",
    "paint",
    "prefab-section",
    "prefab-vaults",
    "prim-maze",
    "random-rooms",
    "room-corner-rounder",
    "room-drawer",
    "room-exploder",
    "room-sorter",
    "sides-to-tiles",
    "solvability-validator",
    "spawns",
    "start",
    "tiles-to-sides",
    "voronoi-cells",
    "wave-function-collapse",
    "wilson",
];

/// The family of a recipe, by its starter.
fn family(recipe: &Recipe) -> LevelFamily {
    match recipe.initial.name.as_str() {
        "accretion" | "random-rooms" | "bsp-dungeon" => LevelFamily::Rooms,
        "bsp-interior" => LevelFamily::Interior,
        "herringbone-wang" => LevelFamily::Herringbone,
        "arena" => LevelFamily::Maze,
        "voronoi-cells" => LevelFamily::Voronoi,
        "cellular-automata" => LevelFamily::Cave,
        "drunkards-walk" => LevelFamily::Walk,
        "dla" => LevelFamily::Dla,
        other => unreachable!("{other}"),
    }
}

#[test]
fn families_come_up_as_often_as_is_said() {
    // The documentation has the percentages at depths 1 and 20; in between they go evenly.
    let page = include_str!("../../../../docs/random-chain.md");
    let percent = |cell: &str| cell.trim().strip_suffix(" %")?.parse::<f64>().ok();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').collect();
        let family = cells.get(1)?.trim().trim_matches('`').parse::<LevelFamily>().ok()?;
        Some((family, percent(cells.get(2)?)?, percent(cells.get(3)?)?))
    };
    let said: Vec<(LevelFamily, f64, f64)> = page.lines().filter_map(row).collect();
    assert_eq!(said.iter().map(|&(family, ..)| family).collect::<Vec<_>>(), LevelFamily::ALL);
    assert_eq!(said.iter().fold([0.0, 0.0], |[a, b], &(_, x, y)| [a + x, b + y]), [100.0, 100.0]);
    const ROLLS: u32 = 40_000;
    for depth in [1, 8, 20] {
        let chain = RandomChain::new(depth);
        let mut count: BTreeMap<&str, u32> = BTreeMap::new();
        for seed in 0..ROLLS {
            *count.entry(family(&chain.recipe(seed.into()).unwrap()).name()).or_default() += 1;
        }
        for &(family, shallow, deep) in &said {
            let down = f64::from(depth.min(20) - 1) / 19.0;
            let p = (shallow + (deep - shallow) * down) / 100.0;
            let (mean, n) = (p * f64::from(ROLLS), f64::from(count[family.name()]));
            // Five standard deviations.
            let tolerance = 5.0 * (mean * (1.0 - p)).sqrt();
            assert!((n - mean).abs() < tolerance, "{family} at depth {depth}: {n} of {ROLLS}, not {mean}");
        }
    }
}

#[test]
fn families_that_are_left_out_never_come_up() {
    for only in LevelFamily::ALL {
        let chain = RandomChain { families: vec![only], ..RandomChain::default() };
        assert!((0..50).all(|seed| family(&chain.recipe(seed).unwrap()) == only), "{only}");
    }
    let two =
        RandomChain { families: vec![LevelFamily::Dla, LevelFamily::Maze, LevelFamily::Dla], ..RandomChain::default() };
    let seen: BTreeSet<&str> = (0..200).map(|seed| family(&two.recipe(seed).unwrap()).name()).collect();
    assert_eq!(seen, BTreeSet::from(["dla", "maze"]));
}

#[test]
fn a_roll_depends_on_nothing_but_its_seed_and_its_chain() {
    let deep = RandomChain::new(15);
    let recipes: BTreeSet<String> = (0..200).map(|seed| deep.recipe(seed).unwrap().to_json()).collect();
    assert_eq!(recipes.len(), 200);
    assert!((0..200).all(|seed| deep.recipe(seed).unwrap() == deep.clone().recipe(seed).unwrap()));
}

#[test]
fn the_plain_level_always_builds() {
    for (seed, (w, h)) in (0..).zip([(12, 10), (12, 11), (13, 10), (10 + 2, 999), (1000, 10), (80, 50)]) {
        for wrap in Wrap::ALL {
            for seed in (0..20).map(|i| 100 * seed + i) {
                let chain = RandomChain { size: Size::new(w, h), wrap, depth: 1 + (seed % 20) as u32, ..chain(0) };
                let recipe = chain.plain(seed).unwrap();
                check_level(&chain, &recipe, &recipe.chain().unwrap().build(seed).unwrap());
            }
        }
    }
}

#[test]
fn spawns_come_from_the_table_of_the_depth() {
    let table = SpawnTable::new([SpawnEntry::new("Newt", 1).depths(1..6), SpawnEntry::new("Wyrm", 1).depths(6..=30)]);
    // Deep in a level it is a little deeper.
    let cases = [(1, &["Newt"][..]), (5, &["Newt", "Wyrm"]), (6, &["Wyrm"]), (30, &["Wyrm"])];
    for (depth, expected) in cases {
        let chain = RandomChain { table: table.clone(), prefabs: false, ..RandomChain::new(depth) };
        let maps = (0..20).map(|seed| chain.build(seed).unwrap().1);
        let spawns = maps.flat_map(|map| map.spawns).filter(|spawn| spawn.key.is_none());
        let found: BTreeSet<String> = spawns.map(|spawn| spawn.what).collect();
        assert_eq!(Vec::from_iter(&found), expected);
        let prefab = |word: &str| word.starts_with("prefab");
        assert!((0..200).all(|seed| said(&chain.recipe(seed).unwrap()).all(|word| !prefab(&word))));
    }
}

#[test]
fn what_is_out_of_range_is_named() {
    #[track_caller]
    fn check(chain: &RandomChain, message: &str) {
        assert_eq!(chain.recipe(1).unwrap_err().to_string(), message);
        assert_eq!(chain.build(1).unwrap_err().to_string(), message);
        assert_eq!(chain.plain(1).unwrap_err().to_string(), message);
        assert!(!chain.check().unwrap_err().is_retryable());
    }
    let good = RandomChain::default();
    check(&RandomChain { depth: 0, ..good.clone() }, "parameter `depth` is 0; expected 1 to 4294967295");
    for (w, h, given) in [(11, 10, "11x10"), (12, 9, "12x9"), (1001, 50, "1001x50"), (50, 65535, "50x65535")] {
        let message = format!("parameter `size` is {given}; expected 12x10 to 1000x1000");
        check(&RandomChain { size: Size::new(w, h), ..good.clone() }, &message);
    }
    check(
        &RandomChain { families: vec![], ..good.clone() },
        "parameter `families` is empty; expected one or more of rooms, interior, herringbone, maze, voronoi, cave, \
         walk, dla",
    );
    let table = SpawnTable { entries: vec![SpawnEntry::new("Rat", 1).depths(..=2)] };
    check(
        &RandomChain { depth: 3, table, ..good },
        "parameter `table` is a list of 1 without one for depth 3; expected entries for depth 3 that weigh 1 to \
         4294967295 together",
    );
    let error = |name: &str| name.parse::<LevelFamily>().unwrap_err().to_string();
    assert_eq!(error("caves"), "no family is called `caves`; did you mean `cave`?");
    assert_eq!(
        error("underwater"),
        "no family is called `underwater`; expected one of rooms, interior, herringbone, maze, voronoi, cave, walk, dla"
    );
    assert!(LevelFamily::ALL.iter().all(|family| family.name().parse::<LevelFamily>().unwrap() == *family));
}

#[test]
fn no_stage_is_rolled_that_only_begins_a_chain() {
    let mut rng = MapRng::new(3);
    for _ in 0..500 {
        let seed = rng.bits();
        let recipe = chain(seed).recipe(seed).unwrap();
        assert_ne!(find(&recipe.initial.name).unwrap().kind(), BuilderKind::Meta);
        recipe.chain().unwrap();
    }
}
