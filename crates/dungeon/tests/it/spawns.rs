//! Spawns: where they may be, how many, and which.

use std::collections::BTreeMap;

use crate::common::{Halls, KINDS, apply, assert_spawns, drawn, map};
use mapwright_core::{Area, BuildErrorKind, BuilderChain, BuilderMap, Door, Grid, History, Join, LevelGraph, MapRng};
use mapwright_core::{MetaMapBuilder, Plane, Point, Rect, Room, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{Arena, CellularAutomata, DistanceRule, Exit, FromMap, Landmark, Place, Placement, Portals};
use mapwright_dungeon::{SpawnEntry, SpawnGroup, SpawnTable, Spawns, Start, Steps};

/// Spawns in rooms, corridors and patches, with random numbers of them.
fn all_spawns(rng: &mut MapRng) -> [Spawns; 3] {
    [SpawnGroup::Room, SpawnGroup::Corridor, SpawnGroup::Patch(20)].map(|group| {
        let least = rng.below(4);
        let count = Some([least, least + rng.below(4)]);
        Spawns { r#in: group, count, chance: if rng.chance(0.5) { 1.0 } else { 0.5 }, ..Spawns::default() }
    })
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
            apply(&spawns, &mut map, seed).unwrap();
            assert_spawns(&map, 0);
            found[which] += map.spawns.len() - before.spawns.len();
            // Nothing else has changed.
            map.spawns.truncate(before.spawns.len());
            assert_eq!(map, before);
            apply(&spawns, &mut map, seed).unwrap();
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
        assert_eq!(chain.build_with(seed, &mut history).unwrap(), map);
    }
}

#[test]
fn parameters_out_of_range_are_named() {
    let check = |spawns: Spawns, message: &str| assert_eq!(spawns.check().unwrap_err().to_string(), message);
    let base = Spawns::default;
    check(Spawns { count: Some([0, 65_536]), ..base() }, "parameter `count` is 65536; expected 0 to 65535");
    check(Spawns { count: Some([5, 4]), ..base() }, "parameter `count` is [5, 4]; expected the smaller number first");
    check(Spawns { budget: Some([5, 4]), ..base() }, "parameter `budget` is [5, 4]; expected the smaller number first");
    let both = Spawns { count: Some([1, 1]), budget: Some([1, 1]), ..base() };
    check(both, "parameter `budget` is given; expected absent when `count` is given");
    check(Spawns { chance: 1.5, ..base() }, "parameter `chance` is 1.5; expected 0 to 1");
    check(Spawns { chance: f64::NAN, ..base() }, "parameter `chance` is NaN; expected 0 to 1");
    check(Spawns { deeper: (f64::NAN, 2), ..base() }, "parameter `deeper` is NaN; expected 0 to 1");
    check(Spawns { r#in: SpawnGroup::Patch(0), ..base() }, "parameter `in.patch` is 0; expected 1 or more");
    let dear = SpawnTable::new([SpawnEntry::new("Ogre", 1).costs(7), SpawnEntry::new("Rat", 0)]);
    check(
        Spawns { budget: Some([2, 6]), table: dear.clone(), ..base() },
        "parameter `table` is a list whose cheapest entry for depth 1 costs 7; expected one for the largest budget, 6",
    );
    assert_eq!(Spawns { budget: Some([2, 7]), table: dear, ..base() }.check(), Ok(()));
    // A table that nobody asks is not at fault.
    assert_eq!(Spawns { count: Some([0, 0]), table: SpawnTable { entries: vec![] }, ..base() }.check(), Ok(()));
    let missing = |group, plane| {
        let chain = BuilderChain::start_with(Size::new(9, 9), CellularAutomata::default());
        let chain = chain.with(Spawns { r#in: group, ..base() });
        assert_eq!(chain.check().unwrap_err().kind, BuildErrorKind::MissingPlane { plane, providers: vec![] });
    };
    missing(SpawnGroup::Room, Plane::Rooms);
    missing(SpawnGroup::Corridor, Plane::Corridors);
    missing(SpawnGroup::Region, Plane::Regions);
    missing(SpawnGroup::Area, Plane::Graph);
}

#[test]
fn numbers_and_chances_of_spawns_are_as_asked_for() {
    // One room with room enough.
    let spawns = Spawns { count: Some([2, 5]), chance: 0.75, ..Spawns::default() };
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
    let spawns = Spawns { count: Some([1, 1]), ..Spawns::default() };
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
fn groups_get_their_own() {
    let mut halls = drawn(&[
        "S..####...", //
        "..........",
        "...####...",
    ]);
    let (rooms, corridor) = ([Rect::new(0, 0, 3, 3), Rect::new(7, 0, 3, 3)], Rect::new(3, 1, 4, 1));
    halls.rooms = Some(Room::numbered(rooms));
    halls.corridors = Some(vec![(0..10).map(|x| Point::new(x, 1)).collect()]);
    halls.regions = Some(Grid::from_fn(halls.size(), |p| u16::from(p.x >= 3) * 3));
    let n = |group, n| Spawns { r#in: group, count: Some([n, n]), ..Spawns::default() };
    for seed in 0..50 {
        let built = |spawns: Spawns| {
            let mut map = halls.clone();
            apply(&spawns, &mut map, seed).unwrap();
            map
        };
        assert_eq!(count_in(&built(n(SpawnGroup::Room, 3)), &rooms), [3, 3]);
        let map = built(n(SpawnGroup::Corridor, 2));
        assert_eq!((count_in(&map, &[corridor]), map.spawns.len()), (vec![2], 2));
        // More than there is room for.
        assert_eq!(built(n(SpawnGroup::Corridor, 9)).spawns.len(), 4);
        assert_eq!(count_in(&built(n(SpawnGroup::Region, 5)), &[rooms[0], Rect::new(3, 0, 7, 3)]), [0, 5]);
        assert_eq!(built(n(SpawnGroup::Floor, 5)).spawns.len(), 5);
        // 22 cells make 5 patches; one of them may be the start alone.
        assert!((4..=5).contains(&built(n(SpawnGroup::Patch(5), 1)).spawns.len()));
        // A patch for each cell: as many spawns as there are cells but that of the start.
        assert_eq!(built(n(SpawnGroup::Patch(1), 2)).spawns.len(), 21);
    }
}

#[test]
fn spawns_keep_off_doors_gates_stairs_and_what_is_there() {
    let mut map = drawn(&["S...+.....X"]);
    map.tiles[Point::new(8, 0)] = Tile::STAIRS_DOWN;
    map.doors = Some(vec![Door::new([Point::new(2, 0)])]);
    let area = Grid::from_fn(map.size(), |p| if p.x < 7 { 1 } else { 2 });
    let join = Join::new(0, 1, [Point::new(6, 0), Point::new(7, 0)]);
    map.graph = Some(LevelGraph::new(area, vec![Area::new((0, 0)), Area::new((10, 0))], vec![join]));
    map.spawns = vec![Spawn::new(Point::new(3, 0), "Boss")];
    apply(&Spawns { r#in: SpawnGroup::Area, count: Some([9, 9]), ..Spawns::default() }, &mut map, 5).unwrap();
    let mut at: Vec<u16> = map.spawns.iter().map(|spawn| spawn.at.x).collect();
    at.sort_unstable();
    assert_eq!((at, map.spawns[0].what.as_str()), (vec![1, 3, 5, 9], "Boss"));
}

#[test]
fn spawns_keep_to_rules() {
    let near = |min, max| DistanceRule { min, max, steps: Steps::Walk, ..DistanceRule::far(Landmark::Start, 0) };
    let mut map = drawn(&["S..................X"]);
    let place = Placement { distances: vec![near(9, 12)], ..Placement::default() };
    apply(
        &Spawns { r#in: SpawnGroup::Floor, count: Some([20, 20]), placement: place, ..Spawns::default() },
        &mut map,
        1,
    )
    .unwrap();
    let mut at: Vec<u16> = map.spawns.iter().map(|spawn| spawn.at.x).collect();
    at.sort_unstable();
    assert_eq!(at, [9, 10, 11, 12]);
}

/// A name for each depth, so that a spawn tells at which depth it was drawn.
fn depth_table(depths: u32) -> SpawnTable {
    let entry = |depth: u32| SpawnEntry { min_depth: depth, max_depth: depth, ..SpawnEntry::new(depth.to_string(), 1) };
    SpawnTable { entries: (0..=depths).map(entry).collect() }
}

#[test]
fn what_is_met_grows_along_the_way() {
    let mut corridor = drawn(&["S...................................X"]);
    let table = depth_table(12);
    let everywhere = Spawns { r#in: SpawnGroup::Floor, count: Some([100, 100]), table, ..Spawns::default() };
    let stage = Spawns { depth: 3, rise: 9, ..everywhere };
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
    let error = apply(&Spawns { rise: 10, ..stage.clone() }, &mut corridor.clone(), 1).unwrap_err();
    assert!(error.to_string().contains("without one for depth 13"), "{error}");
    corridor.start = None;
    let error = apply(&stage, &mut corridor, 1).unwrap_err();
    assert_eq!(error.to_string(), "needs `start`, which no earlier stage provides");
}

#[test]
fn some_are_out_of_depth() {
    let mut map = BuilderMap::filled(Size::new(200, 100), Wrap::None, Tile::FLOOR);
    let (deeper, table) = ((0.25, 4), depth_table(7));
    let all =
        Spawns { r#in: SpawnGroup::Floor, count: Some([20_000, 20_000]), table, depth: 3, deeper, ..Spawns::default() };
    apply(&all, &mut map, 1).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    map.spawns.iter().for_each(|spawn| *counts.entry(&spawn.what).or_default() += 1);
    // Four standard deviations of 20,000 draws are 245.
    assert!(counts.len() == 2 && counts["3"] + counts["7"] == 20_000 && counts["7"].abs_diff(5000) < 245, "{counts:?}");
    // Where nothing is that deep, the depth itself counts.
    map.spawns.clear();
    apply(&Spawns { depth: 5, ..all }, &mut map, 1).unwrap();
    assert!(map.spawns.len() == 20_000 && map.spawns.iter().all(|spawn| spawn.what == "5"));
}

#[test]
fn entries_may_be_for_some_areas_and_rooms_only() {
    let mut map = drawn(&["S.....", "######", ".....X"]);
    let area = Grid::from_fn(map.size(), |p| [1, 0, 2][usize::from(p.y)]);
    let mut areas = vec![Area::new((0, 0)), Area::new((5, 2))];
    areas[1].role = Some("exit".to_owned());
    map.graph = Some(LevelGraph::new(area, areas, vec![]));
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 3, 1), Rect::new(3, 0, 3, 1), Rect::new(0, 2, 6, 1)]));
    map.rooms.as_mut().unwrap()[1].tags = vec!["den".to_owned()];
    let (role, tag) = (Some("exit".to_owned()), Some("den".to_owned()));
    let entries =
        vec![SpawnEntry { role, ..SpawnEntry::new("Dragon", 1) }, SpawnEntry { tag, ..SpawnEntry::new("Wolf", 1) }];
    for group in [SpawnGroup::Room, SpawnGroup::Floor] {
        let table = SpawnTable { entries: entries.clone() };
        let mut map = map.clone();
        apply(&Spawns { r#in: group, count: Some([9, 9]), table, ..Spawns::default() }, &mut map, 1).unwrap();
        let mut met: Vec<(&str, u16)> = map.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.at.y)).collect();
        met.sort_unstable();
        assert_eq!(met, [vec![("Dragon", 2); 5], vec![("Wolf", 0); 3]].concat());
    }
}

#[test]
fn floors_are_groups_and_get_deeper() {
    let floor = |_| BuilderMap::filled(Size::new(5, 3), Wrap::None, Tile::FLOOR);
    let mut map = BuilderMap::stack((0..4).map(floor)).unwrap();
    let stage = Spawns { r#in: SpawnGroup::Floor, count: Some([20, 20]), table: depth_table(8), ..Spawns::default() };
    let stage = Spawns { depth: 2, depth_per_floor: 2, ..stage };
    apply(&stage, &mut map, 1).unwrap();
    let n_at = |depth: &str, y: u16| {
        let is_at = |spawn: &&Spawn| spawn.what == depth && (y..y + 3).contains(&spawn.at.y);
        map.spawns.iter().filter(is_at).count()
    };
    assert_eq!([n_at("2", 0), n_at("4", 4), n_at("6", 8), n_at("8", 12), map.spawns.len()], [15, 15, 15, 15, 60]);
    let error = apply(&Spawns { depth: 3, ..stage }, &mut map, 1).unwrap_err();
    assert!(error.to_string().contains("without one for depth 9"), "{error}");
}
