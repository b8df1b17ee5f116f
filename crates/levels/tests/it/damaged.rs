//! Maps that a player has changed: walls on marks, doors and keys anywhere, planes of other sizes. Nothing panics.

use crate::common::{level, random_map, with_doors};
use mapwright_core::{
    Area, BuildCx, BuilderMap, Dir, Door, Grid, Join, JoinKind, LevelGraph, MapRng, MetaMapBuilder, Point, Portal,
    Proof, Size, Spawn, Tile, Wrap,
};
use mapwright_levels::{
    AreaGraph, Explorer, KeyPlace, LockAndKey, Machines, SolvabilityValidator, Stopped, Unsolvable, replay, solvability,
};

/// A point on the map or a little beyond.
fn any_point(size: Size, rng: &mut MapRng) -> Point {
    Point::new(rng.below(u32::from(size.w) + 2) as u16, rng.below(u32::from(size.h) + 2) as u16)
}

fn any_points(size: Size, rng: &mut MapRng) -> Vec<Point> {
    (0..rng.below(4)).map(|_| any_point(size, rng)).collect()
}

/// Changes tiles and marks without a care for each other.
fn damage(map: &mut BuilderMap, rng: &mut MapRng) {
    let size = map.size();
    for cell in 0..size.area() {
        if rng.chance(0.15) {
            map.tiles[cell] = [Tile::WALL, Tile::FLOOR, Tile::DOOR, Tile::WATER, Tile(40)][rng.below(5) as usize];
        }
    }
    for _ in 0..rng.below(4) {
        let at = any_point(size, rng);
        match rng.below(6) {
            0 => map.start = Some(at),
            1 => map.exit = Some(at),
            2 => map.spawns.push(Spawn::key(at, "Key", rng.below(3) as u8)),
            3 => map.portals.push(Portal::new(at, any_point(size, rng))),
            4 => {
                let mut door = Door::new(any_points(size, rng));
                door.lock = rng.chance(0.5).then(|| rng.below(3) as u8);
                door.one_way = rng.chance(0.5).then(|| Dir::ALL[rng.below(4) as usize]);
                map.doors.get_or_insert_default().push(door);
            }
            _ => map.graph = Some(any_graph(size, rng)),
        }
    }
    if rng.chance(0.05) {
        map.sides = Some(Grid::new(Size::new(1, 1), mapwright_core::Sides::default()));
    }
}

fn any_graph(size: Size, rng: &mut MapRng) -> LevelGraph {
    let of = if rng.chance(0.9) { size } else { Size::new(2, 1) };
    let area = Grid::from_fn(of, |_| rng.below(4) as u16);
    let areas = (0..rng.below(4)).map(|_| Area::new(any_point(size, rng))).collect();
    let joins = (0..rng.below(3)).map(|_| {
        let mut join = Join::new(rng.below(4) as u16, rng.below(4) as u16, any_points(size, rng));
        join.kind = if rng.chance(0.8) { JoinKind::Open } else { JoinKind::OneWay { from: rng.below(4) as u16 } };
        join
    });
    LevelGraph::new(area, areas, joins.collect())
}

fn damaged_maps() -> impl Iterator<Item = (BuilderMap, MapRng)> {
    let mut rng = MapRng::new(27);
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (4, 3), (5, 8), (12, 9)];
    let kinds = sizes.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (Size::from(size), wrap)));
    kinds.flat_map(move |(size, wrap)| {
        (0..60)
            .filter_map(|_| {
                let map = random_map(size, wrap, &mut rng);
                let mut map = if rng.chance(0.7) { with_doors(map, &mut rng)? } else { map };
                damage(&mut map, &mut rng);
                Some((map, MapRng::new(rng.bits())))
            })
            .collect::<Vec<_>>()
    })
}

#[test]
fn checks_and_proofs_take_any_map() {
    let (mut solved, mut refused) = (0, 0);
    for (map, mut rng) in damaged_maps() {
        match solvability(&map) {
            Some(Ok(found)) => {
                assert_eq!(replay(&map, &found.proof), Ok(()), "{map:?}");
                solved += 1;
            }
            Some(Err(error)) => refused += usize::from(!error.to_string().is_empty()),
            None => assert!(![map.start, map.exit].iter().all(|at| at.is_some_and(|at| map.is_open(at)))),
        }
        let walk = (0..rng.below(5)).map(|_| any_point(map.size(), &mut rng)).collect();
        let _ = replay(&map, &Proof::new(walk, vec![0], vec![]));
    }
    assert!(solved > 100 && refused > 100, "{solved} {refused}");
}

#[test]
fn areas_and_stages_take_any_map() {
    let (mut built, mut refused) = (0, 0);
    for (map, mut rng) in damaged_maps() {
        let areas = AreaGraph { min_cells: 1 + rng.below(4) as u16, ..AreaGraph::default() };
        areas.graph(&map).unwrap();
        let stages: [&dyn MetaMapBuilder; 4] = [
            &areas,
            &LockAndKey { keys: 1, min_keys: Some(0), ..LockAndKey::default() },
            &Machines { count: [0, 2], ..Machines::default() },
            &SolvabilityValidator::default(),
        ];
        for stage in stages {
            let mut changed = map.clone();
            match stage.apply(&mut changed, &mut BuildCx::new(rng.bits(), "", 0)) {
                Ok(()) => {
                    assert_eq!(changed.validate(), Ok(()), "{stage:?} {map:?}");
                    built += 1;
                }
                Err(_) => {
                    assert_eq!(changed, map, "an error changes nothing");
                    refused += 1;
                }
            }
        }
    }
    assert!(built > 100 && refused > 100, "{built} {refused}");
}

