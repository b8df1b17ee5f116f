//! Planes of bits, 64 cells to a word, that are looked at through shifted windows.
//!
//! In a row, cell `x` is bit `64 + x`. Before the first cell and after the last one there are bits for what lies beyond
//! the borders: nothing, or on a wrapped axis the cells on the other side. So a window is nowhere near an end of its
//! row, and all rows can be worked on as one flat slice. Rows beyond the borders come in when a band of rows is cut
//! out.

use mapwright_core::{Dir, Point, Size, Wrap};

/// A set of cells.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Cells a row.
    w: usize,
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
    /// The cells for which `is_in` holds; windows will be shifted by up to `reach` cells.
    pub(super) fn new(size: Size, wrap: Wrap, reach: usize, is_in: impl Fn(Point) -> bool) -> Self {
        let w = usize::from(size.w);
        // The last window ends in the middle of a word, and reads the one after it.
        let stride = (LEAD + w + reach) / 64 + 3;
        let crossings = wrap.crossings(size);
        let wraps = (crossings.contains(Dir::E), crossings.contains(Dir::S));
        let mut field = Field { w, wraps, reach, stride, words: vec![0; stride * usize::from(size.h)] };
        let mut cells = vec![0; field.words_of_row()];
        for y in 0..size.h {
            cells.fill(0);
            for x in (0..size.w).filter(|&x| is_in(Point::new(x, y))) {
                cells[usize::from(x) / 64] |= 1 << (x % 64);
            }
            field.write_row(y.into(), &cells);
        }
        field
    }

    /// Puts a cell in or takes it out.
    pub(super) fn set(&mut self, p: Point, is_in: bool) {
        let (first, x) = (usize::from(p.y) * self.stride, LEAD + usize::from(p.x));
        let row = &mut self.words[first..][..self.stride];
        put(row, x, is_in);
        if self.wraps.0 {
            // The same cell seen over the border, as often as it can be seen.
            let (w, end) = (self.w, LEAD + self.w + self.reach);
            (1..).map_while(|turns: usize| x.checked_sub(turns * w)).for_each(|bit| put(row, bit, is_in));
            (1..).map(|turns| x + turns * w).take_while(|&bit| bit < end).for_each(|bit| put(row, bit, is_in));
        }
    }

    /// Some rows as a plane of its own, from the row `first` on: round the map where it wraps, and empty beyond a
    /// border.
    pub(super) fn band(&self, first: i32, rows: usize) -> Self {
        let h = self.words.len() / self.stride;
        let mut words = Vec::with_capacity(rows * self.stride);
        for y in (i64::from(first)..).take(rows) {
            let y = if self.wraps.1 { y.rem_euclid(h as i64) } else { y };
            match usize::try_from(y).ok().filter(|&y| y < h) {
                Some(y) => words.extend_from_slice(&self.words[y * self.stride..][..self.stride]),
                None => words.resize(words.len() + self.stride, 0),
            }
        }
        Field { words, ..*self }
    }

    /// The cells from which `length` cells in a row, from the cell itself to the right, are in the set.
    ///
    /// Runs of twice the length come of two runs, so this takes as many rounds as the length has binary digits.
    pub(super) fn runs(&self, length: usize) -> Self {
        let mut runs = self.clone();
        let mut have = 1;
        while have < length {
            let step = have.min(length - have);
            and_ahead(&mut runs.words, step);
            have += step;
        }
        runs
    }

    /// The cells all of whose neighbors up to `margin` cells away, diagonals too, are in the set. The first and last
    /// `margin` rows have none.
    pub(super) fn eroded(&self, margin: u8) -> Self {
        let runs = self.runs(2 * usize::from(margin) + 1);
        let (margin, left) = (usize::from(margin), -i32::from(margin));
        let mut eroded = self.clone();
        let rows = self.words.len() / self.stride;
        for y in 0..rows {
            let near = y.checked_sub(margin).filter(|_| y + margin < rows).map(|first| first..=y + margin);
            let mut row = vec![if near.is_some() { !0 } else { 0 }; self.words_of_row()];
            near.into_iter().flatten().for_each(|near| runs.and_row(&mut row, near, left));
            eroded.write_row(y, &row);
        }
        eroded
    }

    /// How many words the cells of a row take, without those beyond the borders.
    pub(super) fn words_of_row(&self) -> usize {
        self.w.div_ceil(64)
    }

    /// Takes out of a row all cells whose neighbor in the row `y`, `dx` to the right, is not in the set.
    pub(super) fn and_row(&self, row: &mut [u64], y: usize, dx: i32) {
        let (low, high, shift) = self.window(y, dx);
        for ((word, low), high) in row.iter_mut().zip(low).zip(high) {
            *word &= shifted(*low, *high, shift);
        }
    }

    /// Puts all those cells into a row whose neighbor is in the set.
    pub(super) fn or_row(&self, row: &mut [u64], y: usize, dx: i32) {
        let (low, high, shift) = self.window(y, dx);
        for ((word, low), high) in row.iter_mut().zip(low).zip(high) {
            *word |= shifted(*low, *high, shift);
        }
    }

    /// Where the cell `dx` of a row is: the words from its own on, those after them, and its bit.
    fn window(&self, y: usize, dx: i32) -> (&[u64], &[u64], usize) {
        let row = &self.words[y * self.stride..][..self.stride];
        let from = LEAD.saturating_add_signed(dx as isize);
        (&row[from / 64..], &row[from / 64 + 1..], from % 64)
    }

    /// Sets all cells of a row, and what is seen of them over the border.
    fn write_row(&mut self, y: usize, cells: &[u64]) {
        let row = &mut self.words[y * self.stride..][..self.stride];
        row[LEAD / 64..][..cells.len()].copy_from_slice(cells);
        let end = LEAD + self.w;
        (end..LEAD + cells.len() * 64).for_each(|bit| put(row, bit, false));
        if self.wraps.0 {
            for bit in (0..LEAD).chain(end..end + self.reach) {
                let same = LEAD + (bit + LEAD * self.w - LEAD) % self.w;
                put(row, bit, row[same / 64] >> (same % 64) & 1 == 1);
            }
        }
    }
}

