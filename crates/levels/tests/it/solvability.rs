//! The validator against a search over cells and keys, and its words.
#![allow(clippy::panic)]

use std::collections::BTreeSet;

use crate::common::{State, found, level, random_map, reached, with_doors};
use mapwright_core::{BuildCx, BuilderChain, BuilderMap, Door, MapRng, MetaMapBuilder, Point, Size, Tile, Wrap};
use mapwright_levels::{
    Allow, GraphLayout, LockAndKey, OddJoins, RoomSpec, Rooms, SecretDoors, Solvability, SolvabilityValidator,
    Unsolvable, replay, solvability, solvability_with,
};

/// Everything the validator says, by the definition, with secrets shut and found.
fn check(map: &BuilderMap) {
    let says = solvability(map);
    if map.doors.iter().flatten().any(Door::is_secret) {
        let found = found(map);
        let open = solvability(&found);
        assert_eq!(solvability_with(map, SecretDoors::Found), open, "{map:?}");
        check_as(&found, open.unwrap());
    }
    check_as(map, says.unwrap());
}

fn check_as(map: &BuilderMap, says: Result<Solvability, Unsolvable>) {
    let index = |at: Option<Point>| map.size().index(at.unwrap());
    let start: State = (index(map.start), BTreeSet::new());
    let solves = |states: &BTreeSet<State>| states.iter().any(|&(cell, _)| cell == index(map.exit));
    let all = reached(map, start.clone(), &[]);
    let found = match says {
        Ok(found) => found,
        Err(Unsolvable::NoWay { .. }) => {
            assert!(!solves(&all), "there is a way: {map:?}");
            return;
        }
        Err(Unsolvable::StartInDoor { start }) => {
            let doors = map.doors.iter().flatten();
            assert!(
                doors
                    .filter(|door| door.lock.is_some() || door.one_way.is_some() || door.is_secret())
                    .any(|door| door.cells.contains(&start))
            );
            return;
        }
        Err(other) => panic!("{other}"),
    };
    assert!(solves(&all), "there is no way: {map:?}");
    assert_eq!(replay(map, &found.proof), Ok(()), "{map:?}");
    let keys: BTreeSet<u8> = map.spawns.iter().filter_map(|spawn| spawn.key).collect();
    for &key in &keys {
        let is_needed = !solves(&reached(map, start.clone(), &[key]));
        let taken = found.proof.keys.iter().position(|&taken| taken == key);
        assert_eq!(taken.is_some_and(|i| found.proof.needed[i]), is_needed, "key {key} of {map:?}");
        let is_fault =
            |fault: &Unsolvable| matches!(fault, Unsolvable::UnneededKey { key: other, .. } if *other == key);
        assert_eq!(found.faults.iter().any(is_fault), !is_needed, "key {key} of {map:?}");
    }
    let is_caught = |state: &State| !solves(&reached(map, state.clone(), &[]));
    let said = found.faults.iter().any(|fault| matches!(fault, Unsolvable::DeadState { .. }));
    assert_eq!(said, all.iter().any(is_caught), "{map:?}");
}

#[test]
fn it_finds_what_a_search_over_cells_and_keys_finds() {
    let mut rng = MapRng::new(3);
    let mut n_solved = 0;
    for (w, h) in [(2, 1), (1, 7), (7, 1), (2, 2), (3, 3), (4, 3), (5, 8)] {
        for wrap in Wrap::ALL {
            for _ in 0..120 {
                let map = random_map(Size::new(w, h), wrap, &mut rng);
                if let Some(map) = with_doors(map, &mut rng) {
                    check(&map);
                    n_solved += u32::from(matches!(solvability(&map), Some(Ok(_))));
                }
            }
        }
    }
    assert!(n_solved > 500, "{n_solved}");
}

