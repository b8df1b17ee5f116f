//! Lists fillings, and checks whether there is only one.

use std::ops::ControlFlow;

use mapwright_core::Point;

use super::branches::Branches;
use super::budget::{Halt, PackOptions, Quota, SharedBudget};
use super::complete::Complete;
use super::error::PackError;
use super::explain::NoFilling;
use super::kinds::Kinds;
use super::lists::{Allowed, Lists};
use super::packing::Packing;
use super::problem::PackProblem;
use super::scan::{Scan, ScanOptions};
use super::scan_board::{Route, ScanBoard};
use super::symmetry::ProblemSymmetry;

/// Whether a list of fillings is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListAnswer {
    /// These are all fillings; if there are none, why.
    All(Option<NoFilling>),
    /// The limit was reached, and there may be more.
    Limit,
    /// The budget was used up.
    GaveUp,
    /// The caller cancelled.
    Cancelled,
}

/// Some fillings, and whether there are more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fillings {
    /// The fillings, in the order of the search.
    pub packings: Vec<Packing>,
    /// Whether these are all.
    pub listed: ListAnswer,
    /// Placements that were tried and fit.
    pub nodes: u64,
}

impl PackProblem {
    /// The first `limit` fillings. With `up_to_symmetry`, only one filling of each class of symmetric ones, as
    /// [`count_up_to_symmetry`](Self::count_up_to_symmetry) counts them.
    ///
    /// # Errors
    ///
    /// A problem that makes no sense, as [`check`](Self::check) says.
    pub fn fillings(
        &self,
        limit: usize,
        up_to_symmetry: bool,
        options: &PackOptions<'_>,
    ) -> Result<Fillings, PackError> {
        self.check()?;
        let (kinds, shared) = (Kinds::of(self), SharedBudget::new(options));
        let mut packings = Vec::new();
        if let Some(why) = self.refuted(&kinds) {
            return Ok(Fillings { packings, listed: ListAnswer::All(Some(why)), nodes: 0 });
        }
        let symmetries = if up_to_symmetry { ProblemSymmetry::all(self, &kinds) } else { Vec::new() };
        let pivot = ProblemSymmetry::pivot(&symmetries, self, &kinds);
        let size = self.board.size();
        let allowed = ProblemSymmetry::allowed(&symmetries, self, &kinds);
        let mut more = false;
        let end = self.each(&kinds, &shared, &allowed, |pieces| {
            // Images of a filling that have the pivot in another place are not found.
            let is_new = match pivot {
                Some(pivot) => {
                    let mut place =
                        pieces.iter().filter(|(kind, _)| *kind == pivot).flat_map(|(_, cells)| cells).copied();
                    let mut fixing = ProblemSymmetry::fixing(&symmetries, size, &mut place).peekable();
                    fixing.peek().is_none() || ProblemSymmetry::is_first(fixing, &self.packing(&kinds, pieces))
                }
                None => symmetries.is_empty() || ProblemSymmetry::is_first(&symmetries, &self.packing(&kinds, pieces)),
            };
            if !is_new {
                return ControlFlow::Continue(());
            }
            // One filling beyond the limit shows that there are more.
            if packings.len() == limit {
                more = true;
                return ControlFlow::Break(());
            }
            packings.push(self.packing(&kinds, pieces));
            ControlFlow::Continue(())
        });
        let listed = match end {
            Err(Halt::Budget) => ListAnswer::GaveUp,
            Err(Halt::Cancelled) => ListAnswer::Cancelled,
            Ok(()) if more => ListAnswer::Limit,
            Ok(()) => ListAnswer::All(packings.is_empty().then_some(NoFilling::Exhausted)),
        };
        Ok(Fillings { packings, listed, nodes: shared.nodes() })
    }

    /// Whether there is exactly one filling; with `up_to_symmetry`, up to rotation and reflection of the board. `None`
    /// if the search ended before it knew.
    ///
    /// # Errors
    ///
    /// A problem that makes no sense, as [`check`](Self::check) says.
    pub fn is_unique(&self, up_to_symmetry: bool, options: &PackOptions<'_>) -> Result<Option<bool>, PackError> {
        let found = self.fillings(1, up_to_symmetry, options)?;
        Ok(match found.listed {
            ListAnswer::All(_) => Some(found.packings.len() == 1),
            ListAnswer::Limit => Some(false),
            ListAnswer::GaveUp | ListAnswer::Cancelled => None,
        })
    }

    /// Passes every filling with allowed places to `visit`, which can stop the search.
    ///
    /// Tried: to find all states of a frontier layer by layer, to drop backwards those that lead to no filling, and to
    /// walk through the rest. For the pentominoes on 6×10 it took as long as the search with its memory does, and
    /// four times the memory.
    pub(super) fn each(
        &self,
        kinds: &Kinds,
        shared: &SharedBudget<'_>,
        allowed: Allowed<'_>,
        mut visit: impl FnMut(&[(usize, Vec<Point>)]) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        if let Some(lists) = Lists::<u64>::allowed(&self.board, kinds, allowed) {
            let search = Complete::new(lists, kinds, self.spares, shared.options().memory);
            Branches::of(search, kinds, shared).all(shared, visit)
        } else if let Some(lists) = Lists::<u128>::allowed(&self.board, kinds, allowed) {
            let search = Complete::new(lists, kinds, self.spares, shared.options().memory);
            Branches::of(search, kinds, shared).all(shared, visit)
        } else {
            let route = Route { width: u16::MAX, transposed: self.board.size().w > self.board.size().h };
            let scan_board = ScanBoard::new(&self.board, kinds, route);
            let mut scan = Scan::new(&scan_board, kinds, self.spares, ScanOptions::PLAIN);
            let mut quota = Quota::new(shared, shared.left());
            while scan.run(&mut quota)? {
                let pieces: Vec<(usize, Vec<Point>)> = scan.pieces().collect();
                let is_allowed = pieces.iter().all(|(kind, cells)| allowed(*kind, &mut cells.iter().copied()));
                if is_allowed && visit(&pieces).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }
}
