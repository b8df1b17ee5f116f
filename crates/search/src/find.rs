//! The search for levels that meet requirements.

use mapwright_core::{BuilderMap, MapRng};
use mapwright_recipe::map_digest;

use crate::engine::{Candidate, Draft, Engine, Tried};
use crate::error::SearchError;
use crate::judge::{Judgment, Passed, Stop};
use crate::search::{FoundLevel, Search, SearchWatch};
use crate::tally::Tally;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Levels tried.
    pub tried: u64,
    /// Those of them that could not be built.
    pub unbuilt: u64,
    /// How many passed each required clause, in the order in which clauses were looked at.
    pub passed: Vec<Passed>,
    /// The levels that fit: the first ones, or the best ones if the requirements have a `max` or a `min`.
    pub levels: Vec<FoundLevel>,
    /// If none fits: the levels that came closest, best first.
    pub nearest: Vec<Miss>,
}

/// A level that came close.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The level.
    pub level: FoundLevel,
    /// The first clause that failed.
    pub failed: String,
}

/// Random candidates before a search decides whether to climb. With 512, rare requirements take a tenth more tries.
const RANDOM: u64 = 256;
/// The most misses that are kept.
const MISSES: usize = 3;

impl Search {
    /// Finds `count` levels that fit, or the best `count` if the requirements have a `max` or a `min`.
    ///
    /// # Errors
    ///
    /// The recipe, the requirements and what varies do not go together, or no level can be built. That no level fits is no
    /// error.
    pub fn find(&self, count: usize) -> Result<Found, SearchError> {
        self.find_watched(count, &mut |_| true)
    }

    /// The same, watched.
    ///
    /// # Errors
    ///
    /// Those of [`find`](Self::find), and that the watcher stopped it.
    pub fn find_watched(&self, count: usize, watch: &mut SearchWatch<'_>) -> Result<Found, SearchError> {
        let engine = self.engine(Vec::new())?;
        self.run(&engine, count, &|_| (), watch)?.found()
    }

    /// Draws levels until enough fit or the budget is used up. `keep` reads the maps of those that fit.
    pub(crate) fn run<'a, T: Send + Sync>(
        &'a self,
        engine: &'a Engine,
        count: usize,
        keep: &(impl Fn(&BuilderMap) -> T + Sync),
        watch: &mut SearchWatch<'_>,
    ) -> Result<RunningSearch<'a, T>, SearchError> {
        let mut running = RunningSearch::new(self, engine, count);
        while !running.is_over() {
            let batch = engine.batch(running.tally.next(), |rng| running.draw(rng), |map| (map_digest(map), keep(map)));
            batch.into_iter().for_each(|tried| running.take(tried));
            running.learn();
            running.tally.report(running.fitting, watch)?;
        }
        Ok(running)
    }
}

/// A level that fits, and what was kept of its map.
#[derive(Clone, Debug)]
pub(crate) struct Hit<T> {
    candidate: Candidate,
    verdict: Judgment,
    digest: u64,
    pub(crate) kept: T,
}

/// A search that is under way.
pub(crate) struct RunningSearch<'a, T> {
    tally: Tally<'a>,
    count: usize,
    fitting: u64,
    /// Levels that fit, each once, with their digests; the best ones first if the requirements rank them.
    pub(crate) hits: Vec<Hit<T>>,
    /// The nearest ones that do not fit, by the first clause that fails. Climbing knows better.
    misses: Vec<(Candidate, Judgment)>,
}

impl<'a, T> RunningSearch<'a, T> {
    fn new(search: &'a Search, engine: &'a Engine, count: usize) -> Self {
        RunningSearch {
            tally: Tally::new(search, engine, RANDOM),
            count,
            fitting: 0,
            hits: Vec::new(),
            misses: Vec::new(),
        }
    }

    fn draw(&self, rng: &mut MapRng) -> Draft<'_> {
        let space = &self.tally.engine.space;
        match &self.tally.climb {
            Some(climb) => climb.draw(space, rng),
            None => Draft { genes: space.draw(rng), seed: None, stop: Stop::Unfit },
        }
    }

    /// After the random candidates: decides whether to climb from them.
    fn learn(&mut self) {
        // Where one in a hundred fits, drawing on gives more variety than climbing.
        self.tally.learn(self.ranks() || self.fitting * 100 < self.tally.tried);
    }

    fn ranks(&self) -> bool {
        self.tally.search.want.goal().is_some()
    }

    fn is_over(&self) -> bool {
        self.tally.is_over() || !self.ranks() && self.hits.len() >= self.count
    }

    fn take(&mut self, tried: Tried<(u64, T)>) {
        let Some((candidate, verdict, kept)) = self.tally.take(tried) else { return };
        let Some((digest, kept)) = kept else {
            insert(&mut self.misses, (candidate, verdict), 4 * MISSES, |(_, verdict)| verdict);
            return;
        };
        self.fitting += 1;
        if self.hits.iter().all(|hit| hit.digest != digest) {
            insert(&mut self.hits, Hit { candidate, verdict, digest, kept }, self.count, |hit| &hit.verdict);
        }
    }

    pub(crate) fn found(mut self) -> Result<Found, SearchError> {
        let Tally { search, engine, .. } = self.tally;
        let (climb, clauses) = (self.tally.climb.take(), &search.want.clauses);
        let (tried, unbuilt, passed) = self.tally.end()?;
        let level = |candidate: &Candidate| search.level(engine, candidate);
        let levels: Vec<FoundLevel> = self.hits.iter().map(|hit| level(&hit.candidate)).collect::<Result<_, _>>()?;
        let near: Vec<(&Candidate, &Judgment)> = match &climb {
            Some(climb) => climb.best().iter().map(|near| (&near.candidate, &near.verdict)).collect(),
            None => self.misses.iter().map(|(candidate, verdict)| (candidate, verdict)).collect(),
        };
        let miss = |(candidate, verdict): (&Candidate, &Judgment)| {
            let failed = verdict.failed.and_then(|clause| clauses.get(clause)).filter(|_| levels.is_empty())?;
            // A level that was given up early may turn out not to build.
            Some(Miss { level: level(candidate).ok()?, failed: failed.to_string() })
        };
        let nearest = near.into_iter().filter_map(miss).take(MISSES).collect();
        Ok(Found { tried, unbuilt, passed, levels, nearest })
    }
}

/// Inserts one behind all that are at least as good, if it is among the first `most`.
pub(crate) fn insert<T>(best: &mut Vec<T>, one: T, most: usize, verdict: impl Fn(&T) -> &Judgment) {
    let place = best.partition_point(|other| !verdict(&one).is_better_than(verdict(other)));
    if place < most {
        best.insert(place, one);
        best.truncate(most);
    }
}
