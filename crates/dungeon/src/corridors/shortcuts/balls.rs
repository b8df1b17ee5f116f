//! Finds the steps between two cells of one column by growing a ball around each of them, a word for each row of both.
//!
//! A ball of radius r contains the cells that at most r steps lead to. To grow it by a step, each row takes the open cells
//! beside, above and below its cells. Both balls have the same radius, so they first meet at half the steps, rounded up. On
//! a plane that does not wrap, the walks between two cells are all odd or all even, which tells whether it was rounded.
//!
//! Each ball has a window of its own with its center in the middle, and one word holds a row of both windows: the upper
//! ball in its low half, the lower one in its high half. The highest bit of each half is never open, so that no cell is
//! beside one of the other half.

use std::ops::{BitAnd, BitOr, Shl, Shr};

use crate::bits::Bits;

/// Buffers of the search.
#[derive(Clone, Debug)]
pub(super) struct Balls {
    small: Rows<u64, { rows(SMALL_RADIUS) }>,
    large: Rows<u128, { rows(MAX_RADIUS) }>,
    /// The rows of balls that were grown so far.
    pub(super) looks: u64,
}

/// The largest radius of which a row of both balls is one word of 64 bits.
const SMALL_RADIUS: u32 = 15;
/// The largest radius: a ball has 63 columns.
pub(super) const MAX_RADIUS: u32 = 31;

/// Returns the rows of a window: a ball, and an empty row on both sides.
const fn rows(radius: u32) -> usize {
    2 * radius as usize + 3
}

/// The most rows of both windows together: their centers are at most two radiuses apart.
const BOTH: usize = rows(MAX_RADIUS) + 2 * MAX_RADIUS as usize;

impl Balls {
    pub(super) fn new() -> Self {
        Balls { small: Rows::new(), large: Rows::new(), looks: 0 }
    }

    /// Returns the steps from a cell to the one `apart` rows below it, or `None` if balls of `radius` around them do not
    /// meet. The radius is at most [`MAX_RADIUS`], and `apart` at most twice the radius.
    pub(super) fn walk(&mut self, open: &Bits, height: u16, at: (u16, u16), apart: u32, radius: u32) -> Option<u32> {
        if radius <= SMALL_RADIUS {
            self.small.walk(open, height, at, apart, radius, &mut self.looks)
        } else {
            self.large.walk(open, height, at, apart, radius, &mut self.looks)
        }
    }
}

/// A word of two halves.
trait Word:
    Copy
    + PartialEq
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    /// The bits of a half.
    const HALF: u32;

    /// Returns the word with these bits in its low and in its high half, without the highest bit of each.
    #[inline]
    fn of(low: u64, high: u64) -> Self {
        let mask = (1 << (Self::HALF - 1)) - 1;
        Self::from(low & mask) | Self::from(high & mask) << Self::HALF
    }
}

impl Word for u64 {
    const EMPTY: Self = 0;
    const HALF: u32 = 32;
}

impl Word for u128 {
    const EMPTY: Self = 0;
    const HALF: u32 = 64;
}

/// The windows of both balls, of `N` rows for the largest radius.
#[derive(Clone, Debug)]
struct Rows<W, const N: usize> {
    /// The rows of the map from the first of the upper window to the last of the lower one.
    columns: [u64; BOTH],
    open: [W; N],
    balls: [W; N],
}

impl<W: Word, const N: usize> Rows<W, N> {
    fn new() -> Self {
        Rows { columns: [0; BOTH], open: [W::EMPTY; N], balls: [W::EMPTY; N] }
    }

    #[inline]
    fn walk(
        &mut self,
        open: &Bits,
        height: u16,
        (x, y): (u16, u16),
        apart: u32,
        radius: u32,
        looks: &mut u64,
    ) -> Option<u32> {
        let (n_rows, center, far) = (rows(radius), radius as usize + 1, apart as usize);
        let (cells, balls) = (&mut self.open[..n_rows], &mut self.balls[..n_rows]);
        // The columns and rows of the map that the window of the upper ball shows; that of the lower one is `apart` below.
        let (left, top) = (i32::from(x) - radius as i32, i32::from(y) - center as i32);
        let columns = &mut self.columns[..n_rows + far];
        let before = top.min(0).unsigned_abs() as usize;
        let after = (i32::from(height) - top).min(columns.len() as i32) as usize;
        columns[..before].fill(0);
        columns[after..].fill(0);
        for (row, columns) in columns[before..after].iter_mut().enumerate() {
            *columns = open.window(left, top.max(0) as usize + row);
        }
        for ((cells, &upper), &lower) in cells.iter_mut().zip(&*columns).zip(&columns[far..]) {
            *cells = W::of(upper, lower);
        }
        balls.fill(W::EMPTY);
        balls[center] = W::of(1 << radius, 1 << radius);
        for step in 1..=radius {
            let (first, n_rows) = (center - step as usize, 2 * step as usize + 1);
            *looks += n_rows as u64;
            grow(&mut balls[first..=first + n_rows], &cells[first..first + n_rows]);
            let grown = &balls[first..first + n_rows];
            if n_rows > far
                && grown[far..].iter().zip(grown).any(|(&upper, &lower)| upper & lower >> W::HALF != W::EMPTY)
            {
                return Some(2 * step - apart % 2);
            }
        }
        None
    }
}

/// Grows both balls by a step. The row after the last is empty.
#[inline]
fn grow<W: Word>(rows: &mut [W], open: &[W]) {
    // The row above as it was before this step.
    let mut above = W::EMPTY;
    let mut here = rows[0];
    for (row, &open) in open.iter().enumerate() {
        let below = rows[row + 1];
        rows[row] = (here | here << 1 | here >> 1 | above | below) & open;
        (above, here) = (here, below);
    }
}
