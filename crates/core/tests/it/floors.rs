//! Maps of several floors, against the definition row by row.

use mapwright_core::{
    BuilderMap, Door, Floor, Grid, Layer, MapRng, Point, Portal, Rect, Room, Sides, Size, Spawn, Tile, Wrap,
};
use proptest::prelude::*;

const SIZES: [(u16, u16); 7] = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 8), (9, 4), (3, 3)];

/// A floor with anything on it that a floor can have.
fn random_floor(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    map.tiles = Grid::from_fn(size, |_| *rng.pick(&[Tile::WALL, Tile::FLOOR, Tile::FLOOR, Tile::GRASS]).unwrap());
    let open: Vec<Point> = size.points().filter(|&p| map.is_open(p)).collect();
    map.sides = rng.chance(0.3).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    map.solution = map.sides.clone().filter(|_| rng.chance(0.3));
    map.corners = rng.chance(0.3).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    map.regions = rng.chance(0.5).then(|| Grid::from_fn(size, |_| rng.below(4) as u16));
    let at = |rng: &mut MapRng| size.point(rng.below(size.area()));
    let room = |id, rng: &mut MapRng| {
        let Point { x, y } = size.point(rng.below(size.area()));
        let mut room = Room::new(id, Rect::new(x, y, size.w - x, size.h - y));
        room.region = rng.chance(0.5).then(|| rng.below(4) as u16);
        room
    };
    map.rooms = rng.chance(0.5).then(|| (0..rng.below(3)).map(|id| room(id * 3, rng)).collect());
    map.corridors =
        rng.chance(0.5).then(|| (1..rng.below(4)).map(|length| (0..length).map(|_| at(rng)).collect()).collect());
    map.doors = rng.chance(0.5).then(|| (0..rng.below(3)).map(|_| Door::new([at(rng)])).collect());
    if rng.chance(0.5) {
        map.layers.insert("heat".to_owned(), Layer::from(Grid::from_fn(size, |_| rng.below(9) as u8)));
    }
    if let (Some(&start), Some(&exit), Some(&spawn)) = (rng.pick(&open), rng.pick(&open), rng.pick(&open)) {
        (map.start, map.exit) = (rng.chance(0.5).then_some(start), rng.chance(0.5).then_some(exit));
        map.spawns = vec![Spawn::new(spawn, "Rat"), Spawn::key(start, "Key A", 0)];
        map.portals = vec![Portal::new(start, exit), Portal::one_way(exit, spawn)];
    }
    assert_eq!(map.validate(), Ok(()));
    map
}

/// The map with its lists in order.
fn sorted(mut map: BuilderMap) -> BuilderMap {
    map.portals.sort_unstable();
    map.spawns.sort_unstable();
    map.doors.iter_mut().for_each(|doors| doors.sort_unstable());
    map.corridors.iter_mut().for_each(|corridors| corridors.sort_unstable());
    map
}

