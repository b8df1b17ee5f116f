//! Colors of a lattice as a pure function of seed and position.
//!
//! A place has a number of 32 bits, of which every color has its share. 64 neighboring places of a row take their bits
//! from the same hashed words, one bit each of every word, the highest bit first. The numbers of all 64 are compared with
//! the bounds between the shares at once, until no place has a tie: most blocks need a few words only.

use mapwright_core::{BuildError, mix};

/// One row of a lattice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LatticeRow(u64);

impl LatticeRow {
    /// Row `y` of a lattice. Lattices with different keys are independent.
    #[inline]
    pub(crate) fn new(lattice: u64, y: i64) -> Self {
        LatticeRow(mix(lattice, y.cast_unsigned()))
    }

    /// The `nth` word, of up to 32, of the 64 places around `x`.
    #[inline]
    fn word(self, x: i64, nth: u32) -> u64 {
        mix(self.0, (x >> 6 << 5).cast_unsigned() | u64::from(nth))
    }
}

/// How likely each color is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    colors: u8,
    /// Color `i` and all before it have the numbers below `bounds[i]`, at most 2³².
    bounds: [u64; 3],
    /// How many of the highest bits decide: all bounds end in zeros after them.
    bits: u32,
    /// Whether the colors 1 and 2 change places. With four equal colors the first word is the low bit of the color.
    is_low_first: bool,
}

impl Shares {
    /// 2 to 4 equally likely colors.
    pub(crate) fn equal(colors: u8) -> Result<Shares, BuildError> {
        match colors {
            2..=4 => Shares::new(&[1; 4][..colors.into()]),
            _ => Err(BuildError::parameter("colors", colors, "2 to 4")),
        }
    }

