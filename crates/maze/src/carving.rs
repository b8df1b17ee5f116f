//! A maze during carving: its joined sides, and which neighbors are still unseen.
//!
//! One byte for each cell holds both, because the algorithms need both at the same cells and their time
//! goes into cache misses: two planes made Prim's algorithm 50 % slower at 1024×1024.

use mapwright_core::{Dir, Dirs, Grid, PlaneView, Sides, Size};

use crate::ground::{Ground, GroundSteps};

/// A maze during cell-by-cell carving: which cells are joined, and which neighbors of a cell are still *unseen*. See
/// [`Carve`](crate::Carve) for an example.
///
/// It is a view of sides, so [`BuildCx::step`](mapwright_core::BuildCx::step) can record it.
#[derive(Debug)]
pub struct Carving {
    size: Size,
    /// Low four bits: joined sides. High four: sides beyond which an unseen neighbor lies.
    cells: Vec<u8>,
    steps: GroundSteps,
    /// Where the first tree begins; `None` once it has begun.
    start: Option<u32>,
    /// The first cell that may be the root of another tree; past the end if the ground is one component.
    rest: u32,
}

impl Carving {
    /// All cells of a ground, none of them joined or seen.
    pub fn new(ground: Ground) -> Self {
        let Ground { passages, start, is_whole } = ground;
        let size = passages.size();
        let cells = (0..size.area()).map(|cell| passages.dirs(cell).bits() << 4).collect();
        let rest = if is_whole { size.area() } else { 0 };
        Carving { size, cells, steps: GroundSteps::new(passages), start: Some(start), rest }
    }

    /// Enters the cell where the next tree begins: first the start of the maze, then the first cell in row-major order
    /// that has something to carve. Call it again once the trees so far cannot grow; `None` means the maze is finished.
    pub fn next_root(&mut self) -> Option<u32> {
        let root = match self.start.take() {
            Some(start) => start,
            None => {
                // The cell itself is unseen too, or the tree of the seen cell could still grow.
                let rest = self.cells.get(self.rest as usize..)?;
                self.rest += rest.iter().position(|&cell| cell >> 4 != 0)? as u32;
                self.rest
            }
        };
        self.enter(root);
        Some(root)
    }

    /// The directions of unseen neighbors.
    #[inline]
    pub fn unseen(&self, cell: u32) -> Dirs {
        Dirs::from_bits(self.cells[cell as usize] >> 4)
    }

    /// The number of joined sides of a cell.
    #[inline]
    pub fn degree(&self, cell: u32) -> u32 {
        (self.cells[cell as usize] & 15).count_ones()
    }

    /// Marks a cell as seen, for all its neighbors.
    #[inline]
    fn enter(&mut self, cell: u32) {
        if let Some(passages) = &self.steps.wrapped {
            for dir in Dir::ALL {
                if let Some(next) = passages.beside(cell, dir) {
                    self.cells[next as usize] &= !(16 << dir.opposite() as u8);
                }
            }
            return;
        }
        // No border test is needed: a step over the eastern or western border leads to the other end of a neighboring
        // row and clears the bit of a side on the border, which is never set.
        for dir in Dir::ALL {
            let next = self.steps.unwrapped(cell, dir);
            if let Some(bits) = self.cells.get_mut(next as usize) {
                *bits &= !(16 << dir.opposite() as u8);
            }
        }
    }

    /// Joins a cell to an unseen neighbor, marks the neighbor as seen, and returns it.
    #[inline]
    pub fn carve(&mut self, here: u32, dir: Dir) -> u32 {
        let next = self.steps.step(here, dir);
        self.cells[here as usize] |= 1 << dir as u8;
        self.cells[next as usize] |= 1 << dir.opposite() as u8;
        self.enter(next);
        next
    }

    /// Carves nothing more from a cell: its neighbors no longer count as unseen.
    #[inline]
    pub fn close(&mut self, cell: u32) {
        self.cells[cell as usize] &= 15;
    }

    /// The sides of the finished maze.
    pub fn into_sides(self) -> Grid<Sides> {
        let cells = self.cells.into_iter().map(|bits| Sides::from_code(bits & 15)).collect();
        Grid::from_vec(self.size, cells).unwrap_or_else(|| Grid::new(self.size, Sides::CLOSED))
    }
}

impl PlaneView for Carving {
    type Cell = Sides;
    fn size(&self) -> Size {
        self.size
    }
    fn cell(&self, cell: u32) -> Sides {
        Sides::from_code(self.cells[cell as usize] & 15)
    }
}