fn floors_of(map: &BuilderMap) -> Vec<Floor> {
    (0..map.n_floors()).map(|floor| map.floor(floor).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn floors_are_rows_of_their_map(seed: u64) {
        let mut rng = MapRng::new(seed);
        let size = Size::from(*rng.pick(&SIZES).unwrap());
        let wrap = if rng.chance(0.3) { Wrap::X } else { Wrap::None };
        let parts: Vec<BuilderMap> = (0..1 + rng.below(5)).map(|_| random_floor(size, wrap, &mut rng)).collect();
        let n = parts.len() as u16;
        let mut map = BuilderMap::stack(parts.clone()).unwrap();
        prop_assert_eq!(map.validate(), Ok(()));
        prop_assert_eq!((map.floors, map.floor_size()), (Some(n), size));
        prop_assert_eq!(map.size(), Size::new(size.w, n * (size.h + 1) - 1));
        for p in map.size().points() {
            let (floor, y) = (p.y / (size.h + 1), p.y % (size.h + 1));
            prop_assert_eq!(map.floor_of(p), (y < size.h).then_some(floor));
            let part = &parts[usize::from(floor)];
            let below = Point::new(p.x, y);
            prop_assert_eq!(map.tiles[p], part.tiles.get(below).copied().unwrap_or(Tile::WALL));
            let open = if part.tiles.get(below).is_none_or(|tile| tile.is_solid()) { Sides::CLOSED } else { Sides::OPEN };
            let sides = part.sides.as_ref().map_or(open, |sides| sides.get(below).copied().unwrap_or_default());
            prop_assert_eq!(map.sides.as_ref().map(|plane| plane[p]), map.sides.as_ref().map(|_| sides));
            // Two cells of a floor have one region exactly if they had one, and cells of two floors have none in common.
            let region = |at: Point| map.regions.as_ref().map_or(0, |regions| regions[at]);
            let was = |at: Point| parts[usize::from(at.y / (size.h + 1))].regions.as_ref().and_then(|regions| regions.get((at.x, at.y % (size.h + 1)))).copied().unwrap_or(0);
            for q in map.size().points().filter(|&q| region(q) > 0 || was(q) > 0) {
                let same = floor == q.y / (size.h + 1) && was(p) == was(q);
                prop_assert_eq!(region(p) == region(q), same, "{} {}", p, q);
            }
        }
        prop_assert_eq!(map.floor_of((size.w, 0)), None);
        prop_assert_eq!(map.floor_of((0, map.height())), None);
        let start = (0..n).zip(&parts).find_map(|(floor, part)| Some((floor, part.start?)));
        let down = |(floor, at): (u16, Point)| Point::new(at.x, at.y + floor * (size.h + 1));
        prop_assert_eq!(map.start, start.map(down));
        let exit = (0..n).zip(&parts).rev().find_map(|(floor, part)| Some((floor, part.exit?)));
        prop_assert_eq!(map.exit, exit.map(down));
        prop_assert_eq!(map.spawns.len(), parts.iter().map(|part| part.spawns.len()).sum::<usize>());
        // Nothing leads from floor to floor.
        let passages = map.passages();
        for cell in 0..passages.area() {
            for next in passages.neighbors(cell) {
                prop_assert_eq!(map.floor_of(passages.point(cell)), map.floor_of(passages.point(next)));
            }
        }
        // What is stacked, sliced and stacked again is the same, portals between floors among it.
        for _ in 0..rng.below(4) {
            let at = |rng: &mut MapRng| {
                let at = size.point(rng.below(size.area()));
                Point::new(at.x, at.y + (size.h + 1) * rng.below(n.into()) as u16)
            };
            let make = if rng.chance(0.5) { Portal::one_way } else { Portal::new };
            map.portals.push(make(at(&mut rng), at(&mut rng)));
        }
        for portal in &mut map.portals {
            // The two ends of a portal that leads both ways are alike.
            if !portal.one_way && map_floor(&portal.a, size) > map_floor(&portal.b, size) {
                std::mem::swap(&mut portal.a, &mut portal.b);
            }
        }
        let again = BuilderMap::stack(floors_of(&map)).unwrap();
        prop_assert_eq!(sorted(again), sorted(map.clone()));
        // A floor that was built alone comes back as it was, but for its numbers.
        for (floor, part) in (0..n).zip(&parts) {
            let mut slice = map.floor(floor).unwrap().map;
            prop_assert_eq!(&slice.tiles, &part.tiles);
            for (sides, was) in [(&slice.sides, &part.sides), (&slice.corners, &part.corners), (&slice.solution, &part.solution)] {
                prop_assert!(was.is_none() || sides == was);
            }
            prop_assert!(part.layers.is_empty() || slice.layers == part.layers);
            slice.portals.truncate(part.portals.len());
            prop_assert_eq!(&slice.portals, &part.portals);
            prop_assert_eq!((&slice.spawns, slice.floors), (&part.spawns, None));
            let rects = |map: &BuilderMap| map.room_rects().collect::<Vec<Rect>>();
            prop_assert_eq!(rects(&slice), rects(part));
        }
        prop_assert_eq!(map.floor(n), None);
    }
}

fn map_floor(at: &Point, size: Size) -> u16 {
    at.y / (size.h + 1)
}

fn cave(w: u16, h: u16) -> BuilderMap {
    BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR)
}

