//! Finds the steps between two cells of one column by growing a ball around each of them, 64 cells to a word.
//!
//! A ball of radius r contains the cells that at most r steps lead to. To grow it by a step, each row takes the open cells
//! beside, above and below its cells. Both balls have the same radius, so they first meet at half the steps, rounded up. On
//! a plane that does not wrap, the walks between two cells are all odd or all even, which tells whether it was rounded.

use crate::bits::Bits;

/// Buffers of the search.
#[derive(Clone, Debug)]
pub(super) struct Balls {
    open: [u64; ROWS],
    upper: [u64; ROWS],
    lower: [u64; ROWS],
    /// The rows of balls that were grown so far.
    pub(super) looks: u64,
}

/// The largest radius: a ball has 63 columns.
pub(super) const MAX_RADIUS: u32 = 31;

/// Two balls of the largest radius with the most steps between their centers, and an empty row at both ends.
const ROWS: usize = 4 * MAX_RADIUS as usize + 3;

impl Balls {
    pub(super) fn new() -> Self {
        Balls { open: [0; ROWS], upper: [0; ROWS], lower: [0; ROWS], looks: 0 }
    }

    /// Returns the steps from a cell to the one `apart` rows below it, or `None` if balls of `radius` around them do not
    /// meet. The radius is at most [`MAX_RADIUS`], and `apart` at most twice the radius.
    pub(super) fn walk(&mut self, open: &Bits, rows: u16, (x, y): (u16, u16), apart: u32, radius: u32) -> Option<u32> {
        let center = radius as usize + 1;
        let n_rows = 2 * center + apart as usize + 1;
        let (cells, upper, lower) = (&mut self.open[..n_rows], &mut self.upper[..n_rows], &mut self.lower[..n_rows]);
        let left = i32::from(x) - radius as i32;
        // The row of the map that is the first row of the window.
        let top = i32::from(y) - center as i32;
        let first = top.min(0).unsigned_abs() as usize;
        let last = (i32::from(rows) - top).min(n_rows as i32) as usize;
        cells[..first].fill(0);
        cells[last..].fill(0);
        for (row, cells) in cells[first..last].iter_mut().enumerate() {
            *cells = open.window(left, (top.max(0) as usize) + row);
        }
        upper.fill(0);
        lower.fill(0);
        let (mut above, mut below) =
            (Ball::new(upper, center, radius), Ball::new(lower, center + apart as usize, radius));
        for step in 1..=radius {
            self.looks += above.grow(cells) + below.grow(cells);
            if 2 * step >= apart && above.meets(&below) {
                return Some(2 * step - apart % 2);
            }
        }
        None
    }
}

/// The cells around a center, a word for each row.
struct Ball<'a> {
    rows: &'a mut [u64],
    /// The first and the last row that is not empty.
    first: usize,
    last: usize,
}

impl<'a> Ball<'a> {
    fn new(rows: &'a mut [u64], center: usize, column: u32) -> Self {
        rows[center] = 1 << column;
        Ball { rows, first: center, last: center }
    }

    /// Grows by a step, and returns the number of rows that were computed.
    #[inline]
    fn grow(&mut self, open: &[u64]) -> u64 {
        let (first, n_rows) = (self.first - 1, self.last - self.first + 3);
        let rows = &mut self.rows[first..=first + n_rows];
        // The row above as it was before this step.
        let mut above = 0;
        let mut here = rows[0];
        for (row, open) in open[first..first + n_rows].iter().enumerate() {
            let below = rows[row + 1];
            rows[row] = (here | here << 1 | here >> 1 | above | below) & open;
            (above, here) = (here, below);
        }
        self.last = first + n_rows - 1 - usize::from(rows[n_rows - 1] == 0);
        self.first = first + usize::from(rows[0] == 0);
        n_rows as u64
    }

    #[inline]
    fn meets(&self, below: &Self) -> bool {
        let (first, last) = (self.first.max(below.first), self.last.min(below.last));
        first <= last && self.rows[first..=last].iter().zip(&below.rows[first..=last]).any(|(a, b)| a & b != 0)
    }
}
