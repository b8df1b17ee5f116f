//! Spawns: where they may be, how many, and which.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use common::{Halls, KINDS, apply, assert_spawns, drawn, map};
use mapwright_core::{
    BuildErrorKind, BuilderChain, BuilderMap, Grid, History, MapRng, MetaMapBuilder, Plane, Point, Room,
};
use mapwright_core::{Rect, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{Arena, CellularAutomata, CorridorSpawns, Exit, FromMap, Place, Portals, RoomSpawns};
use mapwright_dungeon::{SpawnAreas, SpawnEntry, SpawnTable, Start, StartArea, VoronoiSpawns};

/// Rooms, corridors and areas, with random numbers of spawns.
fn all_spawns(rng: &mut MapRng) -> [Box<dyn MetaMapBuilder>; 3] {
    let mut count = || {
        let min = rng.below(4);
        (min, min + rng.below(4), if rng.chance(0.5) { 1.0 } else { 0.5 })
    };
    let start_area = StartArea::Stocked;
    let ((min, max, chance), table) = (count(), SpawnTable::default());
    let rooms = RoomSpawns { min, max, chance, start_area, table, ..RoomSpawns::default() };
    let (min, max, chance) = count();
    let corridors = CorridorSpawns { min, max, chance, ..CorridorSpawns::default() };
    let (min, max, chance) = count();
    let areas = VoronoiSpawns { min, max, chance, start_area, area_size: 20, ..VoronoiSpawns::default() };
    [Box::new(rooms), Box::new(corridors), Box::new(areas)]
}

#[test]
fn spawns_have_open_cells_of_their_own_on_1000_seeds_of_every_kind() {
    let mut rng = MapRng::new(71);
    let mut found = [0; 3];
    for (seed, kind) in (0..1000).flat_map(|seed| (0..KINDS).map(move |kind| (seed, kind))) {
        let mut map = map(kind, seed);
        let _ = apply(&Start::default(), &mut map, seed);
        if map.start.is_some() {
            let _ = apply(&Exit::default(), &mut map, seed);
            let _ = apply(&Portals { min_distance: 5, ..Portals::default() }, &mut map, seed);
        }
        for (which, spawns) in all_spawns(&mut rng).into_iter().enumerate() {
            let before = map.clone();
            match apply(&*spawns, &mut map, seed) {
                Ok(()) => assert_spawns(&map, 0),
                Err(error) => assert_eq!((error.to_string().as_str(), which), ("the map has no room", 0)),
            }
            found[which] += map.spawns.len() - before.spawns.len();
            // Nothing else has changed.
            map.spawns.truncate(before.spawns.len());
            assert_eq!(map, before);
            apply(&*spawns, &mut map, seed).unwrap_or_default();
        }
    }
    assert!(found.iter().all(|&n| n > 3000), "{found:?}");
}

#[test]
fn one_seed_makes_the_same_spawns_each_time() {
    let mut rng = MapRng::new(72);
    for seed in 0..200 {
        let [rooms, corridors, areas] = all_spawns(&mut rng);
        let halls = BuilderChain::start_with(Size::new(50, 30), Halls { apart: 0.2 }).with(Start::at(Place::FirstRoom));
        let chain = halls.with(rooms).with(corridors).with(areas);
        let map = chain.build(seed).unwrap();
        assert!(map.spawns.len() > 5);
        let mut history = History::every(7);
        assert_eq!(chain.build(seed).unwrap(), map);
        assert_eq!(chain.build_recorded(seed, &mut history).unwrap(), map);
    }
}

#[test]
fn the_weights_of_a_table_are_exact() {
    let mut rng = MapRng::new(73);
    let entry =
        |name: &str, weight, min_depth, max_depth| SpawnEntry { min_depth, max_depth, ..SpawnEntry::new(name, weight) };
    let all = [("a", 1), ("b", 2), ("c", 0), ("d", 3), ("e", 14)];
    for weights in [&all[..], &all[..2], &[("one", 1), ("two", 1)], &[("alone", 1)], &[("x", u32::MAX - 1), ("y", 1)]] {
        let mut entries: Vec<SpawnEntry> = weights.iter().map(|&(name, weight)| entry(name, weight, 3, 5)).collect();
        // What does not apply takes no part, before and after what does.
        entries.insert(0, entry("too deep", 50, 6, 9));
        entries.push(entry("too high", 50, 0, 2));
        let table = SpawnTable { entries };
        for depth in [3, 4, 5] {
            let draws = 40_000;
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            let drawn = table.at_depth(depth).unwrap();
            (0..draws).for_each(|_| *counts.entry(drawn.draw(&mut rng)).or_default() += 1);
            let total: u64 = weights.iter().map(|&(_, weight)| u64::from(weight)).sum();
            assert!(counts.keys().all(|name| weights.iter().any(|(known, weight)| known == name && *weight > 0)));
            let parts = weights.iter().map(|&(name, weight)| {
                let expected = f64::from(draws) * f64::from(weight) / total as f64;
                let seen = f64::from(counts.get(name).copied().unwrap_or(0));
                // One draw in 2³² is not expected to be seen.
                if expected < 1e-3 { seen } else { (seen - expected).powi(2) / expected }
            });
            // Pearson's statistic: mean n − 1, variance 2(n − 1); six standard deviations.
            let free = weights.iter().filter(|&&(_, weight)| weight > 0).count() as f64 - 1.0;
            let chi_square: f64 = parts.sum();
            assert!(chi_square <= free + 6.0 * (2.0 * free).sqrt() + 1e-9, "{chi_square} of {counts:?}");
        }
    }
}

#[test]
fn tables_that_cannot_be_drawn_from_are_typed_errors() {
    let check = |entries: Vec<SpawnEntry>, depth, message: &str| {
        let table = SpawnTable { entries };
        let error = table.at_depth(depth).unwrap_err();
        assert_eq!(error.to_string(), message);
        let spawns = RoomSpawns { table, depth, ..RoomSpawns::default() };
        let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(spawns);
        let found = chain.check().unwrap_err();
        assert!(matches!(found.kind, BuildErrorKind::BadParameter { name: "table", .. }) && !found.is_retryable());
        assert_eq!(found.kind, error.kind);
    };
    let shallow = SpawnEntry { max_depth: 3, ..SpawnEntry::new("Rat", 5) };
    check(
        vec![],
        0,
        "parameter `table` is a list of 0 without one for depth 0; expected entries for depth 0 that weigh 1 to 4294967295 together",
    );
    check(
        vec![shallow.clone(), shallow.clone()],
        4,
        "parameter `table` is a list of 2 without one for depth 4; expected entries for depth 4 that weigh 1 to 4294967295 together",
    );
    check(
        vec![SpawnEntry::new("Rat", 0), shallow.clone()],
        7,
        "parameter `table` is a list with no weight at depth 7; expected entries for depth 7 that weigh 1 to 4294967295 together",
    );
    check(
        vec![SpawnEntry::new("Rat", u32::MAX), shallow],
        2,
        "parameter `table` is a list that weighs 4294967300 at depth 2; expected entries for depth 2 that weigh 1 to 4294967295 together",
    );
    check(
        vec![SpawnEntry { min_depth: 4, max_depth: 3, ..SpawnEntry::new("Rat", 1) }],
        9,
        "parameter `table` is a list with `Rat` from depth 4 to 3; expected depths in order",
    );
    assert!((0..100).chain([u32::MAX]).all(|depth| SpawnTable::default().at_depth(depth).is_ok()));
}

#[test]
fn parameters_out_of_range_are_named() {
    let check = |spawns: RoomSpawns, message: &str| assert_eq!(spawns.check().unwrap_err().to_string(), message);
    let base = RoomSpawns::default;
    check(RoomSpawns { min: 1001, ..base() }, "parameter `min` is 1001; expected 0 to 1000");
    check(RoomSpawns { min: 5, max: 4, ..base() }, "parameter `max` is 4; expected `min`, which is 5, to 1000");
    check(RoomSpawns { max: 1001, ..base() }, "parameter `max` is 1001; expected 0 to 1000");
    check(RoomSpawns { chance: 1.5, ..base() }, "parameter `chance` is 1.5; expected 0 to 1");
    check(RoomSpawns { chance: f64::NAN, ..base() }, "parameter `chance` is NaN; expected 0 to 1");
    let area = VoronoiSpawns { area_size: 0, ..VoronoiSpawns::default() };
    assert_eq!(area.check().unwrap_err().to_string(), "parameter `area_size` is 0; expected 1 to 1000000");
    let missing = |meta: Box<dyn MetaMapBuilder>, plane| {
        let chain = BuilderChain::start_with(Size::new(9, 9), CellularAutomata::default()).with(meta);
        assert_eq!(chain.check().unwrap_err().kind, BuildErrorKind::MissingPlane { plane, providers: vec![] });
    };
    missing(Box::<RoomSpawns>::default(), Plane::Rooms);
    missing(Box::<CorridorSpawns>::default(), Plane::Corridors);
    missing(Box::new(VoronoiSpawns { areas: SpawnAreas::Regions, ..VoronoiSpawns::default() }), Plane::Regions);
}

#[test]
fn numbers_and_chances_of_spawns_are_as_asked_for() {
    // One room with room enough.
    let spawns = RoomSpawns { min: 2, max: 5, chance: 0.75, ..RoomSpawns::default() };
    let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(spawns);
    let mut counts = [0u32; 6];
    let builds = 4000;
    (0..builds).for_each(|seed| counts[chain.build(seed).unwrap().spawns.len()] += 1);
    let deviation = |n: u32, p: f64| (f64::from(n) - builds as f64 * p).abs() / (builds as f64 * p * (1.0 - p)).sqrt();
    assert!(counts[1] == 0 && deviation(counts[0], 0.25) < 5.0, "{counts:?}");
    assert!(counts[2..].iter().all(|&n| deviation(n, 0.75 / 4.0) < 5.0), "{counts:?}");
}

#[test]
fn every_free_cell_of_a_room_is_equally_likely() {
    let mut room = drawn(&["#####", "#S..#", "#+.X#", "#####"]);
    room.rooms = Some(Room::numbered([Rect::new(1, 1, 3, 2)]));
    let spawns = RoomSpawns { min: 1, max: 1, start_area: StartArea::Stocked, ..RoomSpawns::default() };
    let chain = BuilderChain::start_with(room.size(), FromMap::new(room)).with(spawns);
    let mut counts: BTreeMap<(u16, u16), u32> = BTreeMap::new();
    (0..3000).for_each(|seed| *counts.entry(chain.build(seed).unwrap().spawns[0].at.into()).or_default() += 1);
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [(2, 1), (2, 2), (3, 1)]);
    // Five standard deviations of 3000 draws with a probability of a third.
    assert!(counts.values().all(|&n| n.abs_diff(1000) < 130), "{counts:?}");
}

