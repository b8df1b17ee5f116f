//! A set of cells that knows its first member.

/// A set of numbers below a bound: a bit for each, and a bit for each word of bits below that is not 0,
/// level upon level. The first member is found by looking at one word a level, of which there are four at most
/// below 2²⁴ (and six below 2³²).
#[derive(Debug)]
pub(crate) struct FirstSet {
    levels: Vec<Vec<u64>>,
}

impl FirstSet {
    /// The empty set of numbers below `n`.
    pub(crate) fn new(n: u32) -> Self {
        let mut levels = Vec::new();
        let mut n_words = (n as usize).div_ceil(64).max(1);
        levels.push(vec![0; n_words]);
        while n_words > 1 {
            n_words = n_words.div_ceil(64);
            levels.push(vec![0; n_words]);
        }
        FirstSet { levels }
    }

    #[inline]
    pub(crate) fn insert(&mut self, member: u32) {
        let mut at = member as usize;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was_empty = *word == 0;
            *word |= 1 << (at % 64);
            if !was_empty {
                return;
            }
            at /= 64;
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, member: u32) {
        let mut at = member as usize;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            *word &= !(1 << (at % 64));
            if *word != 0 {
                return;
            }
            at /= 64;
        }
    }

    /// The least member.
    pub(crate) fn first(&self) -> Option<u32> {
        let mut at = 0;
        for level in self.levels.iter().rev() {
            let word = level[at];
            if word == 0 {
                return None;
            }
            at = at * 64 + word.trailing_zeros() as usize;
        }
        u32::try_from(at).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn it_is_a_sorted_set() {
        let mut rng = MapRng::new(8);
        for n in [1, 2, 63, 64, 65, 4096, 4097, 300_000] {
            let (mut set, mut twin) = (FirstSet::new(n), BTreeSet::new());
            for round in 0..4000 {
                // It fills up, and empties again.
                let member = if round % 3 == 0 { twin.first().copied().unwrap_or(0) } else { rng.below(n) };
                if rng.chance(if round < 2000 { 0.6 } else { 0.2 }) {
                    set.insert(member);
                    twin.insert(member);
                } else {
                    set.remove(member);
                    twin.remove(&member);
                }
                assert_eq!(set.first(), twin.first().copied());
            }
        }
    }
}
