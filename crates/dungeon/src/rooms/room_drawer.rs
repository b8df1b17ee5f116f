//! Redraws rooms as rectangles, ellipses or circles.
//!
//! First every shape is opened, then the rest of its rectangle is filled, except for cells that
//! earlier stages rely on: see [`WallFiller`]. So everything connected stays connected.

use std::cmp::Ordering::{Equal, Greater, Less};

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, Keep, MetaMapBuilder, Need, Plane, Planes, Point,
    Reach, Rect, Room, RoomShape, Size, Tile, params,
};

use super::row_spans::RowSpans;
use super::wall_filler::WallFiller;
use crate::corridors::{entrance, open_way};

/// Redraws rooms: all or a random share of them in a shape, the others as full rectangles.
///
/// It works before or after corridors and never disconnects anything. Corridors, start, exit, spawns and portals stay
/// open, and so does every cell that connects others, such as those between the end of a
/// corridor and the shape. Rooms store their shape. Rooms that are regions, such as those of
/// [`Accretion`](crate::Accretion), keep theirs, and so do rooms with kept cells in their rectangle.
///
/// ```text
/// ########...###
/// ######.......#
/// ..............
/// ######.......#
/// ########...###
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, RoomShape, Size};
/// use mapwright_dungeon::{RandomRooms, RoomDrawer};
///
/// let map = BuilderChain::start_with(Size::new(80, 50), RandomRooms::default())
///     .with(RoomDrawer { shape: RoomShape::Circle, chance: 0.25 })
///     .build(7)?;
/// assert!(map.room_rects().all(|room| map.is_open(room.center())));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct RoomDrawer {
    /// The shape of rooms; not that of a region.
    #[param(default = RoomShape::Ellipse, except = RoomShape::Region)]
    pub shape: RoomShape,
    /// The probability that a room gets the shape; the others become rectangles.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub chance: f64,
}

impl Builder for RoomDrawer {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-drawer")
            .memory(6)
            .title("Rooms in other shapes")
            .needs(Plane::Rooms)
            .spares_kept()
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for RoomDrawer {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        map.validate()?;
        map.clear(Planes::DERIVED);
        let rooms = self.shapes(map, cx);
        for (room, shape) in &rooms {
            cx.work(4 + u32::from(room.h))?;
            open_shape(map, *room, shape, cx);
        }
        let ends = corridor_ends(map);
        let mut filler = WallFiller::new(map, cx);
        for (room, shape) in &rooms {
            cx.work(4 + u32::from(room.h))?;
            keep_shape(&mut filler, *room, shape);
            keep_ways_in(&mut filler, *room, shape, &ends);
        }
        for (room, shape) in &rooms {
            cx.work(4 + u32::from(room.h))?;
            outside(*room, shape).for_each(|p| filler.fill(p));
        }
        filler.run(cx)
    }
}

