//! An archive: the best level of each bin of two metrics.
//!
//! This is MAP-Elites (Mouret and Clune, 2015): children of the levels in the archive fill bins that random levels hardly
//! ever reach.

use std::collections::BTreeMap;

use mapwright_core::MapRng;

use crate::bins::{Axis, Bins};
use crate::engine::{Candidate, Draft, Engine, Tried};
use crate::error::SearchError;
use crate::judge::{Judgment, Passed, Stop};
use crate::search::{FoundLevel, Search, SearchWatch};
use crate::tally::Tally;

/// Random candidates before the bins are laid out and elites have children.
const RANDOM: u64 = 512;

/// The best level of each bin that a search reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Archive {
    /// Levels tried.
    pub tried: u64,
    /// Those of them that could not be built.
    pub unbuilt: u64,
    /// How many passed each required clause, in the order in which clauses were looked at.
    pub passed: Vec<Passed>,
    /// The bins across and up.
    pub bins: [Bins; 2],
    /// The elites by bin.
    pub elites: BTreeMap<[u32; 2], Elite>,
    /// Both metrics of every level that fits, in the order of their indices.
    pub seen: Vec<[f64; 2]>,
}

/// The best level of a bin.
#[derive(Clone, Debug, PartialEq)]
pub struct Elite {
    /// The value of the `max` or `min` of the requirements, negative for `min`: more is better. 0 without one.
    pub goal: f64,
    /// The level.
    pub level: FoundLevel,
}

impl Search {
    /// The most bins of an axis.
    pub const MOST_BINS: u32 = 100;

    /// Fills an archive over two metrics: the best level of each bin by the `max` or `min` of the requirements, otherwise the
    /// first one. Only levels that fit are kept.
    ///
    /// # Errors
    ///
    /// Those of [`find`](Self::find), no bins, or an axis with a range that has no bins.
    pub fn archive(&self, axes: [Axis; 2], bins: [u32; 2]) -> Result<Archive, SearchError> {
        self.archive_watched(axes, bins, &mut |_| true)
    }

    /// The same, watched.
    ///
    /// # Errors
    ///
    /// Those of [`archive`](Self::archive), and that the watcher stopped it.
    pub fn archive_watched(
        &self,
        axes: [Axis; 2],
        bins: [u32; 2],
        watch: &mut SearchWatch<'_>,
    ) -> Result<Archive, SearchError> {
        if let Some(&wrong) = bins.iter().find(|bins| !(1..=Search::MOST_BINS).contains(*bins)) {
            return Err(SearchError::Number { name: "bins", value: wrong.into(), expected: "1 to 100" });
        }
        if let Some(axis) = axes.into_iter().find(|axis| !axis.is_bounded()) {
            return Err(SearchError::Axis { axis: axis.to_string() });
        }
        let engine = self.engine(axes.map(|axis| axis.metric).to_vec())?;
        let mut archive = RunningArchive::new(self, &engine, axes, bins);
        while !archive.tally.is_over() {
            let batch = engine.batch(archive.tally.next(), |rng| archive.draw(rng), |_| ());
            batch.into_iter().for_each(|tried| archive.take(tried));
            archive.settle();
            archive.tally.report(archive.seen.len() as u64, watch)?;
        }
        archive.archive()
    }
}

/// A level that fits.
#[derive(Clone, Debug)]
struct Fit {
    candidate: Candidate,
    goal: f64,
}

/// An elite that may have children.
#[derive(Clone, Debug)]
struct EliteParent {
    genes: Vec<u32>,
    seed: u64,
    /// The levels in its bin and around.
    crowd: u32,
}

/// An archive that is being filled.
struct RunningArchive<'a> {
    /// It climbs as long as nothing fits.
    tally: Tally<'a>,
    axes: [Axis; 2],
    most: [u32; 2],
    seen: Vec<[f64; 2]>,
    /// Levels that wait for the bins.
    waiting: Vec<([f64; 2], Fit)>,
    bins: Option<[Bins; 2]>,
    elites: BTreeMap<[u32; 2], Fit>,
    /// How many levels fell into each bin.
    visits: BTreeMap<[u32; 2], u32>,
    /// The elites, in the order of their bins, as the last batch left them.
    parents: Vec<EliteParent>,
}

