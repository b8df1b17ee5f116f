//! The complete search in branches: one after the other, or on all cores.
//!
//! The first steps of the search run breadth-first, until there are a few dozen states. Each is a branch. The
//! branches are searched in order, and the answer is the first filling of the first branch that has one. On
//! many cores each branch has its own memo and budget, so what it finds does not depend on the others, and
//! the answer does not depend on the number of threads. On one core they share a memo, which finds
//! the same filling sooner: a memo only skips failures.

#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicUsize, Ordering};

use mapwright_core::Point;

use super::bits::Bits;
use super::complete::{Complete, Placed, State};
use super::kinds::Kinds;
use super::solve::{Flow, cells_of};
use super::watch::{Halt, Quota, Watch};

/// This many branches keep a few dozen cores busy.
const ENOUGH: usize = 64;

/// A complete search, cut into branches.
pub(super) struct Branches<W> {
    search: Complete<W>,
    pub(super) states: Vec<State<W>>,
    /// Branches without a filling, from the first on.
    done: usize,
}

impl<W: Bits> Branches<W> {
    pub(super) fn of(mut search: Complete<W>, kinds: &Kinds, watch: &Watch<'_>) -> Self {
        let mut states = vec![search.start(kinds)];
        let area = u32::try_from(search.lists.cells.len()).unwrap_or(u32::MAX);
        // A level multiplies the states by about ten, so few levels do. A narrow board may never have many.
        for _ in 0..6 {
            if states.len() >= ENOUGH {
                break;
            }
            let next = |state: &State<W>| match state.at < area {
                true => {
                    let children = search.children(state);
                    watch.add(children.len());
                    children
                }
                false => vec![state.clone()],
            };
            states = states.iter().flat_map(next).collect();
        }
        watch.begin(states.len());
        Branches { search, states, done: 0 }
    }

    /// The pieces of an answer with their cells.
    pub(super) fn cells(&self, placed: &[Placed<W>]) -> Vec<(usize, Vec<Point>)> {
        placed.iter().map(|&placed| cells_of(&self.search.lists.cells, placed)).collect()
    }

    /// The first filling, within the whole budget.
    pub(super) fn first(&mut self, watch: &Watch<'_>) -> Result<Option<Vec<Placed<W>>>, Halt> {
        #[cfg(feature = "parallel")]
        if watch.options().parallel {
            return self.first_parallel(watch);
        }
        self.first_within(watch, u64::MAX)
    }

    /// The first filling, within `budget` nodes. The memo is kept for another call.
    pub(super) fn first_within(&mut self, watch: &Watch<'_>, budget: u64) -> Result<Option<Vec<Placed<W>>>, Halt> {
        let mut quota = Quota::new(watch, budget.min(watch.left()));
        while let Some(state) = self.states.get(self.done) {
            if let Some(found) = first_of(&mut self.search, state, &mut quota)? {
                return Ok(Some(found));
            }
            self.done += 1;
            watch.branch_done();
        }
        Ok(None)
    }

    #[cfg(feature = "parallel")]
    fn first_parallel(&self, watch: &Watch<'_>) -> Result<Option<Vec<Placed<W>>>, Halt> {
        use rayon::prelude::*;
        let share = watch.left() / self.states.len().max(1) as u64;
        let first = AtomicUsize::new(usize::MAX);
        let ends = self.states.par_iter().enumerate().map(|(branch, state)| {
            let mut quota = Quota::new(watch, share).in_race(&first, branch);
            let end = first_of(&mut self.search.clone(), state, &mut quota);
            if !matches!(end, Ok(None)) {
                // What later branches find does not matter any more.
                first.fetch_min(branch, Ordering::Relaxed);
            }
            watch.branch_done();
            end
        });
        // The first branch in order that did not simply fail.
        let end = ends.find_map_first(|end| match end {
            Ok(None) => None,
            Ok(Some(found)) => Some(Ok(found)),
            Err(halt) => Some(Err(halt)),
        });
        end.transpose()
    }

    /// Passes every filling to `visit`, in order, as kinds and cells; `visit` can stop the search.
    pub(super) fn all(
        &mut self,
        watch: &Watch<'_>,
        mut visit: impl FnMut(&[(usize, Vec<Point>)]) -> Flow,
    ) -> Result<(), Halt> {
        let mut quota = Quota::new(watch, watch.left());
        let points = self.search.lists.cells.clone();
        for state in &self.states {
            let mut show = |pieces: &mut dyn Iterator<Item = Placed<W>>| {
                let pieces: Vec<(usize, Vec<Point>)> = pieces.map(|placed| cells_of(&points, placed)).collect();
                visit(&pieces)
            };
            if self.search.search(state, &mut quota, &mut show)?.is_break() {
                return Ok(());
            }
            watch.branch_done();
        }
        Ok(())
    }
}

fn first_of<W: Bits>(
    search: &mut Complete<W>,
    state: &State<W>,
    quota: &mut Quota<'_, '_>,
) -> Result<Option<Vec<Placed<W>>>, Halt> {
    let mut first = None;
    let _ = search.search(state, quota, &mut |pieces| {
        first = Some(pieces.collect());
        Flow::Break(())
    })?;
    Ok(first)
}
