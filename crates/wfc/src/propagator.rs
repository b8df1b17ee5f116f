//! Arc consistency on bit sets, with undo.
//!
//! After a cell changes, its neighbors lose the patterns that no pattern of the cell allows there (AC-3, Mackworth
//! 1977). Counting supporters instead (AC-4) takes a byte for every cell, pattern and direction, and a step
//! for each that is removed; here a step is an `or` of a whole set. A revision takes the shortest of three ways, see
//! [`Propagator::partners`].
//!
//! A revision of `b` from `a` removes only patterns without a partner in `a`, so nothing in `a` loses a partner: `a`
//! need not be revised from `b` in turn. That saves a quarter of the revisions.

use std::collections::VecDeque;

use mapwright_core::{Dir, Dirs, Passages};

use super::bits::{Words, bits, count, full_set, without};
use super::error::{Constraint, Stuck};
use super::rules::{AdjacencyRules, for_each_row};

/// The sets of all cells while they shrink.
#[derive(Debug)]
pub(super) struct Propagator<'a, S> {
    pub(super) rules: &'a AdjacencyRules,
    pub(super) lattice: &'a Passages,
    pub(super) sets: Vec<u64>,
    /// How many patterns each cell has left.
    counts: Vec<u32>,
    /// The sets from which the neighbors were last revised.
    seen: Vec<u64>,
    /// For each cell, the directions in which neighbors must be revised; not empty exactly if the cell is in the queue.
    pending: Vec<Dirs>,
    queue: VecDeque<u32>,
    /// The cells that changed since the last `mark`, and their sets at that time.
    changed: Vec<u32>,
    before: Vec<u64>,
    /// The last mark after which each cell was changed.
    stamps: Vec<u32>,
    mark: u32,
    /// Every pattern.
    full: S,
    /// How many words of sets may still be processed.
    pub(super) work: u64,
}

/// How many cells are revised before the observer is asked whether to go on.
const ASKS_AFTER: u32 = 1 << 6;

/// A cell that has changed.
struct Change<S> {
    /// What is left.
    here: S,
    /// What was removed since the neighbors were last revised.
    gone: S,
    many_here: u32,
    many_gone: u32,
}

impl<'a, S: Words> Propagator<'a, S> {
    pub(super) fn new(rules: &'a AdjacencyRules, lattice: &'a Passages, sets: Vec<u64>) -> Self {
        let area = lattice.area() as usize;
        let full = full_set(rules.n_patterns(), rules.words());
        Propagator {
            rules,
            lattice,
            counts: sets.chunks_exact(rules.words()).map(count).collect(),
            seen: full.repeat(area),
            sets,
            pending: vec![Dirs::NONE; area],
            queue: VecDeque::new(),
            changed: Vec::new(),
            before: Vec::new(),
            stamps: vec![0; area],
            mark: 0,
            full: S::of(&full),
            work: u64::MAX,
        }
    }

    #[inline(always)]
    fn words(&self) -> usize {
        self.full.as_ref().len()
    }

    #[inline(always)]
    pub(super) fn set(&self, cell: u32) -> &[u64] {
        let words = self.words();
        &self.sets[cell as usize * words..][..words]
    }

    #[inline(always)]
    pub(super) fn count(&self, cell: u32) -> u32 {
        self.counts[cell as usize]
    }

    /// The lowest pattern of a cell: its only one, if it is decided.
    #[inline(always)]
    pub(super) fn pattern(&self, cell: u32) -> u32 {
        bits(self.set(cell)).next().map_or(0, |pattern| pattern as u32)
    }

