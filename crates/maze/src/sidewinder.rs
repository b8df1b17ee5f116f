//! The sidewinder maze.

use mapwright_core::{BuildCx, Dir, Grid, Sides, Size, join_sides};

use crate::Root;
use crate::rows::{Rows, goes_by_rows};

/// A maze of runs along the rows, each joined to the row above at one random cell. The top row is one run.
///
/// From every cell there is a way to the top that never goes down, so it is easy from the bottom up. About
/// 28 % dead ends. Wrapped borders are not stepped over.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::Sidewinder;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Sidewinder::default()).build(7)?;
/// assert!(map.sides.is_some());
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Sidewinder {
    /// How often a run goes on to the next cell of its row, 0 to 1: the higher, the longer the runs.
    pub horizontal: f64,
    /// Which cell is marked as start; the maze itself has no root.
    pub root: Root,
}

impl Default for Sidewinder {
    fn default() -> Self {
        Sidewinder { horizontal: 0.5, root: Root::Center }
    }
}

impl Rows for Sidewinder {
    fn horizontal(&self) -> f64 {
        self.horizontal
    }

    fn root(&self) -> Root {
        self.root
    }

    fn carve(&self, size: Size, cx: &mut BuildCx<'_>) -> Grid<Sides> {
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
        sides
    }
}

goes_by_rows!(Sidewinder, "sidewinder");
