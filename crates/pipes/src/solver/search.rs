//! Searches over the tiles that stay open: lookahead, which drops orientations that lead to a contradiction; guessing with
//! backtracking, depth first and without recursion; and a search for a second solution.
//!
//! # A second solution
//!
//! Ambiguity is local: a few tiles that could be turned otherwise, a dozen cells wide. So the open tiles are
//! split into *clusters*, which are connected by unknown sides. For one cluster after the other,
//! everything else is set as in the known solution, and a different arrangement of the cluster is searched. On
//! ambiguous boards the first cluster nearly always has one. If none has, each open tile in turn is forbidden
//! its orientation in the known solution: either a second solution is found, or that orientation is certain.
//!
//! Where there is much slack, all open tiles are one cluster, and a search through it is as long as that for the
//! first solution. But then hardly any tile matters: turning one of the known solution is often another. A live
//! board says at once whether it is.
//!
//! # Ideas that failed
//!
//! * *Undoing guess by guess over the whole board.* Every second shuffled tree of 1000×1000 used up the budget, because of
//!   one cluster among 6,000. Starting over with that cluster in front takes a few tries.
//! * *Moving only the failed cluster to the front.* Two clusters in each other's way take turns in front forever. Now those
//!   that were moved count as one cluster and are undone guess by guess.
//! * *Following an assumption to its end.* This finds eight more tiles among 90,000, and on boards that stay open everywhere
//!   each assumption costs the whole area.
//! * *Lookahead over the whole board until nothing changes.* Repeating it where nothing was ruled out was a fifth of the
//!   time; it is repeated cluster by cluster.

use mapwright_core::{Dirs, Grid};

use super::deduction::{Contradiction, Deduction, Run, TrailMark};
use crate::{PipeBoard, PipePuzzle};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
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
    before: TrailMark,
}

/// How often the search restarts before it backtracks guess by guess.
const RESTARTS: u32 = 200;

