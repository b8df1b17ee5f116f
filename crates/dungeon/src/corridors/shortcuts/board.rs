//! Vertical runs as bits: finds them, marks those that are needless, and keeps track of opened cells.

use mapwright_core::Size;

use super::balls;
use crate::bits::Bits;

/// The cells of a map, on which runs go from an upper end down to a lower one. For runs south it is the map itself, for
/// runs east its transpose.
#[derive(Clone, Debug)]
pub(super) struct RunBoard {
    size: Size,
    wraps: Wraps,
    /// The open cells.
    pub(super) open: Bits,
    /// The cells that a run may contain: solid cells that may be opened, without an open or opened cell to the left or
    /// right.
    free: Bits,
    /// The upper ends of runs around which a short walk is known.
    needless: Bits,
}

/// The axes on which a board wraps: whether its rows go on from the last to the first, and its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wraps {
    pub(super) rows: bool,
    pub(super) columns: bool,
}

/// The number of columns on each side of a run that one operation covers.
const ASIDE: u32 = 28;

impl RunBoard {
    /// Returns the bytes of a board and of its starts.
    pub(super) fn bytes(size: Size) -> u64 {
        4 * Bits::bytes(size)
    }

    /// Returns the board with these open cells, and these cells that may be opened.
    pub(super) fn new(size: Size, wraps: Wraps, open: Bits, over: Bits) -> Self {
        let mut free = over;
        let last = usize::from(size.w) - 1;
        for y in 0..usize::from(size.h) {
            let mut before = 0;
            for (word, cells) in free.row_mut(y).iter_mut().enumerate() {
                let here = open.row(y)[word];
                let after = open.row(y).get(word + 1).copied().unwrap_or(0);
                *cells &= !(here << 1 | before >> 63) & !(here >> 1 | after << 63);
                before = here;
            }
            for (border, beyond) in [(0, last), (last, 0)] {
                if !wraps.columns || open.get(beyond, y) {
                    free.clear(border, y);
                }
            }
        }
        RunBoard { size, wraps, open, free, needless: Bits::new(size) }
    }

    /// Returns the number of the row that lies `rows` below `y`.
    #[inline]
    fn below(&self, y: u16, rows: u16) -> usize {
        let row = usize::from(y) + usize::from(rows);
        if row < self.size.h.into() { row } else { row - usize::from(self.size.h) }
    }

    /// Returns the upper ends of all runs: open cells from which free cells lead down to another open cell.
    pub(super) fn starts(&self) -> Bits {
        let mut starts = Bits::new(self.size);
        let rows = usize::from(self.size.h);
        // The free cells of the row below that lead down to an open cell.
        let mut leads = vec![0; self.open.row(0).len()];
        let twice = if self.wraps.rows { 2 } else { 1 };
        for y in (0..rows).rev().cycle().take(twice * rows) {
            let below = (y + 1 < rows).then_some(y + 1).or(self.wraps.rows.then_some(0));
            for (word, leads) in leads.iter_mut().enumerate() {
                starts.row_mut(y)[word] = self.open.row(y)[word] & *leads;
                let opens = below.map_or(0, |below| self.open.row(below)[word]);
                *leads = self.free.row(y)[word] & (opens | *leads);
            }
        }
        starts
    }

    /// Returns the number of cells of the run that starts here, or `None` if there are more than `most` or both ends are
    /// the same cell.
    pub(super) fn length(&self, x: u16, y: u16, most: u16) -> Option<u16> {
        let n = (1..=most).find(|&n| self.open.get(x.into(), self.below(y, n + 1)))?;
        (n + 1 != self.size.h).then_some(n)
    }

    /// Whether the run of `n` cells that started here is still one.
    #[inline]
    pub(super) fn is_run(&self, x: u16, y: u16, n: u16) -> bool {
        (1..=n).all(|k| self.free.get(x.into(), self.below(y, k)))
    }

