//! Climbing: new candidates near the best ones so far.

use std::collections::BTreeMap;

use mapwright_core::MapRng;

use crate::engine::{Candidate, Draft, Engine, Tried};
use crate::judge::{Judgment, Stop};
use crate::space::Space;

/// The best candidates, of all and of each niche.
#[derive(Clone, Debug)]
pub(crate) struct Climb {
    /// How far a random candidate is from passing each clause that it fails, on average.
    scales: Vec<f64>,
    best: Vec<Parent>,
    niches: BTreeMap<u32, Vec<Parent>>,
}

/// A candidate that may have children.
#[derive(Clone, Debug)]
pub(crate) struct Parent {
    pub(crate) candidate: Candidate,
    pub(crate) verdict: Judgment,
    /// How far it is from fitting.
    far: f64,
}

impl Climb {
    /// Parents of all niches together.
    const BEST: usize = 8;
    /// Parents of each niche besides.
    const OF_NICHE: usize = 2;

    /// Learns from random candidates. They are built again, now to their ends: most of them were given up early.
    pub(crate) fn new(engine: &Engine, first: Vec<Candidate>) -> Self {
        let first: Vec<Tried<()>> = engine.complete(first);
        let verdicts = || first.iter().filter(|tried| tried.is_built).flat_map(|tried| &tried.verdict);
        let scale = |clause: usize| {
            let shorts = verdicts().map(|verdict| verdict.shorts[clause]);
            let (sum, n) = shorts
                .filter(|&short| short > 0.0 && short.is_finite())
                .fold((0.0, 0u32), |(sum, n), short| (sum + short, n + 1));
            if n > 0 { sum / f64::from(n) } else { 1.0 }
        };
        let scales = (0..engine.judge.want.clauses.len()).map(scale).collect();
        let mut climb = Climb { scales, best: Vec::new(), niches: BTreeMap::new() };
        first.iter().for_each(|tried| climb.add(&engine.space, tried));
        climb
    }

    /// Keeps a candidate if it is among the best of all or of its niche.
    pub(crate) fn add<T>(&mut self, space: &Space, Tried { candidate, verdict, is_built, .. }: &Tried<T>) {
        // One that was given up is farther away than all that are kept.
        let Ok(verdict) = verdict.as_ref() else { return };
        if !is_built {
            return;
        }
        let parent = Parent { candidate: candidate.clone(), verdict: verdict.clone(), far: verdict.far(&self.scales) };
        let niche = self.niches.entry(space.niche(&candidate.genes)).or_default();
        for (best, most) in [(niche, Climb::OF_NICHE), (&mut self.best, Climb::BEST)] {
            let place = best.partition_point(|other| !parent.is_better_than(other));
            if place < most {
                best.insert(place, parent.clone());
                best.truncate(most);
            }
        }
    }

    /// A child of one of the best, now and then of one of the best of any niche. One of four keeps the seed: what a lucky
    /// seed made, its neighbors often make too, but many children of one seed are much alike.
    pub(crate) fn draw(&self, space: &Space, rng: &mut MapRng) -> Draft<'_> {
        let niches: Vec<&Vec<Parent>> = self.niches.values().collect();
        // Once something fits, other niches have less to offer.
        let fits = self.best.first().is_some_and(|best| best.verdict.fits);
        let from =
            if rng.below(if fits { 32 } else { 8 }) == 0 { rng.pick(&niches).copied() } else { Some(&self.best) };
        let Some(parent) = from.and_then(|from| rng.pick(from)) else {
            return Draft { genes: space.draw(rng), seed: None, stop: Stop::Never };
        };
        let genes = space.near(&parent.candidate.genes, 64, rng);
        let seed = (rng.below(4) == 0).then_some(parent.candidate.seed);
        // It is of no use if it is no closer than the last one in both lists.
        let last = |best: Option<&Vec<Parent>>, most: usize| {
            best.and_then(|best| best.get(most - 1)).map_or(f64::INFINITY, |parent| parent.far)
        };
        let niche = self.niches.get(&space.niche(&genes));
        let far = last(niche, Climb::OF_NICHE).max(last(Some(&self.best), Climb::BEST));
        Draft { genes, seed, stop: Stop::Beyond(&self.scales, far) }
    }

    /// The best candidates, the very best first.
    pub(crate) fn best(&self) -> &[Parent] {
        &self.best
    }
}

impl Parent {
    /// Whether it is closer, or both fit and its goal is no worse: among levels that fit, newer ones are parents, so that
    /// the search moves on.
    fn is_better_than(&self, other: &Parent) -> bool {
        let fit = self.verdict.fits && other.verdict.fits;
        self.far < other.far || fit && self.verdict.goal >= other.verdict.goal
    }
}
