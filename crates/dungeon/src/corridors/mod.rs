//! Corridors and doors.
//!
//! Every builder here uses the same notion of a room's *entrance*: its center or, if that is solid, the open cell of
//! the room nearest to the center. Corridors connect all entrances, whatever the rooms look like.

mod dig;
mod doors;
mod endless;
mod octants;
mod opening;
mod pairs;
mod relative_neighbors;
mod shortcuts;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Need, Plane, Planes, Point, Rect, Room, RoomShape,
    Size, Tile, params,
};

use dig::{Digger, Entrance};

pub use dig::CorridorLine;
pub use doors::Doors;
pub use pairs::RoomPairs;
pub use shortcuts::Shortcuts;

pub(crate) use opening::{MAX_WIDTH, beside, entrance, open_way, widen};

/// Digs corridors between rooms.
///
/// Digs corridors so that every room can be reached from every other: from its center or, if that is solid, the
/// nearest open cell.
///
/// The builders that make rooms dig the same corridors, unless told not to. A room without an open cell has its
/// center opened first. On a wrapped axis corridors take the shorter way around, and on a map with sides they open
/// sides too. The new floor is added to the map's corridors, one path for each unbroken stretch.
///
/// Corridors lead around kept cells that may not be dug. Rooms that kept cells shut in get none.
///
/// A level without loops plays badly. So in the end straight corridors of up to 15 cells are opened where the walk from
/// one end to the other is longer than 20 steps and than four times the corridor, as the stage `shortcuts` does. They are
/// one cell wide and touch nothing on their way, so they never spoil a door or another corridor. A map with sides gets
/// none.
///
/// ```text
/// in order, doglegs                               spanning tree, straight
/// ############################################    ############################################
/// ############....################....########    ############....################....########
/// ##......####....################....########    ##......####....################....########
/// ##......####....##############......########    ##......####....####......######....########
/// ##......####....####......####......########    ##......####....................####.#######
/// ##......####....####.........#####.#########    ##......####....####......##########.#######
/// #######.######.#####......##.#####.#########    ######.########.####......########.#########
/// #######.###......###.##.####.####...########    ######.####......####.###########...########
/// #######.###......###.##.####.####...########    ######.####......####.###########...########
/// #####....##......#......###...###...########    #####............#.....####.........########
/// #####....#####.###......###...####.#########    #####....#########............##############
/// #####..........###.....####........#########    #####....#########.....####...##############
/// #####....##################...##############    #####....##################...##############
/// ############################################    ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{CorridorLine, Corridors, RandomRooms, RoomPairs};
///
/// let rooms = RandomRooms { corridors: None, ..RandomRooms::default() };
/// let bent = Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, ..Corridors::default() };
/// let map = BuilderChain::start_with(Size::new(60, 40), rooms).with(bent).build(7)?;
/// assert!(map.corridors.is_some_and(|corridors| !corridors.is_empty()));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Copy)]
#[params]
pub struct Corridors {
    /// Which rooms are joined.
    pub rooms: RoomPairs,
    /// How a corridor runs.
    pub line: CorridorLine,
    /// The width of corridors, in cells.
    ///
    /// Wide corridors may cut into the walls of rooms.
    #[param(default = 1, range = 1..=MAX_WIDTH)]
    pub width: u8,
    /// The most corridors that are added for loops.
    ///
    /// 0 adds none.
    pub max_loops: Option<u32>,
}

/// The most bytes that a room takes, with its neighbors.
const BYTES_PER_ROOM: u64 = 300;

impl Builder for Corridors {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("corridors")
            .memory(6)
            .title("Corridors between rooms")
            .spares_kept()
            .needs(Plane::Rooms)
            .gives(Plane::Corridors)
            .reach(self.reach_in(block))
    }
}

impl MetaMapBuilder for Corridors {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        map.validate()?;
        map.clear(Planes::DERIVED);
        match cx.origin {
            Some(place) if self.rooms == RoomPairs::RelativeNeighbors => self.dig_roads(map, place, cx),
            _ => self.dig(map, cx),
        }
    }
}

impl Corridors {
    /// Digs corridors between the rooms of a sound map.
    pub(crate) fn dig(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        claim(map, cx)?;
        let (size, wrap) = (map.size(), map.wrap);
        let rooms: Vec<Rect> = map.rooms.iter().flatten().filter_map(|room| met(map, room)).collect();
        cx.keep_going()?;
        let mut digger = Digger::new(map, self.line, cx);
        let ends: Vec<Entrance> = rooms.into_iter().map(|room| Entrance { room, at: digger.enter(room) }).collect();
        for ends in digger.joinable(ends) {
            let points: Vec<Point> = ends.iter().map(|end| end.at).collect();
            digger.work(points.len() as u32)?;
            for (a, b) in self.rooms.pairs(&points, (size, wrap), &mut || digger.work(u32::MAX))? {
                digger.work(2)?;
                digger.join(ends[a as usize], ends[b as usize])?;
            }
        }
        digger.finish(self.width);
        cx.keep_going()?;
        if self.max_loops != Some(0) && map.sides.is_none() {
            let opened = loops(self.max_loops).open(map, cx)?;
            map.corridors.get_or_insert_default().extend(opened);
        }
        Ok(())
    }
}

/// The bytes a cell that finding what kept cells shut off takes.
const BYTES_OF_PARTS: u64 = 12;

/// Claims memory for the rooms of a map with their neighbors, and for what kept cells shut off.
fn claim(map: &BuilderMap, cx: &BuildCx<'_>) -> Result<(), BuildError> {
    let (Size { w, h }, n_rooms) = (map.size(), map.rooms.as_ref().map_or(0, Vec::len) as u64);
    let of_rooms = (n_rooms * BYTES_PER_ROOM).div_ceil(map.size().area().max(1).into());
    let of_parts = if map.has_kept() { BYTES_OF_PARTS } else { 0 };
    cx.claim_with(w.into(), h.into(), of_rooms + of_parts).map(drop)
}

/// Corridors for loops. Two rooms that a corridor joins get no second one beside it: the walk from its one end through the
/// first corridor to its other end is seldom four times as long.
fn loops(count: Option<u32>) -> Shortcuts {
    Shortcuts { length: [1, 15], tile: Tile::FLOOR, ratio: 4.0, max: count, ..Shortcuts::default() }
}

/// Where a corridor may meet a room: anywhere in its rectangle, but a room in the shape of a region only in the one of
/// its cells that is nearest to the center, since other rooms may lie in its rectangle too.
fn met(map: &BuilderMap, room: &Room) -> Option<Rect> {
    let cell = |at: Point| Rect::new(at.x, at.y, 1, 1);
    match room.shape {
        RoomShape::Region => map.cells_of_room(room).min_by_key(|at| at.manhattan(room.rect.center())).map(cell),
        _ => Some(room.rect).filter(|rect| rect.w > 0 && rect.h > 0),
    }
}

/// The [`entrance`] of a room, in the part of it where corridors may meet it.
pub(crate) fn entrance_of(map: &BuilderMap, room: &Room) -> Option<Point> {
    entrance(&map.tiles, met(map, room)?)
}
