//! Seeing early that a walk will not get there within its budget.
//!
//! Walkers who always begin at one place dig ever more slowly: whether the n-th of them finds a solid cell depends on
//! whether the walkers before it left one, so the cells that it digs on average are fewer from walker to walker. Those
//! who begin anywhere on the floor are hardly faster later than before either: their floor grows, but so does the part
//! of it that is far from all rock. So the pace of some stretch, taken many times over, bounds what is to come.
//!
//! A stretch may have been slow by chance. When 24 strokes were due on average, two or fewer dig something once in
//! ten million stretches; hence the one stroke more and the factor.

use mapwright_core::BuildError;

use super::painter::{Painter, Progress};

/// What was reached at the end of the last stretch.
#[derive(Debug)]
pub(super) struct Pace {
    next: u64,
    open: u32,
}

impl Pace {
    /// The length of a stretch, in steps for each cell of the map.
    const STRETCH: u64 = 32;
    /// How much faster than now the rest would have to go to be given up.
    const HOPE: u64 = 8;

    pub(super) fn new(painter: &Painter<'_, '_>) -> Self {
        Pace { next: Pace::stretch(painter), open: painter.progress().open }
    }

    fn stretch(painter: &Painter<'_, '_>) -> u64 {
        Pace::STRETCH * u64::from(painter.map.size().area())
    }

    /// Looks at the pace at the end of each stretch; an error when it is hopeless.
    #[inline]
    pub(super) fn check(&mut self, painter: &Painter<'_, '_>) -> Result<(), BuildError> {
        if painter.progress().spent < self.next { Ok(()) } else { self.end_stretch(painter) }
    }

    #[cold]
    fn end_stretch(&mut self, painter: &Painter<'_, '_>) -> Result<(), BuildError> {
        let (Progress { open, wanted, spent, budget, stroke }, stretch) = (painter.progress(), Pace::stretch(painter));
        let dug = u64::from(open - self.open) + u64::from(stroke);
        let missing = u64::from(wanted.saturating_sub(open));
        // Maps have fewer than 2³² cells, and a budget is 2,000 steps for each: no product comes near 2¹²⁸.
        let needed = u128::from(missing) * u128::from(stretch);
        if needed > u128::from(Pace::HOPE * dug) * u128::from(budget - spent) {
            return Err(painter.gave_up());
        }
        (self.next, self.open) = (spent + stretch, open);
        Ok(())
    }
}
