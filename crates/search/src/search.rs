//! What to search and for what; the levels that a search finds.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mapwright_core::{BuildCx, BuildErrorKind, BuilderMap, Progress, mix};
use mapwright_recipe::{Files, Recipe, RecipeError, Registry, map_digest};

use crate::engine::{Candidate, Engine};
use crate::error::SearchError;
use crate::judge::Judge;
use crate::requirements::Requirements;
use crate::space::Space;
use crate::vary::Vary;

/// What to search, and for what. Its methods search in different ways.
///
/// ```
/// use mapwright_recipe::template;
/// use mapwright_search::Search;
///
/// let mut search = Search::new(template("braided-maze").unwrap_or_default().parse()?);
/// search.want = "solution_steps 60..120, loops >= 3".parse()?;
/// search.vary = vec!["metas.0.chance=0..1".parse()?];
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
    /// The most bytes that each build may claim, at first [`BuildCx::MEMORY_LIMIT`].
    pub memory: u64,
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

/// A level: its recipe makes it again.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLevel {
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

impl FoundLevel {
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

impl Search {
    /// A search for any level of a recipe, with its own requirements if it has any.
    pub fn new(recipe: Recipe) -> Self {
        let (registry, files) = (Registry::shipped(), Files::default());
        // `engine` refuses requirements of the recipe that cannot be read, if `want` is still empty then.
        let want = recipe.want.as_deref().and_then(|want| want.parse().ok()).unwrap_or_default();
        let (seed, vary, stop, memory) = (recipe.seed(), Vec::new(), Arc::default(), BuildCx::MEMORY_LIMIT);
        Search { recipe, vary, want, seed, island: 0, budget: 8192, early_out: true, stop, registry, files, memory }
    }

    /// The engine, after checking that everything goes together.
    pub(crate) fn engine(&self, extra: Vec<mapwright_graph::Metric>) -> Result<Engine, SearchError> {
        if self.budget == 0 {
            return Err(SearchError::Number { name: "budget", value: 0, expected: "at least 1" });
        }
        self.registry.chain_within(&self.recipe, &self.files, self.memory)?;
        if let (Some(want), true) = (&self.recipe.want, self.want.clauses.is_empty()) {
            want.parse::<Requirements>()?;
        }
        let space = Space::new(&self.recipe, &self.registry, &self.vary)?;
        let (want, stopped) = (self.want.clone(), Arc::clone(&self.stop));
        let judge = Judge { want, extra, early_out: self.early_out, stopped };
        judge.check(&space.stages(), self.recipe.metas.len() + 1)?;
        let from = (self.registry.clone(), self.files.clone());
        Engine::new(space, judge, from, self.memory, mix(mix(0, self.seed), self.island.into()))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A level, built again and measured.
    pub(crate) fn level(&self, engine: &Engine, candidate: &Candidate) -> Result<FoundLevel, SearchError> {
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
        Ok(FoundLevel { index: candidate.index, seed: candidate.seed, recipe, metrics, digest })
    }
}
