//! A set of states from which no filling exists.
//!
//! The table is a row of buckets, each of them a line of the processor's cache: a look-up costs one access to memory,
//! which is much of what a node of a large search costs. Where a bucket is full, a key is forgotten; that only costs
//! time. The table starts small, so that an easy board does not pay for it, and doubles when it is three quarters full.

/// Eight keys; 0 is none. They are filled from the front.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([u64; 8]);

/// A set of nonzero keys that may forget some.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    buckets: Vec<Bucket>,
    /// 64 minus the number of bits of a bucket's index.
    shift: u32,
    stored: usize,
    /// The most buckets.
    limit: usize,
}

impl Memo {
    /// A set that takes at most `bytes`, or 4 KiB if that is more.
    pub(super) fn new(bytes: u64) -> Self {
        let bits = 6;
        let limit = usize::try_from(bytes / 64).unwrap_or(usize::MAX);
        Memo { buckets: vec![Bucket::default(); 1 << bits], shift: 64 - bits, stored: 0, limit }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        // Fibonacci hashing (Knuth): the high bits of the product depend on all bits of the key.
        ((key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Reads a part of a key's bucket, which brings it into the cache while other work is done.
    #[inline(always)]
    pub(super) fn peek(&self, key: u64) -> u64 {
        self.buckets[self.place(key)].0[0]
    }

    /// Whether a key is known to be in the set.
    #[inline(always)]
    pub(super) fn has(&self, key: u64) -> bool {
        self.buckets[self.place(key)].0.contains(&key)
    }

    /// Adds a key, which must not be in the set yet.
    #[inline]
    pub(super) fn insert(&mut self, key: u64) {
        let place = self.place(key);
        let Bucket(keys) = &mut self.buckets[place];
        match keys.iter().position(|&old| old == 0) {
            Some(free) => {
                keys[free] = key;
                self.stored += 1;
                if self.stored > self.buckets.len() * 6 && 2 * self.buckets.len() <= self.limit {
                    self.grow();
                }
            }
            // Any of the eight will do; the key picks one.
            None => keys[(key % 7) as usize] = key,
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![Bucket::default(); 2 * old.len()];
        self.shift -= 1;
        for key in old.iter().flat_map(|bucket| bucket.0).filter(|&key| key != 0) {
            // Each old bucket becomes two, so there is room.
            let place = self.place(key);
            if let Some(free) = self.buckets[place].0.iter_mut().find(|old| **old == 0) {
                *free = key;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_is_true_and_little_is_forgotten() {
        let mut memo = Memo::new(1 << 18);
        let key = |n: u64| n * n * 7919 + 1;
        (0..20_000).for_each(|n| memo.insert(key(n)));
        let known = (0..20_000).filter(|&n| memo.has(key(n))).count();
        assert!(known > 17_000, "{known}");
        assert!((20_000..90_000).all(|n| !memo.has(key(n))));
        assert_eq!(memo.buckets.len(), 1 << 12);
        assert!(memo.stored <= 8 << 12);
    }

    #[test]
    fn a_full_table_forgets_and_never_lies() {
        let mut memo = Memo::new(0);
        (1..5000).for_each(|n| memo.insert(n));
        assert_eq!(memo.buckets.len(), 64);
        let known = (1..5000).filter(|&n| memo.has(n)).count();
        assert!((450..=512).contains(&known), "{known}");
        assert!((5000..9000).all(|n| !memo.has(n)));
    }
}
