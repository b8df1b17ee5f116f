//! Batches of candidates: the same ones whatever the number of threads.
//!
//! Candidate `i` draws all its random numbers from a hash of the search's seed and `i`. Candidates are drawn and built in
//! batches of [`BATCH`], and what a batch draws from, such as its parents, is what the batches before it left. So the
//! order in which the levels of a batch are built cannot matter.

use std::ops::Range;

use mapwright_core::{BuilderChain, BuilderMap, MapRng, mix};
use mapwright_recipe::{Files, Recipe, Registry};

use crate::error::SearchError;
use crate::judge::{Judge, Judgment, Stop};
use crate::space::Space;

/// Candidates of a batch.
pub(crate) const BATCH: u64 = 64;

/// What a candidate is to be.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    pub(crate) genes: Vec<u32>,
    /// A new one if `None`.
    pub(crate) seed: Option<u64>,
    pub(crate) stop: Stop<'a>,
}

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
    pub(crate) verdict: Result<Judgment, String>,
    /// Whether the build went to its end.
    pub(crate) is_built: bool,
    pub(crate) kept: Option<T>,
}

/// What builds and judges candidates.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) space: Space,
    pub(crate) judge: Judge,
    registry: Registry,
    files: Files,
    memory: u64,
    seed: u64,
    /// The chain, if every candidate has the same.
    chain: Option<BuilderChain>,
}

impl Engine {
    pub(crate) fn new(
        space: Space,
        judge: Judge,
        (registry, files): (Registry, Files),
        memory: u64,
        seed: u64,
    ) -> Result<Self, SearchError> {
        let mut engine = Engine { space, judge, registry, files, memory, seed, chain: None };
        if engine.space.dims().is_empty() {
            engine.chain = Some(engine.chain_of(&engine.space.recipe(&[], 0))?);
        }
        Ok(engine)
    }

    pub(crate) fn chain_of(&self, recipe: &Recipe) -> Result<BuilderChain, SearchError> {
        Ok(self.registry.chain_within(recipe, &self.files, self.memory)?)
    }

    /// Builds the candidates of a batch, each as `draw` chooses.
    pub(crate) fn batch<'a, T: Send>(
        &self,
        indices: Range<u64>,
        draw: impl Fn(&mut MapRng) -> Draft<'a> + Sync,
        keep: impl Fn(&BuilderMap) -> T + Sync,
    ) -> Vec<Tried<T>> {
        let one = |index| {
            let mut rng = MapRng::new(mix(self.seed, index));
            // JavaScript and many JSON readers keep 53 bits of a number.
            let new = rng.bits() >> 11;
            let Draft { genes, seed, stop } = draw(&mut rng);
            self.attempt(Candidate { index, seed: seed.unwrap_or(new), genes }, stop, &keep)
        };
        each(indices, one)
    }

    /// Builds seeds of a chain to the end: whether each fits, and what `read` reads from its map. `None` for a seed that
    /// fails.
    pub(crate) fn measure<T: Send>(
        &self,
        chain: &BuilderChain,
        seeds: Range<u64>,
        read: impl Fn(&BuilderMap) -> T + Sync,
    ) -> Vec<Option<(bool, T)>> {
        let judge = Judge { early_out: false, ..self.judge.clone() };
        each(seeds, |seed| {
            let (verdict, map) = judge.judge(chain, seed, Stop::Never).ok()?;
            Some((verdict.fits, read(&map?)))
        })
    }

    /// Builds candidates again to their ends.
    pub(crate) fn complete(&self, candidates: Vec<Candidate>) -> Vec<Tried<()>> {
        let one = |i| self.attempt(candidates[i as usize].clone(), Stop::Never, &|_| ());
        each(0..candidates.len() as u64, one)
    }

    fn attempt<T>(&self, candidate: Candidate, stop: Stop<'_>, keep: &impl Fn(&BuilderMap) -> T) -> Tried<T> {
        let judge =
            |chain: &BuilderChain| self.judge.judge(chain, candidate.seed, stop).map_err(|error| error.to_string());
        let judged = match &self.chain {
            Some(chain) => judge(chain),
            None => {
                let chain = self.chain_of(&self.space.recipe(&candidate.genes, candidate.seed));
                chain.map_err(|error| error.to_string()).and_then(|chain| judge(&chain))
            }
        };
        match judged {
            Ok((verdict, map)) => {
                let kept = map.as_ref().filter(|_| verdict.fits).map(keep);
                Tried { candidate, verdict: Ok(verdict), is_built: map.is_some(), kept }
            }
            Err(error) => Tried { candidate, verdict: Err(error), is_built: false, kept: None },
        }
    }
}

/// Does the work for each number, on all threads of the pool if there are threads.
fn each<T: Send>(numbers: Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        numbers.into_par_iter().map(&work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    numbers.map(work).collect()
}