/// How many spawns lie in each rectangle.
fn count_in(map: &BuilderMap, parts: &[Rect]) -> Vec<usize> {
    parts.iter().map(|part| map.spawns.iter().filter(|spawn| part.contains(spawn.at)).count()).collect()
}

#[test]
fn rooms_corridors_and_areas_get_their_own() {
    let mut halls = drawn(&[
        "S..####...", //
        "..........",
        "...####...",
    ]);
    let (rooms, corridor) = ([Rect::new(0, 0, 3, 3), Rect::new(7, 0, 3, 3)], Rect::new(3, 1, 4, 1));
    halls.rooms = Some(Room::numbered(rooms));
    halls.corridors = Some(vec![(0..10).map(|x| Point::new(x, 1)).collect()]);
    let three = RoomSpawns { min: 3, max: 3, ..RoomSpawns::default() };
    for seed in 0..50 {
        let mut map = halls.clone();
        apply(&three, &mut map, seed).unwrap();
        assert_eq!(count_in(&map, &rooms), [0, 3], "none where the start is");
        apply(&RoomSpawns { start_area: StartArea::Stocked, ..three.clone() }, &mut map, seed).unwrap();
        assert_eq!(count_in(&map, &rooms), [3, 6]);
        let corridors = CorridorSpawns { min: 2, max: 2, chance: 1.0, ..CorridorSpawns::default() };
        apply(&corridors, &mut map, seed).unwrap();
        assert_eq!((count_in(&map, &[corridor]), map.spawns.len()), (vec![2], 11));
        // More than there is room for.
        apply(&CorridorSpawns { min: 9, max: 9, ..corridors }, &mut map, seed).unwrap();
        assert_eq!((count_in(&map, &[corridor]), map.spawns.len()), (vec![4], 13));
    }
}

