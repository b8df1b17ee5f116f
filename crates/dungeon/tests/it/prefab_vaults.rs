//! Vaults: where they may lie, that they lie there evenly, and what they must leave alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::odd;
use crate::odd::{drawn, odd_map, text};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, BuilderMap, Dir, Grid, History, MapRng,
};
use mapwright_core::{Legend, Meaning, MetaMapBuilder, Point, Size, Template, Tile, Wrap};
use mapwright_dungeon::{
    Arena, BspDungeon, CellularAutomata, CullUnreachable, Exit, FromMap, Place, PrefabVaults, RandomRooms, SpawnGroup,
    Spawns, Start, Vault, VaultGround,
};
use mapwright_graph::Components;

fn prefab(text: &str) -> Template {
    Template::from_text(text, &Legend::default().with('g', Meaning::spawn("Goblin"))).unwrap()
}

/// One vault, as it is drawn.
fn one(text: &str) -> PrefabVaults {
    let vaults = vec![Vault::new("one", prefab(text))];
    PrefabVaults { vaults, max: 1, rotate: false, mirror: false, ..PrefabVaults::default() }
}

fn apply(stage: &PrefabVaults, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
    stage.apply(map, &mut BuildCx::new(seed, stage.name(), 0))
}

/// All that comes of putting a prefab on a map at a place, from the definitions, or `None` where it does not fit.
fn naive_put(before: &BuilderMap, prefab: &Template, at: Point, stage: &PrefabVaults) -> Option<BuilderMap> {
    let (size, crossings) = (before.size(), before.wrap.crossings(before.size()));
    let (wraps_x, wraps_y) = (crossings.contains(Dir::E), crossings.contains(Dir::S));
    if before.wrap.x() && prefab.size().w >= size.w || before.wrap.y() && prefab.size().h >= size.h {
        return None;
    }
    let axis = |at: i32, length: u16, wraps: bool| {
        let at = if wraps { at.rem_euclid(length.into()) } else { at };
        u16::try_from(at).ok().filter(|&at| at < length)
    };
    let beside = |p: Point, (dx, dy): (i32, i32)| {
        Some(Point::new(axis(i32::from(p.x) + dx, size.w, wraps_x)?, axis(i32::from(p.y) + dy, size.h, wraps_y)?))
    };
    let ends: Vec<Point> = before
        .portals
        .iter()
        .map(|portal| portal.ends())
        .filter(|&[a, b]| a != b && before.is_open(a) && before.is_open(b))
        .flatten()
        .collect();
    let is_ground = |p: Point| {
        let tile = before.tiles[p];
        let kept = [Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(&tile);
        let fits = match stage.ground {
            VaultGround::Floor => tile == Tile::FLOOR,
            VaultGround::Open => !tile.is_solid() && !kept,
            _ => !kept,
        };
        fits && before.start != Some(p) && before.exit != Some(p) && !ends.contains(&p)
    };
    let mut after = before.clone();
    let mut covered = BTreeMap::new();
    for (p, tile) in prefab.tiles().iter().filter_map(|(p, tile)| Some((p, (*tile)?))) {
        let here = beside(at, (p.x.into(), p.y.into()))?;
        let reach = -i32::from(stage.margin)..=i32::from(stage.margin);
        for (dx, dy) in reach.clone().flat_map(|dx| reach.clone().map(move |dy| (dx, dy))) {
            beside(here, (dx, dy)).filter(|&near| is_ground(near))?;
        }
        covered.insert(here, tile);
        after.tiles[here] = tile;
    }
    after.spawns.retain(|spawn| !covered.contains_key(&spawn.at));
    after.spawns.extend(
        prefab
            .spawns()
            .iter()
            .map(|spawn| spawn.clone().moved_to(beside(at, (spawn.at.x.into(), spawn.at.y.into())).unwrap())),
    );
    let covered_cell = |p: &Point| covered.contains_key(p);
    // Portals that lead nowhere, as one end of theirs is in rock or both are one, may lie under a vault.
    after.portals.retain(|portal| !portal.ends().iter().any(covered_cell));
    if let Some(sides) = &mut after.sides {
        for &p in covered.keys() {
            sides[p] = mapwright_core::Sides::CLOSED;
            for dir in Dir::ALL {
                let Some(next) = beside(p, dir.delta()) else { continue };
                if after.tiles[p].is_solid() || after.tiles[next].is_solid() {
                    sides[next].close(dir.opposite());
                }
            }
        }
        let open: Vec<Point> = covered.keys().copied().filter(|&p| !after.tiles[p].is_solid()).collect();
        for p in open {
            for dir in Dir::ALL {
                let Some(next) = beside(p, dir.delta()).filter(|&next| !after.tiles[next].is_solid()) else { continue };
                sides[p].open(dir);
                sides[next].open(dir.opposite());
            }
        }
    }
    if let Some(regions) = &mut after.regions {
        covered.iter().filter(|(_, tile)| tile.is_solid()).for_each(|(&p, _)| regions[p] = 0);
    }
    (after.flow, after.solution) = (None, None);
    let [old, new] = [before, &after].map(|map| Components::from_map(map, &map.passages()));
    // What was joined is joined, and every part is still there outside of the prefab.
    let mut now_called = vec![None; old.sizes.len() + 1];
    let mut is_left = vec![false; old.sizes.len() + 1];
    for p in size.points().filter(|&p| old.label[p] > 0) {
        is_left[old.label[p] as usize] |= !covered_cell(&p);
        let called = now_called[old.label[p] as usize].get_or_insert(new.label[p]);
        if new.label[p] > 0 && *called == 0 {
            *called = new.label[p];
        }
        if new.label[p] > 0 && *called != new.label[p] {
            return None;
        }
    }
    // From each open cell of the prefab one gets to one outside.
    let outside: BTreeSet<u32> = size.points().filter(|p| !covered_cell(p)).map(|p| new.label[p]).collect();
    let is_reached = |p: &Point| new.label[*p] == 0 || outside.contains(&new.label[*p]);
    (is_left[1..].iter().all(|&is_left| is_left) && covered.keys().all(is_reached)).then_some(after)
}

/// All maps that a single vault can make, each with its place.
fn naive_all(before: &BuilderMap, prefab: &Template, stage: &PrefabVaults) -> BTreeMap<Point, BuilderMap> {
    let put = |at: Point| Some((at, naive_put(before, prefab, at, stage)?));
    before.size().points().filter_map(put).collect()
}

/// What is left of a template without the spaces around it.
fn trimmed(template: &[String]) -> Option<Template> {
    let is_empty = |row: &&String| row.trim().is_empty();
    let rows: Vec<&String> = template.iter().skip_while(is_empty).collect();
    let rows = &rows[..rows.len() - rows.iter().rev().take_while(|row| is_empty(row)).count()];
    let left = rows.iter().filter_map(|row| row.find(|glyph| glyph != ' ')).min()?;
    let right = rows.iter().filter_map(|row| row.rfind(|glyph| glyph != ' ')).max()?;
    Some(prefab(&rows.iter().map(|row| &row[left..=right]).collect::<Vec<&str>>().join("\n")))
}

/// What both drop when they have put a vault.
fn without_lost(mut map: BuilderMap) -> BuilderMap {
    (map.rooms, map.corridors) = (None, None);
    let tiles = map.tiles.clone();
    map.portals.retain(|portal| !portal.ends().into_iter().any(|end| tiles[end].is_solid()));
    map
}

#[test]
fn vaults_lie_where_the_definition_says_on_odd_maps() {
    let mut rng = MapRng::new(21);
    let glyphs: Vec<char> = "  ..#~gg".chars().collect();
    let (mut put, mut nowhere) = (0, 0);
    for seed in 0..3000 {
        let mut map = odd_map(&mut rng);
        // Some with enough floor, where there is something to be cut.
        if seed % 3 == 0 {
            map.tiles =
                Grid::from_fn(
                    map.size(),
                    |p| if rng.chance(0.85) || map.is_open(p) { Tile::FLOOR } else { Tile::WALL },
                );
        }
        let (w, h) = (1 + rng.below(4), 1 + rng.below(3));
        let row = |rng: &mut MapRng| (0..w).map(|_| *rng.pick(&glyphs).unwrap()).collect::<String>();
        let template: Vec<String> = (0..h).map(|_| row(&mut rng)).collect();
        let mut stage = one(&template.join("\n"));
        stage.ground = [VaultGround::Floor, VaultGround::Open, VaultGround::Any][rng.below(3) as usize];
        stage.margin = if rng.chance(0.3) { 1 } else { 0 };
        let all = match trimmed(&template) {
            Some(prefab) => naive_all(&map, &prefab, &stage),
            None => BTreeMap::new(),
        };
        let before = map.clone();
        apply(&stage, &mut map, seed).unwrap();
        assert_eq!(map.validate(), Ok(()));
        if all.is_empty() {
            assert_eq!(map, before);
            stage.min = 1;
            let error = apply(&stage, &mut map, seed).unwrap_err();
            assert!(matches!(error.kind, BuildErrorKind::FellShort { reached: 0, wanted: 1, .. }), "{error}");
            nowhere += 1;
        } else {
            let made = without_lost(map.clone());
            let is_one = all.values().any(|naive| without_lost(naive.clone()) == made);
            assert!(is_one, "{stage:?}\n{}\n\n{}", text(&before).join("\n"), text(&map).join("\n"));
            put += 1;
        }
    }
    assert!(put > 700 && nowhere > 700, "{put} {nowhere}");
}

/// Pearson's statistic of how often each of `n` places came up, and the bound that it has to keep: mean n − 1 and
/// six standard deviations of √(2(n − 1)).
fn assert_even(counts: &BTreeMap<Point, u32>, n: usize) {
    let total: u32 = counts.values().sum();
    let mean = f64::from(total) / n as f64;
    assert!(mean >= 20.0, "{mean}: too few for the statistic");
    let never = (n - counts.len()) as f64 * mean;
    let chi: f64 = never + counts.values().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum::<f64>();
    let free = (n - 1) as f64;
    assert!(chi < free + 6.0 * (2.0 * free).sqrt(), "{chi} with {free} degrees of freedom: {counts:?}");
}

#[test]
fn every_fitting_place_is_equally_likely() {
    // In the narrow passages the vault would cut the map; on the torus it lies across the border too.
    let halls = drawn(
        &[
            "##################",
            "#........##......#",
            "#................#",
            "#........##......#",
            "#........##......#",
            "#####.#####......#",
            "#####.#####......#",
            "###...........####",
            "###...#####...####",
            "##################",
        ],
        &[],
    );
    let mut torus = BuilderMap::filled(Size::new(9, 7), Wrap::Both, Tile::FLOOR);
    torus.start = Some(Point::new(4, 3));
    let mut maze = halls.clone();
    maze.sides =
        Some(Grid::from_fn(maze.size(), |p| mapwright_core::Sides::from_code(if p.x % 4 == 1 { 15 } else { 10 })));
    for (map, template) in [(&halls, "##\n##"), (&halls, "###\n+.#\n###"), (&torus, "###\n#+#"), (&maze, "#\n+")] {
        let stage = one(template);
        let all = naive_all(map, &stage.vaults[0].template, &stage);
        let by_tiles: BTreeMap<Vec<Tile>, Point> =
            all.iter().map(|(&at, naive)| (naive.tiles.as_slice().to_vec(), at)).collect();
        assert_eq!(by_tiles.len(), all.len());
        assert!(all.len() > 15, "{}", all.len());
        let mut counts = BTreeMap::new();
        for seed in 0..all.len() as u64 * 40 {
            let mut map = map.clone();
            apply(&stage, &mut map, seed).unwrap();
            *counts.entry(by_tiles[map.tiles.as_slice()]).or_insert(0) += 1;
        }
        assert_even(&counts, all.len());
    }
}

#[test]
fn all_eight_ways_to_lie_are_equally_likely() {
    // An L has eight, a line two, a square one.
    for (template, ways) in [("##\n#.\n#.", 8), ("###", 2), ("##\n##", 1), ("#~", 4)] {
        let mut stage = one(template);
        (stage.rotate, stage.mirror) = (true, true);
        let empty = BuilderMap::filled(Size::new(12, 11), Wrap::Both, Tile::GRASS);
        stage.ground = VaultGround::Open;
        let mut counts: BTreeMap<Vec<(i32, i32, Tile)>, u32> = BTreeMap::new();
        for seed in 0..400 * ways as u64 {
            let mut map = empty.clone();
            apply(&stage, &mut map, seed).unwrap();
            // The shape, moved to where its first cell is the first of the map; only those that do not lie across it.
            let cells: Vec<(Point, Tile)> =
                map.tiles.iter().filter(|(_, tile)| **tile != Tile::GRASS).map(|(p, &tile)| (p, tile)).collect();
            let (x, y) = (cells[0].0.x, cells[0].0.y);
            if cells.iter().all(|(p, _)| p.x.abs_diff(x) < 4 && p.y.abs_diff(y) < 4) {
                let shape = cells.iter().map(|(p, tile)| (i32::from(p.x) - i32::from(x), i32::from(p.y - y), *tile));
                *counts.entry(shape.collect()).or_insert(0) += 1;
            }
        }
        assert_eq!(counts.len(), ways, "{template}");
        let counts: BTreeMap<Point, u32> = counts.into_values().zip(0..).map(|(n, x)| (Point::new(x, 0), n)).collect();
        if ways > 1 {
            // Those across the border are fewer for the wider: within an eighth.
            let mean = f64::from(counts.values().sum::<u32>()) / ways as f64;
            assert!(counts.values().all(|&n| (f64::from(n) - mean).abs() < mean / 4.0), "{counts:?}");
        }
    }
}

/// Every spawn in an open cell of its own, nothing cut off, start and exit where they were.
fn assert_good(before: &BuilderMap, after: &BuilderMap, seed: u64) {
    assert_eq!(after.validate(), Ok(()), "{seed}");
    let places: BTreeSet<Point> = after.spawns.iter().map(|spawn| spawn.at).collect();
    assert_eq!(places.len(), after.spawns.len(), "{seed}");
    assert!(places.iter().all(|&p| after.is_open(p) && after.start != Some(p) && after.exit != Some(p)), "{seed}");
    assert_eq!((before.start, before.exit), (after.start, after.exit), "{seed}");
    odd::assert_nothing_cut(before, after, &seed);
    let reached = odd_reach(after);
    // All that could be reached can be, and all of the vaults' cells.
    for p in after.size().points().filter(|&p| after.is_open(p)) {
        let was_reached = before.is_open(p) || after.tiles[p] != before.tiles[p];
        assert!(!was_reached || reached[p], "{seed}: {p}");
    }
}

fn odd_reach(map: &BuilderMap) -> Grid<bool> {
    mapwright_graph::reachable(&map.passages(), map.size().index(map.start.unwrap()))
}

#[test]
fn on_1000_maps_no_spawn_is_in_a_wall_and_nothing_is_cut_off() {
    let mut vaults = 0;
    for seed in 0..1000 {
        let size = Size::new(30 + (seed % 41) as u16, 20 + (seed % 31) as u16);
        let base = match seed % 3 {
            0 => BuilderChain::start_with(
                size,
                CellularAutomata { wall_chance: 0.45, rounds: 5, ..CellularAutomata::default() },
            )
            .with(Start::default())
            .with(CullUnreachable::default()),
            1 => BuilderChain::start_with(size, BspDungeon::default()).with(Start::at(Place::FirstRoom)),
            _ => BuilderChain::start_with(size, RandomRooms::default()).with(Start::at(Place::FirstRoom)),
        };
        let spawns = Spawns { r#in: SpawnGroup::Patch(100), count: Some([5, 20]), ..Spawns::default() };
        let Ok(before) = base.with(Exit::default()).with(spawns).build(seed) else { continue };
        let stage = PrefabVaults { depth: (seed % 15) as u32, max: 1 + (seed % 6) as u32, ..PrefabVaults::default() };
        let mut after = before.clone();
        apply(&stage, &mut after, seed).unwrap();
        assert_good(&before, &after, seed);
        let own = |map: &BuilderMap| {
            map.tiles.as_slice().iter().filter(|&&tile| tile != Tile::FLOOR && tile != Tile::WALL).count()
        };
        vaults += u32::from(own(&after) > own(&before));
    }
    assert!(vaults > 700, "only {vaults} maps have a vault with doors, grass or water");
}

#[test]
fn vaults_are_not_all_at_the_top_left_and_never_on_the_start() {
    // The faults of taking the first fitting place. Here that would be the corner with the start.
    let mut quarters = [0; 4];
    for seed in 0..400 {
        let chain = BuilderChain::start_with(Size::new(40, 30), Arena::default())
            .with(Start::at(Place::TopLeft))
            .with(one("###\n#g#\n#+#"));
        let map = chain.build(seed).unwrap();
        assert_eq!(map.start, Some(Point::new(1, 1)));
        let at = map.spawns[0].at;
        assert!(at.x > 3 || at.y > 3);
        quarters[usize::from(at.x >= 20) + 2 * usize::from(at.y >= 15)] += 1;
    }
    assert!(quarters.iter().all(|n| (70..130).contains(n)), "{quarters:?}");
}

#[test]
fn a_vault_lies_in_rock_only_where_one_can_walk_in() {
    let map = drawn(&["#######", "#######", "###.###", "#######", "#######"], &[]);
    let mut stage = one("###\n#g#\n#+#");
    (stage.rotate, stage.ground) = (true, VaultGround::Any);
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut map = map.clone();
        apply(&stage, &mut map, seed).unwrap();
        seen.insert(text(&map));
    }
    // Its door is above, beside or below the only open cell. Above and below there is no room for it.
    let rows: Vec<&str> = seen.iter().map(|rows| rows[2].as_str()).collect();
    assert_eq!(rows, ["###.+.#", "#.+.###"]);
}

#[test]
fn depth_weight_and_repetition_choose_the_vault() {
    let arena = BuilderChain::start_with(Size::new(30, 20), Arena::default()).build(0).unwrap();
    let named = |glyph: &str, weight, min_depth, max_depth| Vault {
        weight,
        min_depth,
        max_depth,
        ..Vault::new(glyph, prefab(glyph))
    };
    let vaults = vec![named("~", 3, 0, 4), named("=", 1, 2, 9), named(":", 0, 0, 9), named("&", 5, 5, 9)];
    let count_of = |stage: &PrefabVaults, seeds: u64| {
        let mut counts = [0; 4];
        for seed in 0..seeds {
            let mut map = arena.clone();
            apply(stage, &mut map, seed).unwrap();
            for (count, tile) in counts.iter_mut().zip([Tile::WATER, Tile::ROAD, Tile::SAND, Tile::TREE]) {
                *count += map.tiles.as_slice().iter().filter(|&&other| other == tile).count();
            }
        }
        counts
    };
    let stage =
        |depth, max, repeat| PrefabVaults { vaults: vaults.clone(), depth, max, repeat, ..PrefabVaults::default() };
    assert_eq!(count_of(&stage(1, 5, false), 10), [10, 0, 0, 0], "each once");
    assert_eq!(count_of(&stage(1, 5, true), 10), [50, 0, 0, 0]);
    assert_eq!(count_of(&stage(3, 2, false), 10), [10, 10, 0, 0]);
    assert_eq!(count_of(&stage(10, 2, false), 10), [0; 4]);
    // Three to one, and one to five: five standard deviations of 4000 draws.
    let [water, road, ..] = count_of(&stage(3, 1, false), 4000);
    assert!(water + road == 4000 && (2863..3137).contains(&water), "{water}");
    let [_, road, _, trees] = count_of(&stage(5, 1, false), 4000);
    assert!(trees + road == 4000 && (3215..3451).contains(&trees), "{trees}");
}

#[test]
fn parameters_are_checked_and_too_few_vaults_are_named() {
    let refused = |stage: PrefabVaults, message: &str| {
        let chain = BuilderChain::start_with(Size::new(9, 7), Arena::default()).with(stage);
        assert_eq!(chain.check().unwrap_err().to_string(), format!("metas[0] prefab-vaults: {message}"));
    };
    let fine = PrefabVaults::default;
    refused(PrefabVaults { min: 10_001, ..fine() }, "parameter `min` is 10001; expected 0 to 10000");
    refused(PrefabVaults { max: 10_001, ..fine() }, "parameter `max` is 10001; expected 0 to 10000");
    refused(PrefabVaults { min: 4, ..fine() }, "parameter `max` is 3; expected at least `min`, which is 4");
    refused(PrefabVaults { margin: 17, ..fine() }, "parameter `margin` is 17; expected 0 to 16");
    refused(
        PrefabVaults { vaults: vec![Vault::new("den", prefab(".>"))], ..fine() },
        "parameter `vaults[0].template` is one with a start or exit; expected one with neither",
    );
    refused(
        PrefabVaults { vaults: vec![Vault { min_depth: 3, max_depth: 2, ..Vault::new("den", prefab("#")) }], ..fine() },
        "parameter `vaults[0].max_depth` is 2; expected at least `min_depth`, which is 3",
    );
    refused(
        PrefabVaults { vaults: vec![Vault::new("hoard", prefab("...\n.#.\n#g#\n.#."))], ..fine() },
        "parameter `vaults[0].template` is one whose open cell in line 3, column 2 is walled in; expected open cells \
         that can all be reached from outside",
    );
    let heavy = Vault { weight: u32::MAX, ..Vault::new("den", prefab("#")) };
    refused(
        PrefabVaults { vaults: vec![heavy.clone(), heavy], ..fine() },
        "parameter `vaults` is a list that weighs 8589934590 at depth 1; expected up to 4294967295 together",
    );
    let mut map = drawn(&["#####", "#...#", "#...#", "#####"], &[]);
    let few = PrefabVaults { min: 3, max: 9, repeat: true, ..one("##\n##") };
    let error = apply(&few, &mut map, 1).unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(error.to_string(), "only 1 of 3 vaults fit");
}

#[test]
fn recording_changes_nothing_and_no_vaults_change_nothing() {
    for (seed, (w, h)) in (0..).zip(odd::SIZES) {
        for wrap in Wrap::ALL {
            let base = BuilderChain::start_with(Size::new(w, h), Arena::default()).wrap(wrap).build(0).unwrap();
            let stage = PrefabVaults { max: 5, repeat: true, ..PrefabVaults::default() };
            let chain = BuilderChain::start_with(base.size(), FromMap::new(base.clone())).wrap(wrap).with(stage);
            let map = chain.build(seed).unwrap();
            let mut history = History::every(1);
            assert_eq!(chain.build_with(seed, &mut history).unwrap(), map);
            let mut replay = history.replay();
            while replay.next_frame().is_some() {}
            assert_eq!(replay.map(), &map);
            let mut same = base.clone();
            apply(&PrefabVaults { max: 0, ..PrefabVaults::default() }, &mut same, seed).unwrap();
            apply(&PrefabVaults { vaults: vec![], ..PrefabVaults::default() }, &mut same, seed).unwrap();
            assert_eq!(same, base);
        }
    }
}

#[test]
fn the_vaults_that_come_along_can_all_be_put() {
    for vault in Vault::shipped() {
        let name = vault.name.clone();
        let depth = vault.min_depth;
        let stage =
            PrefabVaults { vaults: vec![vault], depth, min: 4, max: 4, repeat: true, ..PrefabVaults::default() };
        for seed in 0..20 {
            let chain = BuilderChain::start_with(Size::new(60, 40), Arena::default()).with(Start::default());
            let before = chain.build(seed).unwrap();
            let mut after = before.clone();
            apply(&stage, &mut after, seed).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_good(&before, &after, seed);
        }
    }
}

/// The cells that are reached from one by steps of at most so many rows and columns together, of one each.
fn flood(open: &BTreeSet<Point>, from: Point, most: u16) -> BTreeSet<Point> {
    let (mut reached, mut left) = (BTreeSet::from([from]), vec![from]);
    while let Some(here) = left.pop() {
        let is_near = |at: &&Point| {
            let (dx, dy) = (at.x.abs_diff(here.x), at.y.abs_diff(here.y));
            dx.max(dy) == 1 && dx + dy <= most && !reached.contains(*at)
        };
        let next: Vec<Point> = open.iter().filter(is_near).copied().collect();
        reached.extend(&next);
        left.extend(next);
    }
    reached
}

#[test]
fn a_vault_is_entered_over_corners_where_the_game_moves_so() {
    let rows = [".#.", "#$#", ".#."];
    let legend = Legend::default().with('$', Meaning::spawn("Gold"));
    let vault = |legend: &Legend| PrefabVaults {
        vaults: vec![Vault::new("hoard", Template::from_text(&rows.join("\n"), legend).unwrap())],
        min: 2,
        max: 2,
        repeat: true,
        ..PrefabVaults::default()
    };
    let chain = |legend: &Legend| {
        BuilderChain::start_with(Size::new(20, 14), Arena::default()).with(Start::default()).with(vault(legend))
    };
    let error = chain(&legend).check().unwrap_err().to_string();
    assert!(error.contains("whose open cell in line 2, column 2 is walled in"), "{error}");
    for seed in 0..50 {
        let map = chain(&legend.clone().moving_diagonally()).build(seed).unwrap();
        assert_eq!(map.spawns.len(), 2);
        // What is not of a vault stays joined by four moves, the rest by eight.
        let open: BTreeSet<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
        let start = map.start.unwrap();
        assert_eq!(flood(&open, start, 2), open, "{map}");
        let is_own =
            |at: &Point| map.spawns.iter().any(|spawn| spawn.at.x.abs_diff(at.x).max(spawn.at.y.abs_diff(at.y)) < 2);
        assert!(open.difference(&flood(&open, start, 1)).all(is_own), "{map}");
        for spawn in &map.spawns {
            let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].into_iter().filter(|&(dx, dy)| {
                let at = map.wrap.cell_at(i32::from(spawn.at.x) + dx, i32::from(spawn.at.y) + dy, map.size());
                at.is_some_and(|at| map.is_open(at))
            });
            assert_eq!(corners.count(), 4, "{map}");
        }
    }
}

