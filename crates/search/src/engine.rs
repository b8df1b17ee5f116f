//! Batches of candidates: the same ones whatever the number of threads.
//!
//! Candidate `i` draws all its random numbers from a hash of the search's seed and `i`. Candidates are drawn and built in
//! batches of [`BATCH`], and what a batch draws from, such as its parents, is what the batches before it left. So the
//! order in which the levels of a batch are built cannot matter.

use mapwright_core::{BuilderChain, BuilderMap, MapRng, mix};
use mapwright_recipe::{Files, Recipe, Registry};

use crate::error::SearchError;
use crate::judge::{Judge, Verdict};
use crate::space::Space;

/// Candidates of a batch.
pub(crate) const BATCH: u64 = 64;
/// Random candidates before anything is learned from them.
pub(crate) const RANDOM: u64 = 512;

/// A level to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) index: u64,
    pub(crate) seed: u64,
    pub(crate) genes: Vec<u32>,
}

/// A candidate, how it did, and what was kept of its map if it fits.
#[derive(Debug)]
pub(crate) struct Tried<T> {
    pub(crate) candidate: Candidate,
    /// The verdict, or why it could not be built.
    pub(crate) verdict: Result<Verdict, String>,
    pub(crate) kept: Option<T>,
}

/// What builds and judges candidates.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) space: Space,
    pub(crate) judge: Judge,
    registry: Registry,
    files: Files,
    seed: u64,
    /// The chain, if every candidate has the same.
    chain: Option<BuilderChain>,
}

impl Engine {
    pub(crate) fn new(
        space: Space,
        judge: Judge,
        registry: Registry,
        files: Files,
        seed: u64,
    ) -> Result<Self, SearchError> {
        let mut engine = Engine { space, judge, registry, files, seed, chain: None };
        if engine.space.dims().is_empty() {
            engine.chain = Some(engine.chain_of(&engine.space.recipe(&[], 0))?);
        }
        Ok(engine)
    }

    pub(crate) fn chain_of(&self, recipe: &Recipe) -> Result<BuilderChain, SearchError> {
        Ok(self.registry.chain(recipe, &self.files)?)
    }

    /// Builds the candidates of a batch. `draw` chooses the genes of each, and the seed if it is not a new one.
    pub(crate) fn batch<T: Send>(
        &self,
        indices: std::ops::Range<u64>,
        draw: impl Fn(&mut MapRng) -> (Vec<u32>, Option<u64>) + Sync,
        keep: impl Fn(&BuilderMap) -> T + Sync,
    ) -> Vec<Tried<T>> {
        let one = |index| {
            let mut rng = MapRng::new(mix(self.seed, index));
            // JavaScript and many JSON readers keep 53 bits of a number.
            let new = rng.bits() >> 11;
            let (genes, seed) = draw(&mut rng);
            self.attempt(Candidate { index, seed: seed.unwrap_or(new), genes }, &keep)
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            indices.into_par_iter().map(one).collect()
        }
        #[cfg(not(feature = "parallel"))]
        indices.map(one).collect()
    }

    /// Builds seeds of a chain to the end: whether each fits, and what `read` reads from its map. `None` for a seed that
    /// fails.
    pub(crate) fn measure<T: Send>(
        &self,
        chain: &BuilderChain,
        seeds: std::ops::Range<u64>,
        read: impl Fn(&BuilderMap) -> T + Sync,
    ) -> Vec<Option<(bool, T)>> {
        let judge = Judge { early_out: false, ..self.judge.clone() };
        let one = |seed| {
            let (verdict, map) = judge.judge(chain, seed).ok()?;
            Some((verdict.fits, read(&map?)))
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            seeds.into_par_iter().map(one).collect()
        }
        #[cfg(not(feature = "parallel"))]
        seeds.map(one).collect()
    }

    fn attempt<T>(&self, candidate: Candidate, keep: &impl Fn(&BuilderMap) -> T) -> Tried<T> {
        let judged = match &self.chain {
            Some(chain) => self.judge.judge(chain, candidate.seed).map_err(|error| error.to_string()),
            None => {
                let chain = self.chain_of(&self.space.recipe(&candidate.genes, candidate.seed));
                let chain = chain.map_err(|error| error.to_string());
                chain.and_then(|chain| self.judge.judge(&chain, candidate.seed).map_err(|error| error.to_string()))
            }
        };
        match judged {
            Ok((verdict, map)) => {
                let kept = map.filter(|_| verdict.fits).map(|map| keep(&map));
                Tried { candidate, verdict: Ok(verdict), kept }
            }
            Err(error) => Tried { candidate, verdict: Err(error), kept: None },
        }
    }
}
