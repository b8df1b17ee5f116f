//! Sets of key numbers, and where keys lie.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Point};

/// A set of keys, or of the locks that they open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Keys([u64; 4]);

impl Keys {
    pub(crate) const NONE: Keys = Keys([0; 4]);

    pub(crate) fn contains(self, key: u8) -> bool {
        self.0[usize::from(key / 64)] >> (key % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, key: u8) {
        self.0[usize::from(key / 64)] |= 1 << (key % 64);
    }

    #[must_use]
    pub(crate) fn without(mut self, key: u8) -> Keys {
        self.0[usize::from(key / 64)] &= !(1 << (key % 64));
        self
    }

    #[must_use]
    pub(crate) fn union(self, other: Keys) -> Keys {
        self.zip(other, |a, b| a | b)
    }

    #[must_use]
    pub(crate) fn intersection(self, other: Keys) -> Keys {
        self.zip(other, |a, b| a & b)
    }

    #[must_use]
    pub(crate) fn minus(self, other: Keys) -> Keys {
        self.zip(other, |a, b| a & !b)
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Keys::NONE
    }

    pub(crate) fn is_subset(self, of: Keys) -> bool {
        self.minus(of).is_empty()
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&key| self.contains(key))
    }

    fn zip(self, other: Keys, join: impl Fn(u64, u64) -> u64) -> Keys {
        Keys(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

/// The keys that lie in each cell with one, in the order of spawns.
#[derive(Debug)]
pub(crate) struct KeyPlaces(BTreeMap<Point, Vec<u8>>);

impl KeyPlaces {
    pub(crate) fn of(map: &BuilderMap) -> Self {
        let mut places: BTreeMap<Point, Vec<u8>> = BTreeMap::new();
        for spawn in &map.spawns {
            spawn.key.into_iter().for_each(|key| places.entry(spawn.at).or_default().push(key));
        }
        KeyPlaces(places)
    }

    /// Takes the keys of a cell: those that are new are added to both lists.
    pub(crate) fn take(&self, at: Point, keys: &mut Keys, taken: &mut Vec<u8>) {
        for &key in self.0.get(&at).into_iter().flatten() {
            if !keys.contains(key) {
                keys.insert(key);
                taken.push(key);
            }
        }
    }
}

impl FromIterator<u8> for Keys {
    fn from_iter<T: IntoIterator<Item = u8>>(keys: T) -> Self {
        keys.into_iter().fold(Keys::NONE, |mut set, key| {
            set.insert(key);
            set
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let keys: Keys = [0, 63, 64, 200, 255].into_iter().collect();
        assert_eq!(keys.iter().collect::<Vec<u8>>(), [0, 63, 64, 200, 255]);
        assert_eq!(keys.len(), 5);
        let fewer = keys.without(64).without(1);
        assert!(fewer.is_subset(keys) && !keys.is_subset(fewer));
        assert_eq!(keys.minus(fewer).iter().collect::<Vec<u8>>(), [64]);
        assert_eq!(keys.intersection(fewer), fewer);
        assert_eq!(fewer.union(keys), keys);
        assert!(keys.minus(keys).is_empty());
    }
}
