//! The sidewinder maze.

use mapwright_core::{BuildCx, BuildError, Dir, Grid, Sides, check_range, join_sides};

use crate::Root;
use crate::ground::{Carve, Ground};

/// A maze of runs along the rows, each joined to the row above at one random cell. The top row is one run.
///
/// Every cell has a path to the top that never goes down, so the maze is easy from the bottom up. About
/// 28 % of the cells are dead ends. No passage crosses a wrapped border.
///
/// ```
/// use mapwright_core::{BuilderChain, Dir, Size};
/// use mapwright_maze::Sidewinder;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Sidewinder::default()).build(7)?;
/// let top_row = map.sides.iter().flat_map(|sides| sides.as_slice()).take(30);
/// assert!({ top_row }.all(|cell| cell.is_open(Dir::E)), "one run");
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Sidewinder {
    /// The probability that a run continues with the next cell of its row, 0 to 1. Higher values make longer runs.
    pub horizontal: f64,
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Default for Sidewinder {
    fn default() -> Self {
        Sidewinder { horizontal: 0.5, root: Root::Center }
    }
}

impl Carve for Sidewinder {
    const NAME: &'static str = "sidewinder";

    fn root(&self) -> Root {
        self.root
    }

    fn check_parameters(&self) -> Result<(), BuildError> {
        check_range("horizontal", self.horizontal, 0.0..=1.0)
    }

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let size = ground.passages.size();
        let mut sides = Grid::new(size, Sides::CLOSED);
        let w = u32::from(size.w);
        for row in 0..u32::from(size.h) {
            let mut run = row * w;
            for here in row * w..(row + 1) * w {
                let is_last = here + 1 == (row + 1) * w;
                if !is_last && (row == 0 || cx.rng.chance(self.horizontal)) {
                    join_sides(&mut sides, here, Dir::E, here + 1);
                    cx.step(&sides, [here, here + 1]);
                    continue;
                }
                if row > 0 {
                    let riser = cx.rng.range(run, here);
                    join_sides(&mut sides, riser, Dir::N, riser - w);
                    cx.step(&sides, [riser, riser - w]);
                }
                run = here + 1;
            }
        }
        Ok(sides)
    }
}
