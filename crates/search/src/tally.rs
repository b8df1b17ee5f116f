//! What a search counts as it goes, and what it climbs from.

use std::ops::Range;

use crate::climb::Climb;
use crate::engine::{BATCH, Candidate, Engine, Tried};
use crate::error::SearchError;
use crate::judge::{Judgment, Passed};
use crate::search::{Search, SearchProgress, SearchWatch};

/// A search that is under way.
pub(crate) struct Tally<'a> {
    pub(crate) search: &'a Search,
    pub(crate) engine: &'a Engine,
    /// Random candidates before the search may climb.
    random: u64,
    pub(crate) tried: u64,
    unbuilt: u64,
    last_error: String,
    passed: Vec<Passed>,
    /// The first candidates, until something is learned from them.
    first: Vec<Candidate>,
    pub(crate) climb: Option<Climb>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(search: &'a Search, engine: &'a Engine, random: u64) -> Self {
        let (passed, first, last_error) = (Passed::of(&search.want), Vec::new(), String::new());
        Tally { search, engine, random, tried: 0, unbuilt: 0, last_error, passed, first, climb: None }
    }

    /// Whether the budget is used up, or nothing builds.
    pub(crate) fn is_over(&self) -> bool {
        self.tried >= self.search.budget || self.tried >= self.random && self.unbuilt == self.tried
    }

    /// The indices of the next batch.
    pub(crate) fn next(&self) -> Range<u64> {
        self.tried..self.search.budget.min(self.tried + BATCH)
    }

    /// Counts a candidate, and returns it if it could be built or given up.
    pub(crate) fn take<T>(&mut self, tried: Tried<T>) -> Option<(Candidate, Judgment, Option<T>)> {
        self.tried += 1;
        if self.tried <= self.random {
            self.first.push(tried.candidate.clone());
        }
        if let Some(climb) = &mut self.climb {
            climb.add(&self.engine.space, &tried);
        }
        match tried.verdict {
            Ok(verdict) => {
                Passed::count(&mut self.passed, &verdict);
                Some((tried.candidate, verdict, tried.kept))
            }
            Err(error) => {
                self.unbuilt += 1;
                self.last_error = error;
                None
            }
        }
    }

    /// After the random candidates: learns where to climb, if that is `wanted`.
    pub(crate) fn learn(&mut self, wanted: bool) {
        if wanted && self.tried == self.random && !self.engine.space.dims().is_empty() {
            self.climb = Some(Climb::new(self.engine, std::mem::take(&mut self.first)));
        }
    }

    /// Tells the watcher, who may end the search.
    pub(crate) fn report(&self, fitting: u64, watch: &mut SearchWatch<'_>) -> Result<(), SearchError> {
        let progress = SearchProgress { tried: self.tried, budget: self.search.budget, fitting };
        if self.search.is_stopped() || !watch(progress) { Err(SearchError::Stopped) } else { Ok(()) }
    }

    /// How many were tried, how many could not be built, and how many passed each clause.
    pub(crate) fn end(self) -> Result<(u64, u64, Vec<Passed>), SearchError> {
        if self.unbuilt == self.tried {
            return Err(SearchError::NothingBuilds { tried: self.tried, error: self.last_error });
        }
        Ok((self.tried, self.unbuilt, Passed::in_order(self.passed)))
    }
}