impl RoomDrawer {
    /// Sets the shape of each room that has cells, none of them kept.
    fn shapes(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Vec<(Rect, RowSpans)> {
        let kept = &map.kept;
        let is_kept =
            |at: Point| kept.as_ref().is_some_and(|kept| kept.get(at).is_some_and(|&keep| keep != Keep::Free));
        let rooms = map.rooms.iter_mut().flatten();
        let rooms = rooms.filter(|room| room.shape != RoomShape::Region && room.rect.w > 0 && room.rect.h > 0);
        let rooms = rooms.filter(|room| kept.is_none() || !room.rect.points().any(is_kept));
        let shape = |room: &mut Room| {
            room.shape = if cx.rng.chance(self.chance) { self.shape } else { RoomShape::Rectangle };
            (room.rect, RowSpans::new(room.shape, room.rect))
        };
        rooms.map(shape).collect()
    }
}

/// The columns of a room in one row.
fn columns(room: Rect) -> std::ops::Range<u16> {
    room.x..room.x + room.w
}

fn rows(room: Rect) -> std::ops::Range<u16> {
    room.y..room.y + room.h
}

/// Opens the cells of a shape and joins them to each other and to the room's old entrance.
fn open_shape(map: &mut BuilderMap, room: Rect, shape: &RowSpans, cx: &mut BuildCx<'_>) {
    let old = entrance(&map.tiles, room);
    let center = room.center();
    let size = map.size();
    let number = map.regions.as_ref().map_or(0, |regions| regions[old.unwrap_or(center)]);
    for y in rows(room) {
        let (first, cells) = shape.row(y);
        let from = size.index(Point::new(first, y));
        for cell in from..from + u32::from(cells) {
            if map.tiles[cell].is_solid() {
                map.tiles[cell] = Tile::FLOOR;
                if let Some(regions) = &mut map.regions {
                    regions[cell] = number;
                }
            }
        }
    }
    if map.sides.is_some() {
        join_shape(map, room, shape, cx);
    }
    // If the old entrance is not in the shape, the room's center was solid.
    let mut at = old.filter(|&p| !shape.contains(p)).unwrap_or(center);
    while at != center {
        let (dir, next) = inwards(at, center, true);
        open_way(map, at, dir, next, cx);
        at = next;
    }
    cx.step(&map.tiles, room.points().map(|p| size.index(p)));
}

/// Opens the sides between the cells of a shape.
fn join_shape(map: &mut BuilderMap, room: Rect, shape: &RowSpans, cx: &mut BuildCx<'_>) {
    for p in room.points().filter(|&p| shape.contains(p)) {
        let (east, south) = (Point::new(p.x + 1, p.y), Point::new(p.x, p.y + 1));
        for (dir, next) in [(Dir::E, east), (Dir::S, south)] {
            if room.contains(next) && shape.contains(next) {
                open_way(map, p, dir, next, cx);
            }
        }
    }
}

/// One step towards the center of the same room, along the row or the column first.
fn inwards(p: Point, center: Point, row_first: bool) -> (Dir, Point) {
    let along_row = match p.x.cmp(&center.x) {
        Less => Some((Dir::E, Point::new(p.x + 1, p.y))),
        Equal => None,
        Greater => Some((Dir::W, Point::new(p.x - 1, p.y))),
    };
    let along_column = match p.y.cmp(&center.y) {
        Less => Some((Dir::S, Point::new(p.x, p.y + 1))),
        Equal => None,
        Greater => Some((Dir::N, Point::new(p.x, p.y - 1))),
    };
    let step = if row_first { along_row.or(along_column) } else { along_column.or(along_row) };
    step.unwrap_or((Dir::S, p))
}

/// The first and last cell of each corridor.
fn corridor_ends(map: &BuilderMap) -> Grid<bool> {
    let mut ends = Grid::new(map.size(), false);
    for path in map.corridors.iter().flatten() {
        path.first().into_iter().chain(path.last()).for_each(|&p| ends[p] = true);
    }
    ends
}

fn keep_shape(filler: &mut WallFiller<'_>, room: Rect, shape: &RowSpans) {
    for y in rows(room) {
        let (first, cells) = shape.row(y);
        (first..first + cells).for_each(|x| filler.keep(Point::new(x, y)));
    }
}

/// Keeps a straight way from each corridor that ends beside the room to the shape. Some way would stay in any
/// case; this one looks like part of the corridor.
fn keep_ways_in(filler: &mut WallFiller<'_>, room: Rect, shape: &RowSpans, ends: &Grid<bool>) {
    let (right, bottom) = (room.x + room.w - 1, room.y + room.h - 1);
    let is_end = |x: Option<u16>, y: Option<u16>| {
        x.zip(y).is_some_and(|(x, y)| ends.get(Point::new(x, y)).is_some_and(|&is_end| is_end))
    };
    for x in columns(room) {
        if is_end(Some(x), room.y.checked_sub(1)) {
            keep_way(filler, Point::new(x, room.y), room, shape, false);
        }
        if is_end(Some(x), bottom.checked_add(1)) {
            keep_way(filler, Point::new(x, bottom), room, shape, false);
        }
    }
    for y in rows(room) {
        for (at, beyond) in [(room.x, room.x.checked_sub(1)), (right, right.checked_add(1))] {
            if is_end(beyond, Some(y)) {
                keep_way(filler, Point::new(at, y), room, shape, true);
            }
        }
    }
}

fn keep_way(filler: &mut WallFiller<'_>, from: Point, room: Rect, shape: &RowSpans, row_first: bool) {
    let mut at = from;
    while !shape.contains(at) {
        filler.keep(at);
        at = inwards(at, room.center(), row_first).1;
    }
}

/// The cells of a room outside of a shape.
fn outside(room: Rect, shape: &RowSpans) -> impl Iterator<Item = Point> {
    rows(room).flat_map(move |y| {
        let (first, cells) = shape.row(y);
        (room.x..first).chain(first + cells..room.x + room.w).map(move |x| Point::new(x, y))
    })
}
