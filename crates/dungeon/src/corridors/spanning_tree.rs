//! The minimum spanning tree of points, with lengths in steps.

use mapwright_core::{Point, Size, Wrap};
use mapwright_graph::DisjointSets;

use super::distance;
use super::neighbors::Neighbors;
use super::pairs::Pair;

/// Prim's algorithm from the first point, on all pairs (1957). Quick for few points only.
pub(super) fn tree_of_all_pairs(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(points.len());
    let mut rest: Vec<Unjoined> = (1..).zip(&points[1.min(points.len())..]).map(Unjoined::new).collect();
    let (mut last, mut at) = (0, points.first().copied().unwrap_or_default());
    while !rest.is_empty() {
        let (mut nearest, mut least) = (0, (u32::MAX, u32::MAX));
        for (i, point) in rest.iter_mut().enumerate() {
            let steps = distance(point.at, at, size, wrap);
            if steps < point.steps {
                (point.steps, point.joined) = (steps, last);
            }
            let key = (point.steps, point.index);
            if key < least {
                (nearest, least) = (i, key);
            }
        }
        let point = rest.swap_remove(nearest);
        pairs.push((point.joined, point.index));
        (last, at) = (point.index, point.at);
    }
    pairs
}

/// A point that is not in the tree yet.
struct Unjoined {
    at: Point,
    index: u32,
    /// The steps to the nearest point of the tree, and that point.
    steps: u32,
    joined: u32,
}

impl Unjoined {
    fn new((index, &at): (u32, &Point)) -> Self {
        Unjoined { at, index, steps: u32::MAX, joined: 0 }
    }
}

/// Kruskal's algorithm on the pairs of neighbors (1956).
pub(super) fn tree_of_neighbors(neighbors: &Neighbors, n_points: usize) -> Vec<Pair> {
    let mut joined = DisjointSets::new(u32::try_from(n_points).unwrap_or(u32::MAX));
    neighbors.pairs().filter(|&(a, b)| joined.unite(a, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    fn length(pairs: &[Pair], points: &[Point], size: Size, wrap: Wrap) -> u64 {
        pairs.iter().map(|&(a, b)| u64::from(distance(points[a as usize], points[b as usize], size, wrap))).sum()
    }

    fn joins_all(pairs: &[Pair], n_points: u32) -> bool {
        let mut sets = DisjointSets::new(n_points);
        for &(a, b) in pairs {
            let (a, b) = (sets.find(a), sets.find(b));
            sets.unite(a, b);
        }
        (0..n_points).all(|point| sets.find(point) == 0)
    }

    #[test]
    fn both_ways_find_a_tree_of_the_same_length() {
        let mut rng = MapRng::new(8);
        for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 7), (5, 8), (23, 17), (64, 5)] {
            for (wrap, round) in Wrap::ALL.into_iter().flat_map(|wrap| (0..12).map(move |round| (wrap, round))) {
                let size = Size::new(w, h);
                let n_points = 1 + rng.below(size.area().min(60) + 1);
                let points: Vec<Point> = (0..n_points).map(|_| size.point(rng.below(size.area()))).collect();
                let neighbors = Neighbors::new(&points, size, wrap);
                let trees = [tree_of_all_pairs(&points, size, wrap), tree_of_neighbors(&neighbors, points.len())];
                for tree in &trees {
                    assert_eq!(tree.len() as u32, n_points - 1, "{size} {wrap} {round}");
                    assert!(joins_all(tree, n_points), "{size} {wrap} {round}");
                }
                let [few, many] = trees.map(|tree| length(&tree, &points, size, wrap));
                assert_eq!(few, many, "{size} {wrap} {round}");
            }
        }
    }

    #[test]
    fn no_tree_on_few_points_is_shorter() {
        // Every spanning tree of four points is three of the six pairs.
        let mut rng = MapRng::new(9);
        for wrap in Wrap::ALL {
            for _ in 0..50 {
                let size = Size::new(9, 6);
                let points: Vec<Point> = (0..4).map(|_| size.point(rng.below(size.area()))).collect();
                let pairs: Vec<Pair> = (0..4).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
                let trees = (0..64u32)
                    .filter(|set| set.count_ones() == 3)
                    .map(|set| (0..6).filter(|i| set >> i & 1 == 1).map(|i| pairs[i]).collect::<Vec<Pair>>());
                let least =
                    trees.filter(|tree| joins_all(tree, 4)).map(|tree| length(&tree, &points, size, wrap)).min();
                assert_eq!(Some(length(&tree_of_all_pairs(&points, size, wrap), &points, size, wrap)), least);
            }
        }
    }
}
