//! Locks and keys on maps: what is built, and what is refused by name.
#![allow(clippy::panic)]

use crate::common::{level, random_map};
use mapwright_core::{
    BuildCx, BuildError, BuilderChain, BuilderMap, Dir, Door, Grid, JoinKind, Keep, LevelGraph, MapRng, MetaMapBuilder,
    Point, Size, Spawn, Tile, Wrap,
};
use mapwright_dungeon::{Accretion, Exit, JoinComponents, Start};
use mapwright_levels::{AreaGraph, CycleGraph, LockAndKey, OddJoins, replay, solvability};

/// Nine rooms, each joined to those beside it.
const ROOMS: [&str; 13] = [
    "#############",
    "#@..#...#...#",
    "#...........#",
    "#...#...#...#",
    "##.###.###.##",
    "#...#...#...#",
    "#...........#",
    "#...#...#...#",
    "##.###.###.##",
    "#...#...#...#",
    "#...........#",
    "#...#...#..X#",
    "#############",
];

fn with_areas(rows: &[&str]) -> BuilderMap {
    let mut map = level(rows);
    map.graph = Some(AreaGraph { min_cells: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    map
}

fn apply(stage: &LockAndKey, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
    stage.apply(map, &mut BuildCx::new(seed, "lock-and-key", 0))
}

/// Graph, doors and keys say the same, and the level can be won with every key and without a trap.
fn check(map: &BuilderMap, n_keys: Option<usize>) {
    map.validate().unwrap();
    let found = solvability(map).unwrap().unwrap();
    assert_eq!((&found.faults[..], replay(map, &found.proof)), (&[][..], Ok(())));
    let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
    assert_eq!(found.proof.keys.len(), keys);
    assert!(n_keys.is_none_or(|n_keys| n_keys == keys));
    let doors = map.doors.as_ref().unwrap();
    for join in &map.graph.as_ref().unwrap().joins {
        let here: Vec<_> = doors.iter().filter(|door| door.cells == join.gate).collect();
        let locks: Vec<u8> = here.iter().filter_map(|door| door.lock).collect();
        match &join.kind {
            JoinKind::Open => assert!(here.iter().all(|door| door.lock.is_none() && door.one_way.is_none())),
            JoinKind::Locked(wanted) => assert_eq!((&locks, here.len()), (wanted, wanted.len())),
            JoinKind::OneWay { .. } => assert!(here.len() == 1 && here[0].one_way.is_some()),
            kind => panic!("{kind:?}"),
        }
        assert!(here.is_empty() || join.gate.iter().all(|&at| map.tiles[at] == Tile::DOOR));
    }
}

#[test]
fn every_way_to_treat_odd_joins_builds_what_the_graph_says() {
    let (mut sealed, mut one_way, mut two_locks) = (0, 0, 0);
    for seed in 0..100 {
        for odd_joins in [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks] {
            for shortcuts in [0, 2] {
                let mut map = with_areas(&ROOMS);
                let before = map.clone();
                let stage = LockAndKey {
                    keys: 3,
                    min_keys: Some(1),
                    max_shortcuts: shortcuts,
                    odd_joins,
                    ..LockAndKey::default()
                };
                apply(&stage, &mut map, seed).unwrap();
                check(&map, None);
                let joins = |map: &BuilderMap| map.graph.as_ref().unwrap().joins.clone();
                let walled = map.size().points().filter(|&at| before.is_open(at) && !map.is_open(at)).count();
                assert_eq!(joins(&before).len() - joins(&map).len(), walled, "a sealed gate is a wall, and no join");
                sealed += walled;
                for join in joins(&map) {
                    one_way += usize::from(matches!(join.kind, JoinKind::OneWay { .. }));
                    two_locks += usize::from(matches!(&join.kind, JoinKind::Locked(locks) if locks.len() == 2));
                }
            }
        }
    }
    assert!(sealed > 20 && one_way > 20 && two_locks > 5, "{sealed}, {one_way}, {two_locks}");
}

#[test]
fn keys_are_spawns_named_by_letters_on_free_floor() {
    let mut map = with_areas(&ROOMS);
    apply(&LockAndKey::default(), &mut map, 1).unwrap();
    check(&map, Some(2));
    let names: Vec<(&str, Option<u8>)> = map.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.key)).collect();
    assert_eq!(names, [("Key A", Some(0)), ("Key B", Some(1))]);
    assert!(map.spawns.iter().all(|spawn| map.tiles[spawn.at] == Tile::FLOOR && map.start != Some(spawn.at)));
    let tags: Vec<&String> = map.graph.iter().flat_map(|graph| &graph.areas).flat_map(|area| &area.tags).collect();
    assert_eq!(tags.len(), 2);
}

