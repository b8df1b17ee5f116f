//! A set of numbers that can tell its k-th member: bits, and a 16-ary tree of how many are set.

/// The set. A change costs a handful of additions, a choice a handful of short sums.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    words: Vec<u64>,
    /// How many bits are set in 16 words, in 16 of those, and so on, up to at most 16 sums.
    levels: Vec<Vec<u32>>,
}

impl Tree {
    /// The empty set of numbers below `n`.
    pub(crate) fn new(n: usize) -> Self {
        let words = vec![0; n.div_ceil(64)];
        let mut levels: Vec<Vec<u32>> = vec![vec![0; words.len().div_ceil(16)]];
        while let Some(top) = levels.last().filter(|top| top.len() > 16) {
            levels.push(vec![0; top.len().div_ceil(16)]);
        }
        Tree { words, levels }
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.levels.iter_mut().for_each(|level| level.fill(0));
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u32 {
        self.levels.last().map_or(0, |top| top.iter().sum())
    }

    /// Adds a number, or takes it out.
    #[inline]
    pub(crate) fn set(&mut self, n: usize, is_member: bool) {
        let (word, bit) = (&mut self.words[n / 64], 1 << (n % 64));
        if (*word & bit != 0) != is_member {
            *word ^= bit;
            let mut i = n / 64;
            for level in &mut self.levels {
                i /= 16;
                level[i] = if is_member { level[i] + 1 } else { level[i] - 1 };
            }
        }
    }

    /// The k-th member in ascending order, from 0; there must be more than `k`.
    pub(crate) fn select(&self, mut k: u32) -> usize {
        let mut i = 0;
        for level in self.levels.iter().rev() {
            i *= 16;
            while level[i] <= k {
                k -= level[i];
                i += 1;
            }
        }
        i *= 16;
        while self.words[i].count_ones() <= k {
            k -= self.words[i].count_ones();
            i += 1;
        }
        let mut word = self.words[i];
        for _ in 0..k {
            word &= word - 1;
        }
        i * 64 + word.trailing_zeros() as usize
    }

    /// All members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let set = self.words.iter().enumerate().filter(|(_, word)| **word != 0);
        set.flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit as usize))
    }
}

/// The bits that are set, the lowest first.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn the_kth_member_is_that_of_a_sorted_list() {
        let mut rng = MapRng::new(1);
        for n in [1u32, 63, 64, 65, 1024, 1025, 70_000] {
            let mut tree = Tree::new(n as usize);
            let mut list = vec![false; n as usize];
            for _ in 0..400 {
                let i = rng.below(n) as usize;
                list[i] = rng.chance(0.7);
                tree.set(i, list[i]);
            }
            let members: Vec<usize> = (0..n as usize).filter(|&i| list[i]).collect();
            assert_eq!(tree.len() as usize, members.len());
            assert_eq!(tree.iter().collect::<Vec<_>>(), members);
            assert_eq!((0..tree.len()).map(|k| tree.select(k)).collect::<Vec<_>>(), members);
        }
    }
}
