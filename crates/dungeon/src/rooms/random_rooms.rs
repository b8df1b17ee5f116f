//! Rooms at random positions where they do not touch.
//!
//! The simplest way to make a dungeon: try a random room at a random position and keep it if it touches no other. It is
//! known from many tutorials; the names follow Herbert Wolverson's *Roguelike Tutorial in Rust*.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, InitialMapBuilder, Passages, Plane,
    Planes, Point, Reach, Rect, Room, Size, Tile, Touch, Wrap, params,
};

use crate::corridors::Corridors;
use crate::is_on_border;
use crate::places::close_sides;
use crate::terrain::corners_joined;

/// Rooms at random positions, joined by corridors.
///
/// Rooms of random sizes at random positions, with rock between them, joined by corridors.
///
/// A room is exactly its rectangle. At least one cell of rock stays between rooms and around the map. On a
/// wrapped axis rooms do not cross the border, but corridors may. `regions` gets the number of
/// each room, from 1; rooms past the 65,535th have none.
///
/// ```text
/// ############################################
/// #############################...###.......##
/// #############################...###.......##
/// #############################...###.......##
/// ####...######################...######.#####
/// ####...######################...######.#####
/// ####...#######################.####.......##
/// ####...##......###############.####.......##
/// ####......................................##
/// #####.###......######...####......#.......##
/// #####.....................................##
/// #####################...####......##########
/// ############################################
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::RandomRooms;
///
/// let map = BuilderChain::start_with(Size::new(80, 50), RandomRooms::default()).build(7)?;
/// assert!(map.room_rects().all(|room| (6..=10).contains(&room.w)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct RandomRooms {
    /// How many placements to try.
    ///
    /// The first always fits.
    #[param(default = 30, range = 1..=1_000_000)]
    pub tries: u32,
    /// The shortest side of a room, in cells.
    ///
    /// A map too small for such a room is an error.
    #[param(default = 6, range = 1..)]
    pub min: u16,
    /// The longest side of a room, in cells, as far as the map allows. Values below `min` count as `min`.
    #[param(default = 10, range = 1..)]
    pub max: u16,
    /// The most rooms.
    #[param(range = 1..)]
    pub max_rooms: Option<u32>,
    /// The fewest cells of rock between rooms.
    #[param(default = 1, range = 1..=100)]
    pub spacing: u16,
    /// How the rooms are joined, as the stage `corridors` does; absent for no corridors.
    #[param(default = Some(Corridors::default()))]
    pub corridors: Option<Corridors>,
}

impl Builder for RandomRooms {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("random-rooms")
            .memory(12)
            .title("Rooms at random")
            .gives(provides(self.corridors))
            .touch(Touch::Opens)
            .reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for RandomRooms {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min, self.spacing, cx)?;
        for _ in 0..self.tries {
            cx.work(1)?;
            placer.try_room(placer.bounds(), self.max, cx);
            if placer.is_full(self.max_rooms) {
                break;
            }
        }
        placer.finish(self.corridors, cx)
    }
}

// Fills cells of rooms with wall, without cutting anything off.
//
// A cell is filled only if the neighbors that it leads to are also connected around it, through
// the ring of the eight cells next to it. Then no two connected cells are separated:
//
// Proof. Take a path through the filled cell. It comes from one neighbor and leaves by another. These two are
// connected in the ring, so the path can go around the cell instead. Since this holds for each cell when it is filled,
// it holds for all of them together, in any order, on any map: wrapped, with sides or portals (a cell with a portal is
// never filled). A cell without any way out is not filled either, so no component of the map vanishes, however small.
//
// A cell is not filled either if you can walk all around it: that would make a pillar, and the cells around it would
// stay forever, as a loop from which no single cell may be removed. Such a cell waits until one next to it is filled.
// (The filled cells are the *simple points* of digital topology: Rosenfeld, *Connectivity in Digital Pictures*, 1970.)