#[test]
fn regions_are_areas_where_there_are_any() {
    let size = Size::new(20, 5);
    for seed in 0..50 {
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        map.start = Some(Point::new(11, 2));
        map.regions = Some(Grid::from_fn(size, |p| p.x / 5));
        let spawns = VoronoiSpawns { min: 2, max: 2, area_size: 1, ..VoronoiSpawns::default() };
        let parts = [0, 5, 10, 15].map(|x| Rect::new(x, 0, 5, 5));
        let mut by_regions = map.clone();
        apply(&spawns, &mut by_regions, seed).unwrap();
        assert_eq!(count_in(&by_regions, &parts), [0, 2, 0, 2], "none in no region, none at the start");
        // An area for each cell: as many spawns as there are cells but that of the start.
        apply(&VoronoiSpawns { areas: SpawnAreas::Seeds, ..spawns }, &mut map, seed).unwrap();
        assert_eq!(map.spawns.len(), 99);
    }
}

#[test]
fn areas_around_seeds_are_as_many_as_asked_for_and_part_the_cells() {
    for seed in 0..100 {
        let map = map(seed % KINDS, seed);
        let n_open = map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
        let bare = BuilderMap { tiles: map.tiles.clone(), ..BuilderMap::filled(map.size(), map.wrap, Tile::FLOOR) };
        let mut one_each = bare.clone();
        let spawns =
            VoronoiSpawns { min: 1, max: 1, area_size: 7, areas: SpawnAreas::Seeds, ..VoronoiSpawns::default() };
        apply(&spawns, &mut one_each, seed).unwrap();
        let has_doors = map.tiles.as_slice().iter().any(|tile| [Tile::DOOR, Tile::STAIRS_UP].contains(tile));
        assert!(has_doors || one_each.spawns.len() == n_open.div_ceil(7), "{n_open}");
        // With a seed in every cell each belongs to an area, and so gets a spawn.
        let mut full = bare;
        apply(&VoronoiSpawns { area_size: 1, ..spawns }, &mut full, seed).unwrap();
        assert!(has_doors || full.spawns.len() == n_open);
    }
}

