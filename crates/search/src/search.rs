//! The search for levels that meet requirements.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mapwright_core::{BuildErrorKind, BuilderMap, MapRng, Progress, mix};
use mapwright_recipe::{Files, Recipe, RecipeError, Registry, map_digest};

use crate::engine::{Candidate, Draft, Engine, Tried};
use crate::error::SearchError;
use crate::judge::{Judge, Judgment, Passed, Stop};
use crate::requirements::Requirements;
use crate::space::Space;
use crate::tally::Tally;
use crate::vary::Vary;

/// What to search, and for what. Its methods search in different ways.
///
/// ```
/// use mapwright_recipe::template;
/// use mapwright_search::Search;
///
/// let mut search = Search::new(template("braided-maze").unwrap_or_default().parse()?);
/// search.want = "solution_steps 60..120, loops >= 3".parse()?;
/// search.vary = vec!["metas.0.p=0..1".parse()?];
/// let found = search.find(4)?;
/// assert_eq!(found.levels.len(), 4);
/// for level in &found.levels {
///     let map = level.build()?;
///     assert_eq!(mapwright_recipe::map_digest(&map), level.digest);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    /// The recipe to begin with.
    pub recipe: Recipe,
    /// What may change in it besides the seed.
    pub vary: Vec<Vary>,
    /// What a level must be like.
    pub want: Requirements,
    /// The seed of the search: at first that of the recipe. The same seed finds the same levels.
    pub seed: u64,
    /// Searches with the same seed and other islands draw other levels, as do those with other seeds.
    pub island: u32,
    /// The most levels to try.
    pub budget: u64,
    /// Whether to end a build as soon as it cannot fit any more. It changes nothing but the time.
    pub early_out: bool,
    /// Set it on any thread: the builds under way stop, and the search ends with [`SearchError::Stopped`]. Clones share
    /// it.
    pub stop: Arc<AtomicBool>,
    /// The builders that the recipe may name.
    pub registry: Registry,
    /// The files that the recipe may name.
    pub files: Files,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// Levels tried.
    pub tried: u64,
    /// The most levels to try.
    pub budget: u64,
    /// Levels that fit.
    pub fitting: u64,
}

/// Called after each batch; `false` ends the search with [`SearchError::Stopped`].
pub type SearchWatch<'a> = dyn FnMut(SearchProgress) -> bool + 'a;

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
    pub levels: Vec<Level>,
    /// If none fits: the levels that came closest, best first.
    pub nearest: Vec<Miss>,
}

/// A level: its recipe makes it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its number among all that were tried, from 0.
    pub index: u64,
    /// The seed, which is also in the recipe.
    pub seed: u64,
    /// The recipe.
    pub recipe: Recipe,
    /// All its metrics.
    pub metrics: Vec<(&'static str, f64)>,
    /// The digest of its map.
    pub digest: u64,
}

impl Level {
    /// The level's map, built again.
    ///
    /// # Errors
    ///
    /// Those of [`Recipe::build`]. It knows the builders of Mapwright only, and reads files if the recipe was
    /// [loaded](Recipe::load).
    pub fn build(&self) -> Result<BuilderMap, RecipeError> {
        self.recipe.build(self.seed)
    }
}

/// A level that came close.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// The level.
    pub level: Level,
    /// The first clause that failed.
    pub failed: String,
}

/// Random candidates before a search decides whether to climb. With 512, rare requirements take a tenth more tries.
const RANDOM: u64 = 256;
/// The most misses that are kept.
const MISSES: usize = 3;

impl Search {
    /// A search for any level of a recipe, with its own requirements if it has any.
    pub fn new(recipe: Recipe) -> Self {
        let (registry, files) = (Registry::shipped(), Files::default());
        // `engine` refuses requirements of the recipe that cannot be read, if `want` is still empty then.
        let want = recipe.want.as_deref().and_then(|want| want.parse().ok()).unwrap_or_default();
        let (seed, vary, stop) = (recipe.seed(), Vec::new(), Arc::default());
        Search { recipe, vary, want, seed, island: 0, budget: 8192, early_out: true, stop, registry, files }
    }

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

    /// The engine, after checking that everything goes together.
    pub(crate) fn engine(&self, extra: Vec<mapwright_graph::Metric>) -> Result<Engine, SearchError> {
        if self.budget == 0 {
            return Err(SearchError::Number { name: "budget", value: 0, expected: "at least 1" });
        }
        self.registry.chain(&self.recipe, &self.files)?;
        if let (Some(want), true) = (&self.recipe.want, self.want.clauses.is_empty()) {
            want.parse::<Requirements>()?;
        }
        let space = Space::new(&self.recipe, &self.registry, &self.vary)?;
        let (want, stopped) = (self.want.clone(), Arc::clone(&self.stop));
        let judge = Judge { want, extra, early_out: self.early_out, stopped };
        judge.check(&space.stages(), self.recipe.metas.len() + 1)?;
        Engine::new(space, judge, self.registry.clone(), self.files.clone(), mix(mix(0, self.seed), self.island.into()))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A level, built again and measured.
    pub(crate) fn level(&self, engine: &Engine, candidate: &Candidate) -> Result<Level, SearchError> {
        let mut recipe = engine.space.recipe(&candidate.genes, candidate.seed);
        if !self.want.clauses.is_empty() {
            recipe.want = Some(self.want.to_string());
        }
        let map =
            engine.chain_of(&recipe)?.build_with(candidate.seed, &mut |_: Progress<'_>| match self.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
        let map = map.map_err(|error| match error.kind {
            BuildErrorKind::Stopped => SearchError::Stopped,
            _ => SearchError::NothingBuilds { tried: 1, error: error.to_string() },
        })?;
        recipe.digest = Some(Recipe::digest_of(&map));
        let (metrics, digest) = (mapwright_pipes::metrics(&map).rows().collect(), map_digest(&map));
        Ok(Level { index: candidate.index, seed: candidate.seed, recipe, metrics, digest })
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
        let levels: Vec<Level> = self.hits.iter().map(|hit| level(&hit.candidate)).collect::<Result<_, _>>()?;
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