fn put(row: &mut [u64], bit: usize, value: bool) {
    let word = &mut row[bit / 64];
    *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
}

/// 64 bits from the bit `shift` of a word on. Two shifts, as one by 64 would be none.
fn shifted(low: u64, high: u64, shift: usize) -> u64 {
    low >> shift | high << 1 << (63 - shift)
}

/// Takes out every bit of which the bit `step` further on is not set. Words are read before they are written, as all
/// that is read lies ahead.
fn and_ahead(words: &mut [u64], step: usize) {
    let (whole, shift) = (step / 64, step % 64);
    let inner = words.len().saturating_sub(whole + 1);
    for i in 0..inner {
        words[i] &= shifted(words[i + whole], words[i + whole + 1], shift);
    }
    // What is ahead of the last ones is beyond the last row: nothing.
    for i in inner..words.len() {
        words[i] &= shifted(words.get(i + whole).copied().unwrap_or(0), 0, shift);
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Grid, MapRng};

    use super::*;

    #[test]
    fn a_changed_plane_is_as_if_made_so() {
        let mut rng = MapRng::new(9);
        for _ in 0..200 {
            let size = Size::new(1 + rng.below(140) as u16, 1 + rng.below(4) as u16);
            let (wrap, reach) = (Wrap::ALL[rng.below(4) as usize], rng.below(100) as usize);
            let mut cells = Grid::from_fn(size, |_| rng.chance(0.5));
            let mut field = Field::new(size, wrap, reach, |p| cells[p]);
            for _ in 0..20 {
                let (p, is_in) = (size.point(rng.below(size.area())), rng.chance(0.5));
                cells[p] = is_in;
                field.set(p, is_in);
            }
            assert_eq!(field.words, Field::new(size, wrap, reach, |p| cells[p]).words, "{size} {wrap} {reach}");
        }
    }
}
