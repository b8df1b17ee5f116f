//! Which cell comes next.

/// Cells in buckets by the number of patterns left: the fewest first, and among these the one that changed last.
///
/// A cell is added whenever it changes; stale entries are skipped when their turn comes (lazy deletion). So a pick
/// takes amortized constant time.
///
/// With the last changed first, the decided part grows from one place, so a contradiction is near its cause, and memory
/// is read where it was written. See `docs/decisions/0014-fewest-left-last-changed.md` for alternatives that were
/// tried.
#[derive(Debug)]
pub(super) struct Picks {
    buckets: Vec<Vec<u32>>,
    /// No lower bucket holds a cell.
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

    /// Adds a cell with the number of its patterns. Decided cells are ignored.
    #[inline]
    pub(super) fn put(&mut self, cell: u32, count: u32) {
        if count > 1 {
            let bucket = bucket(count);
            self.buckets[bucket].push(cell);
            self.lowest = self.lowest.min(bucket);
            self.held += 1;
        }
    }

    /// The next cell that still has the number of patterns of its bucket.
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

    /// The number of entries, including stale ones.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// Drops stale entries. A cell that is held twice stays so.
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
        let most = super::super::AdjacencyRules::MOST_PATTERNS as u32;
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
