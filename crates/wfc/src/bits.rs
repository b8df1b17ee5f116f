//! Sets of patterns as words of 64 bits.

use mapwright_graph::lanes;

/// The words of a set: an array if there are few, so that loops are unrolled and the set stays in registers, and a
/// vector if there are many.
pub(super) trait Words: Clone + AsRef<[u64]> + AsMut<[u64]> {
    /// Whether rows are best processed word by word. With many words, rows are short lists of numbers instead: of
    /// 7,000 windows of 4×4 cells, four share a row, and processing these would take 112 words.
    const FEW: bool;

    fn empty(words: usize) -> Self;
    fn of(set: &[u64]) -> Self;
}

impl<const N: usize> Words for [u64; N] {
    const FEW: bool = true;

    fn empty(_: usize) -> Self {
        [0; N]
    }

    #[inline(always)]
    fn of(set: &[u64]) -> Self {
        let mut words = [0; N];
        words.copy_from_slice(set);
        words
    }
}

impl Words for Vec<u64> {
    const FEW: bool = false;

    fn empty(words: usize) -> Self {
        vec![0; words]
    }

    fn of(set: &[u64]) -> Self {
        set.to_vec()
    }
}

/// Runs code for the type that holds this many words.
macro_rules! with_words {
    ($words:expr, $set:ident => $body:block) => {
        match $words {
            1 => {
                type $set = [u64; 1];
                $body
            }
            2 => {
                type $set = [u64; 2];
                $body
            }
            3 => {
                type $set = [u64; 3];
                $body
            }
            4 => {
                type $set = [u64; 4];
                $body
            }
            6 => {
                type $set = [u64; 6];
                $body
            }
            8 => {
                type $set = [u64; 8];
                $body
            }
            _ => {
                type $set = Vec<u64>;
                $body
            }
        }
    };
}
pub(super) use with_words;

/// The numbers in a set, in ascending order.
#[inline(always)]
pub(super) fn bits(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(i, &word)| lanes::bits(word).map(move |bit| 64 * i + bit as usize))
}

/// Removes the numbers of another set.
#[inline(always)]
pub(super) fn without(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
}

/// The number of members of a set.
#[inline(always)]
pub(super) fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The set of all patterns.
pub(super) fn full_set(n_patterns: u32, words: usize) -> Vec<u64> {
    let word = |i: usize| match (n_patterns as usize).saturating_sub(64 * i) {
        0 => 0,
        left @ 1..64 => (1 << left) - 1,
        _ => !0,
    };
    (0..words).map(word).collect()
}
