//! The patterns left in each cell.

use mapwright_core::{Passages, Point, Size, Wrap};

use super::bits::{full_set, with_words};
use super::error::CollapseError;
use super::propagator::Propagator;
use super::rules::AdjacencyRules;

/// A set of patterns for every cell of a board, in which to search for a solution.
///
/// Borders and given cells are just smaller sets. The wave wraps as [`Wrap::crossings`] says: an axis of one cell
/// joins nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    size: Size,
    wrap: Wrap,
    n_patterns: u32,
    words: usize,
    /// `words` words for each cell, row-major, with a bit for each pattern left.
    pub(super) sets: Vec<u64>,
}

impl Wave {
    /// A wave with every pattern in every cell.
    pub fn full(rules: &AdjacencyRules, size: Size, wrap: Wrap) -> Self {
        let (n_patterns, words) = (rules.n_patterns(), rules.words());
        let full: Vec<u64> = full_set(n_patterns, words);
        let mut sets = Vec::with_capacity(words * size.area() as usize);
        (0..size.area()).for_each(|_| sets.extend_from_slice(&full));
        Wave { size, wrap, n_patterns, words, sets }
    }

    /// The bytes for each cell that solving a board takes: four sets, one more to undo, and other data.
    pub fn bytes_per_cell(n_patterns: u32) -> u64 {
        5 * u64::from(n_patterns.div_ceil(64).next_multiple_of(2)) * 8 + 48
    }

    /// The columns and rows.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Which borders wrap.
    pub const fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// The number of all patterns.
    pub const fn n_patterns(&self) -> u32 {
        self.n_patterns
    }

    /// Whether a pattern is left in a cell; `false` outside the board.
    pub fn allows(&self, at: Point, pattern: u32) -> bool {
        self.size.contains(at) && pattern < self.n_patterns && {
            self.sets[self.from(at) + pattern as usize / 64] >> (pattern % 64) & 1 == 1
        }
    }

    /// The number of patterns left in a cell.
    pub fn count(&self, at: Point) -> u32 {
        if self.size.contains(at) { self.set(at).iter().map(|word| word.count_ones()).sum() } else { 0 }
    }

    /// The patterns left in a cell, in ascending order.
    pub fn patterns(&self, at: Point) -> impl Iterator<Item = u32> {
        (0..self.n_patterns).filter(move |&pattern| self.allows(at, pattern))
    }

    /// Keeps only some patterns in a cell. Outside the board it does nothing.
    pub fn keep(&mut self, at: Point, mut keeps: impl FnMut(u32) -> bool) {
        for pattern in 0..self.n_patterns {
            if self.allows(at, pattern) && !keeps(pattern) {
                let word = self.from(at) + pattern as usize / 64;
                self.sets[word] &= !(1 << (pattern % 64));
            }
        }
    }

    /// Keeps only the patterns of a set.
    pub(super) fn keep_set(&mut self, at: Point, set: &[u64]) {
        if self.size.contains(at) {
            let from = self.from(at);
            self.sets[from..from + self.words].iter_mut().zip(set).for_each(|(word, kept)| *word &= kept);
        }
    }

    /// Removes patterns without a partner in a neighboring cell until none is left: arc consistency. No solution
    /// contains what it removes.
    ///
    /// # Errors
    ///
    /// * [`Infeasible`](CollapseError::Infeasible): a cell has no pattern left.
    /// * [`OtherRules`](CollapseError::OtherRules): the rules have another number of patterns than the wave.
    ///
    /// The wave is unchanged then.
    pub fn propagate(&mut self, rules: &AdjacencyRules) -> Result<(), CollapseError> {
        self.check(rules)?;
        with_words!(self.words, S => {
            let lattice = Passages::lattice(self.size, self.wrap);
            let mut propagator = Propagator::<S>::new(rules, &lattice, self.sets.clone());
            propagator.propagate_all(&mut || true).map_err(|stuck| stuck.on(self.size))?;
            self.sets = propagator.sets;
            Ok(())
        })
    }

    /// Refuses rules with another number of patterns.
    pub(super) fn check(&self, rules: &AdjacencyRules) -> Result<(), CollapseError> {
        let (wave, rules) = (self.n_patterns, rules.n_patterns());
        if wave == rules { Ok(()) } else { Err(CollapseError::OtherRules { wave, rules }) }
    }

    fn set(&self, at: Point) -> &[u64] {
        let from = self.from(at);
        &self.sets[from..from + self.words]
    }

    fn from(&self, at: Point) -> usize {
        self.size.index(at) as usize * self.words
    }
}