#[test]
fn what_cannot_be_locked_is_refused_by_name() {
    let refused = |stage: LockAndKey, map: &BuilderMap, message: &str| {
        let mut changed = map.clone();
        assert_eq!(apply(&stage, &mut changed, 1).unwrap_err().to_string(), message);
        assert_eq!(changed, *map, "an error changes nothing");
    };
    let keys = |keys| LockAndKey { keys, ..LockAndKey::default() };
    let map = with_areas(&ROOMS);
    refused(keys(0), &map, "parameter `keys` is 0; expected 1 to 200");
    refused(keys(201), &map, "parameter `keys` is 201; expected 1 to 200");
    let shortcuts = LockAndKey { max_shortcuts: 101, ..keys(1) };
    refused(shortcuts, &map, "parameter `max_shortcuts` is 101; expected 0 to 100");
    // More keys than gates, and than places for keys.
    let row = with_areas(&["@.X"]);
    let no_gate = "locks have a place: no gate is left on the way to the exit or to a key";
    refused(keys(1), &row, &format!("only 0 of 1 {no_gate}"));
    let two = with_areas(&["###########", "#....#....#", "#@.......X#", "#....#....#", "###########"]);
    refused(keys(26), &two, &format!("only 1 of 26 {no_gate}"));
    let full = {
        let mut map = two.clone();
        let area = map.graph.as_ref().unwrap().area_at(map.start.unwrap());
        let in_area = |at: &Point| map.graph.as_ref().unwrap().area_at(*at) == area;
        let cells: Vec<Point> = map.size().points().filter(in_area).collect();
        map.spawns = cells.into_iter().map(|at| Spawn::new(at, "Rat")).collect();
        map
    };
    refused(keys(1), &full, "only 0 of 1 locks have a place: no free floor is left for a key before its lock");
    // What must be there already, or not yet.
    let mut bare = map.clone();
    bare.graph = None;
    refused(keys(1), &bare, &BuildError::missing(mapwright_core::Plane::Graph).to_string());
    let mut locked = map.clone();
    apply(&keys(1), &mut locked, 1).unwrap();
    let key = locked.spawns[0].at;
    refused(keys(1), &locked, &format!("the level has a key already at {key}"));
    // Locks and one-way doors are found by the doors and by the graph, one without the other.
    let mut door = map.clone();
    door.doors = Some(vec![Door::one_way([Point::new(2, 2)], Dir::E)]);
    refused(keys(1), &door, "the one-way door at (2, 2) does not lead from one area to another");
    let mut join = map.clone();
    let kind = JoinKind::Locked(vec![0]);
    let gate = join.graph.as_ref().unwrap().joins[0].gate[0];
    join.graph.as_mut().unwrap().joins[0].kind = kind;
    refused(keys(1), &join, &format!("the level has a locked door already at {gate}"));
    let mut lost = map.clone();
    let gate = lost.graph.as_ref().unwrap().joins[0].gate[0];
    lost.exit = Some(gate);
    refused(keys(1), &lost, &format!("the exit at {gate} is in no area"));
    let mut apart = map;
    let graph = apart.graph.take().unwrap();
    apart.graph = Some(LevelGraph::new(graph.area, graph.areas, Vec::new()));
    refused(keys(1), &apart, "no way leads from the start to the exit");
}

