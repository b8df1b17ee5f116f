//! Planes of bits, 64 cells to a word, that are looked at through shifted windows.
//!
//! In a row, cell `x` is bit `64 + x`. Before the first cell and after the last one there are bits for what lies
//! beyond the borders: nothing, or on a wrapped axis the cells on the other side. So a window is nowhere near an end of
//! its row, and all rows can be worked on as one flat slice.

use mapwright_core::{Dir, Point, Size, Wrap};

/// A set of cells.
#[derive(Clone, Debug)]
pub(super) struct Field {
    size: Size,
    /// The axes that can be stepped over: one of a single cell has no other side.
    wraps: (bool, bool),
    /// Cells beyond the right border.
    reach: usize,
    /// Words a row.
    stride: usize,
    words: Vec<u64>,
}

/// Cells beyond the left border.
const LEAD: usize = 64;

impl Field {
    /// The cells for which `is_in` holds; windows will reach up to `reach` cells beyond the right border.
    pub(super) fn new(size: Size, wrap: Wrap, reach: usize, mut is_in: impl FnMut(Point) -> bool) -> Self {
        let stride = (LEAD + usize::from(size.w) + reach) / 64 + 1;
        let crossings = wrap.crossings(size);
        let wraps = (crossings.contains(Dir::E), crossings.contains(Dir::S));
        let words = vec![0; stride * usize::from(size.h)];
        let mut field = Field { size, wraps, reach, stride, words };
        for p in size.points().filter(|&p| is_in(p)) {
            field.set(p, true);
        }
        field
    }

    /// Puts a cell in or takes it out.
    pub(super) fn set(&mut self, p: Point, is_in: bool) {
        let first = usize::from(p.y) * self.stride;
        let (x, w) = (usize::from(p.x), usize::from(self.size.w));
        let row = &mut self.words[first..][..self.stride];
        put(row, LEAD + x, is_in);
        if self.wraps.0 {
            // The same cell seen over the border, as often as it can be seen.
            (1..).map_while(|turns: usize| (LEAD + x).checked_sub(turns * w)).for_each(|bit| put(row, bit, is_in));
            let end = LEAD + w + self.reach;
            (1..).map(|turns| LEAD + x + turns * w).take_while(|&bit| bit < end).for_each(|bit| put(row, bit, is_in));
        }
    }

    /// The cells from which `length` cells in a row, from the cell itself to the right, are in the set.
    ///
    /// Runs of twice the length come of two runs, so this takes as many rounds as the length has binary digits.
    pub(super) fn runs(&self, length: usize) -> Self {
        let mut runs = self.clone();
        let mut have = 1;
        while have < length {
            let step = have.min(length - have);
            and_shifted_self(&mut runs.words, step);
            have += step;
        }
        runs
    }

    /// The cells all of whose neighbors up to `margin` cells away, diagonals too, are in the set.
    pub(super) fn eroded(&self, margin: u8) -> Self {
        let runs = self.runs(2 * usize::from(margin) + 1);
        let margin = i32::from(margin);
        let mut eroded = self.clone();
        for y in 0..self.size.h {
            let mut row = vec![!0; self.words_of_row()];
            (-margin..=margin).for_each(|dy| runs.and_row(&mut row, (y.into(), dy), -margin));
            eroded.write_row(y, &row);
        }
        eroded
    }

    /// How many words the cells of a row take, without those beyond the borders.
    pub(super) fn words_of_row(&self) -> usize {
        usize::from(self.size.w).div_ceil(64)
    }

    /// Takes out of a row, that of `y`, all cells whose neighbor `dx` to the right and `dy` down is not in the set.
    pub(super) fn and_row(&self, row: &mut [u64], (y, dy): (i32, i32), dx: i32) {
        match self.window(y + dy, dx) {
            Some(window) => row.iter_mut().zip(window).for_each(|(word, seen)| *word &= seen),
            None => row.fill(0),
        }
    }

    /// Puts all those cells into a row whose neighbor is in the set.
    pub(super) fn or_row(&self, row: &mut [u64], (y, dy): (i32, i32), dx: i32) {
        if let Some(window) = self.window(y + dy, dx) {
            row.iter_mut().zip(window).for_each(|(word, seen)| *word |= seen);
        }
    }

    /// The row `y`, shifted so that the cell `dx` comes first; `None` beyond the border.
    fn window(&self, y: i32, dx: i32) -> Option<impl Iterator<Item = u64>> {
        let y = if self.wraps.1 { y.rem_euclid(i32::from(self.size.h)) } else { y };
        let y = usize::try_from(y).ok().filter(|&y| y < usize::from(self.size.h))?;
        let row = &self.words[y * self.stride..][..self.stride];
        let from = LEAD.checked_add_signed(dx.try_into().ok()?)?;
        let (first, shift) = (from / 64, from % 64);
        let next = row[first + 1..].iter().copied().chain(std::iter::once(0));
        // Two shifts, as one by 64 is none.
        Some(row[first..].iter().zip(next).map(move |(low, high)| low >> shift | high << 1 << (63 - shift)))
    }

    /// Sets all cells of a row, and what is seen of them over the border.
    fn write_row(&mut self, y: u16, cells: &[u64]) {
        let w = usize::from(self.size.w);
        let row = &mut self.words[usize::from(y) * self.stride..][..self.stride];
        row[LEAD / 64..][..cells.len()].copy_from_slice(cells);
        (LEAD + w..LEAD + cells.len() * 64).for_each(|bit| put(row, bit, false));
        if self.wraps.0 {
            for bit in (0..LEAD).chain(LEAD + w..LEAD + w + self.reach) {
                let same = LEAD + (bit + LEAD * w - LEAD) % w;
                put(row, bit, row[same / 64] >> (same % 64) & 1 == 1);
            }
        }
    }
}

fn put(row: &mut [u64], bit: usize, value: bool) {
    let word = &mut row[bit / 64];
    *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
}

/// Takes out every bit whose neighbor `step` further on is not set. Words are read before they are written, as
/// all that is read lies ahead.
fn and_shifted_self(words: &mut [u64], step: usize) {
    let (whole, shift) = (step / 64, step % 64);
    for i in 0..words.len() {
        let ahead = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
        let (low, high) = (ahead(words, i + whole), ahead(words, i + whole + 1));
        words[i] &= low >> shift | high << 1 << (63 - shift);
    }
}
