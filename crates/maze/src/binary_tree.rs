//! The binary tree maze.

use mapwright_core::{
    BuildCx, BuildError, Corner, Dir, Grid, Passages, Reach, Sides, Wrap, join_sides, params, threshold,
};

use crate::Root;
use crate::ground::{Carve, Ground, shipped};

/// A maze by one coin flip for each cell; all paths lead to one corner.
///
/// A maze in which a coin flip joins each cell to one of two neighbors, always the same two.
///
/// All paths lead to one corner, where two straight corridors meet, and the maze has a strong
/// grain. A quarter of the cells are dead ends. Each cell is decided by itself, so nothing is remembered
/// from row to row. No passage crosses a wrapped border.
///
/// ```
/// use mapwright_core::{BuilderChain, Corner, Dir, Size};
/// use mapwright_maze::BinaryTree;
///
/// let maze = BinaryTree { corner: Corner::SE, ..BinaryTree::default() };
/// let map = BuilderChain::start_with(Size::new(31, 21), maze).build(7)?;
/// let bottom_row = map.sides.iter().flat_map(|sides| sides.as_slice()).skip(20 * 31).take(30);
/// assert!({ bottom_row }.all(|cell| cell.is_open(Dir::E)), "a straight corridor to the corner");
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct BinaryTree {
    /// The corner to which all paths lead.
    #[param(default = Corner::NW)]
    pub corner: Corner,
    /// The probability that a cell is joined along its row, not its column.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub horizontal_chance: f64,
    /// The cell marked as start. The root of the tree is the corner.
    pub root: Root,
}

/// The directions that lead to a corner, along a row and along a column.
const fn towards(corner: Corner) -> (Dir, Dir) {
    match corner {
        Corner::NE => (Dir::E, Dir::N),
        Corner::SE => (Dir::E, Dir::S),
        Corner::SW => (Dir::W, Dir::S),
        Corner::NW => (Dir::W, Dir::N),
    }
}

impl Carve for BinaryTree {
    shipped!("binary-tree", "A slanted maze");
    const MEMORY: u64 = 6;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let size = ground.passages.size();
        let lattice = Passages::lattice(size, Wrap::None);
        let mut sides = Grid::new(size, Sides::CLOSED);
        let (along, across) = towards(self.corner);
        if let Some(place) = cx.origin {
            self.carve_window(&mut sides, place, cx);
            return Ok(sides);
        }
        let w = u32::from(size.w);
        for row in 0..u32::from(size.h) {
            cx.work(w)?;
            for here in row * w..(row + 1) * w {
                let ways = lattice.dirs(here);
                let dir = match (ways.contains(along), ways.contains(across)) {
                    (true, true) if cx.rng.chance(self.horizontal_chance) => along,
                    (_, true) => across,
                    (true, false) => along,
                    // The corner.
                    (false, false) => continue,
                };
                let next = lattice.step(here, dir);
                join_sides(&mut sides, here, dir, next);
                cx.step(&sides, [here, next]);
            }
        }
        Ok(sides)
    }

    /// A cell is joined to one neighbor, and up to two others are joined to it.
    fn reach(&self) -> Reach {
        Reach::Cells(1)
    }
}

impl BinaryTree {
    /// Carves a window of an endless plane: every cell has both neighbors.
    fn carve_window(&self, sides: &mut Grid<Sides>, (left, top): (i64, i64), cx: &BuildCx<'_>) {
        let (size, bits, (along, across)) = (sides.size(), cx.cell_bits(0), towards(self.corner));
        for p in size.points() {
            let drawn = bits.at(left + i64::from(p.x), top + i64::from(p.y)) >> 32;
            let dir = if drawn < threshold(self.horizontal_chance) { along } else { across };
            sides[p].open(dir);
            if let Some(next) = p.step(dir).filter(|&next| size.contains(next)) {
                sides[next].open(dir.opposite());
            }
        }
    }
}
