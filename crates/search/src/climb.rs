//! Climbing: new candidates near the best ones so far.

use std::collections::BTreeMap;

use mapwright_core::MapRng;

use crate::engine::Candidate;
use crate::judge::Verdict;
use crate::search::insert;
use crate::space::Space;

/// The best candidates of each niche.
#[derive(Clone, Debug, Default)]
pub(crate) struct Climb {
    niches: BTreeMap<u32, Vec<(Candidate, Verdict)>>,
}

impl Climb {
    /// Parents of all niches together.
    const PARENTS: usize = 16;

    /// Keeps a candidate if it is among the best of its niche.
    pub(crate) fn add(&mut self, space: &Space, candidate: &Candidate, verdict: &Verdict) {
        let niche = self.niches.entry(space.niche(&candidate.genes)).or_default();
        insert(niche, (candidate.clone(), verdict.clone()), Climb::PARENTS, |(_, verdict)| verdict);
    }

    /// The genes of a child: near those of a parent from any niche.
    pub(crate) fn draw(&self, space: &Space, rng: &mut MapRng) -> Vec<u32> {
        let niches: Vec<_> = self.niches.values().collect();
        let each = (Climb::PARENTS / niches.len().max(1)).max(2);
        let parent = rng.pick(&niches).and_then(|niche| rng.pick(&niche[..niche.len().min(each)]));
        match parent {
            Some((parent, _)) => space.near(&parent.genes, rng),
            None => space.draw(rng),
        }
    }
}
