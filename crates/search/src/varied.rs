//! The levels that differ most.
//!
//! Two levels are as far apart as their metrics and their thumbnails are. A metric counts by rank among all levels, so
//! that none outweighs the others by its scale. A thumbnail is 8×8 blocks of open ways, and the difference of two is the
//! least over the 8 symmetries of the square: mirrored levels look alike.
//!
//! Levels are chosen one by one, each as far as possible from those before it (Gonzalez, 1985). Of all choices, this one
//! has at least half of the greatest least distance. For let that be `d`, reached by `k` levels. As long as fewer than `k`
//! are chosen and every level is closer than `d / 2` to a chosen one, two of those `k` are closer than `d / 2` to the same
//! chosen one, so closer than `d` to each other. So the next chosen one is at least `d / 2` from all before it.
//! This needs the triangle inequality. It holds for sums of absolute differences, also for the least over a group of
//! permutations of the blocks, and there is no rounding.

use mapwright_core::{BuilderMap, D4, Point, Size};
use mapwright_graph::Metric;

use crate::error::SearchError;
use crate::find::Found;
use crate::search::{Search, SearchWatch};

/// Blocks of a thumbnail's side.
const SIDE: usize = 8;
const BLOCKS: usize = SIDE * SIDE;
/// The greatest rank, and the greatest value of a block.
const FULL: u32 = 1000;

/// What levels are compared by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Features {
    metrics: Vec<Option<f64>>,
    /// Open ways of each block, row by row, of [`FULL`].
    thumbnail: [u32; BLOCKS],
}

impl Features {
    pub(crate) fn of(map: &BuilderMap) -> Self {
        let measured = mapwright_pipes::metrics(map);
        let metrics = Metric::ALL.iter().map(|&metric| measured.get(metric)).collect();
        let (passages, size) = (measured.passages(), map.size());
        let span = |i: usize, side: u16| {
            let (from, to) = (i * usize::from(side) / SIDE, (i + 1) * usize::from(side) / SIDE);
            // A map of fewer cells than blocks has its cells in several.
            from as u16..to.max(from + 1) as u16
        };
        let mut thumbnail = [0; BLOCKS];
        for (i, block) in thumbnail.iter_mut().enumerate() {
            let (columns, rows) = (span(i % SIDE, size.w), span(i / SIDE, size.h));
            let cells = columns.len() as u64 * rows.len() as u64;
            let points = rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y)));
            let ways: u64 = points.map(|p| passages.neighbors(passages.index(p)).take(4).count() as u64).sum();
            *block = (ways * u64::from(FULL) / (4 * cells)) as u32;
        }
        Features { metrics, thumbnail }
    }
}

/// The distances of levels.
#[derive(Clone, Debug)]
struct Distances {
    /// The rank of each level in each metric that varies, of [`FULL`].
    ranks: Vec<Vec<u32>>,
    thumbnails: Vec<[u32; BLOCKS]>,
}

impl Distances {
    fn new(levels: &[Features]) -> Self {
        let mut ranks = vec![Vec::new(); levels.len()];
        for metric in 0..Metric::ALL.len() {
            let values: Vec<Option<f64>> = levels.iter().map(|level| level.metrics[metric]).collect();
            let mut sorted = values.clone();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
            sorted.dedup();
            let Some(most) = sorted.len().checked_sub(1).filter(|&most| most > 0) else { continue };
            for (ranks, value) in ranks.iter_mut().zip(&values) {
                let rank = sorted.partition_point(|other| other < value);
                ranks.push((rank as u64 * u64::from(FULL) / most as u64) as u32);
            }
        }
        Distances { ranks, thumbnails: levels.iter().map(|level| level.thumbnail).collect() }
    }

    /// Metrics and thumbnails count alike: each sum is weighed by the number of terms of the other.
    fn between(&self, a: usize, b: usize) -> u64 {
        let sum = |a: &[u32], b: &[u32]| a.iter().zip(b).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum::<u64>();
        let metrics = sum(&self.ranks[a], &self.ranks[b]);
        let (one, other) = (&self.thumbnails[a], &self.thumbnails[b]);
        let looks = D4::all().map(|symmetry| sum(&image(one, symmetry), other)).min().unwrap_or(0);
        metrics * BLOCKS as u64 + looks * self.ranks[a].len().max(1) as u64
    }

    /// The greatest distance there can be.
    fn full(&self) -> u64 {
        2 * u64::from(FULL) * BLOCKS as u64 * self.ranks.first().map_or(1, Vec::len).max(1) as u64
    }
}

/// The image of a thumbnail.
fn image(thumbnail: &[u32; BLOCKS], symmetry: D4) -> [u32; BLOCKS] {
    let size = Size::new(SIDE as u16, SIDE as u16);
    std::array::from_fn(|i| thumbnail[size.index(symmetry.source(size.point(i as u32), size)) as usize])
}

