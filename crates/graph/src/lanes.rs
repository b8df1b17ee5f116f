//! Cells as bits, 64 to a word: counting neighbors and tossing coins in all of them at once.
//!
//! Neighbors are counted by adders made of logic, a bit of the count to a word (bit slicing): each row is summed with
//! itself one cell to the left and to the right, and such sums of three rows give the count. A row's sums serve the row
//! above it, the row itself and the row below.

use mapwright_core::MapRng;

/// Numbers in 64 lanes, a word for each of their bits, the ones first.
pub type Counts = [u64; 4];

/// Sets each of `lanes` with probability `threshold` / 2³²; the other bits stay 0.
///
/// Compares a random number of 32 bits in each lane with the threshold, the highest bit first, all lanes at once. A
/// lane is decided by the first bit in which the two differ, which is half of them each time: a full word takes 7 draws
/// on average, not 32.
pub fn bernoulli(threshold: u64, lanes: u64, rng: &mut MapRng) -> u64 {
    bernoulli_by(threshold, lanes, || rng.bits())
}

/// The same, with fair bits from `draw`.
#[inline]
pub fn bernoulli_by(threshold: u64, lanes: u64, mut draw: impl FnMut() -> u64) -> u64 {
    if threshold >= 1 << 32 {
        return lanes;
    }
    let (mut undecided, mut less) = (lanes, 0);
    let mut rest = threshold << 32;
    // A threshold with no bit left is below or equal to whatever is drawn.
    while undecided != 0 && rest != 0 {
        let drawn = draw();
        if rest >> 63 == 1 {
            less |= undecided & !drawn;
            undecided &= drawn;
        } else {
            undecided &= !drawn;
        }
        rest <<= 1;
    }
    less
}

/// The `n` lowest bits, 0 to 64.
#[inline]
pub fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n).unwrap_or(0)
}

/// Up to 64 items as bits, the first one lowest.
#[inline]
pub fn pack<T>(items: &[T], is: impl Fn(&T) -> bool) -> u64 {
    items.iter().rev().fold(0, |word, item| word << 1 | u64::from(is(item)))
}

/// Returns the numbers of the bits that are set, in ascending order.
#[inline(always)]
pub fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// Sets bit `at` of a row of words, or clears it.
#[inline]
pub fn set_bit(words: &mut [u64], at: usize, is_set: bool) {
    let word = &mut words[at / 64];
    *word = *word & !(1 << (at % 64)) | u64::from(is_set) << (at % 64);
}

/// The ones and twos of each cell and the two beside it. `words` has one word more at either end than there are sums.
#[inline]
pub fn sum_triples(words: &[u64], ones: &mut [u64], twos: &mut [u64]) {
    let beside = words.iter().zip(&words[2..]);
    for (((one, two), cell), (before, after)) in ones.iter_mut().zip(twos).zip(&words[1..]).zip(beside) {
        let (west, east) = (cell << 1 | before >> 63, cell >> 1 | after << 63);
        (*one, *two) = add(west, east, *cell);
    }
}

/// How many of its eight neighbors are set, for each cell of a word, from the sums of the words above it, of itself,
/// and below it.
#[inline(always)]
pub fn around_eight(cell: u64, above: (u64, u64), here: (u64, u64), below: (u64, u64)) -> Counts {
    // A cell is not its own neighbor. Without it the sum of its triple has a one where exactly one of the two beside it
    // is set, and a two where the triple's carry came from them alone.
    let one = here.0 ^ cell;
    let two = here.1 & !one;
    let (n1, carry) = add(above.0, below.0, one);
    let (twos, four) = add(above.1, below.1, two);
    let (n2, fours) = (twos ^ carry, twos & carry);
    [n1, n2, four ^ fours, four & fours]
}

/// How many of the four neighbors beside, above and below are set, for each cell of a word.
#[inline(always)]
pub fn around_four(cell: u64, above: u64, here: (u64, u64), below: u64) -> Counts {
    let one = here.0 ^ cell;
    let two = here.1 & !one;
    let (n1, carry) = add(above, below, one);
    [n1, two ^ carry, two & carry, 0]
}

/// A full adder: the ones and twos of a sum of three bits.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let differ = a ^ b;
    (differ ^ c, a & b | c & differ)
}

/// A set of counts 0 to 8 as a polynomial over the four bits of a count (its algebraic normal form, after Zhegalkin
/// 1927): bit `m` of `low` tells whether the product of the count's bits in `m` is a term. So every set costs the same.
#[derive(Clone, Debug)]
pub struct CountSet {
    /// Each coefficient in all 64 lanes.
    low: [u64; 8],
    eight: u64,
}

