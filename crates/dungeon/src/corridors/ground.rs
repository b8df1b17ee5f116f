//! Opens single cells and the ways between them.

use std::cmp::Ordering::{Equal, Greater, Less};

use mapwright_core::{BuildCx, BuilderMap, Dir, Point, Size, Tile, join_sides};

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
    let was_solid = map.tiles[at].is_solid();
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

/// Opens the sides between two cells if the map has sides.
fn join(map: &mut BuilderMap, from: Point, dir: Dir, to: Point) {
    let size = map.size();
    if let Some(sides) = &mut map.sides {
        join_sides(sides, size.index(from), dir, size.index(to));
    }
}
