//! An archive: the best level of each bin of two metrics.
//!
//! This is MAP-Elites (Mouret and Clune, 2015): children of the levels in the archive fill bins that random levels hardly
//! ever reach.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use mapwright_core::MapRng;

use crate::bins::{Axis, Bins};
use crate::climb::Climb;
use crate::engine::{BATCH, Candidate, Engine, RANDOM, Tried};
use crate::error::SearchError;
use crate::judge::Verdict;
use crate::search::{Level, Progress, Search, Watch};

/// The best level of each bin that a search reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Archive {
    /// Levels tried.
    pub tried: u64,
    /// Those of them that could not be built.
    pub unbuilt: u64,
    /// How many passed each clause of the wish and all that were looked at before it.
    pub passed: Vec<(String, u64)>,
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
    /// The value of the `max` or `min` of the wish, negative for `min`: more is better. 0 without one.
    pub goal: f64,
    /// The island that it comes from.
    pub island: u32,
    /// The level.
    pub level: Level,
}

impl Archive {
    /// Takes the better elite of each bin. The result does not depend on the order of merging, and merging twice changes
    /// nothing but the number of levels tried: so parts can be computed anywhere, and again.
    ///
    /// # Errors
    ///
    /// The other has other bins. Give the axes ranges: without, they depend on the levels that were seen.
    pub fn merge(&mut self, other: &Archive) -> Result<(), SearchError> {
        if self.bins != other.bins {
            return Err(SearchError::OtherBins);
        }
        for (&bin, elite) in &other.elites {
            let is_better = self.elites.get(&bin).is_none_or(|own| {
                rank((elite.goal, elite.island, elite.level.index), (own.goal, own.island, own.level.index))
            });
            if is_better {
                self.elites.insert(bin, elite.clone());
            }
        }
        Ok(())
    }
}

/// Whether the first is better: a higher goal, then a lower island, then a lower index.
fn rank(one: (f64, u32, u64), other: (f64, u32, u64)) -> bool {
    let goals = one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal);
    goals.then((other.1, other.2).cmp(&(one.1, one.2))) == Ordering::Greater
}

impl Search {
    /// The most bins of an axis.
    pub const MOST_BINS: u32 = 100;

    /// Fills an archive over two metrics: the best level of each bin by the `max` or `min` of the wish, otherwise the
    /// first one. Only levels that fit are kept.
    ///
    /// # Errors
    ///
    /// Those of [`find`](Self::find), or no bins.
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
        watch: &mut Watch<'_>,
    ) -> Result<Archive, SearchError> {
        if let Some(&wrong) = bins.iter().find(|bins| !(1..=Search::MOST_BINS).contains(*bins)) {
            return Err(SearchError::Number { name: "bins", value: wrong.into(), expected: "1 to 100" });
        }
        let engine = self.engine(axes.map(|axis| axis.metric).to_vec())?;
        let mut filling = Filling::new(self, &engine, axes, bins);
        while filling.tried < self.budget && !(filling.tried >= RANDOM && filling.unbuilt == filling.tried) {
            let next = filling.tried..self.budget.min(filling.tried + BATCH);
            let batch = engine.batch(next, |rng| filling.draw(rng), |_| ());
            batch.into_iter().for_each(|tried| filling.take(tried));
            filling.settle();
            let progress = Progress { tried: filling.tried, budget: self.budget, fitting: filling.seen.len() as u64 };
            if !watch(progress) {
                return Err(SearchError::Stopped);
            }
        }
        filling.archive()
    }
}

/// A level that fits.
#[derive(Clone, Debug)]
struct Fit {
    candidate: Candidate,
    goal: f64,
}

/// An archive that is being filled.
struct Filling<'a> {
    search: &'a Search,
    engine: &'a Engine,
    axes: [Axis; 2],
    most: [u32; 2],
    tried: u64,
    unbuilt: u64,
    last_error: String,
    passed: Vec<u64>,
    seen: Vec<[f64; 2]>,
    /// Levels that wait for the bins.
    waiting: Vec<([f64; 2], Fit)>,
    bins: Option<[Bins; 2]>,
    elites: BTreeMap<[u32; 2], Fit>,
    /// The genes and seeds of the elites, in the order of their bins, as the last batch left them.
    parents: Vec<(Vec<u32>, u64)>,
    /// Comes closer to the wish as long as nothing fits.
    climb: Climb,
}

