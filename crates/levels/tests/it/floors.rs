//! Levels of several floors: areas, locks and proofs across stairs and pits.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{level, reached};
use mapwright_core::{
    BuildCx, BuilderMap, Dir, DoorKind, JoinKind, MapRng, MetaMapBuilder, Point, Portal, Size, Tile, Wrap,
};
use mapwright_levels::{
    AreaGraph, Explorer, LockAndKey, LockKind, OddJoins, OpenerPosition, SolvabilityValidator, Unsolvable, replay,
    solvability,
};

/// A floor of rooms of random sizes in a grid, with doorways between most neighbors; one part.
fn rooms(rng: &mut MapRng) -> BuilderMap {
    let (columns, rows) = (3u16, 2u16);
    let size = Size::new(columns * 8 + 1, rows * 8 + 1);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    for at in size.points().filter(|at| at.x % 8 == 0 || at.y % 8 == 0) {
        map.tiles[at] = Tile::WALL;
    }
    let mut doorway = |at: (u16, u16)| map.tiles[Point::from(at)] = Tile::FLOOR;
    // A comb joins all rooms; the others close loops.
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        if x + 1 < columns && (y == 0 || rng.chance(0.5)) {
            doorway((x * 8 + 8, y * 8 + 1 + rng.below(7) as u16));
        }
        if y + 1 < rows {
            doorway((x * 8 + 1 + rng.below(7) as u16, y * 8 + 8));
        }
    }
    map
}

/// Floors with stairs and pits anywhere that a walk can go around, apart from each other.
fn tower(floors: u16, (stairs, pits): (u16, u16), rng: &mut MapRng) -> BuilderMap {
    let parts: Vec<BuilderMap> = (0..floors).map(|_| rooms(rng)).collect();
    let mut map = BuilderMap::stack(parts).unwrap();
    let (size, rows) = (map.floor_size(), map.floor_size().h + 1);
    let is_middle = |map: &BuilderMap, at: Point| {
        (-1..=1).all(|dy| (-1..=1).all(|dx| at.offset(dx, dy).is_some_and(|p| map.is_open(p))))
    };
    let mut taken: Vec<Point> = Vec::new();
    for floor in 0..floors - 1 {
        for nth in 0..stairs + pits {
            let (a, b) = loop {
                let at = size.point(rng.below(size.area()));
                let (a, b) = (Point::new(at.x, at.y + floor * rows), Point::new(at.x, at.y + (floor + 1) * rows));
                let is_apart = |end: Point| taken.iter().all(|other| other.chebyshev(end) >= 3);
                if is_middle(&map, a) && is_middle(&map, b) && is_apart(a) && is_apart(b) {
                    break (a, b);
                }
            };
            taken.extend([a, b]);
            if nth < stairs {
                map.portals.push(Portal::new(a, b));
                (map.tiles[a], map.tiles[b]) = (Tile::STAIRS_DOWN, Tile::STAIRS_UP);
            } else {
                map.portals.push(Portal::one_way(a, b));
            }
        }
    }
    (map.start, map.exit) = (Some(Point::new(1, 1)), Some(Point::new(size.w - 2, map.height() - 2)));
    if taken.iter().any(|end| Some(*end) == map.start || Some(*end) == map.exit) {
        return tower(floors, (stairs, pits), rng);
    }
    map
}

fn apply(stage: &impl MetaMapBuilder, map: &mut BuilderMap, seed: u64) {
    stage.apply(map, &mut BuildCx::new(seed, stage.name(), 0)).unwrap();
}

/// The floor of each area, which lies on one; each stairs cell is in none.
fn floors_of_areas(map: &BuilderMap) -> BTreeMap<u16, u16> {
    let mut floors = BTreeMap::new();
    for at in map.size().points() {
        if let Some(area) = map.graph.as_ref().unwrap().area_at(at) {
            let floor = map.floor_of(at).unwrap();
            assert_eq!(*floors.entry(area).or_insert(floor), floor, "area {area} at {at}");
        }
    }
    floors
}

/// Every portal between floors is a join with its upper end as gate, one-way if it is a pit.
fn check_joins(map: &BuilderMap) {
    let (graph, floors) = (map.graph.as_ref().unwrap(), floors_of_areas(map));
    for portal in &map.portals {
        let joins: Vec<_> = graph.joins.iter().filter(|join| join.gate == [portal.a]).collect();
        assert_eq!(joins.len(), 1, "{portal:?}");
        let join = joins[0];
        assert_eq!(graph.area_at(portal.a), None);
        let lower = graph.area_at(portal.b).unwrap();
        let upper = if join.a == lower { join.b } else { join.a };
        assert!([join.a, join.b].contains(&lower));
        assert_eq!((floors[&upper] + 1, map.floor_of(portal.b)), (floors[&lower], Some(floors[&lower])));
        assert_eq!(join.kind == JoinKind::OneWay { from: upper }, portal.one_way, "{join:?}");
        let around = portal.a.neighbors().filter(|&at| map.is_open(at));
        assert!(around.into_iter().all(|at| graph.area_at(at) == Some(upper)), "the ring is one area");
    }
    // Nothing else joins two floors.
    let ends: BTreeSet<Point> = map.portals.iter().map(|portal| portal.a).collect();
    for join in graph.joins.iter().filter(|join| floors[&join.a] != floors[&join.b]) {
        assert!(join.gate.len() == 1 && ends.contains(&join.gate[0]));
    }
}

