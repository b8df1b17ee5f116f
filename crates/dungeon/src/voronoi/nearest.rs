//! The nearest seed of every cell, row by row.
//!
//! In a row, each column with seeds has a nearest seed. The distances of these seeds along the row are curves of one
//! shape, and we need their lower envelope (Felzenszwalb and Huttenlocher 2012; for other metrics Meijster, Roerdink
//! and Hesselink 2000). Any two curves cross once, so a stack of the curves on the envelope, from left to right, is
//! enough: a new curve from the right takes columns from the top one, or all of them and then from the next. A row
//! takes as many steps as there are columns with seeds, and then a fill. No step depends on the total number of seeds.
//!
//! Ties go to the lowest seed. "Nearer, then lower" is a total order like "nearer", so the stack stays correct as long
//! as two curves still cross once: where they are equal, over a range or at one column, one of the two has the lower
//! seed. With the Chebyshev metric a column can have many seeds at the same distance, and which of them is the lowest
//! depends on the distance. But two curves are equal at only one distance.

use mapwright_core::{Grid, Size, Wrap, bands};

use super::metric::{DistanceMetric, Seen};

/// The seeds of one column, in ascending rows; on a map whose rows wrap, their images above and below too.
#[derive(Clone, Debug)]
struct Column {
    x: i64,
    seeds: Vec<(i64, u16)>,
    /// Which is nearest to the current row.
    nearest: usize,
}

/// A column, or its image beyond a wrapped border, as seen from a row.
#[derive(Clone, Copy, Debug)]
struct Envelope {
    seen: Seen,
    /// Its nearest seed.
    seed: u16,
    column: usize,
    /// The first column where it is the lowest.
    from: i64,
}

/// The number of the nearest of the `seeds` for each cell, counted from 1; of several the
/// lowest. The seeds are row-major indices in ascending order, at least 1 and at most 65535.
pub(super) fn nearest_seeds(size: Size, wrap: Wrap, metric: DistanceMetric, seeds: &[u32]) -> Grid<u16> {
    let mut regions = Grid::new(size, 0);
    let (columns, width) = (columns(size, wrap, seeds), usize::from(size.w).max(1));
    bands(regions.as_mut_slice(), width, |first, band| {
        // A column's nearest seed is found from the first one on wherever a band begins: away from a row, seeds get
        // farther.
        let mut row = RowSeeds { metric, w: size.w.into(), y: first as i64, columns: columns.clone() };
        let (mut curves, mut lowest) = (Vec::new(), Vec::new());
        for cells in band.chunks_mut(width) {
            row.see(wrap, &mut curves);
            row.envelope(&curves, &mut lowest);
            row.fill(&lowest, cells);
            row.y += 1;
        }
    });
    regions
}

fn columns(size: Size, wrap: Wrap, seeds: &[u32]) -> Vec<Column> {
    let mut columns: Vec<Column> = (0..size.w).map(|x| Column { x: x.into(), seeds: Vec::new(), nearest: 0 }).collect();
    for (&cell, number) in seeds.iter().zip(1..=u16::MAX) {
        let p = size.point(cell);
        columns[usize::from(p.x)].seeds.push((p.y.into(), number));
    }
    columns.retain(|column| !column.seeds.is_empty());
    if wrap.y() {
        columns.iter_mut().for_each(|column| {
            column.seeds = with_images(&column.seeds, size.h.into(), |seed, y| (y, seed.1), |seed| seed.0)
        });
    }
    columns
}

/// Items in ascending order of their position on a wrapped axis, with the images that may be nearer to a position on
/// the axis than the item itself: items of each half have an image beyond the opposite border.
fn with_images<T: Copy>(items: &[T], length: i64, moved: impl Fn(&T, i64) -> T, place: impl Fn(&T) -> i64) -> Vec<T> {
    let left = items.iter().filter(|item| 2 * place(item) > length).map(|item| moved(item, place(item) - length));
    let right = items.iter().filter(|item| 2 * place(item) < length).map(|item| moved(item, place(item) + length));
    left.chain(items.iter().copied()).chain(right).collect()
}

