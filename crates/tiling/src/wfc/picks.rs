//! Which cell is next.

/// Cells in buckets by how many patterns they have left: the fewest first, and of these the one that was changed last.
///
/// A cell is put in anew whenever it changes; what is in a bucket of another count is passed over when its turn comes
/// (lazy deletion). So a pick takes constant time but for what was put in since.
///
/// The last changed first: the decided part grows from one place, a contradiction is found near its cause, and memory is
/// read where it was written. See `docs/decisions/0014-fewest-left-last-changed.md` for what else was tried.
#[derive(Debug)]
pub(super) struct Picks {
    buckets: Vec<Vec<u32>>,
    /// No bucket below holds a cell.
    lowest: usize,
    /// Cells in all buckets.
    held: usize,
}

impl Picks {
    /// Cells with more patterns are not told apart.
    const BUCKETS: usize = 256;

    pub(super) fn new() -> Self {
        Picks { buckets: vec![Vec::new(); Picks::BUCKETS], lowest: Picks::BUCKETS, held: 0 }
    }

    /// A cell has so many patterns left now. Decided ones are not wanted.
    #[inline]
    pub(super) fn put(&mut self, cell: u32, count: u32) {
        if count > 1 {
            let bucket = bucket(count);
            self.buckets[bucket].push(cell);
            self.lowest = self.lowest.min(bucket);
            self.held += 1;
        }
    }

    /// The next cell that still has as many patterns as its bucket says.
    #[inline]
    pub(super) fn pick(&mut self, count: impl Fn(u32) -> u32) -> Option<u32> {
        while let Some(cells) = self.buckets.get_mut(self.lowest) {
            let Some(cell) = cells.pop() else {
                self.lowest += 1;
                continue;
            };
            self.held -= 1;
            let now = count(cell);
            if now > 1 && bucket(now) == self.lowest {
                return Some(cell);
            }
        }
        None
    }

    /// How many cells are held, stale ones too.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// Drops what is stale. A cell that is held twice is held twice still.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.lowest, self.held) = (Picks::BUCKETS, 0);
    }
}

#[inline]
fn bucket(count: u32) -> usize {
    (count as usize).min(Picks::BUCKETS - 1)
}
