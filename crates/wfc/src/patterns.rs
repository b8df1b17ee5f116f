//! The different pieces of a sample, and how often each occurs.

use std::collections::BTreeMap;

use mapwright_core::{Dir, Grid, Point, Size, Tile, Wrap};

use super::rules::{AdjacencyError, AdjacencyRules};
use super::symmetry::Symmetries;

/// Distinct pieces of one size, in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Patterns {
    pub(super) size: Size,
    /// The cells of all pieces, row-major, one piece after the other.
    cells: Vec<Tile>,
    counts: Vec<u64>,
}

impl Patterns {
    /// No piece.
    pub(super) fn none(size: Size) -> Self {
        Patterns { size, cells: Vec::new(), counts: Vec::new() }
    }

    /// The windows of a sample whose top left corners are `stride` cells apart. If the sample wraps, they continue
    /// across the border. Once `goes_on` says no, the rest of the sample is left out.
    pub(super) fn of(
        sample: &Grid<Tile>,
        wrap: Wrap,
        (size, stride): (Size, u16),
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, AdjacencyError> {
        let corners = |length: u16, piece: u16, wraps: bool| -> Vec<u16> {
            let end = if wraps { length } else { (length + 1).saturating_sub(piece) };
            (0..end).step_by(stride.max(1).into()).collect()
        };
        let (w, h) = (sample.size().w, sample.size().h);
        let (xs, ys) = (corners(w, size.w, wrap.x()), corners(h, size.h, wrap.y()));
        let mut found = Patterns::none(size);
        // By strips, so that the windows of a large sample are never all in memory.
        for strip in ys.chunks((1 << 16) / xs.len().max(1) + 1) {
            for &y in strip {
                for &x in &xs {
                    found.cells.extend(size.points().map(|p| sample[at(sample.size(), x, y, p)]));
                    found.counts.push(1);
                }
            }
            found = found.distinct();
            found.checked()?;
            if !goes_on() {
                break;
            }
        }
        Ok(found)
    }

    /// The pieces and images of them. Pieces must be square.
    pub(super) fn with_images(&self, symmetries: Symmetries) -> Result<Self, AdjacencyError> {
        let mut all = Patterns::none(self.size);
        for (piece, &count) in self.pieces().zip(&self.counts) {
            for image in symmetries.all() {
                let from = |p: Point| piece[self.size.index(image.source(p, self.size)) as usize];
                all.cells.extend(self.size.points().map(from));
                all.counts.push(count);
            }
        }
        let all = all.distinct();
        all.checked()?;
        Ok(all)
    }

    /// The top left part of every piece.
    pub(super) fn cropped(&self, size: Size) -> Self {
        let rows = |piece| {
            let rows = <[Tile]>::chunks_exact(piece, self.size.w.max(1).into());
            rows.take(size.h.into()).flat_map(|row| &row[..size.w.into()]).copied().collect::<Vec<_>>()
        };
        let cells = self.pieces().flat_map(rows).collect();
        Patterns { size, cells, counts: self.counts.clone() }.distinct()
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// The cells of each piece, row-major.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &[Tile]> + Clone {
        self.cells.chunks_exact(self.area())
    }

    pub(super) fn piece(&self, pattern: u32) -> &[Tile] {
        &self.cells[pattern as usize * self.area()..][..self.area()]
    }

    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn area(&self) -> usize {
        (self.size.area() as usize).max(1)
    }

    fn checked(&self) -> Result<(), AdjacencyError> {
        match self.len() {
            1..=AdjacencyRules::MOST_PATTERNS => Ok(()),
            n => Err(AdjacencyError::Count { n }),
        }
    }

    /// Each piece once, where it first occurred.
    ///
    /// Pieces are sorted by a hash that is the same on every platform, and ties by their cells, so the order depends on
    /// nothing else.
    fn distinct(self) -> Self {
        let area = self.area();
        let piece = |i: u32| &self.cells[i as usize * area..][..area];
        let mut order: Vec<(u64, u32)> = self.pieces().map(hash).zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| piece(a.1).cmp(piece(b.1))).then(a.1.cmp(&b.1)));
        // Runs of equal pieces: the position of the first, and their number.
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for (i, &(hash, at)) in order.iter().enumerate() {
            let count = self.counts[at as usize];
            let before = i.checked_sub(1).map(|i| order[i]);
            match runs.last_mut() {
                Some(run) if before.is_some_and(|b| b.0 == hash && piece(b.1) == piece(at)) => run.1 += count,
                _ => runs.push((at, count)),
            }
        }
        runs.sort_unstable();
        let cells = runs.iter().flat_map(|&(at, _)| piece(at)).copied().collect();
        Patterns { size: self.size, cells, counts: runs.into_iter().map(|(_, count)| count).collect() }
    }
}

