//! Opens single cells and the ways between them, and finds the cell that represents a room.

use std::cmp::Ordering::{Equal, Greater, Less};

use mapwright_core::{BuildCx, BuilderMap, Dir, Grid, Keep, Point, Rect, Size, Tile, join_sides};

/// The widest corridor, in cells.
pub(crate) const MAX_WIDTH: u8 = 3;

/// The entrance of a room: its center or, if that is solid, the open cell nearest to it in steps, the
/// first of several in row-major order. `None` if no cell of the room is open. The room must lie on the map.
///
/// Corridors run from entrance to entrance, so after a corridor stage all entrances are connected. Stages that
/// change rooms later keep them connected, even if other cells become the entrances.
pub(crate) fn entrance(tiles: &Grid<Tile>, room: Rect) -> Option<Point> {
    let center = room.center();
    let is_open = |p: &Point| tiles.get(*p).is_some_and(|tile| !tile.is_solid());
    if is_open(&center) && room.contains(center) {
        return Some(center);
    }
    let steps = |p: &Point| u32::from(p.x.abs_diff(center.x)) + u32::from(p.y.abs_diff(center.y));
    room.points().filter(is_open).min_by_key(steps)
}

/// The next cell in a direction, wrapping at every border.
pub(crate) fn beside(p: Point, dir: Dir, size: Size) -> Point {
    let back = |at: u16, length: u16| if at == 0 { length - 1 } else { at - 1 };
    let on = |at: u16, length: u16| if at + 1 == length { 0 } else { at + 1 };
    match dir {
        Dir::N => Point::new(p.x, back(p.y, size.h)),
        Dir::E => Point::new(on(p.x, size.w), p.y),
        Dir::S => Point::new(p.x, on(p.y, size.h)),
        Dir::W => Point::new(back(p.x, size.w), p.y),
    }
}

/// Opens the square of `width` cells a side around a cell with a tile, but no cell on a border that does not wrap.
pub(crate) fn widen(map: &mut BuilderMap, at: Point, width: u16, tile: Tile, cx: &mut BuildCx<'_>) {
    let size = map.size();
    let (before, after) = ((width - 1) / 2, width / 2);
    let span = |at: u16, length: u16, wraps: bool| {
        let edge = u16::from(!wraps);
        let last = length.saturating_sub(1 + edge);
        at.saturating_sub(before).max(edge).min(at)..=(at + after).min(last).max(at)
    };
    for y in span(at.y, size.h, map.wrap.y()) {
        for x in span(at.x, size.w, map.wrap.x()) {
            let here = Point::new(x, y);
            put(map, here, tile, cx);
            // One step towards the middle, along the row first.
            let inwards = match (x.cmp(&at.x), y.cmp(&at.y)) {
                (Less, _) => Dir::E,
                (Greater, _) => Dir::W,
                (Equal, Less) => Dir::S,
                (Equal, Greater) => Dir::N,
                (Equal, Equal) => continue,
            };
            let next = beside(here, inwards, size);
            join(map, here, inwards, next);
            put(map, next, tile, cx);
        }
    }
}

/// Makes a cell floor if it is solid. Returns whether it was.
pub(super) fn open(map: &mut BuilderMap, at: Point, cx: &mut BuildCx<'_>) -> bool {
    put(map, at, Tile::FLOOR, cx)
}

/// Puts an open tile into a cell if it is solid. Returns whether it was.
fn put(map: &mut BuilderMap, at: Point, tile: Tile, cx: &mut BuildCx<'_>) -> bool {
    let was_solid = map.tiles[at].is_solid() && map.keep_at(at) == Keep::Free;
    if was_solid {
        map.tiles[at] = tile;
        cx.step(&map.tiles, [map.size().index(at)]);
    }
    was_solid
}

/// Opens the way from a cell to the next one: the next cell if it is solid, and the sides between them
/// if the map has sides. Returns whether the next cell was solid.
pub(crate) fn open_way(map: &mut BuilderMap, from: Point, dir: Dir, to: Point, cx: &mut BuildCx<'_>) -> bool {
    join(map, from, dir, to);
    open(map, to, cx)
}

/// Opens the sides between two cells if the map has sides, unless they are kept shut.
fn join(map: &mut BuilderMap, from: Point, dir: Dir, to: Point) {
    let size = map.size();
    if map.sides.is_some() && map.has_kept() && map.is_kept_shut(from, dir, to) {
        return;
    }
    if let Some(sides) = &mut map.sides {
        join_sides(sides, size.index(from), dir, size.index(to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    #[test]
    fn the_entrance_is_the_center_or_the_nearest_open_cell() {
        let check = |open: &[(u16, u16)], room: Rect, expected: Option<(u16, u16)>| {
            let mut tiles = Grid::new(Size::new(7, 5), Tile::WALL);
            open.iter().for_each(|&p| tiles[Point::from(p)] = Tile::FLOOR);
            assert_eq!(entrance(&tiles, room), expected.map(Point::from));
        };
        let room = Rect::new(1, 1, 5, 3);
        check(&[(3, 2), (1, 1)], room, Some((3, 2)));
        check(&[(1, 1), (4, 2), (2, 2)], room, Some((2, 2)));
        check(&[(0, 0), (6, 4)], room, None);
        check(&[(0, 0)], Rect::new(0, 0, 0, 5), None);
        check(&[(6, 4)], Rect::new(6, 4, 1, 1), Some((6, 4)));
    }
}