/// Fills cells of a map with wall.
pub(super) struct WallFiller<'a> {
    map: &'a mut BuilderMap,
    passages: Passages,
    flags: Grid<u8>,
    queue: Vec<u32>,
}

/// The cell stays open.
const KEEP: u8 = 1;
/// The cell is to be filled.
const FILL: u8 = 2;
/// The cell is waiting to be checked.
const WAITS: u8 = 4;

impl<'a> WallFiller<'a> {
    /// Nothing to fill yet. Corridors and the cells that [no stage may close](BuilderMap::may_block) stay open. In an endless
    /// world, so do cells on the border of a block: ways may lead over it into the next one.
    pub(super) fn new(map: &'a mut BuilderMap, cx: &BuildCx<'_>) -> Self {
        let mut flags = map.may_block().map(|&may| if may { 0 } else { KEEP });
        map.corridors.iter().flatten().flatten().for_each(|&p| flags[p] = KEEP);
        let size = map.size();
        size.points().filter(|&p| cx.place.is_some() && is_on_border(size, p)).for_each(|p| flags[p] = KEEP);
        let passages = map.passages();
        WallFiller { map, passages, flags, queue: Vec::new() }
    }

    pub(super) fn map(&self) -> &BuilderMap {
        self.map
    }

    /// Keeps a cell open.
    pub(super) fn keep(&mut self, p: Point) {
        self.flags[p] |= KEEP;
    }

    /// Requests that a cell be filled, if it may be.
    pub(super) fn fill(&mut self, p: Point) {
        if !self.map.tiles[p].is_solid() && self.flags[p] & (KEEP | FILL) == 0 {
            self.flags[p] |= FILL | WAITS;
            self.queue.push(self.map.size().index(p));
        }
    }

    /// Fills the requested cells until no more can be filled. A cell that had to stay is checked again when one
    /// next to it is filled: at most nine times in all, and it is never queued twice at a time.
    pub(super) fn run(mut self, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        // The list is used from its end: cells are filled in the order of requests.
        self.queue.reverse();
        while let Some(cell) = self.queue.pop() {
            cx.work(1)?;
            self.flags[cell] &= !WAITS;
            if self.flags[cell] & KEEP == 0 && self.may_fill(cell) {
                self.wall_up(cell);
                cx.step(&self.map.tiles, [cell]);
                self.look_again_round(cell);
            }
        }
        Ok(())
    }

    /// Whether the neighbors that a cell leads to, at least one, are connected in the ring around it, but not all
    /// the way around.
    fn may_fill(&self, cell: u32) -> bool {
        // Of `n` ways in a ring each is joined to the next by a corner, with exactly one gap.
        corners_joined(&self.passages, cell) + 1 == self.passages.ways(cell).len()
    }

    fn wall_up(&mut self, cell: u32) {
        self.map.tiles[cell] = Tile::WALL;
        Dir::ALL.into_iter().for_each(|dir| self.passages.part(cell, dir));
        close_sides(self.map, &self.passages, cell);
        if let Some(regions) = &mut self.map.regions {
            regions[cell] = 0;
        }
    }

    fn look_again_round(&mut self, cell: u32) {
        for dir in Dir::ALL {
            let Some(beside) = self.passages.beside(cell, dir) else { continue };
            let corner = self.passages.beside(beside, dir.turned(1));
            for near in [Some(beside), corner].into_iter().flatten() {
                if self.flags[near] & (FILL | WAITS) == FILL && !self.map.tiles[near].is_solid() {
                    self.flags[near] |= WAITS;
                    self.queue.push(near);
                }
            }
        }
    }
}

// Places rooms on a new map.

/// Cuts rooms into a map of solid rock.
///
/// A room is exactly its rectangle. Between rooms at least `spacing` cells stay solid. So does the outermost ring of
/// the map; on a wrapped axis it is `spacing` columns or rows at the low end instead, and no room crosses the border.
pub(super) struct RoomPlacer {
    map: BuilderMap,
    regions: Grid<u16>,
    rooms: Vec<Rect>,
    bounds: Rect,
    spacing: u16,
    /// The shortest side of a room.
    least: u16,
}

