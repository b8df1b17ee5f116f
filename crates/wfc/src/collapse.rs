//! The search: pick a cell, choose a pattern, propagate; on a contradiction undo, and at last restart.
//!
//! Gumin's wave function collapse (2016), with an undo in place of a restart at every contradiction. A choice that
//! fails at once is taken back exactly and excluded. If excluding it fails too, the fault lies further back, and the
//! square around the contradiction is reopened. The square doubles with every contradiction until more cells are
//! decided than ever before. See `docs/decisions/0013-undo-in-place.md`.

use mapwright_core::{Dir, Dirs, Grid, MapRng, Passages, mix};

use super::bits::{Words, bits, with_words};
use super::error::{CollapseError, Stuck};
use super::observer::CollapseObserver;
use super::picks::Picks;
use super::propagator::Propagator;
use super::rules::AdjacencyRules;
use super::wave::Wave;

/// How long to search for a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many cells may be undone in one attempt, for each cell of the wave: at least 1.
    pub budget: u32,
    /// How many times the search may restart after that.
    pub restarts: u32,
}

impl Limits {
    /// How many words of sets of patterns may be processed, for each cell and each unit of the budget: a few hundred
    /// microseconds a cell with the default budget. Usual models take a hundredth of it; noise of many tiles takes all.
    const WORDS: u64 = 1 << 16;
    /// How many more on any wave, for small ones with many patterns: some tenths of a second.
    const MORE: u64 = 1 << 26;

    /// Returns the most words that an attempt on `area` cells may process.
    fn words(self, area: u32) -> u64 {
        u64::from(self.budget) * u64::from(area) * Self::WORDS + Self::MORE
    }
}

impl Default for Limits {
    /// A budget of 8, and 2 restarts.
    fn default() -> Self {
        Limits { budget: 8, restarts: 2 }
    }
}

/// A wave with one pattern in every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// The pattern of each cell.
    pub patterns: Grid<u32>,
    /// How many contradictions there were, in all attempts.
    pub contradictions: u64,
    /// How many cells were undone, in all attempts.
    pub undone: u64,
    /// How many times the search restarted.
    pub restarts: u32,
}

/// Chooses a pattern for every cell so that all neighbors fit.
///
/// The start wave is propagated first; then cells are decided one by one. The same arguments give the same answer on
/// every platform. Every pair of neighbors is checked before a solution is returned.
///
/// # Errors
///
/// * [`Infeasible`](CollapseError::Infeasible), before the first choice: a cell has no pattern left.
/// * [`GaveUp`](CollapseError::GaveUp) when the budget of all attempts is used up.
/// * [`TooMuchWork`](CollapseError::TooMuchWork) when an attempt takes longer than its budget is worth.
/// * [`OtherRules`](CollapseError::OtherRules) and [`NoBudget`](CollapseError::NoBudget).
pub fn collapse(
    rules: &AdjacencyRules,
    start: &Wave,
    seed: u64,
    limits: Limits,
    observer: &mut impl CollapseObserver,
) -> Result<Collapsed, CollapseError> {
    start.check(rules)?;
    if limits.budget == 0 {
        return Err(CollapseError::NoBudget);
    }
    let lattice = Passages::lattice(start.size(), start.wrap());
    with_words!(rules.words(), S => {
        // Copying the sets, and allocating the domains, are the longest waits of a stop: up to 61 ms on 1024×1024 cells.
        let sets = start.sets.clone();
        let mut stopped = !observer.goes_on();
        let mut propagator = Propagator::<S>::new(rules, &lattice, sets);
        propagator.work = limits.words(lattice.area());
        let settled = propagator.propagate_all(&mut || {
            stopped = stopped || !observer.goes_on();
            !stopped
        });
        if stopped {
            return Err(CollapseError::Stopped);
        }
        if propagator.work == 0 {
            return Err(CollapseError::TooMuchWork { depth: 0, cells: lattice.area() });
        }
        settled.map_err(|stuck| stuck.on(start.size()))?;
        Collapse::new(propagator, seed, limits, start, observer).run()
    })
}

