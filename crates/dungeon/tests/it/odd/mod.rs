//! Odd maps with odd rooms, and what must be true of rooms after any corridor stage.

use mapwright_core::{
    BuildCx, BuildError, BuilderMap, Grid, MapRng, MetaMapBuilder, Point, Portal, Rect, Room, Sides, Size, Spawn,
};
use mapwright_core::{Tile, Wrap};
use mapwright_graph::Components;

pub(crate) const SIZES: [(u16, u16); 11] =
    [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 7), (3, 3), (5, 8), (17, 11), (31, 20)];

pub(crate) fn drawn(rows: &[&str], rooms: &[[u16; 4]]) -> BuilderMap {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    for p in size.points() {
        map.tiles[p] = match rows[usize::from(p.y)].as_bytes()[usize::from(p.x)] {
            b'.' => Tile::FLOOR,
            b'+' => Tile::DOOR,
            _ => Tile::WALL,
        };
    }
    map.rooms = Some(Room::numbered(rooms.iter().copied().map(Rect::from)));
    map
}

pub(crate) fn text(map: &BuilderMap) -> Vec<String> {
    let glyph = |tile: &Tile| match *tile {
        Tile::DOOR => '+',
        tile if tile.is_solid() => '#',
        _ => '.',
    };
    map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect()
}

/// Applies a stage, which must leave a sound map with the same rooms in some order.
pub(crate) fn apply(meta: &dyn MetaMapBuilder, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
    let sorted = |map: &BuilderMap| {
        let mut rooms: Vec<Rect> = map.room_rects().collect();
        rooms.sort();
        rooms
    };
    let rooms = sorted(map);
    let marks = (map.start, map.exit, map.spawns.clone(), map.portals.clone());
    meta.apply(map, &mut BuildCx::new(seed, meta.name(), 0))?;
    assert_eq!(map.validate(), Ok(()), "{meta:?}");
    assert_eq!(sorted(map), rooms, "{meta:?}");
    assert_eq!(marks, (map.start, map.exit, map.spawns.clone(), map.portals.clone()), "{meta:?}");
    for path in map.corridors.iter().flatten() {
        assert!(!path.is_empty() && path.iter().all(|&p| map.is_open(p)), "{meta:?}");
    }
    Ok(())
}

/// A map that nobody would make: rooms over each other and over walls, of one cell and of none, twice the same,
/// at the border; some with sides, regions, portals and marks.
pub(crate) fn odd_map(rng: &mut MapRng) -> BuilderMap {
    let &(w, h) = rng.pick(&SIZES).unwrap();
    let size = Size::new(w, h);
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    let walls = f64::from(rng.below(5)) / 4.0;
    map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
        if rng.chance(walls) {
            *tile = Tile::WALL;
        }
    });
    let mut rooms: Vec<Rect> = (0..rng.below(9)).map(|_| odd_room(size, rng)).collect();
    rooms.extend(rooms.first().copied());
    if rng.chance(0.5) {
        // Rooms as they should be.
        rooms.iter().flat_map(|room| room.points()).for_each(|p| map.tiles[p] = Tile::FLOOR);
    }
    map.rooms = Some(Room::numbered(rooms));
    map.sides = rng.chance(0.3).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    map.solution = map.sides.clone();
    map.regions = rng.chance(0.3).then(|| Grid::from_fn(size, |_| rng.below(3) as u16));
    let open: Vec<Point> = size.points().filter(|&p| map.is_open(p)).collect();
    map.start = rng.pick(&open).copied().filter(|p| p.x % 2 == 0);
    map.exit = rng.pick(&open).copied().filter(|p| p.y % 2 == 0);
    map.spawns = rng.pick(&open).map(|&at| Spawn::new(at, "Bat")).into_iter().collect();
    if rng.chance(0.2) {
        map.portals = vec![Portal::new(size.point(rng.below(size.area())), size.point(rng.below(size.area())))];
    }
    map
}

fn odd_room(size: Size, rng: &mut MapRng) -> Rect {
    let mut span = |length: u16| {
        let first = rng.below(u32::from(length)) as u16;
        let most = u32::from(length - first) + 1;
        (first, rng.below(most).min(rng.below(most)) as u16)
    };
    let ((x, w), (y, h)) = (span(size.w), span(size.h));
    Rect::new(x, y, w, h)
}

/// The cell that stands for a room, from its definition.
pub(crate) fn entrance(map: &BuilderMap, room: Rect) -> Option<Point> {
    let center = room.center();
    let steps = |p: Point| (p.x.abs_diff(center.x) + p.y.abs_diff(center.y), p.y, p.x);
    map.size().points().filter(|&p| room.contains(p) && map.is_open(p)).min_by_key(|&p| steps(p))
}

/// Every room has an open cell, and their entrances are all joined.
#[track_caller]
pub(crate) fn assert_joined(map: &BuilderMap, context: &dyn std::fmt::Debug) {
    let parts = Components::from_map(map, &map.passages());
    let rooms = map.room_rects().filter(|room| room.w > 0 && room.h > 0);
    let labels: Vec<Option<u32>> = rooms.map(|room| entrance(map, room).map(|p| parts.label[p])).collect();
    assert!(labels.iter().all(|label| label.is_some() && *label == labels[0]), "{context:?}: {labels:?}");
}

/// Cells that were joined before, as far as they are still open, are joined after, and every part has some.
#[track_caller]
pub(crate) fn assert_nothing_cut(before: &BuilderMap, after: &BuilderMap, context: &dyn std::fmt::Debug) {
    let vanished = assert_still_joined(before, after, context);
    // A part can only vanish when another was opened next to it, and took it in.
    let opened = before.size().points().any(|p| after.is_open(p) && !before.is_open(p));
    assert!(opened || !vanished, "{context:?}: a part vanished");
}

/// Cells that were joined before, as far as they are still open, are joined after. Returns whether a part has none left.
#[track_caller]
pub(crate) fn assert_still_joined(before: &BuilderMap, after: &BuilderMap, context: &dyn std::fmt::Debug) -> bool {
    let [old, new] = [before, after].map(|map| Components::from_map(map, &map.passages()));
    let mut now_called = vec![None; old.sizes.len() + 1];
    for cell in 0..after.size().area() {
        if old.label[cell] == 0 || new.label[cell] == 0 {
            continue;
        }
        let called = now_called[old.label[cell] as usize].get_or_insert(new.label[cell]);
        assert_eq!(*called, new.label[cell], "{context:?}: {} is cut off", after.size().point(cell));
    }
    now_called[1..].iter().any(Option::is_none)
}

/// All open cells are joined.
#[track_caller]
pub(crate) fn assert_one_part(map: &BuilderMap, context: &dyn std::fmt::Debug) {
    let parts = Components::from_map(map, &map.passages());
    assert_eq!(parts.sizes.len(), 1, "{context:?}\n{}", text(map).join("\n"));
}
