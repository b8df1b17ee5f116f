//! Sorted sets of cells.

/// A set of numbers below a bound, sorted.
///
/// A hierarchical bit set: a bit for each number, a bit for each nonzero word of these, and so on up to a single word.
/// This is a tree of fan-out 64, at most six levels deep. Every operation reads at most one word a level, and never
/// visits empty regions.
///
/// ```
/// use mapwright_core::CellSet;
///
/// let mut cells = CellSet::new(1000);
/// [700, 3, 64].into_iter().for_each(|cell| cells.insert(cell));
/// cells.toggle(3);
/// assert_eq!(cells.first(), Some(64));
/// let mut members = vec![];
/// cells.drain(|cell| members.push(cell));
/// assert_eq!((members, cells.first()), (vec![64, 700], None));
/// ```
#[derive(Clone, Debug)]
pub struct CellSet {
    bound: u32,
    levels: Vec<Vec<u64>>,
}

impl CellSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: u32) -> Self {
        let mut levels = Vec::new();
        let mut words = bound as usize;
        loop {
            words = words.div_ceil(64).max(1);
            levels.push(vec![0; words]);
            if words == 1 {
                return CellSet { bound, levels };
            }
        }
    }

    /// The bound.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    /// Adds a number, which must be below the bound.
    #[inline]
    pub fn insert(&mut self, member: u32) {
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

    /// Removes a number, which must be below the bound.
    #[inline]
    pub fn remove(&mut self, member: u32) {
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

    /// Adds a number, or removes it if it is a member. It must be below the bound.
    #[inline]
    pub fn toggle(&mut self, member: u32) {
        let mut at = member as usize;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was_empty = *word == 0;
            *word ^= 1 << (at % 64);
            if was_empty == (*word == 0) {
                return;
            }
            at /= 64;
        }
    }

    /// The smallest member.
    pub fn first(&self) -> Option<u32> {
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

    /// Removes all members, in ascending order.
    pub fn drain(&mut self, mut each: impl FnMut(u32)) {
        self.drain_word(self.levels.len() - 1, 0, &mut each);
    }

    /// Recurses once for each level.
    fn drain_word(&mut self, level: usize, word: usize, each: &mut impl FnMut(u32)) {
        let mut bits = std::mem::take(&mut self.levels[level][word]);
        while bits != 0 {
            let child = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            match level {
                0 => each(child as u32),
                _ => self.drain_word(level - 1, child, each),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::MapRng;

    #[test]
    fn it_is_a_sorted_set() {
        let mut rng = MapRng::new(8);
        for n in [1, 2, 63, 64, 65, 4096, 4097, 300_000] {
            let (mut set, mut twin) = (CellSet::new(n), BTreeSet::new());
            for round in 0..4000 {
                // It fills up, and empties again.
                let member = if round % 3 == 0 { twin.first().copied().unwrap_or(0) } else { rng.below(n) };
                if rng.chance(0.2) {
                    set.toggle(member);
                    if !twin.remove(&member) {
                        twin.insert(member);
                    }
                } else if rng.chance(if round < 2000 { 0.6 } else { 0.2 }) {
                    set.insert(member);
                    twin.insert(member);
                } else {
                    set.remove(member);
                    twin.remove(&member);
                }
                assert_eq!(set.first(), twin.first().copied());
                if round % 500 == 499 {
                    let mut drained = Vec::new();
                    set.drain(|member| drained.push(member));
                    assert!(drained.into_iter().eq(std::mem::take(&mut twin)));
                    set.drain(|member| panic!("{member} was taken out before"));
                }
            }
        }
    }
}
