//! Solving: first refutations, then the quick methods, then the complete search.
//!
//! 1. Area, and the color test: they refute at once.
//! 2. A plain scan along the shorter side with a budget of some hundred nodes: most boards that can be filled at all
//!    are easy. It takes a third of the time of the complete search on the 35 boards of a game, as it needs no lists.
//! 3. On boards of some hundred cells, scans in strips, restarted with ties broken in another way.
//! 4. The complete search. On large boards scans go on beside it, each with about as many nodes as the other.

#[cfg(feature = "parallel")]
use super::branches::AT_ONCE;
use super::branches::Branches;
use super::budget::{GoesOn, Halt, PackOptions, Quota, SharedBudget};
use super::complete::Complete;
use super::error::PackError;
use super::explain::NoFilling;
use super::kinds::Kinds;
use super::lists::{Bits, Lists};
use super::packing::Packing;
use super::problem::PackProblem;
use super::scan::{Scan, ScanOptions};
use super::scan_board::{Route, ScanBoard};
use super::symmetry::ProblemSymmetry;

/// The result of a search for a filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveAnswer {
    /// A filling.
    Filled(Packing),
    /// There is none, with the reason.
    None(NoFilling),
    /// The budget was used up.
    GaveUp,
    /// The caller cancelled.
    Cancelled,
}

/// An answer, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolveOutcome {
    /// The answer.
    pub answer: SolveAnswer,
    /// Placements that were tried and fit.
    pub nodes: u64,
}

impl From<Halt> for SolveAnswer {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Budget => SolveAnswer::GaveUp,
            Halt::Cancelled => SolveAnswer::Cancelled,
        }
    }
}

/// The nodes of the quick scan.
const EASY: u64 = 400;
/// The number of cells from which boards are large.
const LARGE: u32 = 220;
/// The number of scans of a large board before the complete search.
const SCANS: u64 = 24;
/// The nodes of each scan, for every cell.
const NODES_A_CELL: u64 = 16;

impl PackProblem {
    /// Finds a filling: the same one every time.
    ///
    /// # Errors
    ///
    /// A problem that makes no sense, as [`check`](Self::check) says.
    pub fn solve(&self, options: &PackOptions<'_>) -> Result<SolveOutcome, PackError> {
        self.solve_while(options, &mut || true)
    }

    /// The same, until `goes_on` says no. It is asked every few thousand nodes, unless all cores are at work.
    pub(super) fn solve_while(
        &self,
        options: &PackOptions<'_>,
        goes_on: GoesOn<'_>,
    ) -> Result<SolveOutcome, PackError> {
        self.check()?;
        let shared = SharedBudget::new(options);
        let kinds = Kinds::of(self);
        let answer = match self.refuted(&kinds) {
            Some(why) => SolveAnswer::None(why),
            None => match self.first(&kinds, &shared, goes_on) {
                Ok(Some(packing)) => SolveAnswer::Filled(packing),
                Ok(None) => SolveAnswer::None(NoFilling::Exhausted),
                Err(halt) => halt.into(),
            },
        };
        Ok(SolveOutcome { answer, nodes: shared.nodes() })
    }

    fn first(&self, kinds: &Kinds, shared: &SharedBudget<'_>, goes_on: GoesOn<'_>) -> Result<Option<Packing>, Halt> {
        let size = self.board.size();
        let short = Route { width: u16::MAX, transposed: size.w > size.h };
        if self.board.area() < LARGE
            && let Some(end) =
                short_of_budget(self.scan(kinds, (short, ScanOptions::PLAIN), shared, EASY, goes_on), shared)?
        {
            return Ok(end);
        }
        if self.board.area() >= LARGE {
            for nth in 0..SCANS {
                if let Some(end) = self.strips(kinds, nth, shared, goes_on)? {
                    return Ok(end);
                }
            }
        }
        // One filling of each class of symmetric ones is enough.
        let symmetries = ProblemSymmetry::all(self, kinds);
        let allowed = ProblemSymmetry::allowed(&symmetries, self, kinds);
        if let Some(lists) = Lists::<u64>::allowed(&self.board, kinds, &allowed) {
            self.complete(lists, kinds, shared, goes_on)
        } else if let Some(lists) = Lists::<u128>::allowed(&self.board, kinds, &allowed) {
            self.complete(lists, kinds, shared, goes_on)
        } else {
            self.scan(kinds, (short, ScanOptions::PLAIN), shared, u64::MAX, goes_on)
        }
    }

