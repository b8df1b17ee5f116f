//! Which rooms are joined: a tree of `n` rooms with `n - 1` corridors, or the relative neighborhood graph.

use mapwright_core::{Point, Size, Wrap, params};
use mapwright_graph::DisjointSets;

use super::distance;
use super::relative_neighbors::relative_neighbors;

/// Two rooms, by their indices in the list.
pub(super) type Pair = (u32, u32);

/// Which rooms are joined.
#[params]
pub enum RoomPairs {
    /// Each room with the next of the list. Sort the rooms by a [`RoomSorter`](crate::RoomSorter) for short corridors.
    InOrder,
    /// The tree with the least total length, in columns plus rows.
    #[default]
    SpanningTree,
    /// The relative neighborhood graph: two rooms are joined unless a third is nearer to both of them than they are to each
    /// other, in columns plus rows. It contains the tree, and has loops where rooms lie in a ring. It is the only one that
    /// also works in endless worlds.
    RelativeNeighbors,
}

impl RoomPairs {
    /// The pairs to join, in order, given the rooms' entrances.
    pub(super) fn pairs(self, points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
        match self {
            RoomPairs::InOrder => (1..).zip(points.iter().skip(1)).map(|(next, _)| (next - 1, next)).collect(),
            RoomPairs::SpanningTree => tree(points, size, wrap),
            RoomPairs::RelativeNeighbors => relative_neighbors(points, size, wrap),
        }
    }
}

/// A tree of the least total length, by Kruskal's algorithm (1956) on the relative neighbors, which hold one.
fn tree(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let mut pairs = relative_neighbors(points, size, wrap);
    pairs.sort_by_cached_key(|&(a, b)| distance(points[a as usize], points[b as usize], size, wrap));
    let mut joined = DisjointSets::new(u32::try_from(points.len()).unwrap_or(u32::MAX));
    pairs.retain(|&(a, b)| joined.unite(a, b));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    /// Prim's algorithm on all pairs: the least total length.
    fn least(points: &[Point], size: Size, wrap: Wrap) -> u64 {
        let (mut inside, mut sum) = (points.first().copied().into_iter().collect::<Vec<_>>(), 0);
        let mut rest: Vec<Point> = points.iter().skip(1).copied().collect();
        let near = |inside: &[Point], p: Point| inside.iter().map(|&q| distance(p, q, size, wrap)).min();
        while let Some(i) = (0..rest.len()).min_by_key(|&i| near(&inside, rest[i])) {
            let next = rest.swap_remove(i);
            sum += u64::from(near(&inside, next).unwrap_or(0));
            inside.push(next);
        }
        sum
    }

    #[test]
    fn every_order_is_a_tree_on_all_rooms_and_one_is_the_shortest() {
        let mut rng = MapRng::new(3);
        for round in 0..400 {
            let size = Size::new(1 + rng.below(40) as u16, 1 + rng.below(40) as u16);
            let wrap = Wrap::ALL[round % 4];
            let n_rooms = rng.below(50);
            let points: Vec<Point> = (0..n_rooms).map(|_| size.point(rng.below(size.area()))).collect();
            for order in [RoomPairs::InOrder, RoomPairs::SpanningTree] {
                let pairs = order.pairs(&points, size, wrap);
                assert_eq!(pairs.len() as u32, n_rooms.saturating_sub(1), "{order:?}");
                let mut sets = DisjointSets::new(n_rooms);
                for &(a, b) in &pairs {
                    assert!(sets.unite(a, b), "{order:?}");
                }
                let apart = |&(a, b): &Pair| u64::from(distance(points[a as usize], points[b as usize], size, wrap));
                let length: u64 = pairs.iter().map(apart).sum();
                assert!(order == RoomPairs::InOrder || length == least(&points, size, wrap), "{round}: {points:?}");
            }
        }
    }
}