impl Column {
    /// Advances to the nearest seed of a row further down.
    fn advance(&mut self, y: i64) -> (i64, u16) {
        let from = |(at, seed): (i64, u16)| ((at - y).abs(), seed);
        while self.seeds.get(self.nearest + 1).is_some_and(|&next| from(next) < from(self.seeds[self.nearest])) {
            self.nearest += 1;
        }
        from(self.seeds[self.nearest])
    }
}

/// The current row.
#[derive(Debug)]
struct RowSeeds {
    metric: DistanceMetric,
    w: i64,
    y: i64,
    columns: Vec<Column>,
}

impl RowSeeds {
    /// The curves of all columns, from left to right.
    fn see(&mut self, wrap: Wrap, curves: &mut Vec<Envelope>) {
        let y = self.y;
        let seen = self.columns.iter_mut().enumerate().map(|(column, seeds)| {
            let (rows, seed) = seeds.advance(y);
            Envelope { seen: Seen { x: seeds.x, rows }, seed, column, from: 0 }
        });
        curves.clear();
        curves.extend(seen);
        if wrap.x() {
            let moved = |curve: &Envelope, x| Envelope { seen: Seen { x, ..curve.seen }, ..*curve };
            *curves = with_images(curves, self.w, moved, |curve| curve.seen.x);
        }
    }

    /// The curves that are lowest somewhere in the row, from left to right.
    fn envelope(&self, curves: &[Envelope], lowest: &mut Vec<Envelope>) {
        lowest.clear();
        for &curve in curves {
            let mut from = 0;
            while let Some(top) = lowest.last() {
                from = self.first_column(top, &curve);
                if from > top.from {
                    break;
                }
                // It is lower wherever the top one was lowest.
                lowest.pop();
                from = 0;
            }
            if from < self.w {
                lowest.push(Envelope { from, ..curve });
            }
        }
    }

    /// The first column where `b` is lower than `a`, which is further left; or equally low with a lower seed.
    #[inline]
    fn first_column(&self, a: &Envelope, b: &Envelope) -> i64 {
        let metric = self.metric;
        if metric != DistanceMetric::Chebyshev {
            let b_wins_ties = b.seed < a.seed;
            return if b_wins_ties { metric.takes_over(a.seen, b.seen) } else { metric.passes(a.seen, b.seen) };
        }
        let from = metric.takes_over(a.seen, b.seen);
        let [from_a, from_b] = [a, b].map(|curve| metric.distance(from - curve.seen.x, curve.seen.rows));
        match from_a == from_b && self.seed(a, from_a) < self.seed(b, from_b) {
            true => metric.passes(a.seen, b.seen),
            false => from,
        }
    }

    /// With the Chebyshev metric: the lowest seed of a column that is at most this far away.
    #[inline]
    fn seed(&self, curve: &Envelope, distance: i64) -> u16 {
        let seeds = &self.columns[curve.column].seeds;
        if seeds.len() == 1 {
            return curve.seed;
        }
        let first = seeds.partition_point(|&(y, _)| y < self.y - distance);
        let near = seeds[first..].iter().take_while(|&&(y, _)| y <= self.y + distance);
        near.map(|&(_, seed)| seed).min().unwrap_or(curve.seed)
    }

    fn fill(&self, lowest: &[Envelope], cells: &mut [u16]) {
        let mut end = self.w;
        for curve in lowest.iter().rev() {
            let part = &mut cells[index(curve.from)..index(end)];
            if self.metric == DistanceMetric::Chebyshev && self.columns[curve.column].seeds.len() > 1 {
                for (x, cell) in (curve.from..).zip(part) {
                    *cell = self.seed(curve, self.metric.distance(x - curve.seen.x, curve.seen.rows));
                }
            } else {
                part.fill(curve.seed);
            }
            end = curve.from;
        }
    }
}