/// Weights proportional to counts, with a sum that fits a `u32`.
pub(super) fn weights(counts: &[u64]) -> Vec<u32> {
    let sum: u64 = counts.iter().sum();
    let half = u64::from(u32::MAX) / 2;
    // Rounding up adds at most 1 for each pattern, and there are at most 2^16.
    let shift = (0..64).find(|&shift| sum >> shift < half).unwrap_or(63);
    counts.iter().map(|&count| u32::try_from(count >> shift).unwrap_or(u32::MAX).max(1)).collect()
}

/// For each piece a label on each side, N E S W. Labels are equal if the `deep` outermost rows or columns of one piece
/// equal, cell by cell, those of the other that they overlap or face.
pub(super) fn labels<'a>(pieces: impl Iterator<Item = (Size, &'a [Tile])> + Clone, deep: u16) -> Vec<[u64; 4]> {
    let strip = |(size, piece): (Size, &[Tile]), dir: Dir| {
        let width = usize::from(size.w);
        let rows = |from: u16, to: u16| piece[usize::from(from) * width..usize::from(to) * width].to_vec();
        let columns = |from: u16, to: u16| {
            let row = |row: &[Tile]| row[from.into()..to.into()].to_vec();
            piece.chunks_exact(width).flat_map(row).collect()
        };
        match dir {
            Dir::N => rows(0, deep.min(size.h)),
            Dir::S => rows(size.h - deep.min(size.h), size.h),
            Dir::W => columns(0, deep.min(size.w)),
            Dir::E => columns(size.w - deep.min(size.w), size.w),
        }
    };
    let mut labels = vec![[0; 4]; pieces.clone().count()];
    for axis in [[Dir::N, Dir::S], [Dir::E, Dir::W]] {
        let mut numbers: BTreeMap<Vec<Tile>, u64> = BTreeMap::new();
        for (piece, labels) in pieces.clone().zip(&mut labels) {
            for dir in axis {
                let next = numbers.len() as u64;
                labels[dir as usize] = *numbers.entry(strip(piece, dir)).or_insert(next);
            }
        }
    }
    labels
}

/// The cell of a sample at a point of a window, around the sample's borders.
fn at(size: Size, x: u16, y: u16, p: Point) -> Point {
    let along = |from: u16, by: u16, length: u16| {
        let place = (u32::from(from) + u32::from(by)) % u32::from(length.max(1));
        // Less than the length.
        place as u16
    };
    Point::new(along(x, p.x, size.w), along(y, p.y, size.h))
}

/// FNV-1a, 64 bits.
fn hash(piece: &[Tile]) -> u64 {
    let fold = |hash: u64, tile: &Tile| (hash ^ u64::from(tile.0)).wrapping_mul(0x0100_0000_01b3);
    piece.iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_in_proportion_and_their_sum_fits() {
        for counts in [vec![1], vec![3, 5], vec![1 << 32; 2], vec![u64::MAX / 4; 3], vec![1 << 40; 1 << 16]] {
            let weights = weights(&counts);
            assert!(u32::try_from(weights.iter().map(|&weight| u64::from(weight)).sum::<u64>()).is_ok(), "{weights:?}");
            assert!(weights.iter().all(|&weight| weight == weights[0] || counts == [3, 5]), "{weights:?}");
        }
        assert_eq!(weights(&[3, 5, 0]), [3, 5, 1]);
        assert_eq!(weights(&[1 << 40, 3 << 40, 1])[1] / weights(&[1 << 40, 3 << 40, 1])[0], 3);
    }
}
