//! One round of a life-like automaton, 64 cells at a time.
//!
//! Logical adders count neighbors, with one bit of the counts in each word (bit slicing). Each row is added to itself
//! shifted one cell left and right, and the sums of three rows give the count. A row's sums serve the row above it, the
//! row itself and the row below. The rule is a polynomial over the bits of the count, so every rule costs the same.
//!
//! The map is changed in place, a strip of rows at a time: the sums hold what the rows below need of the
//! strip. A strip's sums stay in the first-level cache.

use super::{LifeRule, bitmap::Bitmap};

/// The number of words that are processed at a time. Longer rows are not split.
const STRIP: usize = 512;

/// An automaton for maps of one width.
#[derive(Debug)]
pub(crate) struct Life {
    birth: Polynomial,
    /// The difference between birth and survival, if there is any.
    differ: Option<Polynomial>,
    /// The number of words in a strip: a whole number of rows.
    strip: usize,
    /// The ones and twos of the sums, from the row above the strip to the row below it.
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Life {
    /// An automaton for maps with rows of `stride` words.
    pub(crate) fn new(rule: LifeRule, stride: usize) -> Self {
        let strip = (STRIP / stride).max(1) * stride;
        let sums = vec![0; strip + 2 * stride];
        Life {
            birth: Polynomial::of(rule.birth()),
            differ: (rule.birth() != rule.survival()).then(|| Polynomial::of(rule.birth() ^ rule.survival())),
            strip,
            ones: sums.clone(),
            twos: sums,
        }
    }

    /// One round on a framed map. Afterwards the frame is invalid.
    pub(crate) fn round(&mut self, map: &mut Bitmap) {
        let stride = map.stride();
        let (head, words) = (2 * stride, map.words_mut());
        let (above, mut done) = (1 + stride, 0);
        let cells = words.len().saturating_sub(2 + head);
        sum_triples(&words[..head + 2], &mut self.ones[..head], &mut self.twos[..head]);
        while done < cells {
            let n = self.strip.min(cells - done);
            let below = &words[done + head..][..n + 2];
            sum_triples(below, &mut self.ones[head..][..n], &mut self.twos[head..][..n]);
            self.turn(stride, &mut words[above + done..][..n]);
            self.ones.copy_within(n..n + head, 0);
            self.twos.copy_within(n..n + head, 0);
            done += n;
        }
    }

    /// Applies the rule to the cells of a strip whose sums are ready.
    fn turn(&self, stride: usize, cells: &mut [u64]) {
        let sums = [0, stride, 2 * stride].map(|row| (&self.ones[row..], &self.twos[row..]));
        let birth = &self.birth;
        match &self.differ {
            None => turn_with(cells, sums, |_, count| birth.at(count)),
            Some(differ) => turn_with(cells, sums, |cell, count| birth.at(count) ^ cell & differ.at(count)),
        }
    }
}

/// Adds each cell and the two beside it. `words` has one more word at either end than there are sums.
fn sum_triples(words: &[u64], ones: &mut [u64], twos: &mut [u64]) {
    let beside = words.iter().zip(&words[2..]);
    for (((one, two), cell), (before, after)) in ones.iter_mut().zip(twos).zip(&words[1..]).zip(beside) {
        let (west, east) = (cell << 1 | before >> 63, cell >> 1 | after << 63);
        (*one, *two) = add(west, east, *cell);
    }
}

/// The ones and twos of three rows: the one above, the one to change, and the one below.
type Sums<'a> = [(&'a [u64], &'a [u64]); 3];

/// Changes cells by the counts of their neighbors, given bit by bit from the ones up.
fn turn_with(cells: &mut [u64], sums: Sums<'_>, next: impl Fn(u64, [u64; 4]) -> u64) {
    let [above, here, below] = sums.map(|(ones, twos)| ones.iter().zip(twos));
    for (((cell, above), here), below) in cells.iter_mut().zip(above).zip(here).zip(below) {
        // A cell is not its own neighbor. Without it, the sum of its triple has a one if exactly one
        // of the two cells beside it is wall, and a two if both are.
        let one = here.0 ^ *cell;
        let two = here.1 & !one;
        let (n1, carry) = add(*above.0, *below.0, one);
        let (twos, four) = add(*above.1, *below.1, two);
        let (n2, fours) = (twos ^ carry, twos & carry);
        *cell = next(*cell, [n1, n2, four ^ fours, four & fours]);
    }
}

/// A full adder: the ones and twos of a sum of three bits.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let differ = a ^ b;
    (differ ^ c, a & b | c & differ)
}

/// A set of counts 0 to 8 as a polynomial over the four bits of a count (its algebraic normal form,
/// after Zhegalkin 1927): bit `m` of `low` says whether the product of the count's bits in `m` is a term.
#[derive(Debug)]
struct Polynomial {
    /// Each coefficient in all 64 lanes.
    low: [u64; 8],
    eight: u64,
}

impl Polynomial {
    fn of(counts: u16) -> Self {
        let lanes = |n: usize| u64::from(counts >> n & 1).wrapping_neg();
        let mut low: [u64; 8] = std::array::from_fn(lanes);
        // The Moebius transform over subsets turns values into coefficients.
        for bit in [1, 2, 4] {
            for m in (0..8).filter(|m| m & bit != 0) {
                low[m] ^= low[m ^ bit];
            }
        }
        // No count has the eights bit and another bit: where it is set, the rest is the value at 0.
        Polynomial { low, eight: lanes(8) ^ lanes(0) }
    }

    /// The lanes whose count is in the set (Horner's method).
    #[inline(always)]
    fn at(&self, [n1, n2, n4, n8]: [u64; 4]) -> u64 {
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.low;
        let without_four = (c0 ^ n1 & c1) ^ n2 & (c2 ^ n1 & c3);
        let with_four = (c4 ^ n1 & c5) ^ n2 & (c6 ^ n1 & c7);
        without_four ^ n4 & with_four ^ n8 & self.eight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_has_the_values_of_its_set() {
        for counts in 0..512u16 {
            let polynomial = Polynomial::of(counts);
            for n in 0..9u64 {
                let bits = [n, n >> 1, n >> 2, n >> 3].map(|bit| (bit & 1).wrapping_neg());
                let expected = u64::from(counts >> n & 1).wrapping_neg();
                assert_eq!(polynomial.at(bits), expected, "{counts:b} at {n}");
            }
        }
    }
}
