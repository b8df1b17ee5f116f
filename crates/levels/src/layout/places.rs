//! Sets of places on the map: a row of them in the bits of a word.

/// Where the top left corner of a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) shape: usize,
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Places of a shape: bit i of row j is (x + i, y + j).
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) shape: usize,
    pub(super) x: i32,
    pub(super) y: i32,
    /// How many bits of each row are in use.
    pub(super) columns: i32,
    pub(super) rows: Vec<u128>,
}

/// Any set of places: rows of bits, and where their corner lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set<'a> {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) rows: &'a [u128],
}

impl Set<'_> {
    /// Row y from column x on.
    fn row(&self, x: i32, y: i32) -> u128 {
        let row = usize::try_from(y - self.y).ok().and_then(|j| self.rows.get(j));
        row.map_or(0, |&row| shifted(row, x - self.x))
    }
}

impl Places {
    pub(super) fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The nth place, row by row.
    pub(super) fn nth(&self, mut n: u32) -> Option<Placed> {
        for (y, &row) in (self.y..).zip(&self.rows) {
            let mut row = row;
            if n < row.count_ones() {
                (0..n).for_each(|_| row &= row - 1);
                return Some(Placed { shape: self.shape, x: self.x + row.trailing_zeros() as i32, y });
            }
            n -= row.count_ones();
        }
        None
    }

    pub(super) fn keep_within(&mut self, [left, right]: [i32; 2], [top, bottom]: [i32; 2]) {
        let columns = bits_from(left - self.x) & !bits_from(right + 1 - self.x);
        for (y, row) in (self.y..).zip(&mut self.rows) {
            *row &= if (top..=bottom).contains(&y) { columns } else { 0 };
        }
    }

    /// Keeps the places in a set.
    pub(super) fn keep(&mut self, set: Set<'_>) {
        (self.y..).zip(&mut self.rows).for_each(|(y, row)| *row &= set.row(self.x, y));
    }

    /// Drops the places in a set.
    pub(super) fn drop(&mut self, set: Set<'_>) {
        (self.y..).zip(&mut self.rows).for_each(|(y, row)| *row &= !set.row(self.x, y));
    }

    /// How many places are in a set.
    pub(super) fn n_in(&self, set: Set<'_>) -> u32 {
        (self.y..).zip(&self.rows).map(|(y, row)| (row & set.row(self.x, y)).count_ones()).sum()
    }

    /// Forgets empty rows above the first place and below the last.
    pub(super) fn trim(&mut self) {
        let is_used = |row: &u128| *row != 0;
        let last = self.rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        self.rows.truncate(last);
        let first = self.rows.iter().position(is_used).unwrap_or(0);
        self.rows.drain(..first);
        self.y += first as i32;
    }
}

/// All bits from bit `first` on.
fn bits_from(first: i32) -> u128 {
    match first {
        ..=0 => u128::MAX,
        1..128 => u128::MAX << first,
        _ => 0,
    }
}

/// Bit i is bit i + by of `row`.
fn shifted(row: u128, by: i32) -> u128 {
    match by {
        0..128 => row >> by,
        -127..0 => row << -by,
        _ => 0,
    }
}