/// Walks the proof: every key is needed, nobody gets stuck, and the walk wins cell by cell.
fn check_level(map: &BuilderMap) {
    map.validate().unwrap();
    let found = solvability(map).unwrap().unwrap();
    assert_eq!((&found.faults[..], replay(map, &found.proof)), (&[][..], Ok(())));
    assert!(found.proof.needed.iter().all(|&needed| needed));
    let mut explorer = Explorer::new(map.clone()).unwrap();
    for &at in &found.proof.walk[1..] {
        explorer.step_to(at).unwrap();
    }
    assert_eq!(Some(explorer.at()), map.exit);
}

#[test]
fn an_area_lies_on_one_floor() {
    let mut rng = MapRng::new(1);
    for seed in 0..60 {
        let mut map = tower(2 + seed % 4, (1 + seed % 2, seed % 3), &mut rng);
        apply(
            &AreaGraph { min_cells: 4, max_width: 1 + seed as u8 % 3, ..AreaGraph::default() },
            &mut map,
            seed.into(),
        );
        check_joins(&map);
    }
}

#[test]
fn locks_cross_floors_and_every_level_can_be_won() {
    let mut rng = MapRng::new(2);
    let (mut far, mut locked_stairs, mut kept, mut sealed) = (0, 0, 0, 0);
    for seed in 0..240u16 {
        let (floors, stairs, pits) = (2 + seed % 4, 1 + seed % 2, seed % 3);
        let mut map = tower(floors, (stairs, pits), &mut rng);
        apply(&AreaGraph { min_cells: 4, ..AreaGraph::default() }, &mut map, seed.into());
        let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][usize::from(seed) / 4 % 3];
        let kinds = vec![
            LockKind { weight: 2, ..LockKind::default() },
            LockKind {
                opener: "Lever".to_owned(),
                door: DoorKind::Gate,
                at: OpenerPosition::InView,
                ..LockKind::default()
            },
            LockKind { opener: "Bomb".to_owned(), door: DoorKind::Barrier, doors: [2, 3], ..LockKind::default() },
        ];
        let locks = LockAndKey {
            keys: 6,
            min_keys: Some(1),
            max_shortcuts: 1,
            max_secrets: 2,
            odd_joins,
            kinds,
            ..LockAndKey::default()
        };
        let before = map.clone();
        apply(&locks, &mut map, seed.into());
        check_level(&map);
        floors_of_areas(&map);
        let floor = |at: Point| map.floor_of(at).unwrap();
        for key in map.spawns.iter().filter(|spawn| spawn.key.is_some()) {
            let doors = map.doors.iter().flatten().filter(|door| door.lock == key.key);
            far += u32::from(doors.into_iter().all(|door| floor(door.cells[0]) != floor(key.at)));
        }
        for portal in &before.portals {
            let doors: Vec<_> = map.doors.iter().flatten().filter(|door| door.cells == [portal.a]).collect();
            assert!(doors.iter().all(|door| !door.is_secret()), "stairs are no secret");
            if map.portals.contains(portal) {
                assert_eq!(
                    (map.tiles[portal.a], map.tiles[portal.b]),
                    (before.tiles[portal.a], before.tiles[portal.b])
                );
                locked_stairs += u32::from(doors.iter().any(|door| door.lock.is_some()));
                kept += u32::from(portal.one_way);
            } else {
                assert!(map.tiles[portal.a].is_solid() && map.tiles[portal.b] == Tile::FLOOR, "{portal:?}");
                sealed += 1;
            }
        }
        // With the level's own definition of a walk: the exit from every state.
        if seed < 12 {
            let exit = map.size().index(map.exit.unwrap());
            let start = (map.size().index(map.start.unwrap()), BTreeSet::new());
            for state in reached(&map, start, &[]).into_iter().step_by(97) {
                assert!(reached(&map, state, &[]).iter().any(|(cell, _)| *cell == exit));
            }
        }
    }
    assert!(far > 300 && locked_stairs > 50 && kept > 50 && sealed > 20, "{far} {locked_stairs} {kept} {sealed}");
}

#[test]
fn the_proof_visits_every_floor() {
    let mut rng = MapRng::new(3);
    for floors in [2, 5, 26] {
        let mut map = tower(floors, (1, 1), &mut rng);
        apply(&AreaGraph { min_cells: 4, ..AreaGraph::default() }, &mut map, 1);
        apply(
            &LockAndKey { keys: floors as u8, min_keys: Some(1), odd_joins: OddJoins::OneWay, ..LockAndKey::default() },
            &mut map,
            1,
        );
        apply(&SolvabilityValidator::default(), &mut map, 1);
        let seen: BTreeSet<u16> = map.proof.as_ref().unwrap().walk.iter().filter_map(|&at| map.floor_of(at)).collect();
        assert!(seen.into_iter().eq(0..floors));
    }
}

#[test]
fn a_pit_that_leads_nowhere_is_a_trap() {
    let mut map = BuilderMap::stack([level(&["@...X"]), level(&["..#.."])]).unwrap();
    map.portals = vec![Portal::one_way((2, 0), (0, 2))];
    let faults = solvability(&map).unwrap().unwrap().faults;
    assert_eq!(faults, [Unsolvable::DeadState { at: Point::new(0, 2), keys: vec![] }]);
    map.portals.push(Portal::new((1, 2), (4, 0)));
    assert_eq!(solvability(&map).unwrap().unwrap().faults, []);
    // Who climbs out of a pit breaks the rules.
    let mut explorer = Explorer::new(map).unwrap();
    for dir in [Dir::E, Dir::E] {
        explorer.step(dir).unwrap();
    }
    explorer.enter_portal().unwrap();
    assert_eq!((explorer.at(), explorer.portals()), (Point::new(0, 2), vec![]));
    assert!(explorer.enter_portal().is_err() && explorer.step_to((2, 0)).is_err());
}