    /// Whether a short walk around the run that starts here is known.
    #[inline]
    pub(super) fn is_needless(&self, x: u16, y: u16) -> bool {
        self.needless.get(x.into(), y.into())
    }

    /// Records that a cell was opened; `is_open` is false if its new tile is solid.
    pub(super) fn open_cell(&mut self, x: u16, y: u16, is_open: bool) {
        let (x, y, last) = (usize::from(x), usize::from(y), usize::from(self.size.w) - 1);
        if is_open {
            self.open.set(x as i32, y, 1);
        }
        self.free.clear(x, y);
        if x > 0 || self.wraps.columns {
            self.free.clear(if x > 0 { x - 1 } else { last }, y);
        }
        if x < last || self.wraps.columns {
            self.free.clear(if x < last { x + 1 } else { 0 }, y);
        }
    }

    /// Whether a run crosses the border.
    #[inline]
    pub(super) fn is_over_border(&self, y: u16, n: u16) -> bool {
        u32::from(y) + u32::from(n) + 1 >= self.size.h.into()
    }

    /// Returns the columns that can be reached from the run along the row of its upper end and along that of its lower end,
    /// at most `reach` steps to each side; its own column is among them. Bit 0 is `ASIDE` columns before the run.
    #[inline]
    fn beside(&self, x: u16, y: u16, n: u16, reach: u32) -> u64 {
        let left = i32::from(x) - ASIDE as i32;
        let both = self.open.window(left, y.into()) & self.open.window(left, usize::from(y + n + 1));
        let reach = reach.min(ASIDE);
        let after = (both >> ASIDE).trailing_ones().min(reach + 1);
        let before = (both << (63 - ASIDE)).leading_ones().min(reach + 1);
        ((1 << (after + before - 1)) - 1) << (ASIDE + 1 - before)
    }

    /// Returns a column of open cells that joins the rows of the two ends, at most `reach` columns beside the run.
    #[inline]
    pub(super) fn crossing(&self, x: u16, y: u16, n: u16, reach: u32) -> Option<u16> {
        let left = i32::from(x) - ASIDE as i32;
        let mut columns = self.beside(x, y, n, reach);
        for row in y + 1..=y + n {
            columns &= self.open.window(left, row.into());
        }
        (columns != 0).then(|| (left + columns.trailing_zeros() as i32) as u16)
    }

    /// Marks runs as needless, given the steps of a walk between two cells of a column: those beside it whose ends are
    /// joined by at most `limit` steps along this walk.
    #[inline]
    pub(super) fn mark_needless(&mut self, x: u16, y: u16, n: u16, walk: u32, limit: u32) {
        if walk > limit {
            return;
        }
        let left = i32::from(x) - ASIDE as i32;
        let mut columns = self.beside(x, y, n, (limit - walk) / 2);
        for row in y + 1..=y + n {
            columns &= self.free.window(left, row.into());
        }
        let outside = left.min(0).unsigned_abs();
        self.needless.set(left.max(0), y.into(), columns >> outside);
    }

    /// Whether walks of at most `reach` steps from the ends of a run cannot cross a border that wraps.
    #[inline]
    pub(super) fn is_inside(&self, x: u16, y: u16, n: u16, reach: u32) -> bool {
        let is_inside =
            |first: u16, last: u32, length: u16| u32::from(first) > reach && last + reach + 1 < length.into();
        (!self.wraps.columns || is_inside(x, x.into(), self.size.w))
            && (!self.wraps.rows || is_inside(y, u32::from(y) + u32::from(n) + 1, self.size.h))
    }

    /// Returns the steps between the ends of a run, or `None` if balls of `radius` around them do not meet.
    #[inline]
    pub(super) fn walk(&self, balls: &mut balls::Balls, x: u16, y: u16, n: u16, radius: u32) -> Option<u32> {
        balls.walk(&self.open, self.size.h, (x, y), u32::from(n) + 1, radius)
    }
}
