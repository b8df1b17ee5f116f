//! Sets and maps that are filled one by one: `collect` compiles a stable sort for each type of item, a tenth of this crate.

use std::collections::{BTreeMap, BTreeSet};

/// Collects the items into a set.
pub(crate) fn set<T: Ord>(items: impl Iterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Collects the entries into a map; of entries with the same key, the last stays.
pub(crate) fn map<K: Ord, V>(entries: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}