impl<'a> RunningArchive<'a> {
    fn new(search: &'a Search, engine: &'a Engine, axes: [Axis; 2], most: [u32; 2]) -> Self {
        RunningArchive {
            tally: Tally::new(search, engine, RANDOM),
            axes,
            most,
            seen: Vec::new(),
            waiting: Vec::new(),
            bins: None,
            elites: BTreeMap::new(),
            visits: BTreeMap::new(),
            parents: Vec::new(),
        }
    }

    /// A child of an elite. Of eight elites the one with the fewest levels around its bin has it: those at the frontier
    /// fill new bins. One of four children keeps the seed: what a lucky seed made, its neighbors often make too.
    fn draw(&self, rng: &mut MapRng) -> Draft<'_> {
        let space = &self.tally.engine.space;
        let unfit = |genes, seed| Draft { genes, seed, stop: Stop::Unfit };
        if self.tally.tried < RANDOM || space.dims().is_empty() {
            return unfit(space.draw(rng), None);
        }
        let parent = (0..8).filter_map(|_| rng.pick(&self.parents)).min_by_key(|parent| parent.crowd);
        match (parent, &self.tally.climb) {
            (Some(parent), _) => unfit(space.near(&parent.genes, 16, rng), (rng.below(4) == 0).then_some(parent.seed)),
            (None, Some(climb)) => climb.draw(space, rng),
            (None, None) => unfit(space.draw(rng), None),
        }
    }

    fn take(&mut self, tried: Tried<()>) {
        let Some((candidate, Judgment { fits: true, goal, extra, .. }, _)) = self.tally.take(tried) else { return };
        if let [Some(x), Some(y)] = extra[..] {
            self.seen.push([x, y]);
            self.waiting.push(([x, y], Fit { candidate, goal }));
        }
    }

    /// After a batch: fixes the bins when enough was seen, and puts levels into them.
    fn settle(&mut self) {
        if self.bins.is_none() && self.tally.tried >= RANDOM.min(self.tally.search.budget) && !self.seen.is_empty() {
            let bins = |i: usize| Bins::new(self.axes[i], self.most[i], self.seen.iter().map(|values| values[i]));
            self.bins = Some([bins(0), bins(1)]);
        }
        self.tally.learn(self.seen.is_empty());
        let Some(bins) = self.bins else { return };
        for (values, fit) in std::mem::take(&mut self.waiting) {
            let bin = [bins[0].bin(values[0]), bins[1].bin(values[1])];
            *self.visits.entry(bin).or_default() += 1;
            // Ties stay with the lower index, which came first.
            if self.elites.get(&bin).is_none_or(|elite| fit.goal > elite.goal) {
                self.elites.insert(bin, fit);
            }
        }
        let parent = |(bin, Fit { candidate, .. }): (&[u32; 2], &Fit)| EliteParent {
            genes: candidate.genes.clone(),
            seed: candidate.seed,
            crowd: self.crowd(*bin),
        };
        self.parents = self.elites.iter().map(parent).collect();
    }

    /// The levels that fell into a bin and the eight around it.
    fn crowd(&self, [x, y]: [u32; 2]) -> u32 {
        let near = |at: u32| at.saturating_sub(1)..=at + 1;
        near(x).flat_map(|x| near(y).map(move |y| [x, y])).filter_map(|bin| self.visits.get(&bin)).sum()
    }

    fn archive(self) -> Result<Archive, SearchError> {
        let (search, engine) = (self.tally.search, self.tally.engine);
        let (tried, unbuilt, passed) = self.tally.end()?;
        let nothing = || [0, 1].map(|i| Bins::new(self.axes[i], self.most[i], std::iter::empty()));
        let mut elites = BTreeMap::new();
        for (&bin, Fit { candidate, goal }) in &self.elites {
            let level = search.level(engine, candidate)?;
            elites.insert(bin, Elite { goal: *goal, level });
        }
        let bins = self.bins.unwrap_or_else(nothing);
        Ok(Archive { tried, unbuilt, passed, bins, elites, seen: self.seen })
    }
}

#[cfg(test)]
mod tests;
