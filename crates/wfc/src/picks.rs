//! Which cell is next.

/// Cells in buckets by how many patterns they have left: the fewest first, and of these the one that was changed last.
///
/// A cell is put in anew whenever it changes; what is in a bucket of another count is passed over when its turn comes
/// (lazy deletion). So a pick takes constant time but for what was put in since.
///
/// The last changed first: the decided part grows from one place, so that a contradiction should be near its cause, and
/// memory is read where it was written. See `docs/decisions/0014-fewest-left-last-changed.md` for what else was tried.
#[derive(Debug)]
pub(super) struct Picks {
    buckets: Vec<Vec<u32>>,
    /// No bucket below holds a cell.
    lowest: usize,
    /// Cells in all buckets.
    held: usize,
}

impl Picks {
    /// One for each count up to 127, and 16 for each doubling from there to 2¹⁷.
    const BUCKETS: usize = 128 + 16 * 10;

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
    if count < 128 {
        return count as usize;
    }
    let log = count.ilog2();
    let sixteenth = count >> (log - 4) & 15;
    (128 + 16 * (log - 7) + sixteenth) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_patterns_never_mean_an_earlier_bucket() {
        let most = super::super::Rules::MOST_PATTERNS as u32;
        assert!((0..most).all(|count| bucket(count) <= bucket(count + 1)));
        assert!((0..127).all(|count| bucket(count) < bucket(count + 1)));
        assert!(bucket(most) < Picks::BUCKETS);
    }

    #[test]
    fn the_fewest_come_first_and_of_these_the_last_changed() {
        let mut picks = Picks::new();
        let mut counts = [5, 3, 9, 3, 1];
        (0..).zip(counts).for_each(|(cell, count)| picks.put(cell, count));
        counts[3] = 2;
        picks.put(3, 2);
        assert_eq!(picks.pick(|cell| counts[cell as usize]), Some(3));
        counts[3] = 1;
        let order: Vec<u32> = std::iter::from_fn(|| picks.pick(|cell| counts[cell as usize])).collect();
        assert_eq!(order, [1, 0, 2], "the cell 3 in the bucket of 3 is stale");
    }
}
