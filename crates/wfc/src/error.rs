//! Why the solver found no solution.

use mapwright_core::{Dir, Point, Size};

/// A cell has no pattern left before the first choice: there is no solution, whatever the seed.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error("no pattern is left at {at}: {constraint}")]
pub struct Infeasible {
    /// The cell.
    pub at: Point,
    /// What removed its last pattern.
    pub constraint: Constraint,
}

/// What a cell must fit.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
pub enum Constraint {
    /// The cell itself: no pattern was allowed from the start.
    #[error("no pattern is allowed there")]
    Own,
    /// The neighbor on that side.
    #[error("no pattern fits its {} neighbor", word(*.0))]
    Neighbor(Dir),
}

const fn word(dir: Dir) -> &'static str {
    match dir {
        Dir::N => "northern",
        Dir::E => "eastern",
        Dir::S => "southern",
        Dir::W => "western",
    }
}

/// Why [`collapse`](super::collapse()) has no solution.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum CollapseError {
    /// There is no solution.
    #[error(transparent)]
    Infeasible(#[from] Infeasible),
    /// The wave was made for other rules.
    #[error("the wave has {wave} patterns, the rules have {rules}")]
    OtherRules {
        /// Patterns of the wave.
        wave: u32,
        /// Patterns of the rules.
        rules: u32,
    },
    /// A budget of 0.
    #[error("the budget is 0; expected 1 or more")]
    NoBudget,
    /// The observer stopped the build.
    #[error("stopped")]
    Stopped,
    /// The budget was used up. There may be a solution.
    #[error(
        "gave up at {at} after {undone} undone cells in {contradictions} contradictions and {restarts} restarts: at most {depth} of {cells} cells were decided"
    )]
    GaveUp {
        /// The last cell that could not be filled.
        at: Point,
        /// How many contradictions there were, in all attempts.
        contradictions: u64,
        /// How many cells were undone, in all attempts.
        undone: u64,
        /// How many times the search restarted.
        restarts: u32,
        /// The most cells that were decided at once.
        depth: u32,
        /// How many cells there are.
        cells: u32,
    },
    /// An attempt took longer than its budget is worth: there are many patterns, and each choice has many consequences.
    #[error(
        "the work that `budget` is worth was used up when {depth} of {cells} cells were decided; use fewer tiles, a smaller sample or smaller patterns, or raise `budget`"
    )]
    TooMuchWork {
        /// The most cells that were decided at once.
        depth: u32,
        /// How many cells there are.
        cells: u32,
    },
    /// Two neighbors do not fit: a bug in the solver.
    #[error("the pattern at {at} does not fit its {} neighbor", word(*.dir))]
    Broken {
        /// A cell.
        at: Point,
        /// The direction of its neighbor.
        dir: Dir,
    },
}

/// A cell that ran out of patterns during propagation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stuck {
    pub(super) cell: u32,
    pub(super) constraint: Constraint,
}

impl Stuck {
    pub(super) fn on(self, size: Size) -> Infeasible {
        Infeasible { at: size.point(self.cell), constraint: self.constraint }
    }
}
