//! Replaces tiles on a board that was already deduced, for the generator of unique boards.
//!
//! All of it is for boards without spare sides.

use mapwright_core::{Dir, Dirs, Passages};

use super::cell::{Cell, Side};
use super::deduction::{Contradiction, Deduction, Rules};
use super::parts::UNLINKED;

impl<'a> Deduction<'a> {
    /// Continues from the announced sides of a board without spare sides, except for the tiles of `open`, which may be
    /// new: their knowledge and announced sides are dropped.
    pub(crate) fn resume(
        mut cells: Vec<Cell>,
        tiles: &[Dirs],
        ground: &'a Passages,
        open: &[u32],
        rules: Rules,
    ) -> Result<Self, Contradiction> {
        for &at in open {
            cells[at as usize] = Cell::unknown(tiles[at as usize]);
        }
        let mut board = Deduction::with_cells(cells, tiles, ground)?;
        board.rules = rules;
        for at in 0..ground.area() {
            let announced_open = Dirs::from_bits(board.cell(at).announced());
            for dir in [Dir::E, Dir::S].into_iter().filter(|&dir| announced_open.contains(dir)) {
                let next = ground.step(at, dir);
                if board.cell(next).side(dir.opposite()) == Side::Open {
                    board.parts.unite(at, next);
                }
            }
        }
        for &at in open {
            board.bound_by_border(at)?;
            for dir in Dir::ALL {
                if let Some(next) = board.ground.next(at, dir) {
                    let side = board.cell(next).side(dir.opposite());
                    board.narrow(at, board.cell(at).fitting(side.known(dir)))?;
                }
            }
            board.wake(at);
        }
        Ok(board)
    }

    /// What is known about each tile.
    pub(crate) fn into_cells(mut self) -> Vec<Cell> {
        self.drop_queue();
        self.cells
    }

    /// Replaces a tile, if none of the sides that change is announced. What is known about other
    /// tiles stays, and still holds for any solution with the announced sides.
    pub(crate) fn replace(&mut self, at: u32, tile: Dirs) {
        let (old, root) = (self.cell(at), self.root(at));
        let part = self.parts[root];
        self.set_free(root, part.free + tile.len() - old.degree());
        self.set_cell(at, old.replaced(tile));
        self.wake(at);
    }

    /// Takes back the announcement that a side and the one it touches are closed.
    pub(crate) fn forget(&mut self, at: u32, dir: Dir) {
        if self.cell(at).side(dir) != Side::Closed {
            return;
        }
        let Some(next) = self.ground.next(at, dir) else { return };
        for (at, dir) in [(at, dir), (next, dir.opposite())] {
            let cell = self.cell(at);
            self.set_cell(at, cell.with_announced(cell.announced() & !(16 << dir as u8)));
            let root = self.root(at);
            if self.parts[at].next == UNLINKED {
                let next = self.parts[root].next;
                self.set_next(at, next);
                self.set_next(root, at);
            }
        }
    }

    /// Drops what is known about a tile but not announced.
    pub(crate) fn reset(&mut self, at: u32) {
        let cell = self.cell(at);
        self.set_cell(at, cell.replaced(cell.first()));
        self.wake(at);
    }
}