    /// A color for each of 2 to 4 weights. A color of weight 0 never appears.
    pub(crate) fn new(weights: &[u32]) -> Result<Shares, BuildError> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let Some(colors) = u8::try_from(weights.len()).ok().filter(|colors| (2..=4).contains(colors) && total > 0)
        else {
            let allowed = "2 to 4 numbers, not all 0";
            return Err(BuildError::parameter("weights", format!("{weights:?}"), allowed));
        };
        let mut below = 0;
        let mut bounds = [1 << 32; 3];
        for (bound, &weight) in bounds.iter_mut().zip(weights) {
            below += u64::from(weight);
            // To the nearest: `below` is at most 2³⁴, so that its 2³³-fold fits 128 bits only.
            let twice = (u128::from(below) << 33) / u128::from(total);
            *bound = u64::try_from(twice.div_ceil(2)).unwrap_or(1 << 32);
        }
        let zeros = bounds.iter().map(|bound| bound.trailing_zeros().min(32)).min();
        let is_low_first = colors == 4 && weights.iter().all(|&weight| weight == weights[0]);
        Ok(Shares { colors, bounds, bits: 32 - zeros.unwrap_or(0), is_low_first })
    }

    /// The number of colors.
    pub(crate) const fn colors(&self) -> u8 {
        self.colors
    }

    /// The colors of the 64 places of a row around `x`, from the multiple of 64 on.
    #[inline]
    pub(crate) fn block(&self, row: LatticeRow, x: i64) -> [u8; 64] {
        let [low, high] = self.bits(row, x);
        let ones = 0x0101_0101_0101_0101;
        let eight = |bit: usize| (low >> bit & ones | (high >> bit & ones) << 1).to_le_bytes();
        let mut colors = [0; 64];
        colors.as_chunks_mut().0.iter_mut().enumerate().for_each(|(bit, out)| *out = eight(bit));
        colors
    }

    /// The low and the high bits of the colors of 64 places. The `i`-th place has bit `i / 8` of byte `i % 8`.
    #[inline]
    fn bits(&self, row: LatticeRow, x: i64) -> [u64; 2] {
        // Every number is less than 2³².
        let is_all = |bound: u64| bound >> 32 > 0;
        let mut ties = self.bounds.map(|bound| if is_all(bound) { 0 } else { !0 });
        let mut less = ties.map(|tie: u64| !tie);
        for nth in 0..self.bits {
            let drawn = row.word(x, nth);
            for ((tie, less), bound) in ties.iter_mut().zip(&mut less).zip(self.bounds) {
                // All ones where the bound's bit is 1.
                let one = 0u64.wrapping_sub(bound >> (31 - nth) & 1);
                *less |= *tie & !drawn & one;
                *tie &= !(drawn ^ one);
            }
            if ties == [0; 3] {
                break;
            }
        }
        // The color is the number of bounds that a number has reached. A number below one bound is also below the next.
        let [a, b, c] = less;
        let (low, high) = (b & !a | !c, !b);
        if self.is_low_first { [high, low] } else { [low, high] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that the 32 words hold for a place, compared as a number.
    #[test]
    fn colors_are_shares_of_a_number() {
        let laws: [&[u32]; 9] =
            [&[1, 1], &[1, 1, 1], &[1, 2], &[3, 1], &[0, 5], &[5, 0], &[1, 0, 2], &[7, 1, 2, 90], &[u32::MAX, 1]];
        for weights in laws {
            let shares = Shares::new(weights).unwrap();
            let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
            for (y, x) in (-40..40).flat_map(|y| (-70i64..70).map(move |x| (y, x))) {
                let (row, place) = (LatticeRow::new(11, y), x.rem_euclid(64) as usize);
                let bit = 8 * (place % 8) + place / 8;
                let number = (0..32).fold(0, |number, nth| number << 1 | row.word(x, nth) >> bit & 1);
                let reached = |&color: &usize| {
                    let below: u64 = weights[..=color].iter().map(|&weight| u64::from(weight)).sum();
                    // Rounded to the nearest.
                    u128::from(number) >= ((u128::from(below) << 33) / u128::from(total)).div_ceil(2)
                };
                let color = (0..weights.len() - 1).filter(reached).count();
                assert_eq!(usize::from(shares.block(row, x)[place]), color, "{weights:?} ({x}, {y})");
                assert!(weights[color] > 0, "a color without weight");
            }
        }
    }

    /// Four equal colors take a bit of the first word and a bit of the second.
    #[test]
    fn four_equal_colors_are_two_bits() {
        let (shares, row) = (Shares::equal(4).unwrap(), LatticeRow::new(3, 5));
        assert_eq!(shares.bits(row, 70), [row.word(64, 0), row.word(64, 1)]);
    }

    #[test]
    fn equal_weights_are_the_law_of_equal_colors() {
        for (colors, weight) in [(2, 1), (3, 7), (4, u32::MAX)] {
            assert_eq!(Shares::new(&vec![weight; colors.into()]), Shares::equal(colors));
            assert_eq!(Shares::equal(colors).unwrap().colors(), colors);
        }
    }

    #[test]
    fn simple_shares_need_few_bits() {
        for (weights, expected) in [([1, 1], 1), ([1, 3], 2), ([5, 3], 3), ([0, 1], 0), ([1, 0], 0), ([1, 2], 32)] {
            assert_eq!(Shares::new(&weights).unwrap().bits, expected, "{weights:?}");
        }
    }

    #[test]
    fn weights_out_of_range_are_named() {
        for (weights, shown) in [(&[][..], "[]"), (&[1], "[1]"), (&[0, 0], "[0, 0]"), (&[1; 5], "[1, 1, 1, 1, 1]")] {
            let expected = format!("parameter `weights` is {shown}; expected 2 to 4 numbers, not all 0");
            assert_eq!(Shares::new(weights).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn the_words_of_different_places_differ() {
        let row = LatticeRow::new(5, 0);
        let places = [i64::MIN, i64::MIN + 64, -65, -64, -1, 0, 63, 64, i64::MAX - 64, i64::MAX];
        let words = places.into_iter().flat_map(|x| (0..32).map(move |nth| row.word(x, nth)));
        let seen: std::collections::BTreeSet<u64> = words.collect();
        // -64 and -1 share their words, as do 0 and 63.
        assert_eq!(seen.len(), (places.len() - 2) * 32);
    }
}
