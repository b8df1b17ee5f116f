//! Searches for a second solution.
//!
//! Ambiguity is local: a few tiles that could be turned otherwise, a dozen cells wide. So the open tiles are
//! split into *clusters*, which are connected by unknown sides. For one cluster after the other,
//! everything else is set as in the known solution, and a different arrangement of the cluster is searched. On
//! ambiguous boards the first cluster nearly always has one. If none has, each open tile in turn is forbidden
//! its orientation in the known solution: either a second solution is found, or that orientation is certain.
//!
//! Where many sides can be wasted, all open tiles are one cluster, and a search through it is as long as that for the
//! first solution. But then hardly any tile matters: turning one of the known solution is often another. A live
//! board says at once whether it is.

use mapwright_core::{Dirs, Grid};

use crate::{PipeBoard, PipePuzzle};

use super::clusters::Clusters;
use super::deduction::{Contradiction, Deduction};
use super::search::{Budget, Found};

/// The result of the search for a second solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// A second solution.
    Other(Vec<Dirs>),
    /// There is none.
    None,
    /// The budget was used up.
    Unknown,
}

/// The open tiles that are turned alone.
const TURNED: usize = 64;

/// A solution that differs from `known` in one of the first `open` tiles.
pub(crate) fn one_turn_away(
    puzzle: &PipePuzzle,
    known: &Grid<Dirs>,
    open: impl Iterator<Item = u32>,
) -> Option<Grid<Dirs>> {
    let mut board = PipeBoard::new(puzzle.with_tiles(known));
    for at in open.take(TURNED).map(|at| known.size().point(at)) {
        for _ in 0..4 {
            board.turn(at, 1).ok()?;
            if board.solved() && board.tile(at) != known.get(at).copied() {
                return Some(board.puzzle().tiles().clone());
            }
        }
    }
    None
}

impl From<Found> for Second {
    fn from(found: Found) -> Self {
        if found == Found::Unknown { Second::Unknown } else { Second::None }
    }
}

impl Deduction<'_> {
    /// Searches for a solution that differs from `known`. The state before holds what is certain.
    pub(super) fn second(&mut self, clusters: &mut Clusters, known: &[Dirs], budget: &mut Budget) -> Second {
        // Half of the budget is for the local search, which is wasted if it fails everywhere.
        let last_step = budget.last_step;
        budget.last_step = self.steps + last_step.saturating_sub(self.steps) / 2;
        for cluster in 0..clusters.len() {
            // To lay the others out takes steps, too.
            if self.steps >= budget.last_step {
                break;
            }
            let mark = self.mark();
            let found = match self.lay_all_but(cluster, clusters, known) {
                Ok(()) => self.differs_in(&mut clusters.only(cluster), known, budget),
                Err(Contradiction) => Second::None,
            };
            self.undo(mark);
            match found {
                Second::Other(_) => return found,
                Second::Unknown => break,
                Second::None => (),
            }
        }
        budget.last_step = last_step;
        self.differs_in(clusters, known, budget)
    }

    /// Sets every open tile outside a cluster as in the known solution.
    fn lay_all_but(&mut self, cluster: usize, clusters: &Clusters, known: &[Dirs]) -> Result<(), Contradiction> {
        for &at in (0..clusters.len()).filter(|&other| other != cluster).flat_map(|other| clusters.tiles_of(other)) {
            self.narrow(at, self.cell(at).bit_of(known[at as usize]))?;
        }
        self.run(u64::MAX).map(|_| ())
    }

    /// Searches for a solution in which one of some tiles differs from the known one.
    fn differs_in(&mut self, clusters: &mut Clusters, known: &[Dirs], budget: &mut Budget) -> Second {
        for at in clusters.tiles.clone() {
            let as_known = self.cell(at).bit_of(known[at as usize]);
            if self.cell(at).is_settled() {
                continue;
            }
            let mark = self.mark();
            let otherwise = self.narrow(at, !as_known).and_then(|()| self.run(u64::MAX));
            let found = match otherwise {
                Ok(_) => self.search(clusters, Some(known), budget),
                Err(Contradiction) => Found::Nothing,
            };
            let other = (found == Found::Solution).then(|| self.arrangement());
            self.undo(mark);
            match (found, other) {
                (Found::Nothing, _) => (),
                (_, Some(other)) => return Second::Other(other),
                _ => return Second::Unknown,
            }
            // All solutions agree on it. What is certain cannot contradict the known one.
            if self.narrow(at, as_known).and_then(|()| self.run(u64::MAX)).is_err() {
                return Second::Unknown;
            }
        }
        Second::None
    }
}
