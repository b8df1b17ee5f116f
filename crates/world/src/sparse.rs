//! Values at a few positions of the infinite plane, sorted by rows, so that those of a window are found fast.

use std::collections::BTreeMap;

/// Values at some cells of the plane, by column and row. Saved, they are a list of columns, rows and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse<V>(BTreeMap<Key, V>);

/// Row first.
type Key = [i64; 2];

impl<V> Default for Sparse<V> {
    fn default() -> Self {
        Sparse(BTreeMap::new())
    }
}

impl<V> Sparse<V> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a cell.
    pub fn get(&self, x: i64, y: i64) -> Option<&V> {
        self.0.get(&[y, x])
    }

    /// Sets the value at a cell, and returns the one before.
    pub fn insert(&mut self, x: i64, y: i64, value: V) -> Option<V> {
        self.0.insert([y, x], value)
    }

    /// Removes the value at a cell.
    pub fn remove(&mut self, x: i64, y: i64) -> Option<V> {
        self.0.remove(&[y, x])
    }

    /// Everything, row by row, as column, row and value.
    pub fn iter(&self) -> impl Iterator<Item = (i64, i64, &V)> {
        self.0.iter().map(|(&[y, x], value)| (x, y, value))
    }

    /// The values in the `w` columns from `x0` on and the `h` rows from `y0` on, as column, row and value. The plane
    /// is a torus: beyond [`i64::MAX`] comes [`i64::MIN`].
    ///
    /// It takes a look-up for each value found, and up to two for each row that only has values elsewhere: one in
    /// all if the rows have none.
    pub fn within(&self, x0: i64, w: u64, y0: i64, h: u64) -> impl Iterator<Item = (i64, i64, &V)> {
        let parts = arcs(y0, h).flat_map(move |rows| arcs(x0, w).map(move |columns| (columns, rows)));
        parts.flat_map(|(columns, rows)| Scan { map: &self.0, next: Some([rows.0, columns.0]), columns, rows })
    }
}

#[cfg(feature = "serde")]
impl<V: serde::Serialize> serde::Serialize for Sparse<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de, V: serde::Deserialize<'de>> serde::Deserialize<'de> for Sparse<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut values = Sparse::default();
        for (x, y, value) in Vec::<(i64, i64, V)>::deserialize(deserializer)? {
            if values.insert(x, y, value).is_some() {
                return Err(serde::de::Error::custom(format_args!("({x}, {y}) is there twice")));
            }
        }
        Ok(values)
    }
}

/// The `n` numbers from `from` on, as one or two inclusive ranges.
fn arcs(from: i64, n: u64) -> impl Iterator<Item = (i64, i64)> {
    let last = n.checked_sub(1).map(|more| from.wrapping_add_unsigned(more));
    let (first, second) = match last {
        None => (None, None),
        Some(last) if from <= last => (Some((from, last)), None),
        Some(last) => (Some((from, i64::MAX)), Some((i64::MIN, last))),
    };
    first.into_iter().chain(second)
}

/// Iterates over a rectangle in row order, skipping what is beside it.
struct Scan<'a, V> {
    map: &'a BTreeMap<Key, V>,
    next: Option<Key>,
    columns: (i64, i64),
    rows: (i64, i64),
}

impl<'a, V> Iterator for Scan<'a, V> {
    type Item = (i64, i64, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let (left, right) = self.columns;
        let last = [self.rows.1, right];
        loop {
            let from = self.next.take().filter(|&from| from <= last)?;
            let (&[y, x], value) = self.map.range(from..=last).next()?;
            let row_below = y.checked_add(1).map(|below| [below, left]);
            self.next = match x {
                _ if x < left => Some([y, left]),
                _ if x < right => Some([y, x + 1]),
                _ => row_below,
            };
            if (left..=right).contains(&x) {
                return Some((x, y, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    /// Compares every rectangle in a small neighborhood of some center with a scan of all values.
    #[test]
    fn a_rectangle_holds_what_lies_in_it() {
        let mut rng = MapRng::new(3);
        for center in [0, 100, i64::MAX - 2, i64::MIN + 1] {
            let mut few = Sparse::default();
            for n in 0..12 {
                let mut near = || center.wrapping_add(i64::from(rng.below(9)) - 4);
                few.insert(near(), near(), n);
            }
            for x0 in (-5..5).map(|d| center.wrapping_add(d)) {
                for (y0, w, h) in (0..5).flat_map(|w| (0..5).map(move |h| (center.wrapping_sub(2), w, h))) {
                    let inside = |x: i64, x0: i64, w: u64| x.wrapping_sub(x0).cast_unsigned() < w;
                    let mut expected: Vec<(i64, i64, i32)> = few.iter().map(|(x, y, &n)| (x, y, n)).collect();
                    expected.retain(|&(x, y, _)| inside(x, x0, w) && inside(y, y0, h));
                    let mut found: Vec<_> = few.within(x0, w, y0, h).map(|(x, y, &n)| (x, y, n)).collect();
                    found.sort_by_key(|&(x, y, _)| (y, x));
                    assert_eq!(found, expected, "({x0}, {y0}) {w}x{h}");
                }
            }
        }
    }

    #[test]
    fn the_whole_plane_is_two_arcs() {
        let all = |from| arcs(from, u64::MAX).collect::<Vec<_>>();
        assert_eq!(all(i64::MIN), [(i64::MIN, i64::MAX - 1)]);
        assert_eq!(all(5), [(5, i64::MAX), (i64::MIN, 3)]);
        assert_eq!(arcs(5, 0).count(), 0);
        assert_eq!(arcs(i64::MAX, 1).collect::<Vec<_>>(), [(i64::MAX, i64::MAX)]);
    }
}
