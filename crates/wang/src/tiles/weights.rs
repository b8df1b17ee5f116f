//! How likely each color is.

use mapwright_core::BuildError;

use super::lattice::{Planes, Row};

/// How the colors of a lattice are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distribution {
    /// Two colors, equally likely: one bit for each place.
    Halves,
    /// Three colors, equally likely, to the 2³²nd part.
    Thirds,
    /// Four colors, equally likely: two bits for each place.
    Quarters,
    Two(Shares<1>),
    Three(Shares<2>),
    Four(Shares<3>),
}

/// A way to draw the colors of 64 places at once.
pub(super) trait Draw: Copy {
    /// The colors of the 64 places around `x` that share their words. Only those in `lanes` are guaranteed to be
    /// correct.
    fn planes(self, row: Row, x: i64, lanes: u64) -> Planes;
}

#[derive(Clone, Copy)]
pub(super) struct Halves;

#[derive(Clone, Copy)]
pub(super) struct Thirds;

#[derive(Clone, Copy)]
pub(super) struct Quarters;

/// Colors by comparing a number of 32 bits with the bounds between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shares<const N: usize> {
    /// Color `i` and all before it lie below `bounds[i]`, at most 2³².
    pub(super) bounds: [u64; N],
    /// How many of the highest bits decide: all bounds end in zeros after them.
    pub(super) bits: u32,
}

/// A third and two thirds of 2³², to the nearest.
pub(super) const THIRDS: Shares<2> = Shares { bounds: [0x5555_5555, 0xaaaa_aaab], bits: 32 };

impl<const N: usize> Shares<N> {
    fn new(weights: &[u32], total: u64) -> Self {
        let mut below = 0;
        let mut bounds = [0; N];
        for (bound, &weight) in bounds.iter_mut().zip(weights) {
            below += u64::from(weight);
            // To the nearest: `below` is at most 2³², so that twice its 2³²-fold fits 128 bits only.
            let twice = (u128::from(below) << 33) / u128::from(total);
            *bound = u64::try_from(twice.div_ceil(2)).unwrap_or(1 << 32);
        }
        let zeros = bounds.iter().map(|bound| bound.trailing_zeros().min(32)).min();
        Shares { bounds, bits: 32 - zeros.unwrap_or(0) }
    }
}

impl Distribution {
    /// 2 to 4 equally likely colors.
    pub(super) fn equal(colors: u8) -> Result<Distribution, BuildError> {
        match colors {
            2 => Ok(Distribution::Halves),
            3 => Ok(Distribution::Thirds),
            4 => Ok(Distribution::Quarters),
            _ => Err(BuildError::parameter("colors", colors, "2 to 4")),
        }
    }

    /// A color for each of 2 to 4 weights. A color of weight 0 never appears.
    pub(super) fn new(weights: &[u32]) -> Result<Distribution, BuildError> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let alike = weights.iter().all(|&weight| weight == weights[0]);
        match weights.len() {
            _ if total == 0 || weights.len() < 2 => Err(wrong(weights)),
            2 if alike => Ok(Distribution::Halves),
            3 if alike => Ok(Distribution::Thirds),
            4 if alike => Ok(Distribution::Quarters),
            2 => Ok(Distribution::Two(Shares::new(weights, total))),
            3 => Ok(Distribution::Three(Shares::new(weights, total))),
            4 => Ok(Distribution::Four(Shares::new(weights, total))),
            _ => Err(wrong(weights)),
        }
    }

    /// The number of colors.
    pub(super) const fn colors(&self) -> u8 {
        match self {
            Distribution::Halves | Distribution::Two(_) => 2,
            Distribution::Thirds | Distribution::Three(_) => 3,
            Distribution::Quarters | Distribution::Four(_) => 4,
        }
    }
}

fn wrong(weights: &[u32]) -> BuildError {
    BuildError::parameter("weights", format!("{weights:?}"), "2 to 4 numbers, not all 0")
}

/// Runs a function that is generic over [`Draw`] with the way to draw these colors.
macro_rules! with_draw {
    ($colors:expr, $draw:ident => $call:expr) => {
        match $colors {
            $crate::tiles::weights::Distribution::Halves => {
                let $draw = $crate::tiles::weights::Halves;
                $call
            }
            $crate::tiles::weights::Distribution::Thirds => {
                let $draw = $crate::tiles::weights::Thirds;
                $call
            }
            $crate::tiles::weights::Distribution::Quarters => {
                let $draw = $crate::tiles::weights::Quarters;
                $call
            }
            $crate::tiles::weights::Distribution::Two($draw) => $call,
            $crate::tiles::weights::Distribution::Three($draw) => $call,
            $crate::tiles::weights::Distribution::Four($draw) => $call,
        }
    };
}
pub(super) use with_draw;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_are_the_law_of_equal_colors() {
        for (colors, weight) in [(2, 1), (3, 7), (4, u32::MAX)] {
            assert_eq!(Distribution::new(&vec![weight; colors.into()]), Distribution::equal(colors));
            assert_eq!(Distribution::equal(colors).unwrap().colors(), colors);
        }
        assert_eq!(Shares::new(&[1, 1, 1], 3), THIRDS);
    }

    #[test]
    fn simple_shares_need_few_bits() {
        let check = |weights: &[u32], expected: u32| match Distribution::new(weights).unwrap() {
            Distribution::Two(shares) => assert_eq!(shares.bits, expected),
            colors => panic!("{colors:?}"),
        };
        check(&[1, 3], 2);
        check(&[5, 3], 3);
        check(&[0, 1], 0);
        check(&[1, 0], 0);
        check(&[1, 2], 32);
    }

    #[test]
    fn weights_out_of_range_are_named() {
        for (weights, shown) in [(&[][..], "[]"), (&[1], "[1]"), (&[0, 0], "[0, 0]"), (&[1; 5], "[1, 1, 1, 1, 1]")] {
            let expected = format!("parameter `weights` is {shown}; expected 2 to 4 numbers, not all 0");
            assert_eq!(Distribution::new(weights).unwrap_err().to_string(), expected);
        }
    }
}