#[test]
fn fewer_locks_are_enough_where_min_says_so() {
    for (rows, most) in [(&["@.X"][..], 0), (&ROOMS, 8)] {
        for keys in [1, 3, 26] {
            let mut map = with_areas(rows);
            apply(&LockAndKey { keys, min_keys: Some(0), ..LockAndKey::default() }, &mut map, 2).unwrap();
            check(&map, None);
            assert!(map.spawns.len() <= most.min(usize::from(keys)));
            assert!(map.doors.is_some(), "the stage promises doors");
        }
    }
}

#[test]
fn any_map_gives_a_level_or_an_error() {
    let (mut rng, mut n_locked) = (MapRng::new(9), 0);
    for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (5, 8), (16, 12), (30, 20)] {
        for wrap in Wrap::ALL {
            for seed in 0..30 {
                let mut map = random_map(Size::new(w, h), wrap, &mut rng);
                let mut open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
                rng.shuffle(&mut open);
                let (Some(start), Some(exit)) = (open.pop(), open.pop()) else { continue };
                (map.start, map.exit) = (Some(start), Some(exit));
                let areas = AreaGraph { max_width: 1 + seed as u8 % 3, min_cells: 3, ..AreaGraph::default() };
                map.graph = Some(areas.graph(&map).unwrap());
                let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][seed as usize % 3];
                let stage =
                    LockAndKey { keys: 3, min_keys: Some(0), max_shortcuts: 1, odd_joins, ..LockAndKey::default() };
                match apply(&stage, &mut map, seed) {
                    Ok(()) => {
                        check(&map, None);
                        n_locked += map.spawns.len();
                    }
                    Err(error) => {
                        let message = error.to_string();
                        let known =
                            ["no way leads from the start to the exit", "is in no area", "the one-way portal at"];
                        assert!(known.iter().any(|known| message.contains(known)), "{message}");
                    }
                }
            }
        }
    }
    assert!(n_locked > 100, "{n_locked}");
}

/// A monster in a doorway steps aside when the doorway is walled up or gets a door.
#[test]
fn what_stands_in_a_gate_steps_aside() {
    let mut moved = 0;
    for seed in 0..60 {
        let mut map = with_areas(&ROOMS);
        let gates: Vec<Point> = map.graph.iter().flat_map(|graph| &graph.joins).map(|join| join.gate[0]).collect();
        map.spawns = gates.iter().map(|&at| Spawn::new(at, "Rat")).collect();
        apply(&LockAndKey { keys: 3, min_keys: Some(1), ..LockAndKey::default() }, &mut map, seed).unwrap();
        check(&map, None);
        let rats: Vec<Point> = map.spawns.iter().filter(|spawn| spawn.key.is_none()).map(|spawn| spawn.at).collect();
        assert_eq!(rats.len(), gates.len(), "none is lost");
        let mut places: Vec<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), map.spawns.len(), "no two stand in one cell");
        let doors: Vec<Point> = map.doors.iter().flatten().flat_map(|door| door.cells.clone()).collect();
        assert!(rats.iter().all(|rat| !doors.contains(rat)), "none stands in a door");
        moved += rats.iter().filter(|rat| !gates.contains(rat)).count();
    }
    assert!(moved > 60, "{moved}");
}

#[test]
fn what_steps_aside_leaves_keys_their_place() {
    let mut map = with_areas(&["#######", "#@.#..#", "#.....#", "#..#.X#", "#######"]);
    let free = Point::new(1, 3);
    let marked = [map.start, map.exit, Some(free)];
    let rats = map.size().points().filter(|&at| map.is_open(at) && !marked.contains(&Some(at)));
    map.spawns = rats.map(|at| Spawn::new(at, "Rat")).collect();
    let rats = map.spawns.len();
    apply(&LockAndKey { keys: 1, ..LockAndKey::default() }, &mut map, 1).unwrap();
    check(&map, Some(1));
    assert!(map.spawns.contains(&Spawn::key(free, "Key A", 0)));
    assert_eq!(map.spawns.len(), rats, "there is no floor left for the rat in the gate");
}

