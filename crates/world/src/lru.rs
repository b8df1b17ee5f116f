//! A cache that forgets what was used least recently.

use std::collections::BTreeMap;

/// Values by key, of which the least recently used ones are dropped when together they weigh too much.
#[derive(Debug)]
pub(crate) struct Lru<K, V> {
    values: BTreeMap<K, Kept<V>>,
    /// The keys by their last use, the least recent first.
    by_use: BTreeMap<u64, K>,
    clock: u64,
    weight: u64,
    most: u64,
}

#[derive(Debug)]
struct Kept<V> {
    value: V,
    weight: u64,
    used: u64,
}

impl<K: Ord + Clone, V> Lru<K, V> {
    /// An empty cache for values that weigh `most` together. The one used last stays, whatever it weighs.
    pub(crate) const fn new(most: u64) -> Self {
        Lru { values: BTreeMap::new(), by_use: BTreeMap::new(), clock: 0, weight: 0, most }
    }

    /// What the values weigh together.
    pub(crate) const fn weight(&self) -> u64 {
        self.weight
    }

    /// A value; looking it up is a use.
    pub(crate) fn get(&mut self, key: &K) -> Option<&V> {
        let kept = self.values.get_mut(key)?;
        self.clock += 1;
        if let Some(key) = self.by_use.remove(&std::mem::replace(&mut kept.used, self.clock)) {
            self.by_use.insert(self.clock, key);
        }
        Some(&kept.value)
    }

    /// Adds a value, and drops the least recently used ones while all weigh too much.
    pub(crate) fn insert(&mut self, key: K, value: V, weight: u64) {
        self.remove(&key);
        self.clock += 1;
        self.weight = self.weight.saturating_add(weight);
        self.by_use.insert(self.clock, key.clone());
        self.values.insert(key, Kept { value, weight, used: self.clock });
        while self.weight > self.most
            && self.values.len() > 1
            && let Some((_, oldest)) = self.by_use.pop_first()
        {
            self.remove(&oldest);
        }
    }

    fn remove(&mut self, key: &K) {
        if let Some(kept) = self.values.remove(key) {
            self.by_use.remove(&kept.used);
            self.weight = self.weight.saturating_sub(kept.weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    /// A list in order of use, the least recent first.
    #[test]
    fn it_keeps_what_a_list_in_order_of_use_keeps() {
        let mut rng = MapRng::new(5);
        for most in [0, 1, 7, 30] {
            let (mut cache, mut list) = (Lru::new(most), Vec::<(u32, u64)>::new());
            for _ in 0..2000 {
                let key = rng.below(12);
                let at = list.iter().position(|&(known, _)| known == key);
                if rng.chance(0.5) {
                    assert_eq!(cache.get(&key).copied(), at.map(|_| key));
                    at.map(|at| list.remove(at)).into_iter().for_each(|used| list.push(used));
                } else {
                    let weight = rng.below(9).into();
                    at.map(|at| list.remove(at));
                    list.push((key, weight));
                    cache.insert(key, key, weight);
                    while list.len() > 1 && list.iter().map(|&(_, weight)| weight).sum::<u64>() > most {
                        list.remove(0);
                    }
                }
                assert_eq!(cache.values.len(), list.len());
                assert_eq!(cache.weight(), list.iter().map(|&(_, weight)| weight).sum::<u64>());
                assert!(list.iter().all(|(key, _)| cache.values.contains_key(key)));
            }
        }
    }
}
