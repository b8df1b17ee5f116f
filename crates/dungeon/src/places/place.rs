//! Where a start or an exit goes.

use std::cmp::Reverse;

use mapwright_core::{
    BuildCx, BuildError, BuilderMap, MapRng, Need, Passages, Plane, Planes, Point, Room, RoomShape, Size, Tile, Wrap,
    params,
};
use mapwright_graph::{UNREACHED, distances, farthest};

use crate::free_cells::FreeCells;

/// Where on a map.
#[params]
pub enum Place {
    /// The top left corner.
    TopLeft,
    /// The middle of the top side.
    Top,
    /// The top right corner.
    TopRight,
    /// The middle of the left side.
    Left,
    /// The middle of the map.
    #[default]
    Center,
    /// The middle of the right side.
    Right,
    /// The bottom left corner.
    BottomLeft,
    /// The middle of the bottom side.
    Bottom,
    /// The bottom right corner.
    BottomRight,
    /// As many steps as possible from the exit for a start, from the start for an exit.
    Farthest,
    /// A uniformly drawn cell.
    Random,
    /// The center of the first room in the map's list.
    FirstRoom,
    /// The center of the last room in the list.
    LastRoom,
    /// The center of the room with the most cells, the first of several.
    LargestRoom,
    /// The center of a uniformly drawn room.
    RandomRoom,
}

impl Place {
    /// Whether it is in a room.
    pub(super) const fn is_in_room(self) -> bool {
        matches!(self, Place::FirstRoom | Place::LastRoom | Place::LargestRoom | Place::RandomRoom)
    }

    /// Returns where it is along the width and the height of a map, each 0 for the first cell, 1 for the middle and 2 for
    /// the last; `None` if that depends on what is on the map.
    pub(crate) const fn thirds(self) -> Option<[usize; 2]> {
        match self {
            Place::TopLeft => Some([0, 0]),
            Place::Top => Some([1, 0]),
            Place::TopRight => Some([2, 0]),
            Place::Left => Some([0, 1]),
            Place::Center => Some([1, 1]),
            Place::Right => Some([2, 1]),
            Place::BottomLeft => Some([0, 2]),
            Place::Bottom => Some([1, 2]),
            Place::BottomRight => Some([2, 2]),
            _ => None,
        }
    }

    /// The cell for a corner, the middle of a side, or the center.
    fn cell(self, size: Size) -> Option<Point> {
        let along = |nth, length: u16| [0, length / 2, length.saturating_sub(1)][nth];
        self.thirds().map(|[x, y]| Point::new(along(x, size.w), along(y, size.h)))
    }

    /// The best cell among those that `steps` knows, which counts the steps from `other`. Corners, sides and the center are
    /// those of one floor.
    ///
    /// If a room has no such cell, the next one is used. Rooms with `other` come last, and the best cell there is the
    /// one with the most steps.
    pub(super) fn find(
        self,
        map: &BuilderMap,
        floor: u16,
        other: Option<Point>,
        steps: impl Fn(Point) -> Option<u32>,
        rng: &mut MapRng,
    ) -> Result<Option<Point>, BuildError> {
        let size = map.size();
        let cells = || size.points().filter(|&p| steps(p).is_some());
        let top = map.floor_rows(floor).start;
        if let Some(place) = self.cell(map.floor_size()).and_then(|place| place.offset(0, top.into())) {
            return Ok(map.wrap.nearest(cells(), place, size));
        }
        if !self.is_in_room() {
            return Ok(rng.pick(&cells().collect::<Vec<_>>()).copied());
        }
        let rooms = self.rooms(map, rng)?;
        let (own, others): (Vec<_>, Vec<_>) =
            rooms.iter().partition(|room| other.is_some_and(|other| map.is_in_room(room, other)));
        let cells = |room| map.cells_of_room(room).filter(|&p| steps(p).is_some());
        // A room lies inside the map, so no way to its center leads across a border.
        let found = others.iter().find_map(|room| Wrap::None.nearest(cells(room), room.rect.center(), size));
        Ok(found.or_else(|| own.iter().find_map(|room| cells(room).min_by_key(|&p| Reverse(steps(p))))))
    }