/// A column of the row as an index.
fn index(x: i64) -> usize {
    usize::try_from(x).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    /// All seeds for each cell.
    fn naive(size: Size, wrap: Wrap, metric: DistanceMetric, seeds: &[u32]) -> Grid<u16> {
        Grid::from_fn(size, |p| {
            let from = |seed: u32| {
                let (dx, dy) = wrap.apart(p, size.point(seed), size);
                match metric {
                    DistanceMetric::Euclidean => dx * dx + dy * dy,
                    DistanceMetric::Manhattan => dx + dy,
                    DistanceMetric::Chebyshev => dx.max(dy),
                }
            };
            let nearest = seeds.iter().zip(1..).min_by_key(|&(&seed, number)| (from(seed), number));
            nearest.map_or(0, |(_, number)| number)
        })
    }

    const METRICS: [DistanceMetric; 3] =
        [DistanceMetric::Euclidean, DistanceMetric::Manhattan, DistanceMetric::Chebyshev];

    #[track_caller]
    fn check(size: Size, seeds: &[u32]) {
        for (wrap, metric) in Wrap::ALL.into_iter().flat_map(|wrap| METRICS.map(|metric| (wrap, metric))) {
            let (fast, naive) = (nearest_seeds(size, wrap, metric, seeds), naive(size, wrap, metric, seeds));
            assert_eq!(fast, naive, "{size} {wrap} {metric:?} {seeds:?}");
        }
    }

    #[test]
    fn every_cell_has_the_nearest_seed_on_all_sizes_and_wraps() {
        let mut rng = MapRng::new(1);
        let sizes =
            [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (3, 2), (5, 8), (8, 5), (13, 4), (31, 17), (40, 3)];
        for (w, h) in sizes {
            let size = Size::new(w, h);
            for share in [0.02, 0.1, 0.3, 0.8, 1.0] {
                for _ in 0..6 {
                    let mut seeds: Vec<u32> = (0..size.area()).filter(|_| rng.chance(share)).collect();
                    if seeds.is_empty() {
                        seeds.push(rng.below(size.area()));
                    }
                    check(size, &seeds);
                }
            }
        }
    }

    #[test]
    fn bands_of_a_large_map_fit_together() {
        let (size, mut rng) = (Size::new(300, 250), MapRng::new(2));
        let seeds: Vec<u32> = (0..20).map(|n| n * (size.area() / 20) + rng.below(size.area() / 20)).collect();
        check(size, &seeds);
    }

    #[test]
    fn every_set_of_seeds_on_a_small_board() {
        for (w, h) in [(4, 3), (3, 4), (6, 2), (1, 10), (10, 1)] {
            let size = Size::new(w, h);
            for set in 1u32..1 << size.area() {
                let seeds: Vec<u32> = (0..size.area()).filter(|cell| set >> cell & 1 == 1).collect();
                if seeds.len() <= 4 {
                    check(size, &seeds);
                }
            }
        }
    }

    #[test]
    fn ties_go_to_the_lowest_seed() {
        let rows = |w, h, metric, seeds: &[u32]| {
            let regions = nearest_seeds(Size::new(w, h), Wrap::None, metric, seeds);
            regions.rows().map(|row| row.iter().map(|seed| seed.to_string()).collect()).collect::<Vec<String>>()
        };
        // Two seeds in one row, with a column of ties between them.
        assert!(METRICS.iter().all(|&metric| rows(5, 1, metric, &[0, 4]) == ["11122"]));
        // Two seeds across from each other, with a diagonal or a whole quarter of ties between them.
        assert_eq!(rows(3, 3, DistanceMetric::Euclidean, &[0, 8]), ["111", "112", "122"]);
        assert_eq!(rows(3, 3, DistanceMetric::Manhattan, &[0, 8]), ["111", "112", "122"]);
        assert_eq!(rows(4, 2, DistanceMetric::Manhattan, &[1, 6]), ["1111", "1122"]);
        assert_eq!(rows(3, 3, DistanceMetric::Chebyshev, &[0, 8]), ["111", "112", "122"]);
        // Two seeds in one column: from aside both are as far with Chebyshev's metric, so the lower one wins
        // even in rows that are nearer to the other.
        assert_eq!(rows(4, 3, DistanceMetric::Chebyshev, &[0, 8]), ["1111", "1111", "2211"]);
        assert_eq!(rows(4, 3, DistanceMetric::Euclidean, &[0, 8]), ["1111", "1111", "2222"]);
    }
}
