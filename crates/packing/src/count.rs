//! Exact counts on narrow boards, by dynamic programming over broken profiles (`frontier.rs`).
//!
//! As in the complete search, the rest depends only on the profile and on the remaining pieces. So instead of
//! visiting all fillings, count in how many ways each state is reached. States are processed by the number of covered
//! cells; a piece of n cells leads from one such layer to the nth after it, so only as many layers are held
//! as the largest piece has cells. The color test drops states that lead nowhere.
//!
//! The number of states grows with the width of the board, not with the number of fillings.

use std::ops::ControlFlow;

use super::budget::{Halt, PackOptions, Quota, SharedBudget};
use super::error::PackError;
use super::explain::NoFilling;
use super::frontier::{Frontier, Stop};
use super::kinds::Kinds;
use super::lists::Lists;
use super::problem::PackProblem;
use super::symmetry::ProblemSymmetry;

/// The number of fillings, or why it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountAnswer {
    /// The number of fillings; if it is 0, why.
    Exact(u128, Option<NoFilling>),
    /// The budget of nodes or of memory was used up.
    GaveUp,
    /// The caller cancelled.
    Cancelled,
}

/// A count, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// The count.
    pub count: CountAnswer,
    /// Placements that were tried and fit.
    pub nodes: u64,
}

impl Counted {
    /// The number of fillings, if it was found.
    pub const fn count(&self) -> Option<u128> {
        match self.count {
            CountAnswer::Exact(number, _) => Some(number),
            CountAnswer::GaveUp | CountAnswer::Cancelled => None,
        }
    }
}

impl PackProblem {
    /// The number of different fillings. Two fillings differ if some cell is covered by another shape, or by one at
    /// another position; rotated and mirrored fillings of the whole board count as different.
    ///
    /// # Errors
    ///
    /// [`check`](Self::check) fails, or there are more than 2¹²⁸ − 1 fillings.
    pub fn count(&self, options: &PackOptions<'_>) -> Result<Counted, PackError> {
        self.check()?;
        let (kinds, shared) = (Kinds::of(self), SharedBudget::new(options));
        self.counted(&shared, || self.count_all(&kinds, &shared), &kinds)
    }

    /// The number of fillings up to rotation and reflection of the board: by Burnside's
    /// lemma, the mean number of fillings that the symmetries of the board leave unchanged. Only symmetries
    /// that map every filling to a filling count. So if pieces may not be mirrored, the board may be mirrored only
    /// if there are as many of each piece as of its mirror image.
    ///
    /// # Errors
    ///
    /// Those of [`count`](Self::count).
    pub fn count_up_to_symmetry(&self, options: &PackOptions<'_>) -> Result<Counted, PackError> {
        self.check()?;
        let (kinds, shared) = (Kinds::of(self), SharedBudget::new(options));
        let count = || {
            let mut sum = self.count_all(&kinds, &shared)?;
            let symmetries = ProblemSymmetry::all(self, &kinds);
            for symmetry in &symmetries {
                let fixed = symmetry.count_fixed(self, &kinds, &mut Quota::new(&shared, shared.left()))?;
                sum = sum.checked_add(fixed).ok_or(Stop::Overflow)?;
            }
            Ok(sum / (symmetries.len() as u128 + 1))
        };
        self.counted(&shared, count, &kinds)
    }

    fn counted(
        &self,
        shared: &SharedBudget<'_>,
        count: impl FnOnce() -> Result<u128, Stop>,
        kinds: &Kinds,
    ) -> Result<Counted, PackError> {
        let count = match self.refuted(kinds) {
            Some(why) => CountAnswer::Exact(0, Some(why)),
            None => match count() {
                Ok(0) => CountAnswer::Exact(0, Some(NoFilling::Exhausted)),
                Ok(number) => CountAnswer::Exact(number, None),
                Err(Stop::Halt(Halt::Cancelled)) => CountAnswer::Cancelled,
                Err(Stop::Halt(Halt::Budget) | Stop::Memory) => CountAnswer::GaveUp,
                Err(Stop::Overflow) => return Err(PackError::Overflow),
            },
        };
        Ok(Counted { count, nodes: shared.nodes() })
    }

    fn count_all(&self, kinds: &Kinds, shared: &SharedBudget<'_>) -> Result<u128, Stop> {
        let counted = match Lists::<u64>::of(&self.board, kinds) {
            Some(lists) => Frontier::new(lists, kinds, self.spares).and_then(|frontier| frontier.count(shared)),
            None => match Lists::<u128>::of(&self.board, kinds) {
                Some(lists) => Frontier::new(lists, kinds, self.spares).and_then(|frontier| frontier.count(shared)),
                None => Err(Stop::Memory),
            },
        };
        match counted {
            // Too many states, but there may still be few fillings.
            Err(Stop::Memory) => self.count_one_by_one(kinds, shared),
            counted => counted,
        }
    }

    fn count_one_by_one(&self, kinds: &Kinds, shared: &SharedBudget<'_>) -> Result<u128, Stop> {
        let mut number = 0;
        self.each(kinds, shared, &|_, _| true, |_| {
            number += 1;
            ControlFlow::Continue(())
        })?;
        Ok(number)
    }
}
