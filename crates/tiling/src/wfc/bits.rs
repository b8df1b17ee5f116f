//! Sets of patterns as words of 64 bits.

/// As many words as a set has. An array where there are few of them, so that loops over a set are unrolled and the set
/// stays in registers; a vector where there are many.
pub(super) trait Words: Clone + AsRef<[u64]> + AsMut<[u64]> {
    fn empty(words: usize) -> Self;
}

impl<const N: usize> Words for [u64; N] {
    fn empty(_: usize) -> Self {
        [0; N]
    }
}

impl Words for Vec<u64> {
    fn empty(words: usize) -> Self {
        vec![0; words]
    }
}

/// Runs code for the type that holds so many words.
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

/// The numbers in a set, from the lowest on.
#[inline(always)]
pub(super) fn bits(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                bit
            })
        })
    })
}

/// Whether two sets share a number.
#[inline(always)]
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |any, (a, b)| any | (a & b)) != 0
}

/// Whether every number of `a` is in `b`.
#[inline(always)]
pub(super) fn within(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |any, (a, b)| any | (a & !b)) == 0
}

/// How many numbers a set has.
#[inline(always)]
pub(super) fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}