#[test]
fn spawns_that_are_there_keep_their_cells() {
    let mut map = drawn(&["S...."]);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 5, 1), Rect::new(1, 0, 4, 1)]));
    map.spawns = vec![Spawn::new(Point::new(2, 0), "Boss")];
    let spawns = RoomSpawns { min: 9, max: 9, start_area: StartArea::Stocked, ..RoomSpawns::default() };
    apply(&spawns, &mut map, 5).unwrap();
    assert_eq!((map.spawns.len(), map.spawns[0].what.as_str()), (4, "Boss"));
    assert_spawns(&map, 0);
}

/// A name for each depth, so that a spawn tells at which depth it was drawn.
fn depth_table(depths: u32) -> SpawnTable {
    let entry = |depth: u32| SpawnEntry { min_depth: depth, max_depth: depth, ..SpawnEntry::new(depth.to_string(), 1) };
    SpawnTable { entries: (0..=depths).map(entry).collect() }
}

#[test]
fn what_is_met_grows_along_the_way() {
    let mut corridor = drawn(&["S...................................X"]);
    corridor.regions = Some(Grid::new(corridor.size(), 1));
    let stage = VoronoiSpawns {
        depth: 3,
        rise: 9,
        min: 100,
        max: 100,
        start_area: StartArea::Stocked,
        table: depth_table(12),
        ..VoronoiSpawns::default()
    };
    let mut map = corridor.clone();
    apply(&stage, &mut map, 1).unwrap();
    assert_eq!(map.spawns.len(), 35);
    for spawn in &map.spawns {
        assert_eq!(spawn.what, (3 + (9 * u32::from(spawn.at.x) + 18) / 36).to_string());
    }
    // The walk goes for a key at the far end first.
    let walk = (0..=18).chain((9..18).rev()).map(|x| Point::new(x, 0)).collect();
    let mut map = corridor.clone();
    map.proof = Some(mapwright_core::Proof::new(walk, vec![], vec![]));
    apply(&stage, &mut map, 1).unwrap();
    let depth_at = |x: u16| map.spawns.iter().find(|spawn| spawn.at.x == x).map(|spawn| spawn.what.as_str());
    assert_eq!([depth_at(1), depth_at(9), depth_at(18), depth_at(35)], ["4", "8", "12", "12"].map(Some));
    let error = apply(&VoronoiSpawns { rise: 10, ..stage.clone() }, &mut corridor.clone(), 1).unwrap_err();
    assert!(error.to_string().contains("without one for depth 13"), "{error}");
    corridor.start = None;
    let error = apply(&stage, &mut corridor, 1).unwrap_err();
    assert_eq!(error.to_string(), "needs `start`, which no earlier stage provides");
}

