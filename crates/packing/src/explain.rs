//! Why a board has no filling.

use std::fmt;

use super::color::{self, ColorRule};
use super::kinds::Kinds;
use super::problem::PackProblem;

/// Why there is no filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoFilling {
    /// No choice of pieces has as many cells as the board. Only if pieces may be left over.
    Area,
    /// A coloring of the board cannot be balanced.
    Color(ColorRule),
    /// The search tried everything.
    Exhausted,
}

impl fmt::Display for NoFilling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoFilling::Area => f.write_str("no filling: no choice of pieces covers as many cells as the board has"),
            NoFilling::Color(rule) => write!(f, "no filling: {rule}"),
            NoFilling::Exhausted => f.write_str("no filling: the search tried everything"),
        }
    }
}

impl PackProblem {
    /// Why there is no filling, if that can be seen without a search.
    pub(super) fn refuted(&self, kinds: &Kinds) -> Option<NoFilling> {
        let area = self.spares && !can_sum(kinds, self.board.area());
        area.then_some(NoFilling::Area).or_else(|| color::refuted(self, kinds).map(NoFilling::Color))
    }
}

/// Whether some of the pieces have `area` cells together.
pub(super) fn can_sum(kinds: &Kinds, area: u32) -> bool {
    let area = area as usize;
    let mut sums = vec![false; area + 1];
    sums[0] = true;
    for kind in &kinds.kinds {
        let step = kind.area as usize;
        // For each sum, how many of this kind it takes at least.
        let mut taken = vec![0u32; area + 1];
        for sum in step..=area {
            if !sums[sum] && sums[sum - step] && taken[sum - step] < kind.count {
                sums[sum] = true;
                taken[sum] = taken[sum - step] + 1;
            }
        }
    }
    sums[area]
}