#[test]
fn walks_go_on_through_any_change() {
    let mut steps = 0;
    for (map, mut rng) in damaged_maps() {
        let Ok(mut explorer) = Explorer::new(map) else { continue };
        for _ in 0..40 {
            match rng.below(13) {
                0..8 => drop(explorer.step(Dir::ALL[rng.below(4) as usize])),
                8 => drop(explorer.enter_portal()),
                9 => drop(explorer.step_to(any_point(explorer.map().size(), &mut rng))),
                10 => explorer.take_key(rng.below(3) as u8),
                11 => {
                    let before = explorer.clone();
                    explorer.edit(|map| damage(map, &mut rng));
                    assert_eq!(explorer.map().validate(), Ok(()));
                    assert_eq!((explorer.at(), explorer.steps()), (before.at(), before.steps()));
                    if !explorer.map().is_open(explorer.at()) {
                        assert!(Dir::ALL.iter().all(|&dir| explorer.look(dir) == Err(Stopped::Wall)));
                        let saved = (explorer.map().clone(), explorer.keys(), explorer.steps());
                        let again = Explorer::resume(saved.0, explorer.at(), saved.1, saved.2).unwrap();
                        assert_eq!(again.at(), explorer.at());
                        explorer = before;
                    }
                }
                12 if rng.chance(0.1) => {
                    // Another map altogether, smaller than the way so far.
                    explorer.edit(|map| *map = BuilderMap::filled(Size::new(1, 1), Wrap::Both, Tile::FLOOR));
                    if explorer.at() != Point::new(0, 0) {
                        assert_eq!(explorer.step(Dir::N), Err(Stopped::Wall));
                        explorer = Explorer::resume(explorer.map().clone(), (0, 0), [], 0).unwrap();
                    }
                }
                _ => {
                    let passages = explorer.passages();
                    assert_eq!(passages.size(), explorer.map().size());
                }
            }
        }
        let at = explorer.at();
        assert!(explorer.map().is_open(at) && Dir::ALL.iter().all(|&dir| explorer.look(dir) != Ok(at)));
        steps += explorer.steps();
        let again = Explorer::resume(explorer.map().clone(), at, explorer.keys(), explorer.steps()).unwrap();
        assert_eq!((again.at(), again.keys(), again.steps()), (at, explorer.keys(), explorer.steps()));
    }
    assert!(steps > 1000, "{steps}");
}

/// Every proof can be walked: its steps, portals among them, and the keys it takes.
#[test]
fn an_explorer_walks_every_proof() {
    let (mut rng, mut walked, mut jumps) = (MapRng::new(5), 0, 0);
    for (w, h) in [(7, 1), (3, 3), (5, 8), (12, 9)] {
        for wrap in Wrap::ALL {
            for _ in 0..60 {
                let mut map = random_map(Size::new(w, h), wrap, &mut rng);
                let open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
                // Several portals from one cell, the last of which may be the only way.
                let ends: Vec<Point> = (0..4).filter_map(|_| rng.pick(&open).copied()).collect();
                map.portals = ends.iter().skip(1).map(|&end| Portal::new(ends[0], end)).collect();
                let Some(map) = with_doors(map, &mut rng) else { continue };
                let Some(Ok(found)) = solvability(&map) else { continue };
                let mut explorer = Explorer::new(map.clone()).unwrap();
                for &at in &found.proof.walk[1..] {
                    jumps += usize::from(explorer.way_to(at).is_none());
                    explorer.step_to(at).unwrap();
                }
                assert_eq!((Some(explorer.at()), explorer.steps() as usize), (map.exit, found.proof.walk.len() - 1));
                let mut keys = found.proof.keys;
                keys.sort_unstable();
                assert_eq!(explorer.keys(), keys);
                walked += 1;
            }
        }
    }
    assert!(walked > 200 && jumps > 10, "{walked} {jumps}");
}

#[test]
fn a_key_in_a_wall_is_out_of_reach() {
    let mut map = level(&["@.A.X", "#####"]);
    map.spawns.push(Spawn::key((1, 1), "Key A", 0));
    let Some(Err(Unsolvable::NoWay { blocked, .. })) = solvability(&map) else { panic!("no key can be reached") };
    assert_eq!(blocked[0].key, Some((0, KeyPlace::OutOfReach(Point::new(1, 1)))));
    // A second one in reach is the one that counts.
    map.spawns.push(Spawn::key((1, 0), "Key A", 0));
    assert_eq!(solvability(&map).unwrap().unwrap().proof.keys, [0]);
}

/// A door off the map closes nothing, in particular no cell of another row.
#[test]
fn doors_off_the_map_close_nothing() {
    let mut map = level(&["@..X", "...."]);
    map.doors = Some(vec![Door::locked([Point::new(5, 0), Point::new(0, 9)], 0)]);
    map.tiles[Point::new(1, 1)] = Tile::WALL;
    let walk = solvability(&map).unwrap().unwrap().proof.walk;
    assert_eq!(walk.len(), 4);
    map.tiles[Point::new(1, 0)] = Tile::WALL;
    map.tiles[Point::new(1, 1)] = Tile::FLOOR;
    assert_eq!(solvability(&map).unwrap().unwrap().proof.walk.len(), 6, "(5, 0) is not (1, 1)");
}