#[test]
fn entries_may_be_for_some_areas_and_rooms_only() {
    let mut map = drawn(&["S.....", "######", ".....X"]);
    let area = Grid::from_fn(map.size(), |p| [1, 0, 2][usize::from(p.y)]);
    let mut areas = vec![mapwright_core::Area::new((0, 0)), mapwright_core::Area::new((5, 2))];
    areas[1].role = Some("exit".to_owned());
    map.graph = Some(mapwright_core::LevelGraph::new(area, areas, vec![]));
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 3, 1), Rect::new(3, 0, 3, 1), Rect::new(0, 2, 6, 1)]));
    map.rooms.as_mut().unwrap()[1].tags = vec!["den".to_owned()];
    let (role, tag) = (Some("exit".to_owned()), Some("den".to_owned()));
    let entries =
        vec![SpawnEntry { role, ..SpawnEntry::new("Dragon", 1) }, SpawnEntry { tag, ..SpawnEntry::new("Wolf", 1) }];
    let start_area = StartArea::Stocked;
    let stage = RoomSpawns { min: 9, max: 9, table: SpawnTable { entries }, start_area, ..RoomSpawns::default() };
    apply(&stage, &mut map, 1).unwrap();
    let met: Vec<(&str, u16)> = map.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.at.y)).collect();
    assert_eq!(met, [vec![("Wolf", 0); 3], vec![("Dragon", 2); 5]].concat());
}

#[test]
fn entries_apply_at_the_depths_of_a_range() {
    let of = |entry: SpawnEntry| (entry.min_depth, entry.max_depth, entry.weight);
    let rat = || SpawnEntry::new("Rat", 3);
    assert_eq!(of(rat().depths(3..=8)), (3, 8, 3));
    assert_eq!(of(rat().depths(3..8)), (3, 7, 3));
    assert_eq!(of(rat().depths(7..)), (7, u32::MAX, 3));
    assert_eq!(of(rat().depths(..=4)), (0, 4, 3));
    assert_eq!(of(rat().depths(..0)), (0, u32::MAX, 0), "never");
    assert_eq!(SpawnTable::new([("Rat", 3)]), SpawnTable { entries: vec![rat()] });
}
