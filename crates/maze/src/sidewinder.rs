//! The sidewinder maze.

use mapwright_core::{BuildCx, BuildError, Dir, Grid, Point, Reach, Sides, join_sides, params, share, threshold};

use crate::Root;
use crate::ground::{Carve, Ground, shipped};

/// A maze of horizontal runs, each joined once to the row above.
///
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
#[params]
pub struct Sidewinder {
    /// The probability that a run continues with the next cell.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub horizontal_chance: f64,
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Carve for Sidewinder {
    shipped!("sidewinder", "A maze of long rows");
    const MEMORY: u64 = 6;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let size = ground.passages.size();
        let mut sides = Grid::new(size, Sides::CLOSED);
        if let Some(place) = cx.origin {
            self.carve_window(&mut sides, place, cx);
            return Ok(sides);
        }
        let w = u32::from(size.w);
        for row in 0..u32::from(size.h) {
            cx.work(w)?;
            let mut run = row * w;
            for here in row * w..(row + 1) * w {
                let is_last = here + 1 == (row + 1) * w;
                if !is_last && (row == 0 || cx.rng.chance(self.horizontal_chance)) {
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

    /// As far as the other end of the longest run, of its row and of the row below.
    fn reach(&self) -> Reach {
        Reach::Cells(LONGEST_RUN - 1)
    }
}

/// The longest run on an endless plane, in cells.
const LONGEST_RUN: u16 = 64;

impl Sidewinder {
    /// Carves a window of an endless plane. A run ends where a coin says so, and at one hashed place of each row in every
    /// [`LONGEST_RUN`] columns.
    fn carve_window(&self, sides: &mut Grid<Sides>, (left, top): (i64, i64), cx: &BuildCx<'_>) {
        let (size, coins, ends, risers) = (sides.size(), cx.cell_bits(0), cx.cell_bits(1), cx.cell_bits(2));
        let most = i64::from(LONGEST_RUN);
        for (row, y) in (0..size.h).zip(top..) {
            let (coins, end) = (coins.row(y), (ends.at(0, y) >> 32).cast_signed() % most);
            let is_end = |x: i64| coins.at(x) >> 32 >= threshold(self.horizontal_chance) || x.rem_euclid(most) == end;
            let mut first = left;
            for (column, x) in (0..size.w).zip(left..) {
                let here = Point::new(column, row);
                if !is_end(x) {
                    sides[here].open(Dir::E);
                    if column + 1 < size.w {
                        sides[Point::new(column + 1, row)].open(Dir::W);
                    }
                    continue;
                }
                // The first run may begin before the window. Then its cells are outside of what is kept.
                let length = u32::try_from(x - first).unwrap_or(0) + 1;
                let riser = first + i64::from(share(risers.at(x, y), length));
                if let Ok(riser) = u16::try_from(riser - left) {
                    sides[Point::new(riser, row)].open(Dir::N);
                    if let Some(above) = row.checked_sub(1) {
                        sides[Point::new(riser, above)].open(Dir::S);
                    }
                }
                first = x + 1;
            }
        }
    }
}
