//! Vaults on many levels: reachable with their keys, unreachable without, and nothing else is behind their doors.
//!
//! `MAPWRIGHT_SEEDS=1000` builds as many seeds of each level.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildErrorKind, BuilderChain, BuilderMap, InitialMapBuilder, MetaMapBuilder, Point, Size, Wrap,
};
use mapwright_levels::{
    Allow, AreaGraph, CycleGraph, GraphLayout, KeyVaults, LockAndKey, Rooms, SolvabilityValidator, Unsolvable, replay,
    solvability,
};

mod common;
use common::level;

fn seeds() -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60)
}

fn stage(vaults: u8) -> KeyVaults {
    KeyVaults { vaults, ..KeyVaults::default() }
}

/// The cells that walks reach without a key, one flood after another; one-way doors go both ways.
fn reached(map: &BuilderMap, without: Option<u8>) -> BTreeSet<Point> {
    let passages = map.passages();
    let mut held = BTreeSet::new();
    loop {
        let is_shut = |at: Point| {
            let here = map.doors.iter().flatten().filter(|door| door.cells.contains(&at));
            here.filter_map(|door| door.lock).any(|lock| !held.contains(&lock))
        };
        let mut seen = BTreeSet::from([map.start.unwrap()]);
        let mut stack = vec![map.start.unwrap()];
        while let Some(at) = stack.pop() {
            for next in passages.neighbors(passages.index(at)).map(|cell| map.size().point(cell)) {
                if !is_shut(next) && seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        let keys = map.spawns.iter().filter(|spawn| seen.contains(&spawn.at)).filter_map(|spawn| spawn.key);
        let keys: BTreeSet<u8> = keys.filter(|&key| Some(key) != without).collect();
        if keys == held {
            return seen;
        }
        held = keys;
    }
}

/// The vaults of a map: their areas, and the keys of their doors.
fn vaults(map: &BuilderMap) -> Vec<(u16, u8)> {
    let graph = map.graph.as_ref().unwrap();
    let areas =
        (0..graph.areas.len() as u16).filter(|&i| graph.areas[usize::from(i)].tags.contains(&"vault".to_owned()));
    let key = |area: u16| {
        let joins: Vec<_> = graph.joins.iter().filter(|join| join.a == area || join.b == area).collect();
        assert_eq!(joins.len(), 1);
        let door = map.doors.iter().flatten().find(|door| door.cells == joins[0].gate).unwrap();
        (area, door.lock.unwrap())
    };
    areas.map(key).collect()
}

fn check(before: &BuilderMap, map: &BuilderMap, context: &str) {
    map.sound().unwrap();
    let old: BTreeSet<u8> = before.spawns.iter().filter_map(|spawn| spawn.key).collect();
    let found = solvability(map).unwrap().unwrap();
    assert_eq!(replay(map, &found.proof), Ok(()), "{context}");
    let vaults = vaults(map);
    let mut keys: Vec<u8> = vaults.iter().map(|&(_, key)| key).collect();
    keys.sort_unstable();
    let first = old.last().map_or(0, |key| key + 1);
    assert_eq!(keys, (first..).take(vaults.len()).collect::<Vec<u8>>(), "{context}");
    // The old keys are needed as before, the new ones are not, and that is all.
    for fault in &found.faults {
        assert!(matches!(fault, Unsolvable::UnneededKey { key, .. } if keys.contains(key)), "{context}: {fault}");
    }
    assert_eq!(found.faults.len(), keys.len(), "{context}");
    let all = reached(map, None);
    let graph = map.graph.as_ref().unwrap();
    for (area, key) in vaults {
        let lost: BTreeSet<Point> = all.difference(&reached(map, Some(key))).copied().collect();
        let gate = &graph.joins.iter().find(|join| join.a == area || join.b == area).unwrap().gate;
        let vault: BTreeSet<Point> =
            map.size().points().filter(|&at| graph.area_at(at) == Some(area)).chain(gate.iter().copied()).collect();
        assert_eq!(lost, vault, "{context}: a vault and nothing else is behind its lock");
        let holds = |spawn: &&mapwright_core::Spawn| graph.area_at(spawn.at) == Some(area);
        assert!(map.spawns.iter().filter(holds).count() >= 3, "{context}: the vault is filled");
        assert!(map.spawns.iter().filter(holds).all(|spawn| spawn.key.is_none()), "{context}: no key in a vault");
    }
    let places: BTreeSet<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
    assert_eq!(places.len(), map.spawns.len(), "{context}: two spawns in one cell");
}

fn layout() -> GraphLayout {
    GraphLayout { rooms: Rooms::Count(14), ..GraphLayout::default() }
}

#[test]
fn every_vault_opens_with_its_key_alone() {
    let size = Size::new(64, 44);
    let mut built = [0; 3];
    for seed in 0..seeds() {
        let cx = || BuildCx::new(seed, "key-vaults", 1);
        let plain = layout().build(size, &mut cx()).ok();
        let locked = plain.clone().and_then(|mut map| {
            let locks = LockAndKey { keys: 2, min: Some(0), shortcuts: 1, ..LockAndKey::default() };
            locks.apply(&mut map, &mut cx()).is_ok().then_some(map)
        });
        let cycles = CycleGraph::default().build(size, &mut cx()).ok();
        for (i, before) in [plain, locked, cycles].into_iter().enumerate() {
            let Some(before) = before else { continue };
            let mut map = before.clone();
            let wanted = 1 + (seed % 3) as u8;
            match stage(wanted).apply(&mut map, &mut cx()) {
                Ok(()) => {
                    check(&before, &map, &format!("level {i} of seed {seed}"));
                    assert_eq!(vaults(&map).len(), usize::from(wanted));
                    built[i] += 1;
                }
                Err(error) => {
                    assert!(matches!(error.kind, BuildErrorKind::FellShort { what: "vaults", .. }), "{error}");
                    assert_eq!(map, before, "all or nothing");
                }
            }
        }
    }
    assert!(built[0] * 2 > seeds() && built[1] * 4 > seeds(), "{built:?} of {}", seeds());
}

#[test]
fn the_validator_accepts_vaults_as_what_is_not_needed() {
    let chain = |allow| {
        BuilderChain::start_with(Size::new(64, 44), layout())
            .with(KeyVaults { min: Some(0), ..stage(2) })
            .with(SolvabilityValidator { allow, ..SolvabilityValidator::default() })
    };
    let mut refused = 0;
    for seed in 0..20 {
        let Ok(map) = chain(vec![Allow::Unneeded]).build(seed) else { continue };
        if !vaults(&map).is_empty() {
            let error = chain(vec![]).build(seed).unwrap_err().to_string();
            assert!(error.contains("is not needed"), "{error}");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

/// A level without a dead end has doors, if none: the stage promises them.
#[test]
fn no_vault_at_all_is_a_level_too() {
    let ring = GraphLayout { joins: Some(vec![(0, 1), (1, 2), (2, 3), (3, 0)]), rooms: Rooms::Count(4), ..layout() };
    let mut map = ring.build(Size::new(40, 30), &mut BuildCx::new(1, "graph-layout", 0)).unwrap();
    map.doors = None;
    KeyVaults { min: Some(0), ..stage(2) }.apply(&mut map, &mut BuildCx::new(1, "key-vaults", 0)).unwrap();
    assert_eq!(map.doors, Some(Vec::new()));
}

#[test]
fn what_is_a_dead_end_and_what_is_not() {
    let drawn = |rows: &[&str]| {
        let mut map = level(rows);
        map.graph = Some(AreaGraph { min_area: 4, ..AreaGraph::default() }.graph(&map).unwrap());
        map
    };
    let side_room = ["############", "#...@#.....#", "#....#.....#", "#..........#", "#X...#.....#", "############"];
    let apply = |map: &mut BuilderMap, stage: &KeyVaults| stage.apply(map, &mut BuildCx::new(3, "key-vaults", 0));
    let mut map = drawn(&side_room);
    apply(&mut map, &stage(1)).unwrap();
    check(&drawn(&side_room), &map, "a side room");
    // The exit, a key, a wrong size.
    let exit = side_room.map(|row| row.replace('X', "."));
    let exit = [&exit[0], &exit[1], "#....#..X..#", &exit[3], &exit[4], &exit[5]].map(str::to_owned);
    let key = [side_room[0], side_room[1], "#....#..a..#", side_room[3], side_room[4], side_room[5]];
    let small = KeyVaults { max_area: 10, ..stage(1) };
    let exit: Vec<&str> = exit.iter().map(String::as_str).collect();
    for (rows, stage) in [(&exit[..], &stage(1)), (&key, &stage(1)), (&side_room, &small)] {
        let mut map = drawn(rows);
        let error = apply(&mut map, stage).unwrap_err();
        assert_eq!(error.to_string(), "gave up on vaults: 0 of 1 are done");
        assert_eq!(map, drawn(rows));
        apply(&mut map, &KeyVaults { min: Some(0), ..stage.clone() }).unwrap();
        assert_eq!(vaults(&map), []);
    }
}

/// A key in the doorway of a dead end would be behind the new lock.
#[test]
fn a_dead_end_with_a_key_in_its_doorway_stays_open() {
    let rows = ["############", "#...@#.....#", "#....#.....#", "#..........#", "#X...#.....#", "############"];
    let mut map = level(&rows);
    map.graph = Some(AreaGraph { min_area: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    let gate = map.graph.as_ref().unwrap().joins[0].gate[0];
    let apply = |map: &BuilderMap| stage(1).apply(&mut map.clone(), &mut BuildCx::new(3, "key-vaults", 0));
    apply(&map).unwrap();
    map.spawns.push(mapwright_core::Spawn::key(gate, "Key", 7));
    assert_eq!(apply(&map).unwrap_err().to_string(), "gave up on vaults: 0 of 1 are done");
}

#[test]
fn errors_say_what_is_wrong() {
    let fails = |stage: KeyVaults, expected: &str| assert_eq!(stage.check().unwrap_err().to_string(), expected);
    fails(stage(0), "parameter `vaults` is 0; expected 1 to 26");
    fails(KeyVaults { min_area: 20, max_area: 10, ..stage(1) }, "parameter `max_area` is 10; expected 20 to 65535");
    let mut map = level(&["@.X"]);
    let error = stage(1).apply(&mut map, &mut BuildCx::new(0, "key-vaults", 0)).unwrap_err();
    assert!(error.to_string().contains("graph"), "{error}");
    let mut map =
        level(&["############", "#..@f#.....#", "#....#.....#", "#..........#", "#X...#.....#", "############"]);
    map.graph = Some(AreaGraph { min_area: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    map.spawns[0].key = Some(255);
    let error = stage(1).apply(&mut map, &mut BuildCx::new(0, "key-vaults", 0)).unwrap_err();
    assert!(error.to_string().contains("no number is left for another key"), "{error}");
}

#[test]
fn any_map_gives_vaults_or_an_error() {
    let mut rng = mapwright_core::MapRng::new(5);
    for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8), (16, 12), (30, 20)] {
        for wrap in [Wrap::None, Wrap::X, Wrap::Both] {
            for seed in 0..8 {
                let map = common::random_map(Size::new(w, h), wrap, &mut rng);
                let Some(mut map) = common::with_doors(map, &mut rng) else { continue };
                map.graph = Some(AreaGraph { min_area: 3, ..AreaGraph::default() }.graph(&map).unwrap());
                let mut next = map.clone();
                let stage = KeyVaults { vaults: 3, min: Some(0), min_area: 3, max_area: 99 };
                match stage.apply(&mut next, &mut BuildCx::new(seed, "key-vaults", 0)) {
                    Ok(()) => next.sound().unwrap(),
                    Err(_) => assert_eq!(next, map),
                }
            }
        }
    }
}