    /// One scan in strips; `None` if its budget was used up.
    fn strips(
        &self,
        kinds: &Kinds,
        nth: u64,
        shared: &SharedBudget<'_>,
        goes_on: GoesOn<'_>,
    ) -> Result<Option<Option<Packing>>, Halt> {
        let route = Route { width: 4, transposed: nth & 1 == 1 };
        let choice = ScanOptions { seed: nth / 2, noise: 2, free: false, island: 15, last: None };
        let budget = NODES_A_CELL * u64::from(self.board.area());
        short_of_budget(self.scan(kinds, (route, choice), shared, budget, goes_on), shared)
    }

    fn scan(
        &self,
        kinds: &Kinds,
        (route, choice): (Route, ScanOptions),
        shared: &SharedBudget<'_>,
        budget: u64,
        goes_on: GoesOn<'_>,
    ) -> Result<Option<Packing>, Halt> {
        let scan_board = ScanBoard::new(&self.board, kinds, route);
        let mut scan = Scan::new(&scan_board, kinds, self.spares, choice);
        let found = scan.run(&mut Quota::new(shared, budget.min(shared.left())).asking(goes_on))?;
        Ok(found.then(|| self.packing(kinds, &scan.pieces().collect::<Vec<_>>())))
    }

    /// The next scans in strips, one or as many as run at once, until one ends.
    fn more_strips(
        &self,
        kinds: &Kinds,
        nth: &mut u64,
        shared: &SharedBudget<'_>,
        goes_on: GoesOn<'_>,
    ) -> Result<Option<Option<Packing>>, Halt> {
        let from = *nth;
        #[cfg(feature = "parallel")]
        if shared.options().parallel {
            use rayon::prelude::*;
            // All of them fit into the budget and run to their ends, so time decides nothing.
            let each = NODES_A_CELL * u64::from(self.board.area());
            *nth += (shared.left() / each).clamp(1, AT_ONCE as u64);
            let strips = |nth| self.strips(kinds, nth, shared, &mut || true);
            let ends: Vec<_> = (from..*nth).into_par_iter().map(strips).collect();
            let used_up = |end: &Result<_, Halt>| matches!(end, Ok(None) | Err(Halt::Budget));
            return ends.into_iter().find(|end| !used_up(end)).unwrap_or(Ok(None));
        }
        *nth += 1;
        self.strips(kinds, from, shared, goes_on)
    }

    /// The complete search, branch by branch; on large boards with scans in between.
    fn complete<W: Bits>(
        &self,
        lists: Lists<W>,
        kinds: &Kinds,
        shared: &SharedBudget<'_>,
        goes_on: GoesOn<'_>,
    ) -> Result<Option<Packing>, Halt> {
        let search = Complete::new(lists, kinds, self.spares, shared.options().memory);
        let mut branches = Branches::of(search, kinds, shared);
        let mut nth = SCANS;
        let mut budget = if self.board.area() < LARGE { u64::MAX } else { 1 << 20 };
        loop {
            match branches.first_within(shared, budget, goes_on) {
                Err(Halt::Budget) if shared.left() > 0 && budget < u64::MAX => {}
                end => {
                    let placed = end?;
                    return Ok(placed.map(|placed| self.packing(kinds, &branches.cells(&placed))));
                }
            }
            let until = shared.nodes() + budget;
            while shared.nodes() < until && shared.left() > 0 {
                if let Some(end) = self.more_strips(kinds, &mut nth, shared, goes_on)? {
                    return Ok(end);
                }
            }
            budget *= 2;
        }
    }
}

/// `None` if one method's own budget was used up, but not the whole budget.
fn short_of_budget<T>(end: Result<T, Halt>, shared: &SharedBudget<'_>) -> Result<Option<T>, Halt> {
    match end {
        Err(Halt::Budget) if shared.left() > 0 => Ok(None),
        end => end.map(Some),
    }
}
