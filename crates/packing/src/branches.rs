//! The complete search in branches: one after the other, or on all cores.
//!
//! The first steps of the search run breadth-first, until there are a few dozen states. Each is a branch. The
//! branches are searched in order, and the answer is the first filling of the first branch that has one. On one core
//! they share a memo, which finds the same filling sooner: a memo only skips failures.
//!
//! On many cores the branches are searched in rounds. In a round each has its own memo and an equal share of the nodes
//! that are left, so how it ends depends on nothing but its state and its share: in a filling, without one, or out of
//! nodes. The answer is the filling of the first branch that ends in one, even if branches before it ran out. Only a
//! filling makes later branches stop early, so a round without one always costs the same nodes. These are subtracted,
//! and the rest goes to the branches that ran out: they start again with at least twice their share, or as many of them
//! as that is enough for. So neither the answer nor the nodes that are counted depend on threads or time. It is the
//! answer of one core, unless a branch before it ran out.
//!
//! The memory is divided by a fixed number of branches that may run at once, not by the number of cores: the size of a
//! memo decides how far a share goes.

use std::ops::ControlFlow;
#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicUsize, Ordering};

use mapwright_core::Point;
use mapwright_graph::lanes::bits;

use super::budget::{GoesOn, Halt, Quota, SharedBudget};
use super::complete::{Complete, Placed, State};
use super::kinds::Kinds;
use super::lists::Bits;

/// This many branches keep a few dozen cores busy.
const ENOUGH: usize = 64;
/// The most branches that run at the same time. They divide the memory, so it is the same on every machine.
#[cfg(feature = "parallel")]
pub(super) const AT_ONCE: usize = 16;

/// A complete search, cut into branches.
pub(super) struct Branches<W> {
    search: Complete<W>,
    /// The branches that may have a filling, in the order of the search.
    pub(super) states: Vec<State<W>>,
}

/// The first filling of a branch, or the reason why it was not searched to its end.
type BranchResult<W> = Result<Option<Vec<Placed<W>>>, Halt>;

impl<W: Bits> Branches<W> {
    pub(super) fn of(mut search: Complete<W>, kinds: &Kinds, shared: &SharedBudget<'_>) -> Self {
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
                    shared.add(children.len());
                    children
                }
                false => vec![state.clone()],
            };
            states = states.iter().flat_map(next).collect();
        }
        shared.begin(states.len());
        Branches { search, states }
    }

    /// The pieces of an answer with their cells.
    pub(super) fn cells(&self, placed: &[Placed<W>]) -> Vec<(usize, Vec<Point>)> {
        placed.iter().map(|&placed| cells_of(&self.search.lists.cells, placed)).collect()
    }

    /// The first filling, within `budget` nodes. Branches without one are not searched again in another call.
    pub(super) fn first_within(
        &mut self,
        shared: &SharedBudget<'_>,
        budget: u64,
        goes_on: GoesOn<'_>,
    ) -> BranchResult<W> {
        #[cfg(feature = "parallel")]
        if shared.options().parallel {
            return self.first_parallel(shared, budget);
        }
        let mut quota = Quota::new(shared, budget.min(shared.left())).asking(goes_on);
        while let Some(state) = self.states.first() {
            if let Some(found) = first_of(&mut self.search, state, &mut quota)? {
                return Ok(Some(found));
            }
            self.states.remove(0);
            shared.branch_done();
        }
        Ok(None)
    }

    #[cfg(feature = "parallel")]
    fn first_parallel(&mut self, shared: &SharedBudget<'_>, budget: u64) -> BranchResult<W> {
        let until = shared.nodes().saturating_add(budget.min(shared.left()));
        let mut share = 0u64;
        while !self.states.is_empty() {
            let (before, n) = (shared.nodes(), self.states.len());
            let left = until.saturating_sub(before);
            share = (left / n as u64).max(share.saturating_mul(2)).max(1);
            let runs = usize::try_from(left / share).unwrap_or(n).min(n);
            if runs == 0 {
                return Err(Halt::Budget);
            }
            let (mut nodes, mut failed) = (before, Vec::new());
            for (branch, end, used) in self.round(shared, runs, share) {
                nodes += used;
                match end {
                    Ok(None) => failed.push(branch),
                    Err(Halt::Budget) => {}
                    Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    Ok(found) => {
                        shared.settle(nodes);
                        return Ok(found);
                    }
                }
            }
            failed.into_iter().rev().for_each(|branch| drop(self.states.remove(branch)));
        }
        Ok(None)
    }

    /// How each of the first branches ends within its share, in order, and the nodes that it used. Branches after the
    /// first one with a filling may be cut short or missing.
    #[cfg(feature = "parallel")]
    fn round(&self, shared: &SharedBudget<'_>, runs: usize, share: u64) -> Vec<(usize, BranchResult<W>, u64)> {
        use rayon::prelude::*;
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let workers = runs.min(AT_ONCE);
        let memory = shared.options().memory / workers as u64;
        let run = |branch: usize| {
            let mut quota = Quota::new(shared, share).in_race(&first, branch);
            let end = first_of(&mut self.search.with_memo(memory), &self.states[branch], &mut quota);
            match end {
                Ok(Some(_)) => drop(first.fetch_min(branch, Ordering::Relaxed)),
                Ok(None) => shared.branch_done(),
                Err(_) => {}
            }
            (branch, end, quota.used())
        };
        let work = |_| {
            let branches = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let wanted = |&branch: &usize| branch < runs.min(first.load(Ordering::Relaxed));
            branches.take_while(wanted).map(run).collect::<Vec<_>>()
        };
        let mut ends: Vec<(usize, BranchResult<W>, u64)> = (0..workers).into_par_iter().flat_map_iter(work).collect();
        ends.sort_by_key(|&(branch, ..)| branch);
        ends
    }

    /// Passes every filling to `visit`, in order, as kinds and cells; `visit` can stop the search.
    pub(super) fn all(
        &mut self,
        shared: &SharedBudget<'_>,
        mut visit: impl FnMut(&[(usize, Vec<Point>)]) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let mut quota = Quota::new(shared, shared.left());
        let points = self.search.lists.cells.clone();
        for state in &self.states {
            let mut show = |pieces: &mut dyn Iterator<Item = Placed<W>>| {
                let pieces: Vec<(usize, Vec<Point>)> = pieces.map(|placed| cells_of(&points, placed)).collect();
                visit(&pieces)
            };
            if self.search.search(state, &mut quota, &mut show)?.is_break() {
                return Ok(());
            }
            shared.branch_done();
        }
        Ok(())
    }
}

fn first_of<W: Bits>(search: &mut Complete<W>, state: &State<W>, quota: &mut Quota<'_, '_>) -> BranchResult<W> {
    let mut first = None;
    let _ = search.search(state, quota, &mut |pieces| {
        first = Some(pieces.collect());
        ControlFlow::Break(())
    })?;
    Ok(first)
}

/// Returns the kind of a piece and its cells.
fn cells_of<W: Bits>(cells: &[Point], (at, mask, kind): Placed<W>) -> (usize, Vec<Point>) {
    let mut covered = Vec::with_capacity(mask.ones() as usize);
    for (word, first) in [(mask.wide() as u64, 0), ((mask.wide() >> 64) as u64, 64)] {
        bits(word).for_each(|bit| covered.extend(cells.get((at + first + bit) as usize)));
    }
    (kind.into(), covered)
}