#[test]
fn a_vault_has_one_of_its_drawn_ways_in() {
    let legend = Legend::default().with('?', Meaning::exactly([('+', 1)], [('#', 1)]));
    let den = Template::from_text("#?#\n?.?\n#?#", &legend).unwrap();
    let stage =
        PrefabVaults { vaults: vec![Vault::new("den", den)], min: 3, max: 3, repeat: true, ..PrefabVaults::default() };
    let mut ways = BTreeMap::new();
    for seed in 0..400 {
        let map =
            BuilderChain::start_with(Size::new(16, 12), Arena::default()).with(stage.clone()).build(seed).unwrap();
        assert_eq!(Components::from_map(&map, &map.passages()).sizes.len(), 1);
        let doors: Vec<Point> = map.tiles.iter().filter(|(_, tile)| **tile == Tile::DOOR).map(|(at, _)| at).collect();
        assert_eq!(doors.len(), 3, "{map}");
        for door in doors {
            let inside = Dir::ALL.into_iter().filter(|dir| {
                let (dx, dy) = dir.delta();
                let next = map.wrap.cell_at(i32::from(door.x) + dx, i32::from(door.y) + dy, map.size());
                let all = |at: Point| at.neighbors().filter(|&near| !map.tiles[near].is_solid()).count();
                next.is_some_and(|at| map.is_open(at) && all(at) == 1)
            });
            inside.for_each(|dir| *ways.entry(dir).or_insert(0) += 1);
        }
    }
    assert!(ways.len() == 4 && ways.values().all(|n| (220..380).contains(n)), "{ways:?}");
}