/// The first, then the farthest from all before it, and so on, each with its distance to the nearest before it; the lower
/// one of several.
fn farthest_first(n: usize, count: usize, distance: impl Fn(usize, usize) -> u64) -> Vec<(usize, u64)> {
    let mut nearest = vec![u64::MAX; n];
    let mut chosen: Vec<(usize, u64)> = Vec::new();
    while chosen.len() < count.min(n) {
        let next = if chosen.is_empty() { Some(0) } else { (0..n).rev().max_by_key(|&i| nearest[i]) };
        let Some(next) = next.filter(|&next| nearest[next] > 0) else { break };
        chosen.push((next, nearest[next]));
        for (i, nearest) in nearest.iter_mut().enumerate() {
            *nearest = (*nearest).min(distance(i, next));
        }
    }
    chosen
}

impl Search {
    /// The levels that a choice of the most varied ones is made from.
    pub const POOL: usize = 500;

    /// The `count` levels that differ most, of the first [`POOL`](Self::POOL) that fit. The second is farthest from the
    /// first, the third from both, and so on. Also returns how far each is from the nearest before it, from 0 to 1.
    ///
    /// # Errors
    ///
    /// Those of [`find`](Self::find).
    pub fn varied(&self, count: usize) -> Result<(Found, Vec<f64>), SearchError> {
        self.varied_watched(count, &mut |_| true)
    }

    /// The same, watched.
    ///
    /// # Errors
    ///
    /// Those of [`varied`](Self::varied), and that the watcher stopped it.
    pub fn varied_watched(&self, count: usize, watch: &mut SearchWatch<'_>) -> Result<(Found, Vec<f64>), SearchError> {
        let engine = self.engine(Vec::new())?;
        let mut running = self.run(&engine, count.max(Search::POOL), &Features::of, watch)?;
        let features: Vec<Features> = running.hits.iter().map(|hit| hit.kept.clone()).collect();
        let distances = Distances::new(&features);
        let chosen = farthest_first(features.len(), count, |a, b| distances.between(a, b));
        running.hits = chosen.iter().map(|&(i, _)| running.hits[i].clone()).collect();
        let full = distances.full();
        let spread = chosen.iter().map(|&(_, nearest)| nearest.min(full) as f64 / full as f64).collect();
        Ok((running.found()?, spread))
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{MapRng, Size, Tile, Wrap};

    use super::*;

    fn random_features(rng: &mut MapRng, n: usize) -> Vec<Features> {
        let sizes = [(1, 1), (1, 9), (5, 8), (20, 13)];
        let one = |_| {
            let &(w, h) = rng.pick(&sizes).unwrap();
            let mut map = BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
            let p = f64::from(rng.below(10)) / 10.0;
            map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(p)).for_each(|tile| *tile = Tile::WALL);
            Features::of(&map)
        };
        (0..n).map(one).collect()
    }

    /// The greatest least distance of any choice.
    fn optimum(n: usize, count: usize, distance: &dyn Fn(usize, usize) -> u64) -> u64 {
        let least = |set: u32| {
            let members: Vec<usize> = (0..n).filter(|&i| set >> i & 1 == 1).collect();
            let pairs = members.iter().flat_map(|&a| members.iter().filter(move |&&b| b > a).map(move |&b| (a, b)));
            pairs.map(|(a, b)| distance(a, b)).min().unwrap_or(u64::MAX)
        };
        (0..1u32 << n).filter(|set| set.count_ones() as usize == count).map(least).max().unwrap_or(0)
    }

    #[test]
    fn the_choice_has_at_least_half_of_the_best_least_distance() {
        let mut rng = MapRng::new(11);
        for n in [1, 2, 3, 5, 9, 12] {
            for count in 2..=n.min(5) {
                let distances = Distances::new(&random_features(&mut rng, n));
                let distance = |a, b| distances.between(a, b);
                let chosen = farthest_first(n, count, distance);
                let best = optimum(n, count, &distance);
                let least = chosen.iter().map(|&(_, nearest)| nearest).min().unwrap();
                assert!(chosen.len() == count && least * 2 >= best || best == 0, "{n} {count}: {least} {best}");
                assert!(least <= best || chosen.len() < count);
            }
        }
    }

    #[test]
    fn distances_are_a_metric_and_mirrored_levels_look_alike() {
        let mut rng = MapRng::new(12);
        let mut levels = random_features(&mut rng, 30);
        let last = levels[29].clone();
        levels
            .extend(D4::all().map(|symmetry| Features { thumbnail: image(&last.thumbnail, symmetry), ..last.clone() }));
        let distances = Distances::new(&levels);
        let n = levels.len();
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let direct = distances.between(a, b);
            assert_eq!(direct, distances.between(b, a));
            assert!(direct <= distances.full() && (a != b || direct == 0));
            assert!(a < 29 || b < 29 || direct == 0, "{a} {b}");
            assert!((0..n).all(|c| direct <= distances.between(a, c) + distances.between(c, b)));
        }
    }

    #[test]
    fn equal_levels_are_chosen_once() {
        let same = random_features(&mut MapRng::new(13), 1);
        let distances = Distances::new(&vec![same[0].clone(); 5]);
        assert_eq!(farthest_first(5, 3, |a, b| distances.between(a, b)).len(), 1);
        assert_eq!(farthest_first(0, 3, |_, _| 0), []);
    }
}