/// How one run of guesses ended.
enum GuessesEnd {
    Ended(Outcome),
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
    pub(super) fn search(&mut self, clusters: &mut Clusters, likely: Option<&[Dirs]>, budget: &mut Budget) -> Outcome {
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
            GuessesEnd::Stuck(_) => Outcome::Unknown,
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
                return GuessesEnd::Ended(Outcome::Solution);
            };
            next += skipped;
            if self.steps >= budget.last_step {
                return GuessesEnd::Ended(Outcome::Unknown);
            }
            let at = clusters.tiles[next];
            let orientation = self.guess(at, likely);
            path.push(Guess { nth: u32::try_from(next).unwrap_or(u32::MAX), orientation, before: self.mark() });
            budget.count_guess(path.len());
            let mut outcome = self.follow(at, orientation, budget);
            let mut failed = next;
            while outcome == Err(Contradiction) {
                let Some(guess) = path.pop() else { return GuessesEnd::Ended(Outcome::Nothing) };
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
                return GuessesEnd::Ended(Outcome::Unknown);
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

/// The open tiles, cluster by cluster.
#[derive(Clone, Debug)]
pub(crate) struct Clusters {
    pub(crate) tiles: Vec<u32>,
    /// Where in `tiles` each cluster ends.
    ends: Vec<usize>,
    /// Whether the first cluster consists of those that were moved to the front.
    has_front: bool,
}

impl Clusters {
    /// Floods from each open tile through the sides that are not known yet.
    pub(crate) fn of(board: &Deduction<'_>) -> Self {
        let mut seen = vec![false; board.ground.area() as usize];
        let mut clusters = Clusters { tiles: Vec::new(), ends: Vec::new(), has_front: false };
        for seed in board.open_tiles() {
            if std::mem::replace(&mut seen[seed as usize], true) {
                continue;
            }
            let mut next = clusters.tiles.len();
            clusters.tiles.push(seed);
            while let Some(&here) = clusters.tiles.get(next) {
                next += 1;
                for dir in board.cell(here).unpropagated().iter() {
                    let beyond = board.ground.next(here, dir).filter(|&at| !board.cell(at).is_settled());
                    if let Some(at) = beyond.filter(|&at| !std::mem::replace(&mut seen[at as usize], true)) {
                        clusters.tiles.push(at);
                    }
                }
            }
            clusters.ends.push(clusters.tiles.len());
        }
        clusters
    }

    /// The number of clusters.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    fn start(&self, cluster: usize) -> usize {
        cluster.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The tiles of a cluster.
    pub(crate) fn tiles_of(&self, cluster: usize) -> &[u32] {
        &self.tiles[self.start(cluster)..self.ends[cluster]]
    }

    /// One cluster by itself.
    pub(crate) fn only(&self, cluster: usize) -> Self {
        let tiles = self.tiles_of(cluster).to_vec();
        Clusters { ends: vec![tiles.len()], tiles, has_front: false }
    }

    /// The cluster of the `nth` of all tiles.
    pub(crate) fn cluster_of(&self, nth: usize) -> usize {
        self.ends.partition_point(|&end| end <= nth)
    }

    /// Whether two of all tiles are in one cluster.
    pub(crate) fn are_together(&self, nth: usize, other: usize) -> bool {
        self.cluster_of(nth) == self.cluster_of(other)
    }

    /// Moves a cluster to the front, and merges it with those that were moved before it: two clusters
    /// that block each other would otherwise alternate in front for ever.
    pub(crate) fn bring_to_front(&mut self, cluster: usize) {
        let (start, end) = (self.start(cluster), self.ends[cluster]);
        self.tiles[..end].rotate_right(end - start);
        self.ends.remove(cluster);
        self.ends[..cluster].iter_mut().for_each(|other| *other += end - start);
        if !self.has_front {
            self.ends.insert(0, end - start);
        }
        self.has_front = true;
    }
}

/// The most tiles to which an assumption is followed. Contradictions are nearby or nowhere: on a shuffled
/// tree of 300×300 tiles, 24 leave 2,956 tiles open and 100,000 leave 2,948. But on a board that stays open
/// everywhere, each assumption would cost its area without a bound.
const REACH: u64 = 256;

/// Where there is slack, lookahead ends after so many steps without a refutation. A board of a million tees would
/// take 20 million, all in vain: nearly any orientation of a tile is part of some solution.
const IN_VAIN: u64 = 1 << 20;

impl Deduction<'_> {
    /// Whether a tile in one orientation leads to a contradiction. The state is the same afterwards.
    fn refutes(&mut self, at: u32, orientation: u8) -> bool {
        let mark = self.mark();
        let outcome = self.narrow(at, orientation).and_then(|()| self.run(REACH));
        self.undo(mark);
        outcome == Err(Contradiction)
    }

    /// Looks ahead at all open tiles, in each cluster until nothing more is ruled out. What one cluster implies for
    /// another nearly always followed from the rules, so a second pass over all clusters finds nothing.
    ///
    /// `known` is a known solution; its orientations need not be tried. `goes_on` is told how many tiles were looked at, and ends
    /// it.
    pub(crate) fn look_ahead(
        &mut self,
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let mut all = Ahead { refuted: 0, run: Run::Done };
        let clusters = Clusters::of(self);
        for cluster in 0..clusters.len() {
            let ahead = self.look_ahead_in(clusters.tiles_of(cluster), &known, last_step, goes_on)?;
            all = Ahead { refuted: all.refuted.saturating_add(ahead.refuted), ..ahead };
        }
        Ok(all)
    }

    /// Looks ahead at some tiles until nothing more is ruled out.
    pub(crate) fn look_ahead_in(
        &mut self,
        tiles: &[u32],
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let mut all = Ahead { refuted: 0, run: Run::Done };
        loop {
            let ahead = self.look_ahead_once(tiles, &known, last_step, goes_on)?;
            all = Ahead { refuted: all.refuted.saturating_add(ahead.refuted), ..ahead };
            if ahead.refuted == 0 || ahead.run == Run::Stopped {
                return Ok(all);
            }
        }
    }

    /// Tries every orientation of some tiles and drops those that are impossible. Stops when the steps are used up.
    fn look_ahead_once(
        &mut self,
        tiles: &[u32],
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let patience = if self.is_tree { u64::MAX } else { IN_VAIN };
        let (mut refuted, mut since) = (0, self.steps);
        for &at in tiles {
            let before = self.steps;
            let sure = known(at).map_or(0, |tile| self.cell(at).bit_of(tile));
            for i in (0..4).filter(|i| sure >> i & 1 == 0) {
                if self.steps >= last_step || self.steps - since >= patience {
                    return Ok(Ahead { refuted, run: Run::Stopped });
                }
                let is_possible = self.cell(at).possible() >> i & 1 == 1;
                if is_possible && !self.cell(at).is_settled() && self.refutes(at, 1 << i) {
                    refuted += 1;
                    self.narrow(at, !(1 << i))?;
                    self.run(u64::MAX)?;
                    since = self.steps;
                }
            }
            if !goes_on(self.steps - before) {
                return Ok(Ahead { refuted, run: Run::Stopped });
            }
        }
        Ok(Ahead { refuted, run: Run::Done })
    }
}

/// The result of lookahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Orientations that turned out to be impossible.
    pub(crate) refuted: u32,
    /// Whether it finished.
    pub(crate) run: Run,
}

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

impl From<Outcome> for Second {
    fn from(found: Outcome) -> Self {
        if found == Outcome::Unknown { Second::Unknown } else { Second::None }
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
                Err(Contradiction) => Outcome::Nothing,
            };
            let other = (found == Outcome::Solution).then(|| self.arrangement());
            self.undo(mark);
            match (found, other) {
                (Outcome::Nothing, _) => (),
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