    /// The rooms in the order in which they come into question. Never empty.
    fn rooms(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Vec<Room>, BuildError> {
        let mut rooms = rooms(map)?.to_vec();
        match self {
            Place::LastRoom => rooms.reverse(),
            Place::LargestRoom => rooms.sort_by_cached_key(|room| Reverse(area(map, room))),
            Place::RandomRoom => rng.shuffle(&mut rooms),
            _ => (),
        }
        Ok(rooms)
    }
}

/// The free cell that is the most steps away from `other`.
pub(super) fn farthest_free(
    passages: &Passages,
    other: Point,
    free: &FreeCells,
    cx: &mut BuildCx<'_>,
) -> Result<Option<Point>, BuildError> {
    let size = passages.size();
    cx.keep_going()?;
    let first = size.point(farthest(passages, size.index(other)).0);
    cx.keep_going()?;
    if free.contains(first) {
        return Ok(Some(first));
    }
    let steps = distances(passages, [other]);
    cx.keep_going()?;
    let reached = steps.iter().filter(|&(p, &steps)| steps != UNREACHED && free.contains(p));
    Ok(reached.min_by_key(|&(_, steps)| Reverse(*steps)).map(|(p, _)| p))
}

/// How many cells a room has.
fn area(map: &BuilderMap, room: &Room) -> u32 {
    match room.shape {
        RoomShape::Region => map.cells_of_room(room).map(|_| 1).sum(),
        _ => u32::from(room.rect.w) * u32::from(room.rect.h),
    }
}

/// The rooms of a map that has some.
fn rooms(map: &BuilderMap) -> Result<&[Room], BuildError> {
    let rooms = map.rooms.as_ref().need(Plane::Rooms)?;
    match rooms.is_empty() {
        true => Err(BuildError::contradiction(None, "the map has no room")),
        false => Ok(rooms),
    }
}

// Moves the start or the exit, with everything that depends on it.

/// The tile at the exit. Stages use the map's `exit`; stairs are for games that read only tiles.
#[params]
pub enum ExitTile {
    /// The tile stays as it is.
    #[default]
    Keep,
    /// The tile becomes [`Tile::STAIRS_DOWN`].
    StairsDown,
    /// The tile becomes [`Tile::STAIRS_UP`].
    StairsUp,
}

/// Moves the start and drops the flow from the old one.
pub(crate) fn put_start(map: &mut BuilderMap, at: Point) {
    map.start = Some(at);
    map.clear(Planes::FROM_START);
}

/// The planes that a new exit makes stale.
pub(super) const EXIT_CLEARS: Planes = Planes::of(&[Plane::Graph, Plane::Proof]);

/// Moves the exit. Stairs at the old one become floor.
pub(crate) fn put_exit(map: &mut BuilderMap, at: Point, tile: ExitTile) {
    let is_stairs =
        |old: &Point| map.tiles.get(*old).is_some_and(|tile| [Tile::STAIRS_DOWN, Tile::STAIRS_UP].contains(tile));
    if let Some(old) = map.exit.filter(|&old| old != at).filter(is_stairs) {
        map.put(old, Tile::FLOOR);
    }
    map.exit = Some(at);
    map.clear(EXIT_CLEARS);
    match tile {
        ExitTile::Keep => {}
        ExitTile::StairsDown => drop(map.put(at, Tile::STAIRS_DOWN)),
        ExitTile::StairsUp => drop(map.put(at, Tile::STAIRS_UP)),
    }
}

/// The error if no place for a start or an exit can be reached from the other one.
pub(super) fn nowhere(place: Place, what: &str, other: &str, from: Point) -> BuildError {
    let floor = if place.is_in_room() { "free floor of a room" } else { "free floor" };
    let why = format!("no {floor} for {what} can be reached from the {other} at {from}");
    BuildError::contradiction(Some(from), why)
}
