//! Guessing with backtracking: a depth-first search over the tiles that stay open, without recursion.

use mapwright_core::Dirs;

use super::clusters::Clusters;
use super::deduction::{Contradiction, Deduction, Mark, Run};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Every tile is settled; the state holds the solution.
    Solution,
    /// There is none.
    Nothing,
    /// The budget was used up.
    Unknown,
}

/// A guess: the tile, its orientation, and where to continue the search for open tiles.
#[derive(Clone, Copy, Debug)]
struct Guess {
    /// The number of the tile among those of the clusters.
    nth: u32,
    orientation: u8,
    before: Mark,
}

/// How often the search restarts before it backtracks guess by guess.
const RESTARTS: u32 = 200;

/// How one run of guesses ended.
enum GuessesEnd {
    Ended(Found),
    /// Nothing fits in this cluster, given the guesses before it.
    Stuck(usize),
}

/// The remaining work, and what guessing took so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) last_step: u64,
    pub(super) guesses: u32,
    pub(super) depth: u32,
}

impl Budget {
    fn count_guess(&mut self, depth: usize) {
        self.guesses = self.guesses.saturating_add(1);
        self.depth = self.depth.max(u32::try_from(depth).unwrap_or(u32::MAX));
    }
}

impl Deduction<'_> {
    /// Searches by guessing for a solution in which all tiles of the clusters are settled. The orientations in `likely`
    /// are tried first.
    ///
    /// However it ends, the state is changed; the caller sets a [`mark`](Self::mark) before and goes back to it.
    ///
    /// A wrong guess nearly always shows within its cluster. If it does not, some cluster cannot be solved because of
    /// another one, guessed long before, and backtracking guess by guess would try all arrangements of those in
    /// between. So the search restarts with the failed cluster in front, and the other must follow it. After a
    /// number of restarts it backtracks guess by guess, which eventually finds a solution, or that there is none.
    pub(super) fn search(&mut self, clusters: &mut Clusters, likely: Option<&[Dirs]>, budget: &mut Budget) -> Found {
        let begin = self.mark();
        for _ in 0..RESTARTS {
            match self.guess_all(clusters, likely, budget, false) {
                GuessesEnd::Stuck(cluster) => {
                    self.undo(begin);
                    self.mark();
                    clusters.bring_to_front(cluster);
                }
                GuessesEnd::Ended(found) => return found,
            }
        }
        match self.guess_all(clusters, likely, budget, true) {
            GuessesEnd::Ended(found) => found,
            GuessesEnd::Stuck(_) => Found::Unknown,
        }
    }

    fn guess_all(
        &mut self,
        clusters: &Clusters,
        likely: Option<&[Dirs]>,
        budget: &mut Budget,
        is_last: bool,
    ) -> GuessesEnd {
        let mut path: Vec<Guess> = Vec::new();
        let mut next = 0;
        loop {
            let rest = clusters.tiles.get(next..).unwrap_or_default();
            let Some(skipped) = rest.iter().position(|&at| !self.cell(at).is_settled()) else {
                return GuessesEnd::Ended(Found::Solution);
            };
            next += skipped;
            if self.steps >= budget.last_step {
                return GuessesEnd::Ended(Found::Unknown);
            }
            let at = clusters.tiles[next];
            let orientation = self.guess(at, likely);
            path.push(Guess { nth: u32::try_from(next).unwrap_or(u32::MAX), orientation, before: self.mark() });
            budget.count_guess(path.len());
            let mut outcome = self.follow(at, orientation, budget);
            let mut failed = next;
            while outcome == Err(Contradiction) {
                let Some(guess) = path.pop() else { return GuessesEnd::Ended(Found::Nothing) };
                let nth = guess.nth as usize;
                let crosses = !clusters.are_together(nth, failed);
                if crosses && !is_last {
                    return GuessesEnd::Stuck(clusters.cluster_of(failed));
                }
                (next, failed) = (nth, nth);
                self.undo(guess.before);
                outcome = self.follow(clusters.tiles[nth], !guess.orientation, budget);
            }
            if outcome == Ok(Run::Stopped) {
                return GuessesEnd::Ended(Found::Unknown);
            }
        }
    }

    /// What follows from an assumption, within the budget: one alone may reach every tile of a board.
    fn follow(&mut self, at: u32, allowed: u8, budget: &Budget) -> Result<Run, Contradiction> {
        self.narrow(at, allowed)?;
        self.run(budget.last_step.saturating_sub(self.steps).max(1))
    }

    fn guess(&self, at: u32, likely: Option<&[Dirs]>) -> u8 {
        let cell = self.cell(at);
        let likely = likely.map_or(0, |likely| cell.bit_of(likely[at as usize]) & cell.possible());
        if likely != 0 { likely } else { 1 << cell.possible().trailing_zeros() }
    }
}