/// Caves painted with custom tiles have places for keys.
#[test]
fn keys_lie_on_custom_tiles() {
    let mut map = with_areas(&ROOMS);
    map.tiles.as_mut_slice().iter_mut().filter(|tile| **tile == Tile::FLOOR).for_each(|tile| *tile = Tile(40));
    apply(&LockAndKey::default(), &mut map, 1).unwrap();
    check(&map, Some(2));
    for tile in [Tile::WATER, Tile::STAIRS_DOWN, Tile::BRIDGE] {
        let mut map = with_areas(&ROOMS);
        map.tiles.as_mut_slice().iter_mut().filter(|here| **here == Tile::FLOOR).for_each(|here| *here = tile);
        assert!(apply(&LockAndKey::default(), &mut map, 1).is_err(), "{tile:?}");
    }
}

/// One-way doors of `cycle-graph` stay where they trap nobody; its locks are refused.
#[test]
fn one_way_doors_of_a_cycle_graph_stay_and_its_locks_are_refused() {
    let chain = BuilderChain::start_with(Size::new(80, 50), CycleGraph::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 2, min_keys: Some(0), ..LockAndKey::default() });
    let (mut refused, mut stay, mut built) = (0, 0, 0);
    for seed in 0..60 {
        match chain.build(seed) {
            Ok(map) => {
                check(&map, None);
                built += 1;
                stay += map.doors.iter().flatten().filter(|door| door.one_way.is_some()).count();
            }
            Err(error) => refused += usize::from(error.to_string().contains("the level has a")),
        }
    }
    assert!(refused > 5 && built > 0 && stay > 0, "{refused} {built} {stay}");
}

#[test]
fn kept_gates_become_neither_doors_nor_walls() {
    let mut rng = MapRng::new(4);
    let (mut n_built, mut n_doors) = (0, 0);
    for seed in 0..300 {
        let mut map = with_areas(&ROOMS);
        let share = [0.05, 0.2, 0.4][seed as usize % 3];
        let levels = [Keep::Shape, Keep::Tile];
        map.kept =
            Some(Grid::from_fn(
                map.size(),
                |_| if rng.chance(share) { levels[rng.below(2) as usize] } else { Keep::Free },
            ));
        let before = map.clone();
        let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][seed as usize % 3];
        let narrow = seed % 2 == 0;
        let stage =
            LockAndKey { keys: 3, min_keys: Some(1), max_secrets: 2, odd_joins, narrow, ..LockAndKey::default() };
        if apply(&stage, &mut map, seed).is_err() {
            continue;
        }
        n_built += 1;
        check(&map, None);
        for at in map.size().points() {
            assert!(before.may_put(at, map.tiles[at]), "{seed}: {at}");
            n_doors += usize::from(map.tiles[at] == Tile::DOOR);
        }
        assert!(map.spawns.iter().all(|spawn| before.keep_at(spawn.at) < Keep::Tile));
    }
    assert!(n_built > 150 && n_doors > 2 * n_built, "{n_built} {n_doors}");
}

/// Rooms, locks and keys are built around a part of another map, and the level can be won.
#[test]
fn levels_around_kept_cells_can_be_won() {
    let size = Size::new(60, 40);
    let is_part = |at: Point| (20..34).contains(&at.x) && (12..24).contains(&at.y);
    let (mut n_built, mut n_locks) = (0, 0);
    for seed in 0..40 {
        let mut base = BuilderChain::start_with(size, Accretion::default()).build(seed + 1000).unwrap();
        base.keep_cells(size.points().filter(|&at| is_part(at)), Keep::Tile);
        let chain = BuilderChain::start_with(size, Accretion::default())
            .with(JoinComponents::default())
            .with(Start::default())
            .with(Exit::default())
            .with(AreaGraph::default())
            .with(LockAndKey { keys: 3, ..LockAndKey::default() })
            .keep(base.clone());
        let Ok(map) = chain.build(seed) else { continue };
        check(&map, None);
        n_built += 1;
        n_locks += map.doors.iter().flatten().filter(|door| door.lock.is_some()).count();
        let is_new = |at: Point| !is_part(at) || map.tiles[at] == base.tiles[at];
        assert!(size.points().all(is_new), "{seed}");
        assert!(map.spawns.iter().all(|spawn| !is_part(spawn.at)), "{seed}");
    }
    assert!(n_built > 30 && n_locks > 60, "{n_built} {n_locks}");
}
