//! The minimum spanning tree of points, with lengths in steps.

use mapwright_core::{Point, Size, Wrap};
use mapwright_graph::DisjointSets;

use super::distance;
use super::neighbors::Neighbors;
use super::pairs::Pair;

/// Prim's algorithm from the first point, on all pairs (1957). Quick for few points only.
pub(super) fn tree_of_all_pairs(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(points.len());
    // Each point that is not joined yet, its steps to the nearest joined point, and that point.
    let mut rest: Vec<(u32, u32, u32)> = (1..).zip(points.iter().skip(1)).map(|(i, _)| (u32::MAX, i, 0)).collect();
    let mut last = 0;
    while !rest.is_empty() {
        let at = points[last as usize];
        for (steps, point, joined) in &mut rest {
            let new = distance(points[*point as usize], at, size, wrap);
            if new < *steps {
                (*steps, *joined) = (new, last);
            }
        }
        let Some(nearest) = (0..rest.len()).min_by_key(|&i| (rest[i].0, rest[i].1)) else { break };
        let (_, point, joined) = rest.swap_remove(nearest);
        pairs.push((joined, point));
        last = point;
    }
    pairs
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
