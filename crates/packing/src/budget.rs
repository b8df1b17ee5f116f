//! Budgets, cancellation and progress of every search.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// A callback that gets a search's progress, and can cancel it.
type ProgressFn<'a> = &'a (dyn Fn(&PackProgress) -> ControlFlow<()> + Sync);

/// The limits of a search, and its progress callback.
#[derive(Clone, Copy)]
pub struct PackOptions<'a> {
    /// The most nodes: placements that are tried and fit. Default 2³³, a few minutes.
    pub nodes: u64,
    /// The most bytes for stored states, of all threads together. Default 1 GiB; what cannot be stored costs time in a
    /// search, and ends a count.
    pub memory: u64,
    /// Whether branches are searched on all cores; has no effect without the feature `parallel`. The answer is the
    /// same for any number of threads. Each branch then has its share of the nodes and of the memory; what some do not
    /// need goes to the others.
    pub parallel: bool,
    /// Called every few thousand nodes; [`ControlFlow::Break`] cancels the search.
    pub progress: Option<ProgressFn<'a>>,
}

impl Default for PackOptions<'_> {
    fn default() -> Self {
        PackOptions { nodes: 1 << 33, memory: 1 << 30, parallel: false, progress: None }
    }
}

impl std::fmt::Debug for PackOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let PackOptions { nodes, memory, parallel, progress } = self;
        f.debug_struct("PackOptions")
            .field("nodes", nodes)
            .field("memory", memory)
            .field("parallel", parallel)
            .field("progress", &progress.is_some())
            .finish()
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackProgress {
    /// Placements tried so far.
    pub nodes: u64,
    /// Pieces on the board now.
    pub depth: u32,
    /// Root branches that are done.
    pub branches_done: u32,
    /// All root branches; 0 while the quick methods run.
    pub branches: u32,
}

impl PackProgress {
    /// The share of root branches that are done, 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.branches_done) / f64::from(self.branches.max(1))
    }
}

/// Whether to go on: asked by the thread that began the search.
pub(super) type GoesOn<'a> = &'a mut dyn FnMut() -> bool;

/// Why a search stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The budget is used up.
    Budget,
    /// The caller cancelled.
    Cancelled,
}

/// Nodes between two checks.
pub(super) const PACE: u64 = 1 << 12;

/// The shared budget of a search in several parts.
pub(super) struct SharedBudget<'a> {
    options: PackOptions<'a>,
    nodes: AtomicU64,
    branches: AtomicU32,
    branches_done: AtomicU32,
    /// Whether the caller cancelled: then all threads stop.
    cancelled: AtomicBool,
}

impl<'a> SharedBudget<'a> {
    pub(super) fn new(options: &PackOptions<'a>) -> Self {
        let (nodes, branches, branches_done, cancelled) = Default::default();
        SharedBudget { options: *options, nodes, branches, branches_done, cancelled }
    }

    pub(super) const fn options(&self) -> &PackOptions<'a> {
        &self.options
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The remaining budget.
    pub(super) fn left(&self) -> u64 {
        self.options.nodes.saturating_sub(self.nodes())
    }

    pub(super) fn begin(&self, branches: usize) {
        self.branches.store(u32::try_from(branches).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    pub(super) fn branch_done(&self) {
        self.branches_done.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts nodes.
    pub(super) fn add(&self, nodes: usize) {
        self.nodes.fetch_add(nodes as u64, Ordering::Relaxed);
    }

    /// Replaces the number of nodes, once all threads are done.
    #[cfg(feature = "parallel")]
    pub(super) fn settle(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Counts nodes, and reports progress to the caller.
    pub(super) fn spend(&self, nodes: u64, depth: usize) -> Result<(), Halt> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let Some(progress) = self.options.progress else { return Ok(()) };
        let seen = PackProgress {
            nodes,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            branches_done: self.branches_done.load(Ordering::Relaxed),
            branches: self.branches.load(Ordering::Relaxed),
        };
        if self.cancelled.load(Ordering::Relaxed) || progress(&seen).is_break() {
            self.cancelled.store(true, Ordering::Relaxed);
            return Err(Halt::Cancelled);
        }
        Ok(())
    }
}

/// One part's share of a budget, spent in steps of [`PACE`].
pub(super) struct Quota<'w, 'a> {
    shared: &'w SharedBudget<'a>,
    #[cfg(feature = "parallel")]
    budget: u64,
    /// Nodes until the next check.
    until_look: u64,
    looked_after: u64,
    /// Nodes that may be used after that.
    left: u64,
    /// The first branch that has a filling, and the branch that the quota is for.
    race: Option<(&'w AtomicUsize, usize)>,
    /// Asked as often as progress is reported, by the thread that has the quota.
    goes_on: Option<GoesOn<'w>>,
}

impl<'w, 'a> Quota<'w, 'a> {
    /// A quota of `budget` nodes.
    pub(super) fn new(shared: &'w SharedBudget<'a>, budget: u64) -> Self {
        let first = budget.min(PACE);
        Quota {
            shared,
            #[cfg(feature = "parallel")]
            budget,
            until_look: first,
            looked_after: first,
            left: budget - first,
            race: None,
            goes_on: None,
        }
    }

    /// The same, ended when `goes_on` says no.
    pub(super) fn asking(mut self, goes_on: GoesOn<'w>) -> Self {
        self.goes_on = Some(goes_on);
        self
    }

    /// The same for one of several branches that are searched at once: it ends when an earlier branch has a filling.
    #[cfg(feature = "parallel")]
    pub(super) const fn in_race(mut self, first: &'w AtomicUsize, branch: usize) -> Self {
        self.race = Some((first, branch));
        self
    }

    /// The nodes that were used, of a quota of `budget` nodes.
    #[cfg(feature = "parallel")]
    pub(super) const fn used(&self) -> u64 {
        self.budget - self.left - self.until_look
    }

    /// Counts one node.
    #[inline(always)]
    pub(super) fn node(&mut self, depth: usize) -> Result<(), Halt> {
        if self.until_look == 0 {
            self.look(depth)?;
        }
        self.until_look -= 1;
        Ok(())
    }

    /// Counts several nodes.
    pub(super) fn nodes(&mut self, n: u64, depth: usize) -> Result<(), Halt> {
        let mut n = n;
        while n > self.until_look {
            n -= self.until_look;
            self.until_look = 0;
            self.look(depth)?;
        }
        self.until_look -= n;
        Ok(())
    }

    #[cold]
    fn look(&mut self, depth: usize) -> Result<(), Halt> {
        // They are counted once, even if the search ends here.
        self.shared.spend(std::mem::take(&mut self.looked_after), depth)?;
        if self.race.is_some_and(|(first, branch)| first.load(Ordering::Relaxed) < branch) {
            return Err(Halt::Cancelled);
        }
        if self.goes_on.as_mut().is_some_and(|goes_on| !goes_on()) {
            return Err(Halt::Cancelled);
        }
        let next = self.left.min(PACE);
        (self.until_look, self.looked_after, self.left) = (next, next, self.left - next);
        if next == 0 { Err(Halt::Budget) } else { Ok(()) }
    }
}

impl Drop for Quota<'_, '_> {
    /// Counts the nodes since the last check.
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.looked_after - self.until_look, Ordering::Relaxed);
    }
}
