//! Is there a solution besides the one that is known?
//!
//! Ambiguity is a local matter: a few tiles that could lie otherwise, a dozen cells wide. So the open tiles are
//! taken apart into *clusters*, which hang together by sides that are not known. In one cluster after the other
//! everything else is laid as in the known solution, and a different arrangement of the cluster is searched. On
//! ambiguous boards the first cluster nearly always has one. If none has, each open tile in turn is forbidden to
//! lie as in the known solution: either a second solution is found, or that orientation is certain.

use mapwright_core::Dirs;

use super::deduction::{Contradiction, Deduction};
use super::search::{Found, Guesses};

/// What became of the search for a second solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Second {
    /// Here it is.
    Other(Vec<Dirs>),
    /// There is none.
    None,
    /// The budget was used up.
    Unknown,
}

impl From<Found> for Second {
    fn from(found: Found) -> Self {
        if found == Found::Unknown { Second::Unknown } else { Second::None }
    }
}

/// The open tiles, cluster by cluster.
#[derive(Debug)]
pub(crate) struct Clusters {
    pub(crate) tiles: Vec<u32>,
    /// Where in `tiles` each cluster ends.
    pub(crate) ends: Vec<usize>,
}

impl Clusters {
    /// Floods from each open tile through the sides that are not known yet.
    pub(crate) fn of(board: &Deduction<'_>) -> Self {
        let mut seen = vec![false; board.ground.area() as usize];
        let mut clusters = Clusters { tiles: Vec::new(), ends: Vec::new() };
        for seed in board.open_tiles() {
            if std::mem::replace(&mut seen[seed as usize], true) {
                continue;
            }
            let mut next = clusters.tiles.len();
            clusters.tiles.push(seed);
            while let Some(&here) = clusters.tiles.get(next) {
                next += 1;
                for dir in board.cell(here).untold().iter() {
                    let beyond = board.beyond(here, dir).filter(|&at| !board.cell(at).is_settled());
                    if let Some(at) = beyond.filter(|&at| !std::mem::replace(&mut seen[at as usize], true)) {
                        clusters.tiles.push(at);
                    }
                }
            }
            clusters.ends.push(clusters.tiles.len());
        }
        clusters
    }

    /// The tiles of each cluster.
    pub(crate) fn each(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.tiles[start..end])
    }
}

impl Deduction<'_> {
    /// Looks for a solution that differs from `known`. The state before holds what is certain.
    pub(crate) fn second(
        &mut self,
        clusters: &Clusters,
        known: &[Dirs],
        last_step: u64,
        guesses: &mut Guesses,
    ) -> Second {
        // Half of the budget is for the local search: if all of it fails, that was for nothing.
        let local_steps = self.steps + last_step.saturating_sub(self.steps) / 2;
        for cluster in clusters.each() {
            let mark = self.mark();
            let found = match self.lay_all_but(cluster, &clusters.tiles, known) {
                Ok(()) => self.differs_in(cluster, known, local_steps, guesses),
                Err(Contradiction) => Second::None,
            };
            self.undo(mark);
            match found {
                Second::Other(_) => return found,
                Second::Unknown => break,
                Second::None => (),
            }
        }
        self.differs_in(&clusters.tiles, known, last_step, guesses)
    }

    /// Lays every open tile outside a cluster as in the known solution.
    fn lay_all_but(&mut self, cluster: &[u32], open: &[u32], known: &[Dirs]) -> Result<(), Contradiction> {
        // A cluster is a slice of `open`, so its tiles can be told by their places.
        let (Some(first), Some(last)) = (cluster.first(), cluster.last()) else { return Ok(()) };
        let from = open.iter().position(|at| at == first).unwrap_or(0);
        let to = open.iter().rposition(|at| at == last).map_or(open.len(), |last| last + 1);
        for &at in open[..from].iter().chain(&open[to..]) {
            self.narrow(at, self.cell(at).bit_of(known[at as usize]))?;
        }
        self.run(u64::MAX).map(|_| ())
    }

    /// Looks for a solution in which one of some tiles lies otherwise than in the known one.
    fn differs_in(&mut self, tiles: &[u32], known: &[Dirs], last_step: u64, guesses: &mut Guesses) -> Second {
        for (i, &at) in tiles.iter().enumerate() {
            let as_known = self.cell(at).bit_of(known[at as usize]);
            if self.cell(at).is_settled() {
                continue;
            }
            let mark = self.mark();
            let otherwise = self.narrow(at, !as_known).and_then(|()| self.run(u64::MAX));
            let found = match otherwise {
                // The tiles before this one are certain by now.
                Ok(_) => self.search(&tiles[i..], Some(known), last_step, guesses),
                Err(Contradiction) => Found::Nothing,
            };
            let other = (found == Found::Solution).then(|| self.arrangement());
            self.undo(mark);
            match (found, other) {
                (Found::Nothing, _) => (),
                (_, Some(other)) => return Second::Other(other),
                _ => return Second::Unknown,
            }
            if self.narrow(at, as_known).and_then(|()| self.run(u64::MAX)).is_err() {
                // The known solution cannot be in contradiction to anything that is certain.
                return Second::Unknown;
            }
        }
        Second::None
    }
}