/// One call of `collapse`.
struct Collapse<'a, 'w, S, L> {
    propagator: Propagator<'a, S>,
    /// The sets after the first propagation, where every attempt begins.
    start: Vec<u64>,
    wave: &'a Wave,
    picks: Picks,
    observer: &'w mut L,
    seed: u64,
    limits: Limits,
    rng: MapRng,
    /// Cells with one pattern, and the most there were in this attempt and in all.
    decided: u32,
    best: u32,
    depth: u32,
    /// Half the side of the square that the next contradiction opens.
    reach: u32,
    contradictions: u64,
    undone: u64,
    /// Whether the observer does not want to go on.
    stopped: bool,
}

impl<'a, 'w, S: Words, L: CollapseObserver> Collapse<'a, 'w, S, L> {
    #[rustfmt::skip]
    fn new(propagator: Propagator<'a, S>, seed: u64, limits: Limits, wave: &'a Wave, observer: &'w mut L) -> Self {
        let (start, picks, rng, reach) = (propagator.sets.clone(), Picks::new(), MapRng::new(seed), FIRST_REACH);
        let (decided, best, depth, contradictions, undone, stopped) = Default::default();
        Collapse {
            propagator, start, wave, picks, observer, seed, limits, rng, decided, best, depth, reach, contradictions, undone,
            stopped,
        }
    }

    fn run(mut self) -> Result<Collapsed, CollapseError> {
        let (size, mut failed_at) = (self.wave.size(), 0);
        for restart in 0..=self.limits.restarts {
            self.begin(restart);
            match self.attempt() {
                Ok(()) => {
                    let (patterns, contradictions, undone) = (self.patterns()?, self.contradictions, self.undone);
                    return Ok(Collapsed { patterns, contradictions, undone, restarts: restart });
                }
                Err(None) if self.stopped => return Err(CollapseError::Stopped),
                Err(None) => return Err(CollapseError::TooMuchWork { depth: self.depth, cells: size.area() }),
                Err(Some(cell)) => failed_at = cell,
            }
        }
        Err(CollapseError::GaveUp {
            at: size.point(failed_at),
            contradictions: self.contradictions,
            undone: self.undone,
            restarts: self.limits.restarts,
            depth: self.depth,
            cells: size.area(),
        })
    }

    /// Restores the state after the first propagation, with a random stream of its own for each attempt.
    fn begin(&mut self, restart: u32) {
        if restart > 0 {
            self.rng = MapRng::new(mix(self.seed, restart.into()));
            let undone: Vec<u32> = self.cells().filter(|&cell| self.propagator.count(cell) == 1).collect();
            self.propagator.restart(&self.start);
            self.observer.undone(&undone);
        }
        let decided: Vec<u32> = self.cells().filter(|&cell| self.propagator.count(cell) == 1).collect();
        self.decided = decided.len() as u32;
        self.observe(&decided);
        self.advance();
        self.fill_picks();
        // The first of many equal cells; otherwise it would always be the last cell.
        let first = self.rng.below(self.wave.size().area());
        self.picks.put(first, self.propagator.count(first));
    }

    fn cells(&self) -> std::ops::Range<u32> {
        0..self.wave.size().area()
    }

    fn fill_picks(&mut self) {
        self.picks.clear();
        self.cells().for_each(|cell| self.picks.put(cell, self.propagator.count(cell)));
    }

    /// Decides cell after cell. Once the budget is used up, the error is the cell that failed last; none if the observer does
    /// not want to go on, or the work is used up.
    fn attempt(&mut self) -> Result<(), Option<u32>> {
        let budget = u64::from(self.limits.budget) * u64::from(self.wave.size().area());
        self.propagator.work = self.limits.words(self.wave.size().area());
        let mut undone = 0;
        while let Some(cell) = self.picks.pick(|cell| self.propagator.count(cell)) {
            self.stopped = self.stopped || !self.observer.goes_on();
            if self.stopped || self.propagator.work == 0 {
                return Err(None);
            }
            let pattern = self.choose(cell);
            if let Err(stuck) = self.decide(cell, pattern) {
                undone += self.undo(cell, pattern, stuck);
                if undone > budget {
                    return Err(Some(stuck.cell));
                }
            }
        }
        Ok(())
    }