/// Levels of the builders with one key or door changed.
#[test]
fn changed_levels_are_judged_as_the_search_does() {
    let room = RoomSpec { width: Some([2, 3]), height: Some([2, 2]), ..RoomSpec::default() };
    let joins = Some(vec![(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]);
    let layout = GraphLayout { rooms: Rooms::List(vec![room; 5]), joins, ..GraphLayout::default() };
    let locks = LockAndKey { keys: 2, min_keys: Some(1), max_shortcuts: 1, ..LockAndKey::default() };
    let chain = BuilderChain::start_with(Size::new(20, 16), layout).with(locks);
    let (mut rng, mut n_broken) = (MapRng::new(6), 0);
    for seed in 0..40 {
        let Ok(map) = chain.build(seed) else { continue };
        check(&map);
        assert_eq!(solvability(&map).unwrap().unwrap().faults, []);
        let free: Vec<Point> = map.size().points().filter(|&p| map.tiles[p] == Tile::FLOOR).collect();
        for change in 0..8 {
            let mut map = map.clone();
            let (n_keys, doors) = (map.spawns.len() as u32, map.doors.as_mut().unwrap());
            let door = rng.below(doors.len() as u32) as usize;
            let key = rng.below(n_keys) as usize;
            match change % 4 {
                0 => map.spawns[key].at = *rng.pick(&free).unwrap(),
                1 => drop(doors.remove(door)),
                2 => doors[door].lock = Some(key as u8),
                _ => doors[door].one_way = Some(mapwright_core::Dir::ALL[rng.below(4) as usize]),
            }
            check(&map);
            n_broken += u32::from(!matches!(solvability(&map), Some(Ok(found)) if found.faults.is_empty()));
        }
    }
    assert!(n_broken > 50, "{n_broken}");
}

/// As many keys as there are letters, and one-way doors that lead home: a search over all sets of keys would not end.
#[test]
fn many_keys_and_one_way_doors_are_judged_at_once() {
    let joins = (0..120u16).map(|room| (room, room + 1)).chain((0..118).step_by(3).map(|room| (room, room + 3)));
    let room = RoomSpec { width: Some([2, 4]), height: Some([2, 3]), ..RoomSpec::default() };
    let layout =
        GraphLayout { rooms: Rooms::List(vec![room; 121]), joins: Some(joins.collect()), ..GraphLayout::default() };
    let locks = LockAndKey { keys: 26, max_shortcuts: 30, odd_joins: OddJoins::OneWay, ..LockAndKey::default() };
    let chain = BuilderChain::start_with(Size::new(120, 120), layout).with(locks);
    for seed in 0..4 {
        let map = chain.build(seed).unwrap();
        assert!(map.doors.iter().flatten().filter(|door| door.one_way.is_some()).count() > 10);
        let found = solvability(&map).unwrap().unwrap();
        assert_eq!((found.faults, replay(&map, &found.proof)), (vec![], Ok(())));
        assert_eq!(found.proof.needed, [true; 26]);
    }
}

#[track_caller]
fn refused(rows: &[&str], message: &str) {
    let error = SolvabilityValidator::default().apply(&mut level(rows), &mut BuildCx::new(0, "", 0)).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn refusals_are_told_in_words() {
    refused(
        &["@.A.X", ".##.#", "..#a#"],
        "no way leads from the start at (0, 0) to the exit at (4, 0): door A at (2, 0) needs key A, \
         which lies behind it at (3, 2)",
    );
    refused(
        &["@A.B.X", "##b#a#"],
        "no way leads from the start at (0, 0) to the exit at (5, 0): door A at (1, 0) needs key A, \
         which lies behind it at (4, 1)",
    );
    refused(
        &["@A..X#a"],
        "no way leads from the start at (0, 0) to the exit at (4, 0): door A at (1, 0) needs key A, \
         which is out of reach at (6, 0)",
    );
    refused(
        &["@.C.X"],
        "no way leads from the start at (0, 0) to the exit at (4, 0): door C at (2, 0) needs key C, \
         which is nowhere on the map",
    );
    refused(
        &["@.<.X"],
        "no way leads from the start at (0, 0) to the exit at (4, 0): the one-way door at (2, 0) leads the other way",
    );
    refused(&["@.?.X"], "no way leads from the start at (0, 0) to the exit at (4, 0): the secret at (2, 0) is shut");
    refused(&["@.#.X"], "no way leads from the start at (0, 0) to the exit at (4, 0): they are not connected");
    refused(&["@..a.X"], "key A at (3, 0) is not needed");
    refused(&["@..X", ".###", "v###", ".###"], "a walk that enters (0, 2) without a key never reaches the exit");
    refused(
        &["@.a.AX", ".####.", "v####.", ".####."],
        "a walk that enters (0, 2) without a key never reaches the exit",
    );
}

#[test]
fn faults_may_be_allowed() {
    let apply = |rows: &[&str], allow: Vec<Allow>| {
        SolvabilityValidator { allow, ..SolvabilityValidator::default() }
            .apply(&mut level(rows), &mut BuildCx::new(0, "", 0))
            .is_ok()
    };
    let unneeded = ["@..a.X"];
    assert!(!apply(&unneeded, vec![Allow::DeadStates]) && apply(&unneeded, vec![Allow::Unneeded]));
    let dead = ["@..X", ".###", "v###", ".###"];
    assert!(!apply(&dead, vec![Allow::Unneeded]) && apply(&dead, vec![Allow::DeadStates]));
}

#[test]
fn the_proof_takes_needed_keys_only() {
    let map = level(&["b.@..A.X", "###.####", "###a####"]);
    let found = solvability(&map).unwrap().unwrap();
    assert_eq!(found.proof.keys, [0]);
    assert_eq!(found.proof.needed, [true]);
    let walk: Vec<(u16, u16)> = found.proof.walk.iter().map(|&at| at.into()).collect();
    assert_eq!(walk, [(2, 0), (3, 0), (3, 1), (3, 2), (3, 1), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)]);
}

/// Every change of a proof by one cell that breaks a rule is seen.
#[test]
fn a_broken_proof_is_not_replayed() {
    let map = level(&["@..a", ".###", ".A.X"]);
    let proof = solvability(&map).unwrap().unwrap().proof;
    assert_eq!(replay(&map, &proof), Ok(()));
    let spoiled = |spoil: &dyn Fn(&mut mapwright_core::Proof)| {
        let mut proof = proof.clone();
        spoil(&mut proof);
        replay(&map, &proof).unwrap_err()
    };
    assert_eq!(spoiled(&|proof| proof.walk.clear()), "the walk has no cells");
    assert_eq!(spoiled(&|proof| proof.keys.clear()), "the walk takes the keys [0], not []");
    assert_eq!(
        spoiled(&|proof| proof.walk.truncate(proof.walk.len() - 1)),
        "the walk leads from (0, 0) to (2, 2), not from the start to the exit"
    );
    assert_eq!(
        spoiled(&|proof| proof.walk.retain(|&at| at != Point::new(1, 0))),
        "no step leads from (0, 0) to (2, 0)"
    );
    assert_eq!(spoiled(&|proof| proof.walk.drain(1..7).for_each(drop)), "the door at (1, 2) is passed without key 0");
}
