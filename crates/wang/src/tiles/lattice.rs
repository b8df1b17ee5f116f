//! Colors of a lattice as a pure function of seed and position.
//!
//! 64 neighboring places of a row take their colors from the same hashed words, one bit each of every
//! word. Three colors, or colors of different shares, are drawn by comparing numbers of 32 bits with the
//! bounds between them, in all 64 places at once, the highest bit first, until no place has a tie.

use mapwright_core::mix;

use super::blocks::bit_of;
use super::weights::{Distribution, Draw, Halves, Quarters, Shares, THIRDS, Thirds};

/// The low and the high bits of 64 colors.
pub(super) type Planes = [u64; 2];

/// One row of lattice places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(u64);

impl Row {
    /// Row `y` of a lattice. Lattices with different keys are independent.
    #[inline]
    pub(super) fn new(lattice: u64, y: i64) -> Self {
        Row(mix(lattice, y.cast_unsigned()))
    }

    /// The color at one place.
    pub(super) fn color(self, colors: Distribution, x: i64) -> u8 {
        let (bit, lanes) = (bit_of(x), 1 << bit_of(x));
        let [low, high] = match colors {
            Distribution::Halves => Halves.planes(self, x, lanes),
            Distribution::Thirds => Thirds.planes(self, x, lanes),
            Distribution::Quarters => Quarters.planes(self, x, lanes),
            Distribution::Two(shares) => shares.planes(self, x, lanes),
            Distribution::Three(shares) => shares.planes(self, x, lanes),
            Distribution::Four(shares) => shares.planes(self, x, lanes),
        };
        u8::from(low >> bit & 1 == 1) | u8::from(high >> bit & 1 == 1) << 1
    }

    /// The `nth` word, of up to 32, of the 64 places around `x`.
    #[inline(always)]
    fn word(self, x: i64, nth: u32) -> u64 {
        mix(self.0, (x >> 6 << 5).cast_unsigned() | u64::from(nth))
    }
}

impl Draw for Halves {
    #[inline(always)]
    fn planes(self, row: Row, x: i64, _: u64) -> Planes {
        [row.word(x, 0), 0]
    }
}

impl Draw for Thirds {
    /// Bounds known at compile time cost a quarter of others.
    #[inline(always)]
    fn planes(self, row: Row, x: i64, lanes: u64) -> Planes {
        THIRDS.planes(row, x, lanes)
    }
}

impl Draw for Quarters {
    #[inline(always)]
    fn planes(self, row: Row, x: i64, _: u64) -> Planes {
        [row.word(x, 0), row.word(x, 1)]
    }
}

impl<const N: usize> Draw for Shares<N> {
    #[inline(always)]
    fn planes(self, row: Row, x: i64, lanes: u64) -> Planes {
        let mut colors = Comparison::new(self.bounds, lanes);
        let mut drawn = 0;
        if lanes == !0 {
            if self.bits >= UP_FRONT {
                (0..UP_FRONT).for_each(|nth| colors.draw(nth, row.word(x, nth)));
                drawn = UP_FRONT;
            } else {
                (0..self.bits).for_each(|nth| colors.draw(nth, row.word(x, nth)));
                drawn = self.bits;
            }
        }
        while colors.undecided() && drawn < self.bits {
            [drawn, drawn + 1].into_iter().for_each(|nth| colors.draw(nth, row.word(x, nth)));
            drawn += 2;
        }
        colors.planes()
    }
}

/// This many words decide nearly all blocks; a branch that is hard to predict costs more than a word.
const UP_FRONT: u32 = 10;

/// Numbers of 32 bits in 64 lanes, compared with bounds bit by bit.
struct Comparison<const N: usize> {
    bounds: [u64; N],
    /// Where all bits so far are those of the bound.
    ties: [u64; N],
    /// Where the number is less.
    less: [u64; N],
}

impl<const N: usize> Comparison<N> {
    #[inline(always)]
    fn new(bounds: [u64; N], lanes: u64) -> Self {
        // Every number is less than 2³².
        let all = bounds.map(|bound| bound > u64::from(u32::MAX));
        Comparison {
            bounds,
            ties: all.map(|all| if all { 0 } else { lanes }),
            less: all.map(|all| if all { !0 } else { 0 }),
        }
    }

    #[inline(always)]
    fn undecided(&self) -> bool {
        self.ties.iter().any(|&ties| ties != 0)
    }

    /// The next bit of every number, the `nth` from the highest.
    #[inline(always)]
    fn draw(&mut self, nth: u32, drawn: u64) {
        for ((tie, less), bound) in self.ties.iter_mut().zip(&mut self.less).zip(self.bounds) {
            // All ones where the bound's bit is 1.
            let one = 0u64.wrapping_sub(bound >> (31 - nth.min(31)) & 1);
            *less |= *tie & !drawn & one;
            *tie &= !(drawn ^ one);
        }
    }

    /// The color is the number of bounds that a number has reached. A number below one bound is also below the next.
    #[inline(always)]
    fn planes(&self) -> Planes {
        match self.less[..] {
            [a] => [!a, 0],
            [a, b] => [b & !a, !b],
            [a, b, c] => [b & !a | !c, !b],
            _ => [0, 0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that the 32 words hold for a place, compared as a number.
    #[test]
    fn colors_are_shares_of_a_number() {
        let laws: [&[u32]; 7] = [&[1, 1, 1], &[1, 2], &[3, 1], &[0, 5], &[5, 0], &[1, 0, 2], &[7, 1, 2, 90]];
        for weights in laws {
            let colors = Distribution::new(weights).unwrap();
            let total: u32 = weights.iter().sum();
            for (y, x) in (-40..40).flat_map(|y| (-70..70).map(move |x| (y, x))) {
                let row = Row::new(11, y);
                let number = (0..32).fold(0, |number, nth| number << 1 | row.word(x, nth) >> bit_of(x) & 1);
                let reached = |&color: &usize| {
                    let below: u32 = weights[..=color].iter().sum();
                    // Rounded to the nearest.
                    number >= ((u64::from(below) << 33) / u64::from(total)).div_ceil(2)
                };
                let color = (0..weights.len() - 1).filter(reached).count();
                assert_eq!(usize::from(row.color(colors, x)), color, "{weights:?} ({x}, {y})");
                assert!(weights[color] > 0, "a color without weight");
            }
        }
    }

    #[test]
    fn the_words_of_different_places_differ() {
        let row = Row::new(5, 0);
        let places = [i64::MIN, i64::MIN + 64, -65, -64, -1, 0, 63, 64, i64::MAX - 64, i64::MAX];
        let words = places.into_iter().flat_map(|x| (0..32).map(move |nth| row.word(x, nth)));
        let seen: std::collections::BTreeSet<u64> = words.collect();
        // -64 and -1 share their words, as do 0 and 63.
        assert_eq!(seen.len(), (places.len() - 2) * 32);
    }
}