#[test]
fn what_cannot_be_stacked_is_named() {
    let check = |floors: Vec<BuilderMap>, message: &str| {
        assert_eq!(BuilderMap::stack(floors).unwrap_err().to_string(), message);
    };
    check(vec![], "a map needs at least one floor");
    check(vec![cave(5, 8), cave(5, 8), cave(8, 5)], "floor 2 has 8x5 cells, and floor 0 has 5x8");
    check(vec![cave(0, 8)], "a floor of 0x8 has no cell");
    check(vec![cave(1, 3000); 26], "26 floors of 1x3000 take 78025 rows; expected at most 65535");
    let wrapped = |wrap| BuilderMap::filled(Size::new(5, 8), wrap, Tile::FLOOR);
    check(vec![cave(5, 8), wrapped(Wrap::X)], "floor 1 wraps in another way than floor 0");
    check(vec![wrapped(Wrap::Both)], "floor 0 wraps from top to bottom");
    let stacked = || BuilderMap::stack([cave(5, 2), cave(5, 2)]).unwrap();
    check(vec![stacked(), stacked()], "floor 0 has floors itself");
    let mut layers = [cave(5, 8), cave(5, 8)];
    layers[0].layers.insert("heat".to_owned(), Grid::new(Size::new(5, 8), 1u8).into());
    layers[1].layers.insert("heat".to_owned(), Grid::new(Size::new(5, 8), 1u16).into());
    check(layers.to_vec(), "the layer `heat` has two types");
    let mut regions = cave(5, 8);
    regions.regions = Some(Grid::new(Size::new(5, 8), u16::MAX));
    check(vec![regions.clone(), regions], "the regions of the floors 0 to 1 have more than 65535 numbers");
    let mut rooms = cave(5, 8);
    rooms.rooms = Some(vec![Room::new(u32::MAX, Rect::new(0, 0, 1, 1))]);
    check(vec![rooms.clone(), rooms], "the rooms of floor 1 would have numbers above 4294967295");
    let mut floors = floors_of(&stacked());
    floors[1].map.portals.clear();
    let mut map = stacked();
    map.portals = vec![Portal::new((1, 1), (1, 4))];
    let upper = map.floor(0).unwrap();
    let message = "a way from (1, 1) on floor 0 leads to (1, 1) on floor 1, which is off the map";
    assert_eq!(BuilderMap::stack([upper]).unwrap_err().to_string(), message);
}

#[test]
fn faults_of_floors_are_named_and_mended() {
    let check = |height: u16, floors: u16, wrap: Wrap, message: Option<&str>| {
        let mut map = BuilderMap::filled(Size::new(3, height), wrap, Tile::WALL);
        map.floors = Some(floors);
        assert_eq!(map.validate().err().map(|invalid| invalid.why).as_deref(), message);
        // Nothing panics on a map with a fault.
        for p in Size::new(4, height.saturating_add(1)).points() {
            map.floor_of(p);
        }
        floors_of(&map);
        assert_eq!(map.repair().len(), usize::from(message.is_some()));
        assert_eq!(map.floors.is_some(), message.is_none());
    };
    check(5, 2, Wrap::X, None);
    check(5, 3, Wrap::X, None);
    check(5, 1, Wrap::Y, None);
    check(5, 2, Wrap::Y, Some("a map of several floors wraps from top to bottom"));
    check(5, 6, Wrap::None, Some("5 rows cannot be 6 floors of one height with a row between two"));
    check(5, 0, Wrap::None, Some("5 rows cannot be 0 floors of one height with a row between two"));
    check(6, 2, Wrap::None, Some("6 rows cannot be 2 floors of one height with a row between two"));
    check(65_535, 65_535, Wrap::None, Some("65535 rows cannot be 65535 floors of one height with a row between two"));
    let mut map = BuilderMap::stack([cave(5, 2), cave(5, 2)]).unwrap();
    map.tiles[Point::new(3, 2)] = Tile::DOOR;
    assert_eq!(map.validate().unwrap_err().why, "(3, 2) lies between two floors, and is not solid");
}

#[test]
fn packs_of_two_floors_stay_apart() {
    let pack = |number: u16| {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.spawns = [0, 1].map(|x| Spawn::new((x, 0), "Wolf").in_pack(number)).to_vec();
        map
    };
    let packs = |maps: Vec<BuilderMap>| {
        let map = BuilderMap::stack(maps).unwrap();
        map.spawns.iter().map(|spawn| spawn.pack).collect::<Vec<_>>()
    };
    assert_eq!(packs(vec![pack(0), pack(4), pack(0)]), [0, 0, 4, 4, 5, 5].map(Some));
    let last = Some(u16::MAX);
    assert_eq!(packs(vec![pack(u16::MAX), pack(u16::MAX)]), [last, last, None, None], "no number is left");
}
