//! Rooms, corridors, portals and marked places as objects.

use mapwright_core::{Point, Room, Spawn};

use super::map::{TiledObject, TiledProperty, TiledShape};

/// Pixels of a cell.
pub(super) type Px = (u32, u32);

fn corner(x: u16, y: u16, px: Px) -> (f64, f64) {
    (f64::from(x) * f64::from(px.0), f64::from(y) * f64::from(px.1))
}

fn middle(at: Point, px: Px) -> (f64, f64) {
    let (x, y) = corner(at.x, at.y, px);
    (x + f64::from(px.0) / 2.0, y + f64::from(px.1) / 2.0)
}

/// The rooms as rectangles.
pub(super) fn rooms(rooms: &[Room], px: Px) -> Vec<TiledObject> {
    let room = |(number, room): (u32, &Room)| {
        let room = room.rect;
        let ((x, y), (w, h)) = (corner(room.x, room.y, px), corner(room.w, room.h, px));
        TiledObject {
            name: format!("room {number}"),
            kind: "room".to_owned(),
            x,
            y,
            shape: TiledShape::Rectangle(w, h),
            properties: Vec::new(),
        }
    };
    (1..).zip(rooms).map(room).collect()
}

/// The corridors as lines through the middles of their cells; one that goes over a wrapped border is several.
pub(super) fn corridors(corridors: &[Vec<Point>], px: Px) -> Vec<TiledObject> {
    let pieces = (1u32..).zip(corridors).flat_map(|(number, cells)| {
        let beside = |a: &Point, b: &Point| a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1;
        cells.chunk_by(beside).map(move |cells| (number, cells))
    });
    pieces.map(|(number, cells)| line(format!("corridor {number}"), "corridor", &turns(cells), px)).collect()
}

/// The pairs of portals as lines.
pub(super) fn portals(portals: &[(Point, Point)], px: Px) -> Vec<TiledObject> {
    (1u32..).zip(portals).map(|(number, &(a, b))| line(format!("portal {number}"), "portal", &[a, b], px)).collect()
}

/// The spawns as points, each with the name of what appears.
pub(super) fn spawns(spawns: &[Spawn], px: Px) -> Vec<TiledObject> {
    spawns.iter().map(|spawn| point(&spawn.what, "spawn", spawn.at, px)).collect()
}

/// The start or the exit as a point.
pub(super) fn place(name: &str, at: Option<Point>, px: Px) -> Vec<TiledObject> {
    at.map(|at| point(name, name, at, px)).into_iter().collect()
}

fn point(name: &str, kind: &str, at: Point, px: Px) -> TiledObject {
    let (x, y) = middle(at, px);
    let properties = vec![TiledProperty::int("column", at.x), TiledProperty::int("row", at.y)];
    TiledObject { name: name.to_owned(), kind: kind.to_owned(), x, y, shape: TiledShape::Point, properties }
}

/// A line through cells; through one cell only, a point.
fn line(name: String, kind: &str, cells: &[Point], px: Px) -> TiledObject {
    let (x, y) = cells.first().map_or((0.0, 0.0), |&first| middle(first, px));
    let seen = |&cell: &Point| {
        let (to_x, to_y) = middle(cell, px);
        (to_x - x, to_y - y)
    };
    let shape = match cells {
        [] | [_] => TiledShape::Point,
        cells => TiledShape::Polyline(cells.iter().map(seen).collect()),
    };
    TiledObject { name, kind: kind.to_owned(), x, y, shape, properties: Vec::new() }
}

/// The cells of a path where it begins, turns and ends.
fn turns(cells: &[Point]) -> Vec<Point> {
    let way = |a: Point, b: Point| (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    let is_turn = |i: usize| match (i.checked_sub(1).and_then(|i| cells.get(i)), cells.get(i + 1)) {
        (Some(&before), Some(&after)) => way(before, cells[i]) != way(cells[i], after),
        _ => true,
    };
    (0..cells.len()).filter(|&i| is_turn(i)).map(|i| cells[i]).collect()
}