#[test]
fn doors_that_lead_nowhere_are_closed_on_demand() {
    let rows = ["#########", "#########", "#...#####", "#########", "#########"];
    let map = drawn(&rows, &[]);
    let mut stage = one("#+#\n+.+\n#+#");
    stage.ground = VaultGround::Any;
    let put = |stage: &PrefabVaults, seed| {
        let mut map = map.clone();
        apply(stage, &mut map, seed).map(|()| map)
    };
    let doors = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::DOOR).count();
    let closing = PrefabVaults { close_unused: true, ..stage.clone() };
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        let (all, used) = (put(&stage, seed).unwrap(), put(&closing, seed).unwrap());
        assert_eq!(doors(&all), 4);
        for (at, &tile) in used.tiles.iter().filter(|(_, tile)| **tile == Tile::DOOR) {
            assert_eq!((tile, at.neighbors().filter(|&next| used.is_open(next)).count()), (Tile::DOOR, 2), "{used}");
        }
        // Nothing else differs.
        let differ = all.tiles.iter().filter(|(at, tile)| used.tiles[*at] != **tile);
        assert!(differ.into_iter().all(|(at, &tile)| tile == Tile::DOOR && used.tiles[at] == Tile::WALL));
        assert_eq!(Components::from_map(&used, &used.passages()).sizes.len(), 1, "{used}");
        seen.insert(doors(&used));
    }
    assert_eq!(seen, BTreeSet::from([1]));
}
