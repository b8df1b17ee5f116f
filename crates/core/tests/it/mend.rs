//! Maps that a player has changed, or that are broken in other ways, are mended.

use mapwright_core::{
    Area, BuilderMap, Door, Dropped, Flow, Grid, Join, JoinKind, Layer, LevelGraph, MapPart, MapRng, Plane, Point,
    Portal, Proof, Rect, Room, Sides, Size, Spawn, Tile, Wrap,
};
use proptest::prelude::*;

/// A map with everything on it. With `wild`, nothing need fit anything else.
fn random_map(rng: &mut MapRng, wild: bool) -> BuilderMap {
    let size = Size::new(1 + rng.below(7) as u16, 1 + rng.below(7) as u16);
    let odd = Size::new(size.h, size.w + 1);
    let plane = |rng: &mut MapRng| if wild && rng.chance(0.1) { odd } else { size };
    let at = |rng: &mut MapRng| {
        let range = if wild && rng.chance(0.1) { odd } else { size };
        range.point(rng.below(range.area()))
    };
    let path = |rng: &mut MapRng| (0..rng.below(4)).map(|_| at(rng)).collect::<Vec<Point>>();
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    let mut sides = || rng.chance(0.7).then(|| Grid::new(plane(rng), Sides::CLOSED));
    (map.sides, map.corners, map.solution) = (sides(), sides(), sides());
    map.regions = Some(Grid::new(plane(rng), 7));
    map.flow = Some(Flow::dry(plane(rng), at(rng)));
    map.rooms = Some(
        (0..rng.below(4))
            .map(|id| {
                let corner = at(rng);
                let id = if wild { rng.below(3) } else { id };
                Room::new(id, Rect::new(corner.x, corner.y, 1, 1 + u16::from(wild && rng.chance(0.1))))
            })
            .collect(),
    );
    map.corridors = Some(vec![path(rng), path(rng)]);
    map.portals = vec![Portal::new(at(rng), at(rng)), Portal::one_way(at(rng), at(rng))];
    (map.start, map.exit) = (Some(at(rng)), Some(at(rng)));
    map.spawns = (0..rng.below(5)).map(|n| Spawn::new(at(rng), format!("{n}"))).collect();
    map.doors = Some((0..rng.below(4)).map(|lock| Door::locked(path(rng), lock as u8)).collect());
    let needed = if wild { rng.below(2) as usize } else { 1 };
    map.proof = Some(Proof::new(path(rng), vec![1], vec![true; needed]));
    let n_areas = if wild { rng.below(3) } else { 2 };
    let areas = (0..n_areas).map(|_| Area::new(at(rng))).collect();
    let mut join = Join::new(0, 1, path(rng));
    join.kind = JoinKind::OneWay { from: if wild { rng.below(3) as u16 } else { 0 } };
    map.graph = Some(LevelGraph::new(Grid::from_fn(plane(rng), |_| rng.below(3) as u16), areas, vec![join]));
    let value = if wild && rng.chance(0.1) { f32::NAN } else { 0.5 };
    map.layers.insert("heat".into(), Layer::F32(Grid::new(plane(rng), value)));
    map.layers.insert("wet".into(), Layer::U8(Grid::new(plane(rng), 1)));
    map
}

fn dig(map: &mut BuilderMap, rng: &mut MapRng) {
    let walls = rng.below(90);
    for tile in 0..map.size().area() {
        if rng.below(100) < walls {
            map.tiles[tile] = Tile::WALL;
        }
    }
}

/// The spawns that were dropped.
fn spawns(dropped: &[Dropped]) -> Vec<Spawn> {
    let spawn = |dropped: &Dropped| if let MapPart::Spawn(spawn) = &dropped.part { Some(spawn.clone()) } else { None };
    dropped.iter().filter_map(spawn).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_dug_map_loses_what_walls_stand_on_and_nothing_else(seed: u64) {
        let mut rng = MapRng::new(seed);
        let mut map = random_map(&mut rng, false);
        prop_assert_eq!(map.validate(), Ok(()));
        dig(&mut map, &mut rng);
        let before = map.clone();
        let dropped = map.repair();
        prop_assert_eq!(map.validate(), Ok(()));
        let (open, closed): (Vec<Spawn>, Vec<Spawn>) = before.spawns.iter().cloned().partition(|s| before.is_open(s.at));
        prop_assert_eq!(&map.spawns, &open);
        prop_assert_eq!(spawns(&dropped), closed);
        prop_assert_eq!(map.start, before.start.filter(|&at| before.is_open(at)));
        prop_assert_eq!(map.exit, before.exit.filter(|&at| before.is_open(at)));
        let blocked = |door: &Door| !door.cells.is_empty() && !door.cells.iter().any(|&p| before.is_open(p));
        let doors: Vec<Door> = before.doors.iter().flatten().filter(|door| !blocked(door)).cloned().collect();
        prop_assert_eq!(&map.doors, &Some(doors));
        prop_assert_eq!((&map.rooms, &map.corridors, &map.graph), (&before.rooms, &before.corridors, &before.graph));
        prop_assert_eq!((&map.tiles, &map.flow, &map.layers), (&before.tiles, &before.flow, &before.layers));
        // What was dropped is all that is missing.
        let lists = |map: &BuilderMap| map.spawns.len() + map.portals.len() + map.doors.as_ref().map_or(0, Vec::len);
        let planes = before.planes().minus(map.planes()).iter().count();
        prop_assert_eq!(dropped.len(), planes + lists(&before) - lists(&map));
    }

    #[test]
    fn any_map_is_sound_once_mended(seed: u64) {
        let mut rng = MapRng::new(seed);
        let mut map = random_map(&mut rng, true);
        dig(&mut map, &mut rng);
        let faulty = map.validate().is_err();
        let dropped = map.repair();
        prop_assert_eq!(map.validate(), Ok(()));
        prop_assert!(!faulty || !dropped.is_empty());
        prop_assert_eq!(map.repair(), []);
    }
}

#[test]
fn what_was_dropped_is_given_back() {
    let mut map = BuilderMap::filled(Size::new(4, 1), Wrap::None, Tile::FLOOR);
    let key = Spawn::key((1, 0), "Key A", 0);
    map.start = Some(Point::new(1, 0));
    map.spawns = vec![Spawn::new((0, 0), "Rat"), key.clone(), Spawn::new((2, 0), "Bat")];
    map.tiles[1] = Tile::WALL;
    let dropped = map.repair();
    let parts: Vec<MapPart> = dropped.iter().map(|dropped| dropped.part.clone()).collect();
    assert_eq!(parts, [MapPart::Plane(Plane::Start), MapPart::Spawn(key)]);
    assert_eq!(map.spawns, [Spawn::new((0, 0), "Rat"), Spawn::new((2, 0), "Bat")]);
    assert_eq!(dropped[1].to_string(), "`Key A` is at (1, 0), which is not an open cell; it is dropped");
}