impl<'a> Filling<'a> {
    fn new(search: &'a Search, engine: &'a Engine, axes: [Axis; 2], most: [u32; 2]) -> Self {
        Filling {
            search,
            engine,
            axes,
            most,
            tried: 0,
            unbuilt: 0,
            last_error: String::new(),
            passed: vec![0; search.want.clauses.len()],
            seen: Vec::new(),
            waiting: Vec::new(),
            bins: None,
            elites: BTreeMap::new(),
            parents: Vec::new(),
            climb: Climb::default(),
        }
    }

    /// A child of an elite, half of the time with the same seed: what a lucky seed made, its neighbors often make too.
    fn draw(&self, rng: &mut MapRng) -> (Vec<u32>, Option<u64>) {
        let space = &self.engine.space;
        if self.tried < RANDOM || space.dims().is_empty() {
            return (space.draw(rng), None);
        }
        match rng.pick(&self.parents) {
            Some((genes, seed)) => (space.near(genes, rng), rng.chance(0.5).then_some(*seed)),
            None => (self.climb.draw(space, rng), None),
        }
    }

    fn take(&mut self, tried: Tried<()>) {
        self.tried += 1;
        let verdict = match tried.verdict {
            Ok(verdict) => verdict,
            Err(error) => {
                self.unbuilt += 1;
                self.last_error = error;
                return;
            }
        };
        for (clause, passed) in self.passed.iter_mut().enumerate() {
            *passed += u64::from(verdict.passed >> clause & 1);
        }
        if self.parents.is_empty() {
            self.climb.add(&self.engine.space, &tried.candidate, &verdict);
        }
        let Verdict { fits: true, goal, extra, .. } = verdict else { return };
        if let [Some(x), Some(y)] = extra[..] {
            self.seen.push([x, y]);
            self.waiting.push(([x, y], Fit { candidate: tried.candidate, goal }));
        }
    }

    /// After a batch: fixes the bins when enough was seen, and puts levels into them.
    fn settle(&mut self) {
        if self.bins.is_none() && self.tried >= RANDOM.min(self.search.budget) && !self.seen.is_empty() {
            let bins = |i: usize| Bins::new(self.axes[i], self.most[i], self.seen.iter().map(|values| values[i]));
            self.bins = Some([bins(0), bins(1)]);
        }
        let Some(bins) = self.bins else { return };
        for (values, fit) in std::mem::take(&mut self.waiting) {
            let bin = [bins[0].bin(values[0]), bins[1].bin(values[1])];
            // Ties stay with the lower index, which came first.
            if self.elites.get(&bin).is_none_or(|elite| fit.goal > elite.goal) {
                self.elites.insert(bin, fit);
            }
        }
        self.parents =
            self.elites.values().map(|Fit { candidate, .. }| (candidate.genes.clone(), candidate.seed)).collect();
    }

    fn archive(self) -> Result<Archive, SearchError> {
        if self.unbuilt == self.tried {
            return Err(SearchError::NothingBuilds { tried: self.tried, error: self.last_error });
        }
        let nothing = || [0, 1].map(|i| Bins::new(self.axes[i], self.most[i], std::iter::empty()));
        let mut elites = BTreeMap::new();
        for (&bin, Fit { candidate, goal }) in &self.elites {
            let level = self.search.level(self.engine, candidate)?;
            elites.insert(bin, Elite { goal: *goal, island: self.search.island, level });
        }
        let clauses = self.search.want.clauses.iter().map(ToString::to_string);
        let passed = clauses.zip(self.passed.iter().copied()).collect();
        let bins = self.bins.unwrap_or_else(nothing);
        Ok(Archive { tried: self.tried, unbuilt: self.unbuilt, passed, bins, elites, seen: self.seen })
    }
}

#[cfg(test)]
mod tests {
    use mapwright_graph::Metric;

    use super::*;