    /// The cells that changed since the last mark, each once.
    pub(super) fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// Changes from here on can be undone. The queue must be empty.
    pub(super) fn mark(&mut self) {
        self.changed.clear();
        self.before.clear();
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    /// Undoes all changes since the last mark.
    pub(super) fn take_back(&mut self) {
        let words = self.words();
        for cell in self.queue.drain(..) {
            self.pending[cell as usize] = Dirs::NONE;
        }
        for (&cell, before) in self.changed.iter().zip(self.before.chunks_exact(words)) {
            self.sets[cell as usize * words..][..words].copy_from_slice(before);
            self.seen[cell as usize * words..][..words].copy_from_slice(before);
            self.counts[cell as usize] = count(before);
            self.stamps[cell as usize] = 0;
        }
        self.changed.clear();
        self.before.clear();
    }

    /// Restores other sets, which must be settled.
    pub(super) fn restart(&mut self, sets: &[u64]) {
        self.mark();
        self.sets.copy_from_slice(sets);
        self.seen.copy_from_slice(sets);
        let words = self.words();
        self.counts.iter_mut().zip(sets.chunks_exact(words)).for_each(|(many, set)| *many = count(set));
    }

    /// Gives a cell another set, and queues its neighbors in some directions for revision.
    #[inline(always)]
    pub(super) fn put(&mut self, cell: u32, set: &[u64], revise: Dirs) {
        let (at, words) = (cell as usize, self.words());
        let old = &mut self.sets[at * words..][..words];
        if self.stamps[at] != self.mark {
            self.stamps[at] = self.mark;
            self.changed.push(cell);
            self.before.extend_from_slice(old);
        }
        old.copy_from_slice(set);
        self.counts[at] = count(set);
        self.revise_later(cell, revise);
    }

    #[inline(always)]
    fn revise_later(&mut self, cell: u32, dirs: Dirs) {
        let pending = &mut self.pending[cell as usize];
        if pending.is_empty() {
            self.queue.push_back(cell);
        }
        *pending = Dirs::from_bits(pending.bits() | dirs.bits());
    }

    /// Queues all neighbors for a complete revision: they may have gained patterns.
    pub(super) fn forget(&mut self, cell: u32) {
        let words = self.words();
        self.seen[cell as usize * words..][..words].copy_from_slice(self.full.as_ref());
        self.revise_later(cell, Dirs::ALL);
    }

    /// Revises every cell from every neighbor, once at the start.
    ///
    /// First, patterns without any partner on a side are removed. A cell with all patterns has a partner for all
    /// others.
    pub(super) fn propagate_all(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Result<(), Stuck> {
        if let Some(cell) = self.counts.iter().position(|&count| count == 0) {
            return Err(Stuck { cell: cell as u32, constraint: Constraint::Own });
        }
        for cell in 0..self.lattice.area() {
            if cell % ASKS_AFTER == 0 && !goes_on() {
                return Err(Stuck { cell, constraint: Constraint::Own });
            }
            for dir in self.lattice.dirs(cell).iter() {
                let mut left = S::of(self.set(cell));
                and(left.as_mut(), &self.rules.table(dir).partnered);
                self.shrink(cell, left, dir, Dirs::ALL)?;
            }
            if self.set(cell) != self.full.as_ref() {
                self.revise_later(cell, Dirs::ALL);
            }
        }
        self.propagate(goes_on)
    }

    /// Revises until nothing changes. After an error, only `take_back` may be called. Where `goes_on` says no, the cell
    /// that comes next is stuck; so it is where the work is used up.
    pub(super) fn propagate(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Result<(), Stuck> {
        let words = self.words();
        let mut left = ASKS_AFTER;
        while let Some(cell) = self.queue.pop_front() {
            left -= 1;
            if left == 0 {
                left = ASKS_AFTER;
                if self.work == 0 || !goes_on() {
                    self.queue.push_front(cell);
                    return Err(Stuck { cell, constraint: Constraint::Own });
                }
            }
            let pending = std::mem::take(&mut self.pending[cell as usize]);
            let here = S::of(self.set(cell));
            let seen = &mut self.seen[cell as usize * words..][..words];
            let mut gone = S::of(seen);
            without(gone.as_mut(), here.as_ref());
            seen.copy_from_slice(here.as_ref());
            let (many_here, many_gone) = (self.count(cell), count(gone.as_ref()));
            let change = Change { here, gone, many_here, many_gone };
            for dir in Dirs::from_bits(pending.bits() & self.lattice.dirs(cell).bits()).iter() {
                let next = self.lattice.step(cell, dir);
                let table = self.rules.table(dir);
                let sets = if table.apart { many_here.min(many_gone) } else { many_here };
                self.work = self.work.saturating_sub(table.words::<S>(sets.min(self.count(next)), words));
                let left = self.partners(&change, dir, next);
                self.shrink(next, left, dir.opposite(), Dirs::ALL.without(dir.opposite()))?;
            }
        }
        Ok(())
    }

    /// Leaves a cell only these patterns, because of its neighbor on one side.
    #[inline(always)]
    fn shrink(&mut self, cell: u32, left: S, from: Dir, revise: Dirs) -> Result<(), Stuck> {
        if left.as_ref() == self.set(cell) {
            return Ok(());
        }
        if left.as_ref().iter().all(|&word| word == 0) {
            return Err(Stuck { cell, constraint: Constraint::Neighbor(from) });
        }
        self.put(cell, left.as_ref(), revise);
        Ok(())
    }

    /// What the neighbor in a direction has left: the patterns that have a partner in the changed cell.
    ///
    /// All patterns of a row have the same partners, so each row is processed once. The smallest of three sets decides
    /// the way: the patterns left in the changed cell, for a union of what they allow; the set of the neighbor, for a
    /// search for partners; or the patterns removed from the changed cell, if rows are disjoint. Most revisions have
    /// one pattern on either side, and take a step or two.
    #[inline(always)]
    fn partners(&self, change: &Change<S>, dir: Dir, next: u32) -> S {
        let (out, back) = (self.rules.table(dir), self.rules.table(dir.opposite()));
        let mut left = S::of(self.set(next));
        let many_there = self.count(next);
        let many_gone = if out.apart { change.many_gone } else { u32::MAX };
        if change.many_here <= many_there.min(many_gone) || change.many_here == 1 {
            let mut union = S::empty(self.words());
            for_each_row(out, change.here.clone(), |_, allowed| allowed.put_into(&mut union));
            and(left.as_mut(), union.as_ref());
        } else if many_gone < many_there {
            for_each_row(out, change.gone.clone(), |members, allowed| {
                if !members.meets(&change.here) {
                    allowed.take_from(&mut left);
                }
            });
        } else {
            for_each_row(back, left.clone(), |members, allowed| {
                if !allowed.meets(&change.here) {
                    members.take_from(&mut left);
                }
            });
        }
        left
    }
}

#[inline(always)]
fn and(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}
