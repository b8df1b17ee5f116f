//! Rooms, corridors, portals, doors, the level graph and marked places as objects.

use mapwright_core::{Area, Door, DoorKind, Join, JoinKind, LevelGraph, Point, Portal, Rect, Room, RoomShape, Spawn};
use mapwright_graph::turns;

use super::map::{TiledObject, TiledShape};
use super::property::TiledProperty;

/// Pixels of a cell.
pub(super) type Px = (u32, u32);

fn corner(x: u16, y: u16, px: Px) -> (f64, f64) {
    (f64::from(x) * f64::from(px.0), f64::from(y) * f64::from(px.1))
}

fn middle(at: Point, px: Px) -> (f64, f64) {
    let (x, y) = corner(at.x, at.y, px);
    (x + f64::from(px.0) / 2.0, y + f64::from(px.1) / 2.0)
}

/// The rooms as rectangles, with their properties.
pub(super) fn rooms(rooms: &[Room], px: Px) -> Vec<TiledObject> {
    let room = |(number, room): (u32, &Room)| {
        let mut properties = vec![TiledProperty::text("room", room.id.to_string())];
        properties.extend(room.region.map(|region| TiledProperty::int("region", region)));
        if room.shape != RoomShape::Rectangle {
            properties.push(TiledProperty::text("shape", format!("{:?}", room.shape).to_lowercase()));
        }
        properties.extend(tags(&room.tags));
        rectangle(format!("room {number}"), "room", room.rect, properties, px)
    };
    (1..).zip(rooms).map(room).collect()
}

/// The doors as the rectangles around their cells, with lock, direction and kind; and with their `cells`, counted from the upper
/// left one of the rectangle, if these do not fill it.
pub(super) fn doors(doors: &[Door], px: Px) -> Vec<TiledObject> {
    let door = |(number, door): (u32, &Door)| {
        let span = |side: fn(&Point) -> u16| {
            let ends = || door.cells.iter().map(side);
            let (from, to) = (ends().min()?, ends().max()?);
            Some((from, (to - from).saturating_add(1)))
        };
        let ((x, w), (y, h)) = (span(|at| at.x)?, span(|at| at.y)?);
        let lock = door.lock.map(|lock| TiledProperty::int("lock", lock));
        let one_way = door.one_way.map(|dir| TiledProperty::text("one_way", format!("{dir:?}").to_lowercase()));
        let kind = Some(door.kind).filter(|&kind| kind != DoorKind::Door);
        let kind = kind.map(|kind| TiledProperty::text("kind", kind.name()));
        let is_whole = door.cells.len() == usize::from(w) * usize::from(h);
        let cells: Vec<String> = door.cells.iter().map(|at| format!("{},{}", at.x - x, at.y - y)).collect();
        let cells = (!is_whole).then(|| TiledProperty::text("cells", cells.join(" ")));
        let properties = lock.into_iter().chain(one_way).chain(kind).chain(cells).collect();
        Some(rectangle(format!("door {number}"), "door", Rect::new(x, y, w, h), properties, px))
    };
    (1..).zip(doors).filter_map(door).collect()
}

/// The areas as points and their joins as lines over the gates.
pub(super) fn graph(graph: &LevelGraph, px: Px) -> Vec<TiledObject> {
    let area = |(number, area): (usize, &Area)| {
        let mut object = point(&format!("area {number}"), "area", area.anchor, px);
        object.properties.push(TiledProperty::text("depth", area.depth.to_string()));
        object.properties.extend(area.role.as_ref().map(|role| TiledProperty::text("role", role.as_str())));
        object.properties.extend(tags(&area.tags));
        object
    };
    let join = |(number, join): (usize, &Join)| {
        let anchor = |area: u16| graph.areas.get(usize::from(area)).map(|area| area.anchor);
        let (a, b) = (anchor(join.a)?, anchor(join.b)?);
        let cells = [Some(a), join.gate.get(join.gate.len() / 2).copied(), Some(b)];
        let cells: Vec<Point> = cells.into_iter().flatten().collect();
        let mut object = line(format!("join {number}"), "join", &cells, px);
        object.properties = vec![TiledProperty::int("a", join.a), TiledProperty::int("b", join.b)];
        match &join.kind {
            JoinKind::Locked(locks) => {
                let locks: Vec<String> = locks.iter().map(u8::to_string).collect();
                object.properties.push(TiledProperty::text("locks", locks.join(",")));
            }
            JoinKind::OneWay { from } => object.properties.push(TiledProperty::int("from", *from)),
            _ => {}
        }
        Some(object)
    };
    let joins = graph.joins.iter().enumerate().filter_map(join);
    graph.areas.iter().enumerate().map(area).chain(joins).collect()
}

fn tags(tags: &[String]) -> Option<TiledProperty> {
    (!tags.is_empty()).then(|| TiledProperty::text("tags", tags.join(",")))
}

fn rectangle(name: String, kind: &str, rect: Rect, properties: Vec<TiledProperty>, px: Px) -> TiledObject {
    let ((x, y), (w, h)) = (corner(rect.x, rect.y, px), corner(rect.w, rect.h, px));
    TiledObject { name, kind: kind.to_owned(), x, y, shape: TiledShape::Rectangle(w, h), properties }
}

/// The corridors as lines through the middles of their cells; one that goes over a wrapped border is several.
pub(super) fn corridors(corridors: &[Vec<Point>], px: Px) -> Vec<TiledObject> {
    let pieces = (1u32..).zip(corridors).flat_map(|(number, cells)| {
        let beside = |a: &Point, b: &Point| a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1;
        cells.chunk_by(beside).map(move |cells| (number, cells))
    });
    pieces.map(|(number, cells)| line(format!("corridor {number}"), "corridor", &turns(cells), px)).collect()
}

/// The pairs of portals as lines; one that leads one way has the property `one_way`.
pub(super) fn portals(portals: &[Portal], px: Px) -> Vec<TiledObject> {
    let object = |(number, portal): (u32, &Portal)| {
        let mut object = line(format!("portal {number}"), "portal", &portal.ends(), px);
        object.properties.extend(portal.one_way.then(|| TiledProperty::bool("one_way", true)));
        object
    };
    (1u32..).zip(portals).map(object).collect()
}

/// The spawns as points, each with the name of what appears; keys with the number of their lock.
pub(super) fn spawns(spawns: &[Spawn], px: Px) -> Vec<TiledObject> {
    let spawn = |spawn: &Spawn| {
        let mut object = point(&spawn.what, if spawn.key.is_some() { "key" } else { "spawn" }, spawn.at, px);
        object.properties.extend(spawn.key.map(|key| TiledProperty::int("key", key)));
        object.properties.extend(spawn.pack.map(|pack| TiledProperty::int("pack", pack)));
        object
    };
    spawns.iter().map(spawn).collect()
}

/// The start or the exit as a point.
pub(super) fn place(name: &str, at: Option<Point>, px: Px) -> Vec<TiledObject> {
    at.map(|at| point(name, name, at, px)).into_iter().collect()
}

pub(super) fn point(name: &str, kind: &str, at: Point, px: Px) -> TiledObject {
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
