//! Arc consistency on sets of bits, and taking it back.
//!
//! After every change of a cell its neighbors lose the patterns that no pattern of the cell lets stand there (AC-3,
//! Mackworth 1977). Counting supporters instead (AC-4) takes a byte for every cell, pattern and direction, and a step
//! for each of these that goes; here a step is an `or` of a whole set. One revision takes the cheapest of four ways:
//! unite what the patterns, or the rows, of the one cell allow; or look for a supporter of each pattern, or row, of the
//! other. A cell with one pattern on either side is one step, and nearly all revisions are of that kind.
//!
//! A revision of `b` from `a` takes away only what has no partner in `a`, so nothing in `a` loses a partner by it: `b`
//! need not be held against `a` again, over the same border. That spares a quarter of the revisions.

use std::collections::VecDeque;

use mapwright_core::{Dir, Dirs, Passages};

pub(super) use super::bits::with_words;
use super::bits::{Words, bits, count, meet, within};
use super::error::{Constraint, Stuck};
use super::rules::{Rules, Table};

/// The sets of all cells while they shrink.
#[derive(Debug)]
pub(super) struct Field<'a, S> {
    pub(super) rules: &'a Rules,
    pub(super) lattice: &'a Passages,
    pub(super) sets: Vec<u64>,
    /// How many patterns each cell has left.
    counts: Vec<u32>,
    /// For each cell the directions in which neighbors have to be revised; some exactly if it is in the queue.
    pending: Vec<Dirs>,
    queue: VecDeque<u32>,
    /// The cells that were changed since the last `mark`, and their sets at that time.
    changed: Vec<u32>,
    before: Vec<u64>,
    /// The last mark after which each cell was changed.
    stamps: Vec<u32>,
    mark: u32,
    /// An empty set.
    empty: S,
}

impl<'a, S: Words> Field<'a, S> {
    pub(super) fn new(rules: &'a Rules, lattice: &'a Passages, sets: Vec<u64>) -> Self {
        let area = lattice.area() as usize;
        let empty = S::empty(rules.words());
        Field {
            rules,
            lattice,
            counts: sets.chunks_exact(rules.words()).map(count).collect(),
            sets,
            pending: vec![Dirs::NONE; area],
            queue: VecDeque::new(),
            changed: Vec::new(),
            before: Vec::new(),
            stamps: vec![0; area],
            mark: 0,
            empty,
        }
    }

