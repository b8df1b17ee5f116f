//! Fills cells of rooms with wall, without cutting anything off.
//!
//! A cell is filled only if the neighbors that it leads to are also connected around it, through
//! the ring of the eight cells next to it. Then no two connected cells are separated:
//!
//! Proof. Take a path through the filled cell. It comes from one neighbor and leaves by another. These two are
//! connected in the ring, so the path can go around the cell instead. Since this holds for each cell when it is filled,
//! it holds for all of them together, in any order, on any map: wrapped, with sides or portals (a cell with a portal is
//! never filled). A cell without any way out is not filled either, so no component of the map vanishes, however small.
//!
//! A cell is not filled either if you can walk all around it: that would make a pillar, and the cells around it would
//! stay forever, as a loop from which no single cell may be removed. Such a cell waits until one next to it is filled.
//! (The filled cells are the *simple points* of digital topology: Rosenfeld, *Connectivity in Digital Pictures*, 1970.)

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, Keep, Passages, Point, Tile};

use crate::is_on_border;

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
    /// Nothing to fill yet. Corridors, kept cells and those that [no stage may close](BuilderMap::may_block) stay open. In an endless
    /// world, so do cells on the border of a block: ways may lead over it into the next one.
    pub(super) fn new(map: &'a mut BuilderMap, cx: &BuildCx<'_>) -> Self {
        let mut flags = map.may_block().map(|&may| if may { 0 } else { KEEP });
        map.corridors.iter().flatten().flatten().for_each(|&p| flags[p] = KEEP);
        let size = map.size();
        size.points().filter(|&p| cx.origin.is_some() && is_on_border(size, p)).for_each(|p| flags[p] = KEEP);
        let passages = map.passages();
        for (cell, &keep) in (0..).zip(map.kept.iter().flat_map(Grid::as_slice)) {
            if keep != Keep::Free {
                flags[cell] = KEEP;
            }
            // A cell that is filled closes the sides of its neighbors.
            if keep == Keep::Tile && map.sides.is_some() {
                Dir::ALL.into_iter().filter_map(|dir| passages.beside(cell, dir)).for_each(|next| flags[next] = KEEP);
            }
        }
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
        self.passages.corners_joined(cell) + 1 == self.passages.dirs(cell).len()
    }

    fn wall_up(&mut self, cell: u32) {
        self.map.tiles[cell] = Tile::WALL;
        Dir::ALL.into_iter().for_each(|dir| self.passages.part(cell, dir));
        self.map.close_sides(&self.passages, cell);
        if let Some(regions) = &mut self.map.regions {
            regions[cell] = 0;
        }
    }

    fn look_again_round(&mut self, cell: u32) {
        for near in self.passages.around(cell) {
            if self.flags[near] & (FILL | WAITS) == FILL && !self.map.tiles[near].is_solid() {
                self.flags[near] |= WAITS;
                self.queue.push(near);
            }
        }
    }
}
