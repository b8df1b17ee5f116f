//! Cells that changed an odd number of times, handed out in row-major order.
//!
//! Water has two states, so a cell that flipped twice is as it was. One bit a cell says whether it flipped an odd
//! number of times; above, one bit a word says that the word may hold something, and so on up to one
//! word: a tree of fan-out 64. Handing out costs a few steps a cell, sorted for free, and what nobody touched is
//! never looked at. With lists that are sorted, turns on a solved board take 1.7 times the instructions.

/// A set in which a cell put in twice is not.
#[derive(Clone, Debug)]
pub(super) struct Flips {
    /// One bit a cell, then one bit a word of the level before, up to a single word.
    levels: Vec<Vec<u64>>,
}

impl Flips {
    pub(super) fn new(cells: u32) -> Self {
        let mut levels = Vec::new();
        let mut words = cells as usize;
        loop {
            words = words.div_ceil(64).max(1);
            levels.push(vec![0; words]);
            if words == 1 {
                return Flips { levels };
            }
        }
    }

    /// Puts a cell in, or takes it out again.
    #[inline]
    pub(super) fn flip(&mut self, cell: u32) {
        let mut at = cell as usize;
        let Some((cells, above)) = self.levels.split_first_mut() else { return };
        let word = &mut cells[at / 64];
        // A word that holds something is known above already.
        let is_known = *word != 0;
        *word ^= 1 << (at % 64);
        if !is_known {
            for level in above {
                at /= 64;
                level[at / 64] |= 1 << (at % 64);
            }
        }
    }

    /// Takes every cell out, in ascending order.
    pub(super) fn drain(&mut self, mut each: impl FnMut(u32)) {
        self.drain_word(self.levels.len() - 1, 0, &mut each);
    }

    /// Goes as deep as there are levels: six at most.
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

    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn what_flipped_an_odd_number_of_times_comes_out_once_in_order() {
        let mut rng = MapRng::new(5);
        for cells in [1, 2, 63, 64, 65, 4_096, 4_097, 300_000] {
            let mut flips = Flips::new(cells);
            for n in [0, 1, 7, 500] {
                let mut expected = BTreeSet::new();
                for _ in 0..n {
                    let cell = rng.below(cells);
                    flips.flip(cell);
                    if !expected.remove(&cell) {
                        expected.insert(cell);
                    }
                }
                let mut found = Vec::new();
                flips.drain(|cell| found.push(cell));
                assert!(found.into_iter().eq(expected));
            }
            flips.drain(|cell| panic!("{cell} was taken out before"));
        }
    }
}