impl RoomPlacer {
    /// A map with space for at least one room.
    pub(super) fn new(size: Size, least: u16, spacing: u16, cx: &mut BuildCx<'_>) -> Result<Self, BuildError> {
        let map = cx.new_map(size, Tile::WALL)?;
        let (bounds, margins) = bounds(size, cx.wrap, spacing);
        if bounds.w < least || bounds.h < least {
            let min = Size::new(margins.w.saturating_add(least), margins.h.saturating_add(least));
            return Err(BuildErrorKind::TooSmall { size, min }.into());
        }
        cx.before_steps(&map);
        Ok(RoomPlacer { map, regions: Grid::new(size, 0), rooms: Vec::new(), bounds, spacing, least })
    }

    /// Where rooms may be.
    pub(super) const fn bounds(&self) -> Rect {
        self.bounds
    }

    pub(super) fn is_full(&self, max_rooms: Option<u32>) -> bool {
        max_rooms.is_some_and(|most| self.rooms.len() >= most as usize)
    }

    /// A random room in an area, with uniform size and position. The area is at least `least` cells a side.
    fn random_room(&self, area: Rect, most: u16, cx: &mut BuildCx<'_>) -> Rect {
        let mut span = |first: u16, room: u16| {
            let length = pick(self.least, most.min(room), cx);
            (pick(first, first + room.saturating_sub(length), cx), length)
        };
        let ((x, w), (y, h)) = (span(area.x, area.w), span(area.y, area.h));
        Rect::new(x, y, w, h)
    }

    /// Whether a room and the rock that it needs around it are still solid.
    ///
    /// It is enough to check a lattice: the first and last column and row, and every `least`-th between.
    /// Along each axis, the overlap of another room with the block either reaches an end of the block, or is that
    /// room's whole length, which is `least` or more. In both cases it contains a column or row of the lattice, so
    /// it contains a point where two of them meet. That is 9 to 16 cells for a room of usual size, and does not
    /// grow with the number of rooms.
    fn is_free(&self, room: Rect) -> bool {
        let (w, h) = (usize::from(self.map.size().w), usize::from(self.map.size().h));
        let span = |first: u16, length: u16, cells: usize| {
            let spacing = usize::from(self.spacing);
            let last = usize::from(first) + usize::from(length) - 1;
            (usize::from(first).saturating_sub(spacing), (last + spacing).min(cells - 1))
        };
        let ((left, right), (top, bottom)) = (span(room.x, room.w, w), span(room.y, room.h, h));
        let (tiles, step) = (self.map.tiles.as_slice(), usize::from(self.least));
        let is_row_free = |y: usize| {
            let row = &tiles[y * w..][..=right];
            row[right].is_solid() && row[left..].iter().step_by(step).all(|tile| tile.is_solid())
        };
        is_row_free(bottom) && (top..bottom).step_by(step).all(is_row_free)
    }

    /// Cuts a random room out of an area, if it is free there.
    pub(super) fn try_room(&mut self, area: Rect, most: u16, cx: &mut BuildCx<'_>) -> bool {
        let room = self.random_room(area, most, cx);
        let is_free = self.is_free(room);
        if is_free {
            self.carve(room, cx);
        }
        is_free
    }

    /// Cuts a room out of the rock.
    pub(super) fn carve(&mut self, room: Rect, cx: &mut BuildCx<'_>) {
        self.rooms.push(room);
        // Regions count from 1; rooms past the last number have none.
        let number = u16::try_from(self.rooms.len()).unwrap_or(0);
        let w = usize::from(self.map.size().w);
        for y in room.y..room.y + room.h {
            let first = usize::from(y) * w + usize::from(room.x);
            let cells = first..first + usize::from(room.w);
            fill(&mut self.map.tiles.as_mut_slice()[cells.clone()], Tile::FLOOR);
            fill(&mut self.regions.as_mut_slice()[cells], number);
        }
        let size = self.map.size();
        cx.step(&self.map.tiles, room.points().map(|p: Point| size.index(p)));
    }

