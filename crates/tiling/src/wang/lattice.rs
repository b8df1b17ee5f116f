//! Colors of a lattice as a pure function of seed and place.
//!
//! 64 neighboring places of a row take their colors from the same hashed words, one bit each of every
//! word. Three colors are drawn by comparing numbers of 32 bits with a third and two thirds, in all 64
//! places at once, the highest bit first, until no place has a tie; other shares for the colors, if they
//! are ever wanted, need nothing but other numbers to compare with.

use mapwright_core::mix;

use super::blocks::bit_of;

/// The low and the high bits of 64 colors.
pub(super) type Planes = [u64; 2];

/// A third and two thirds of 2³², to the nearest.
const THIRDS: [u32; 2] = [0x5555_5555, 0xaaaa_aaab];

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
    pub(super) fn color(self, colors: u8, x: i64) -> u8 {
        let (bit, lanes) = (bit_of(x), 1 << bit_of(x));
        let [low, high] = match colors {
            2 => self.planes::<2>(x, lanes),
            3 => self.planes::<3>(x, lanes),
            _ => self.planes::<4>(x, lanes),
        };
        u8::from(low >> bit & 1 == 1) | u8::from(high >> bit & 1 == 1) << 1
    }

    /// The colors of the 64 places around `x` that share its words. Only those in `lanes` are sure to be
    /// right.
    #[inline(always)]
    pub(super) fn planes<const COLORS: u8>(self, x: i64, lanes: u64) -> Planes {
        match COLORS {
            2 => [self.word(x, 0), 0],
            3 => self.thirds(x, lanes),
            _ => [self.word(x, 0), self.word(x, 1)],
        }
    }

    /// The `nth` word, of up to 32, of the 64 places around `x`.
    #[inline(always)]
    fn word(self, x: i64, nth: u32) -> u64 {
        mix(self.0, (x >> 6 << 5).cast_unsigned() | u64::from(nth))
    }

    /// One of three colors in each lane.
    #[inline(always)]
    fn thirds(self, x: i64, lanes: u64) -> Planes {
        let mut colors = Comparison { ties: [lanes; 2], less: [0; 2] };
        let mut drawn = 0;
        if lanes == !0 {
            // So many decide nearly all blocks; a branch that is hard to predict costs more than a word.
            (0..10).for_each(|nth| colors.draw(nth, self.word(x, nth)));
            drawn = 10;
        }
        while colors.ties != [0; 2] && drawn < 32 {
            [drawn, drawn + 1].into_iter().for_each(|nth| colors.draw(nth, self.word(x, nth)));
            drawn += 2;
        }
        let [first, second] = colors.less;
        [second & !first, !second]
    }
}

/// Numbers of 32 bits in 64 lanes, compared with [`THIRDS`] bit by bit.
struct Comparison {
    /// Where all bits so far are those of the threshold.
    ties: [u64; 2],
    /// Where the number is less.
    less: [u64; 2],
}

impl Comparison {
    /// The next bit of every number, the `nth` from the highest.
    #[inline(always)]
    fn draw(&mut self, nth: u32, drawn: u64) {
        for ((tie, less), threshold) in self.ties.iter_mut().zip(&mut self.less).zip(THIRDS) {
            if threshold >> (31 - nth) & 1 == 1 {
                *less |= *tie & !drawn;
                *tie &= drawn;
            } else {
                *tie &= !drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that the 32 words hold for a place, compared as a number.
    #[test]
    fn three_colors_are_thirds_of_a_number() {
        for (y, x) in (-40..40).flat_map(|y| (-70..70).map(move |x| (y, x))) {
            let row = Row::new(11, y);
            let number =
                (0..32).fold(0u32, |number, nth| number << 1 | u32::from(row.word(x, nth) >> bit_of(x) & 1 == 1));
            let color = THIRDS.into_iter().filter(|&threshold| number >= threshold).count();
            assert_eq!(usize::from(row.color(3, x)), color, "({x}, {y})");
        }
        for (share, threshold) in [1, 2].into_iter().zip(THIRDS) {
            assert!((3 * i64::from(threshold) - (share << 32)).abs() <= 1);
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
