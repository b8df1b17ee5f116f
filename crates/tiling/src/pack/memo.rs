//! A set of states from which no filling exists.
//!
//! Every key has two places; of three keys that want them, one is forgotten. Forgetting only costs time.
//! The table starts small, so that an easy board does not pay for it, and doubles while it fills up.

/// A set of non-zero keys that may forget.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    places: Vec<u64>,
    /// 64 less the number of bits of a place.
    shift: u32,
    stored: usize,
    limit: usize,
}

impl Memo {
    /// A set that takes `limit` places of 8 bytes at the most.
    pub(super) fn new(limit: usize) -> Self {
        let bits = 10;
        Memo { places: vec![0; 1 << bits], shift: 64 - bits, stored: 0, limit }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        // Fibonacci hashing (Knuth): the high bits of the product depend on all bits of the key.
        ((key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Whether a key is known to be in the set.
    #[inline(always)]
    pub(super) fn has(&self, key: u64) -> bool {
        let place = self.place(key);
        self.places[place] == key || self.places[place ^ 1] == key
    }

    /// Puts a key into the set.
    #[inline]
    pub(super) fn insert(&mut self, key: u64) {
        let place = self.place(key);
        let old = self.places[place];
        self.places[place] = key;
        if old != 0 {
            self.places[place ^ 1] = old;
        }
        self.stored += 1;
        if self.stored > self.places.len() / 2 && 2 * self.places.len() <= self.limit {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.places);
        self.places = vec![0; 2 * old.len()];
        self.shift -= 1;
        self.stored = 0;
        old.into_iter().filter(|&key| key != 0).for_each(|key| {
            let place = self.place(key);
            let free = if self.places[place] == 0 { place } else { place ^ 1 };
            self.places[free] = key;
            self.stored += 1;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_is_true_and_little_is_forgotten() {
        let mut memo = Memo::new(1 << 16);
        let key = |n: u64| n * n * 7919 + 1;
        (0..20_000).for_each(|n| memo.insert(key(n)));
        let known = (0..20_000).filter(|&n| memo.has(key(n))).count();
        assert!(known > 17_000, "{known}");
        assert!((20_000..90_000).all(|n| !memo.has(key(n))));
        assert!(memo.places.len() <= 1 << 16);
    }
}
