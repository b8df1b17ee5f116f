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
    pub(super) rows: Vec<u128>,
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

    /// The rows that are left when only places in a set are kept, whose corner lies elsewhere.
    pub(super) fn kept<'a>(&'a self, set: &'a [u128], at: (i32, i32)) -> impl Iterator<Item = u128> + 'a {
        self.paired(set, at).map(|(row, there)| row & there)
    }

    /// The rows that are left without the places in a set.
    pub(super) fn without<'a>(&'a self, set: &'a [u128], at: (i32, i32)) -> impl Iterator<Item = u128> + 'a {
        self.paired(set, at).map(|(row, there)| row & !there)
    }

    /// Each row, and the same places in a set whose corner lies at `at`.
    fn paired<'a>(&'a self, set: &'a [u128], at: (i32, i32)) -> impl Iterator<Item = (u128, u128)> + 'a {
        let (dx, dy) = (self.x - at.0, self.y - at.1);
        let there =
            move |j: i32| usize::try_from(j + dy).ok().and_then(|j| set.get(j)).map_or(0, |&row| shifted(row, dx));
        (0..).zip(&self.rows).map(move |(j, &row)| (row, there(j)))
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