impl CountSet {
    /// The set with a bit for each count.
    pub fn new(counts: u16) -> Self {
        let lanes = |n: usize| u64::from(counts >> n & 1).wrapping_neg();
        let mut low: [u64; 8] = std::array::from_fn(lanes);
        // The Moebius transform over subsets turns values into coefficients.
        for bit in [1, 2, 4] {
            for m in (0..8).filter(|m| m & bit != 0) {
                low[m] ^= low[m ^ bit];
            }
        }
        // No count has the eights bit and another one: where it is set, the rest is the value at 0.
        CountSet { low, eight: lanes(8) ^ lanes(0) }
    }

    /// Which lanes have a count in the set (Horner's scheme).
    #[inline(always)]
    pub fn has(&self, [n1, n2, n4, n8]: Counts) -> u64 {
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
    fn a_set_has_its_counts() {
        for counts in 0..512u16 {
            let set = CountSet::new(counts);
            for n in 0..9u64 {
                let bits = [n, n >> 1, n >> 2, n >> 3].map(|bit| (bit & 1).wrapping_neg());
                let expected = u64::from(counts >> n & 1).wrapping_neg();
                assert_eq!(set.has(bits), expected, "{counts:b} at {n}");
            }
        }
    }

    #[test]
    fn bits_are_put_one_by_one() {
        let (mut words, mut bits) = ([0b1001, u64::MAX], [false; 128]);
        (bits[0], bits[3]) = (true, true);
        bits[64..].fill(true);
        for (at, is_set) in [(0, false), (1, true), (3, true), (63, true), (64, false), (100, false), (127, true)] {
            set_bit(&mut words, at, is_set);
            bits[at] = is_set;
            assert_eq!(words, [pack(&bits[..64], |&bit| bit), pack(&bits[64..], |&bit| bit)], "{at}");
            let set = words.iter().flat_map(|&word| super::bits(word)).count();
            assert_eq!(set, bits.iter().filter(|&&bit| bit).count(), "{at}");
            assert!(super::bits(words[0]).eq((0..64).filter(|&bit| bits[bit as usize])), "{at}");
        }
    }

    #[test]
    fn neighbors_are_counted_one_by_one() {
        let mut rng = MapRng::new(3);
        for _ in 0..50 {
            let rows: [[u64; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| rng.bits()));
            let sums = rows.map(|row| {
                let (mut one, mut two) = ([0], [0]);
                sum_triples(&row, &mut one, &mut two);
                (one[0], two[0])
            });
            let bit = |y: usize, x: i32| (rows[y][((x + 64) / 64) as usize] >> ((x + 64) % 64) & 1) as u32;
            let eight = around_eight(rows[1][1], sums[0], sums[1], sums[2]);
            let four = around_four(rows[1][1], rows[0][1], sums[1], rows[2][1]);
            for x in 0..64 {
                let at = |counts: Counts| (0..4).map(|i| (counts[i] >> x & 1) << i).sum::<u64>() as u32;
                let crossing = bit(0, x) + bit(1, x - 1) + bit(1, x + 1) + bit(2, x);
                let corners = [(0, -1), (0, 1), (2, -1), (2, 1)].map(|(y, dx)| bit(y, x + dx));
                assert_eq!((at(four), at(eight)), (crossing, crossing + corners.iter().sum::<u32>()));
            }
        }
    }

    #[test]
    fn only_the_wanted_lanes_are_drawn_for() {
        for threshold in [0, 1, 1 << 31, 0x8ccc_cccd, u64::from(u32::MAX), 1 << 32, u64::MAX] {
            for lanes in [0, 1, 1 << 63, 0xff00, !0] {
                let set = bernoulli(threshold, lanes, &mut MapRng::new(1));
                assert_eq!(set & !lanes, 0);
                if threshold >= 1 << 32 {
                    assert_eq!(set, lanes);
                }
            }
        }
    }

    #[test]
    fn the_lanes_are_compared_with_the_threshold() {
        let threshold = 0x8ccc_cccd;
        let (mut rng, mut same) = (MapRng::new(9), MapRng::new(9));
        for _ in 0..50 {
            let set = bernoulli(threshold, !0, &mut rng);
            let mut numbers = [0u64; 64];
            let mut draws = 0;
            // Draw as many words as it did, each giving every lane its next bit.
            while same != rng {
                let drawn = same.bits();
                draws += 1;
                numbers.iter_mut().enumerate().for_each(|(lane, number)| *number = *number << 1 | drawn >> lane & 1);
            }
            for (lane, number) in numbers.into_iter().enumerate() {
                // Compared as far as it was drawn: no lane can be on a tie, or it would have gone on.
                let head = threshold >> (32 - draws);
                assert_ne!(number, head);
                assert_eq!(set >> lane & 1 == 1, number < head);
            }
        }
    }
}