    /// The map with its rooms, joined by corridors.
    pub(super) fn finish(self, corridors: Option<Corridors>, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = self.map;
        map.rooms = Some(Room::numbered(self.rooms));
        for (number, room) in (1..=u16::MAX).zip(map.rooms.iter_mut().flatten()) {
            room.region = Some(number);
        }
        map.regions = Some(self.regions);
        if let Some(corridors) = corridors {
            corridors.dig(&mut map, cx)?;
        }
        Ok(map)
    }
}

/// Fills a row of a room. Most are 4 to 16 cells long: two short pieces that overlap cover them, without a loop.
fn fill<T: Copy>(row: &mut [T], value: T) {
    fn ends<T: Copy, const N: usize>(row: &mut [T], value: T) {
        if let Some(first) = row.first_chunk_mut() {
            *first = [value; N];
        }
        if let Some(last) = row.last_chunk_mut() {
            *last = [value; N];
        }
    }
    match row.len() {
        4..8 => ends::<T, 4>(row, value),
        8..=16 => ends::<T, 8>(row, value),
        _ => row.fill(value),
    }
}

/// The planes of a map with placed rooms.
pub(super) fn provides(corridors: Option<Corridors>) -> Planes {
    let dug = if corridors.is_some() { Plane::Corridors.into() } else { Planes::NONE };
    Planes::of(&[Plane::Rooms, Plane::Regions]).union(dug)
}

/// Where rooms may be on a map, and how many columns and rows that leaves out.
fn bounds(size: Size, wrap: Wrap, spacing: u16) -> (Rect, Size) {
    let margins = |wraps: bool| if wraps { (spacing, 0) } else { (1, 1) };
    let ((left, right), (top, bottom)) = (margins(wrap.x()), margins(wrap.y()));
    let (w, h) = (size.w.saturating_sub(left + right), size.h.saturating_sub(top + bottom));
    (Rect::new(left, top, w, h), Size::new(left + right, top + bottom))
}

/// A random number from `low` to `high`.
fn pick(low: u16, high: u16, cx: &mut BuildCx<'_>) -> u16 {
    let above = cx.rng.below(u32::from(high.saturating_sub(low)) + 1);
    low + u16::try_from(above).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_are_filled() {
        for length in 0..40 {
            let mut row = vec![0; length];
            fill(&mut row, 7);
            assert_eq!(row, vec![7; length]);
        }
    }

    #[test]
    fn a_place_is_free_when_no_cell_of_it_or_round_it_is_taken() {
        for (least, spacing) in [(1, 1), (2, 1), (3, 1), (3, 2), (4, 3), (6, 1)] {
            for seed in 0..40 {
                let size = Size::new(40, 30);
                let cx = &mut BuildCx::new(seed, "placer", 0);
                let mut placer = RoomPlacer::new(size, least, spacing, cx).unwrap();
                for _ in 0..60 {
                    let room = placer.random_room(placer.bounds(), 9, cx);
                    let spaced = |p: Point| {
                        let near =
                            |at: u16, first: u16, length: u16| at + spacing >= first && at < first + length + spacing;
                        near(p.x, room.x, room.w) && near(p.y, room.y, room.h)
                    };
                    let naive = size.points().filter(|&p| spaced(p)).all(|p| placer.map.tiles[p].is_solid());
                    assert_eq!(placer.is_free(room), naive, "{least} {spacing} {room:?}");
                    if naive {
                        placer.carve(room, cx);
                    }
                }
                assert!(placer.rooms.len() > 1);
            }
        }
    }
}