    fn tried(index: u64, values: Option<[f64; 2]>, goal: f64, fits: bool) -> Tried<()> {
        let candidate = Candidate { index, seed: index, genes: vec![] };
        let extra = values.map_or(vec![None, Some(1.0)], |values| values.map(Some).to_vec());
        let verdict = Verdict { fits, passed: 0, failed: None, short: 0.0, goal, extra };
        Tried { candidate, verdict: Ok(verdict), kept: fits.then_some(()) }
    }

    /// All levels are at hand, and every bin takes the best of its own.
    #[test]
    fn the_archive_is_that_of_a_naive_twin_on_the_same_batches() {
        let mut rng = MapRng::new(21);
        for range in [None, Some((10.0, 30.0))] {
            let recipe = r#"{ "version": 1, "width": 3, "height": 3, "initial": { "use": "arena" } }"#;
            let search = Search { budget: 1000, ..Search::new(recipe.parse().unwrap()) };
            let engine = search.engine(vec![Metric::Loops, Metric::OpenShare]).unwrap();
            let axes = [Axis { metric: Metric::Loops, range }, Axis { metric: Metric::OpenShare, range: None }];
            let mut filling = Filling::new(&search, &engine, axes, [6, 9]);
            let mut all = Vec::new();
            while filling.tried < 1000 {
                for _ in 0..64 {
                    let values = [f64::from(rng.below(50)), f64::from(rng.below(1001)) / 1000.0];
                    let (goal, fits) = (f64::from(rng.below(7)), rng.chance(0.8));
                    let values = rng.chance(0.9).then_some(values);
                    let one = tried(filling.tried, values, goal, fits);
                    all.extend(values.filter(|_| fits).map(|values| (values, goal, filling.tried)));
                    filling.take(one);
                }
                filling.settle();
                let Some(bins) = filling.bins else { continue };
                let inside = |at: [u32; 2], values: [f64; 2]| {
                    (0..2).all(|i| {
                        let (low, high) = (bins[i].edge(at[i]) - 1e-9, bins[i].edge(at[i] + 1) - 1e-9);
                        (values[i] >= low || at[i] == 0) && (values[i] < high || at[i] + 1 == bins[i].count)
                    })
                };
                for at in (0..bins[0].count).flat_map(|x| (0..bins[1].count).map(move |y| [x, y])) {
                    let own = all.iter().filter(|(values, ..)| inside(at, *values));
                    let best = own.fold(None, |best: Option<(f64, u64)>, &(_, goal, index)| match best {
                        Some((other, _)) if other >= goal => best,
                        _ => Some((goal, index)),
                    });
                    let found = filling.elites.get(&at).map(|fit| (fit.goal, fit.candidate.index));
                    assert_eq!(found, best, "{at:?} {bins:?}");
                }
            }
        }
    }

    #[test]
    fn merging_does_not_depend_on_the_order_and_may_be_repeated() {
        let recipe = r#"{ "version": 1, "width": 15, "height": 9, "initial": { "use": "wilson" },
            "metas": [{ "use": "loop-injector" }, { "use": "distant-exit" }] }"#;
        let mut search = Search { budget: 300, ..Search::new(recipe.parse().unwrap()) };
        search.vary = vec!["metas.0.p".parse().unwrap()];
        search.want = "max longest_path".parse().unwrap();
        let axes = ["loops=0..20", "solution_steps=0..60"].map(|axis| axis.parse().unwrap());
        let islands = [0, 1, 2].map(|island| {
            search.island = island;
            search.archive(axes, [5, 5]).unwrap()
        });
        let merged = |order: &[usize]| {
            let mut all = islands[order[0]].clone();
            order[1..].iter().for_each(|&i| all.merge(&islands[i]).unwrap());
            all.elites
        };
        let all = merged(&[0, 1, 2]);
        for order in [&[2, 1, 0][..], &[1, 0, 2], &[1, 2, 2, 0, 1, 0]] {
            assert_eq!(merged(order), all);
        }
        assert!([0, 1, 2].iter().all(|&island| all.values().any(|elite| elite.island == island)));
        let other = search.archive(axes, [4, 5]).unwrap();
        assert!(matches!(islands[0].clone().merge(&other), Err(SearchError::OtherBins)));
    }
}
