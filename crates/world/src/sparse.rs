//! Values at a few positions of the infinite plane, sorted by rows, so that those of a window are found fast.

use std::collections::BTreeMap;

/// Values at some cells of the plane, by column and row. Saved, they are a list of columns, rows and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse<V>(BTreeMap<CellKey, V>);

/// Row first.
type CellKey = [i64; 2];

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

    /// The values in the `w` columns from `x0` on and the `h` rows from `y0` on, as column, row and value, up to the last
    /// column and row. It takes a look-up for each row, and one for each value found.
    pub fn within(&self, x0: i64, w: u32, y0: i64, h: u32) -> impl Iterator<Item = (i64, i64, &V)> {
        let (right, bottom) = (x0.saturating_add(w.into()), y0.saturating_add(h.into()));
        let rows = (y0..bottom).flat_map(move |y| self.0.range([y, x0]..[y, right]));
        rows.map(|(&[y, x], value)| (x, y, value))
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

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    /// Compares every rectangle in a small neighborhood of some center with a scan of all values.
    #[test]
    fn a_rectangle_holds_what_lies_in_it() {
        let mut rng = MapRng::new(3);
        for center in [0, 100, i64::MAX - 9, i64::MIN + 9] {
            let mut few = Sparse::default();
            for n in 0..12 {
                let mut near = || center + i64::from(rng.below(9)) - 4;
                few.insert(near(), near(), n);
            }
            for x0 in center - 5..center + 5 {
                for (y0, w, h) in (0..5).flat_map(|w| (0..5).map(move |h| (center - 2, w, h))) {
                    let inside = |x: i64, x0: i64, w: u32| x >= x0 && x < x0.saturating_add(w.into());
                    let mut expected: Vec<(i64, i64, i32)> = few.iter().map(|(x, y, &n)| (x, y, n)).collect();
                    expected.retain(|&(x, y, _)| inside(x, x0, w) && inside(y, y0, h));
                    let found: Vec<_> = few.within(x0, w, y0, h).map(|(x, y, &n)| (x, y, n)).collect();
                    assert_eq!(found, expected, "({x0}, {y0}) {w}x{h}");
                }
            }
        }
        assert_eq!(Sparse::<u8>::default().within(i64::MAX, u32::MAX, i64::MAX, 3).count(), 0);
    }
}