    /// One of the patterns of a cell, by weight.
    fn choose(&mut self, cell: u32) -> u32 {
        let weights = self.propagator.rules.weights();
        // The sum of all weights fits a `u32`, so the sum of some does too.
        let sum = bits(self.propagator.set(cell)).map(|p| weights[p]).sum();
        let mut left = self.rng.below(sum);
        let chosen = bits(self.propagator.set(cell)).find(|&p| match left.checked_sub(weights[p]) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        chosen.map_or(0, |pattern| pattern as u32)
    }

    /// Gives the cell this pattern. After an error nothing has changed.
    fn decide(&mut self, cell: u32, pattern: u32) -> Result<(), Stuck> {
        let mut only = S::empty(self.propagator.rules.words());
        only.as_mut()[pattern as usize / 64] |= 1 << (pattern % 64);
        self.change(cell, &only)
    }

    /// Takes this pattern from the cell. After an error nothing has changed.
    fn exclude(&mut self, cell: u32, pattern: u32) -> Result<(), Stuck> {
        let mut others = S::empty(self.propagator.rules.words());
        others.as_mut().copy_from_slice(self.propagator.set(cell));
        others.as_mut()[pattern as usize / 64] &= !(1 << (pattern % 64));
        self.change(cell, &others)
    }

    /// Revises until nothing changes; a search that is stopped meanwhile is stuck.
    fn propagate(&mut self) -> Result<(), Stuck> {
        let Collapse { propagator, observer, stopped, .. } = self;
        propagator.propagate(&mut || {
            *stopped = *stopped || !observer.goes_on();
            !*stopped
        })
    }

    fn change(&mut self, cell: u32, set: &S) -> Result<(), Stuck> {
        self.propagator.mark();
        self.propagator.put(cell, set.as_ref(), Dirs::ALL);
        match self.propagate() {
            Ok(()) => {
                self.note();
                Ok(())
            }
            Err(stuck) => {
                self.propagator.take_back();
                Err(stuck)
            }
        }
    }

    /// Records what has changed.
    fn note(&mut self) {
        let mut decided = Vec::new();
        for &cell in self.propagator.changed() {
            let count = self.propagator.count(cell);
            self.picks.put(cell, count);
            if count == 1 {
                self.decided += 1;
                if self.observer.listens() {
                    decided.push(cell);
                }
            }
        }
        self.observe(&decided);
        if self.picks.held() > 8 * self.wave.size().area() as usize + 1024 {
            self.fill_picks();
        }
        if self.decided > self.best {
            self.advance();
        }
    }

    /// More cells are decided than before in this attempt.
    fn advance(&mut self) {
        (self.best, self.reach) = (self.decided, FIRST_REACH);
        self.depth = self.depth.max(self.best);
    }

    fn observe(&mut self, decided: &[u32]) {
        if self.observer.listens() && !decided.is_empty() {
            let cells: Vec<(u32, u32)> = decided.iter().map(|&cell| (cell, self.propagator.pattern(cell))).collect();
            self.observer.decided(&cells);
        }
    }

    /// Resolves a contradiction after a choice was taken back. Returns how many cells were undone, at least 1.
    fn undo(&mut self, cell: u32, pattern: u32, stuck: Stuck) -> u64 {
        self.contradictions += 1;
        let undone = match self.exclude(cell, pattern) {
            Ok(()) => 1,
            Err(_) => {
                let undone = self.open_around(stuck.cell);
                self.reach = self.reach.saturating_mul(2);
                // The square may not reach the cell, which is no longer in a bucket.
                self.picks.put(cell, self.propagator.count(cell));
                undone
            }
        };
        self.undone += undone;
        undone
    }

    /// Reopens the square around a cell. Returns the number of its cells.
    ///
    /// Afterwards every set is at least that of an arc consistent wave, so propagation cannot empty it.
    fn open_around(&mut self, center: u32) -> u64 {
        let (inner, outer) = (self.reach, self.reach.saturating_add(MARGIN));
        let cells = super::square::square(self.wave, center, outer);
        let mut opened = Vec::new();
        self.propagator.mark();
        for &(cell, distance) in &cells {
            let was_decided = self.propagator.count(cell) == 1;
            if distance <= inner || !was_decided {
                if was_decided {
                    opened.push(cell);
                }
                let words = self.propagator.rules.words();
                self.propagator.put(cell, &self.start[cell as usize * words..][..words], Dirs::NONE);
            }
        }
        self.decided -= opened.len() as u32;
        self.observer.undone(&opened);
        for (cell, _) in super::square::square(self.wave, center, outer.saturating_add(1)) {
            self.propagator.forget(cell);
        }
        if self.propagate().is_err() {
            // Only if the search is stopped, see above; and if it happened otherwise, the budget would end it.
            self.propagator.take_back();
        }
        self.note();
        u64::from(cells.len() as u32)
    }

    /// The pattern of each cell, after a check of every pair of neighbors.
    fn patterns(&self) -> Result<Grid<u32>, CollapseError> {
        let size = self.wave.size();
        let patterns = Grid::from_fn(size, |p| self.propagator.pattern(size.index(p)));
        for cell in self.cells() {
            for dir in self.propagator.lattice.dirs(cell).iter().filter(|dir| matches!(dir, Dir::E | Dir::S)) {
                let next = self.propagator.lattice.step(cell, dir);
                if !self.propagator.rules.allows(patterns[cell], dir, patterns[next]) {
                    return Err(CollapseError::Broken { at: size.point(cell), dir });
                }
            }
        }
        Ok(patterns)
    }
}

/// Half the side of the square that a first contradiction opens.
const FIRST_REACH: u32 = 1;
/// How much further undecided cells are opened: they may have lost patterns to cells that are opened.
const MARGIN: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Size, Wrap};

    /// Whether every pattern of every cell has a partner in every neighbor.
    fn is_consistent<S: Words>(propagator: &Propagator<'_, S>) -> bool {
        (0..propagator.lattice.area()).all(|cell| {
            propagator.lattice.dirs(cell).iter().all(|dir| {
                let there = propagator.set(propagator.lattice.step(cell, dir));
                let partner = |a: usize| bits(there).any(|b| propagator.rules.allows(a as u32, dir, b as u32));
                bits(propagator.set(cell)).all(partner)
            })
        })
    }

    /// Choosing, undoing, excluding and opening all leave a settled wave.
    #[test]
    fn the_wave_is_consistent_after_every_change() {
        let (mut failed, mut opened) = (0, 0);
        for seed in 0..120 {
            let mut rng = MapRng::new(seed);
            let labels: Vec<[u64; 4]> = (0..20).map(|_| [(); 4].map(|()| u64::from(rng.below(5)))).collect();
            let pairs = |n: u32| (0..n * n).filter(|_| seed % 2 == 0).map(move |i| (i / n, i % n));
            let some = pairs(6).filter(|_| rng.chance(0.35)).flat_map(|(a, b)| [(a, Dir::E, b), (b, Dir::N, a)]);
            let rules = match seed % 2 {
                0 => AdjacencyRules::from_pairs(&[1; 6], some.collect::<Vec<_>>()),
                _ => AdjacencyRules::from_labels(&[1; 20], &labels),
            };
            let Ok(rules) = rules else { continue };
            let wave = Wave::full(&rules, Size::new(8, 7), Wrap::ALL[seed as usize / 2 % 4]);
            let lattice = Passages::lattice(wave.size(), wave.wrap());
            let mut propagator = Propagator::<[u64; 1]>::new(&rules, &lattice, wave.sets.clone());
            if propagator.propagate_all(&mut || true).is_err() {
                continue;
            }
            let mut listener = ();
            let mut search = Collapse::new(propagator, seed, Limits::default(), &wave, &mut listener);
            search.begin(0);
            for round in 0..60 {
                let cell = rng.below(wave.size().area());
                let before = search.propagator.sets.clone();
                if round % 6 == 5 {
                    search.reach = rng.below(4);
                    search.open_around(cell);
                    opened += 1;
                } else if search.propagator.count(cell) > 1 {
                    let pattern = search.choose(cell);
                    if search.decide(cell, pattern).is_err() {
                        assert_eq!(search.propagator.sets, before, "taken back");
                        let _ = search.exclude(cell, pattern);
                        failed += 1;
                    }
                }
                assert!(is_consistent(&search.propagator), "seed {seed}, round {round}");
                let decided = search.cells().filter(|&cell| search.propagator.count(cell) == 1).count();
                assert_eq!(search.decided as usize, decided);
            }
        }
        assert!(failed > 20 && opened > 200, "{failed} failed, {opened} opened");
    }
}