    #[inline(always)]
    fn words(&self) -> usize {
        self.empty.as_ref().len()
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

    /// The cells that were changed since the last mark, each once.
    pub(super) fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// From here on changes can be taken back.
    pub(super) fn mark(&mut self) {
        self.changed.clear();
        self.before.clear();
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    /// Takes back all changes since the last mark.
    pub(super) fn take_back(&mut self) {
        let words = self.words();
        for cell in self.queue.drain(..) {
            self.pending[cell as usize] = Dirs::NONE;
        }
        for (&cell, before) in self.changed.iter().zip(self.before.chunks_exact(words)) {
            self.sets[cell as usize * words..][..words].copy_from_slice(before);
            self.counts[cell as usize] = count(before);
            self.stamps[cell as usize] = 0;
        }
        self.changed.clear();
        self.before.clear();
    }

    /// Everything as in other sets, that are settled.
    pub(super) fn restart(&mut self, sets: &[u64]) {
        self.mark();
        self.take_back();
        self.sets.copy_from_slice(sets);
        let words = self.words();
        self.counts.iter_mut().zip(sets.chunks_exact(words)).for_each(|(many, set)| *many = count(set));
    }

    /// Gives a cell another set, and notes that its neighbors in some directions have to be revised.
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
    pub(super) fn revise_later(&mut self, cell: u32, dirs: Dirs) {
        let pending = &mut self.pending[cell as usize];
        if pending.is_empty() {
            self.queue.push_back(cell);
        }
        *pending = Dirs::from_bits(pending.bits() | dirs.bits());
    }

    /// Holds every cell against every neighbor.
    pub(super) fn settle_all(&mut self) -> Result<(), Stuck> {
        if let Some(cell) = self.counts.iter().position(|&count| count == 0) {
            return Err(Stuck { cell: cell as u32, constraint: Constraint::Own });
        }
        (0..self.lattice.area()).for_each(|cell| self.revise_later(cell, Dirs::ALL));
        self.settle()
    }

    /// Revises until nothing changes any more. After an error the field is good for `take_back` only.
    pub(super) fn settle(&mut self) -> Result<(), Stuck> {
        while let Some(cell) = self.queue.pop_front() {
            let pending = std::mem::take(&mut self.pending[cell as usize]);
            for dir in Dirs::from_bits(pending.bits() & self.lattice.ways(cell).bits()).iter() {
                self.revise(cell, dir, self.lattice.step(cell, dir))?;
            }
        }
        Ok(())
    }

    /// Takes from `b`, which lies in direction `dir` of `a`, what has no partner in `a`.
    #[inline(always)]
    fn revise(&mut self, a: u32, dir: Dir, b: u32) -> Result<(), Stuck> {
        let mut left = self.empty.clone();
        left.as_mut().copy_from_slice(self.set(b));
        if !self.partners(a, dir, b, left.as_mut()) || left.as_ref() == self.set(b) {
            return Ok(());
        }
        if left.as_ref().iter().all(|&word| word == 0) {
            return Err(Stuck { cell: b, constraint: Constraint::Neighbor(dir.opposite()) });
        }
        self.put(b, left.as_ref(), Dirs::ALL.without(dir.opposite()));
        Ok(())
    }

    /// Keeps those of `left`, the set of `b`, that have a partner in `a`. `false` if these are surely all.
    #[inline(always)]
    fn partners(&self, a: u32, dir: Dir, b: u32, left: &mut [u64]) -> bool {
        let (words, here) = (self.words(), self.set(a));
        let (from_here, from_there) = (self.rules.table(dir), self.rules.table(dir.opposite()));
        let allowed = |table: &'a Table, row: usize| -> &'a [u64] { &table.allowed[row * words..][..words] };
        let members = |table: &'a Table, row: usize| -> &'a [u64] { &table.members[row * words..][..words] };
        let row_of = |table: &'a Table, pattern: usize| table.row_of[pattern] as usize;
        let (many_here, many_there) = (self.count(a) as usize, self.count(b) as usize);
        if many_here == 1 {
            let set = allowed(from_here, row_of(from_here, self.pattern(a) as usize));
            left.iter_mut().zip(set).for_each(|(left, allowed)| *left &= allowed);
            return true;
        }
        let (rows_here, rows_there) = (from_here.rows(words), from_there.rows(words));
        if many_here.min(rows_here) < many_there.min(rows_there) {
            let mut union = self.empty.clone();
            let union = union.as_mut();
            let unite = |union: &mut [u64], set: &[u64]| {
                union.iter_mut().zip(set).for_each(|(union, set)| *union |= set);
                within(self.set(b), union)
            };
            let enough = if many_here <= rows_here {
                bits(here).any(|p| unite(union, allowed(from_here, row_of(from_here, p))))
            } else {
                let mut rows = (0..rows_here).filter(|&row| meet(members(from_here, row), here));
                rows.any(|row| unite(union, allowed(from_here, row)))
            };
            if enough {
                return false;
            }
            left.iter_mut().zip(union).for_each(|(left, union)| *left &= *union);
        } else if many_there <= rows_there {
            for q in bits(self.set(b)) {
                if !meet(allowed(from_there, row_of(from_there, q)), here) {
                    left[q / 64] &= !(1 << (q % 64));
                }
            }
        } else {
            for row in (0..rows_there).filter(|&row| !meet(allowed(from_there, row), here)) {
                left.iter_mut().zip(members(from_there, row)).for_each(|(left, row)| *left &= !row);
            }
        }
        true
    }
}
