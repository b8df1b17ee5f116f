//! Which rooms are joined: a tree of `n` rooms with `n - 1` corridors, or the relative neighborhood graph.

use mapwright_core::{BuildError, Point, Size, Wrap, params};
use mapwright_graph::DisjointSets;

use super::octants;
use super::relative_neighbors::{Pair, distance, relative_neighbors};

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
    /// The pairs to join, in order, given the rooms' entrances. Asks `go_on` between its steps.
    pub(super) fn pairs(
        self,
        points: &[Point],
        (size, wrap): (Size, Wrap),
        go_on: &mut dyn FnMut() -> Result<(), BuildError>,
    ) -> Result<Vec<Pair>, BuildError> {
        match self {
            RoomPairs::InOrder => Ok((1..).zip(points.iter().skip(1)).map(|(next, _)| (next - 1, next)).collect()),
            RoomPairs::SpanningTree => tree(points, (size, wrap), go_on),
            RoomPairs::RelativeNeighbors => Ok(relative_neighbors(points, size, wrap)),
        }
    }
}

/// Returns the minimum spanning tree by Kruskal's algorithm (1956); of several, the one whose pairs come first. Its pairs
/// are relative neighbors. On a map that does not wrap they are nearest neighbors in octants too, which are faster to find.
fn tree(
    points: &[Point],
    (size, wrap): (Size, Wrap),
    go_on: &mut dyn FnMut() -> Result<(), BuildError>,
) -> Result<Vec<Pair>, BuildError> {
    let pairs = if wrap == Wrap::None { octant_neighbors(points) } else { relative_neighbors(points, size, wrap) };
    let apart = |a: u32, b: u32| distance(points[a as usize], points[b as usize], size, wrap);
    let mut ranked: Vec<(u32, Pair)> = pairs.into_iter().map(|(a, b)| (apart(a, b), (a.min(b), a.max(b)))).collect();
    go_on()?;
    ranked.sort_unstable();
    go_on()?;
    let mut joined = DisjointSets::new(u32::try_from(points.len()).unwrap_or(u32::MAX));
    Ok(ranked.into_iter().filter_map(|(_, (a, b))| joined.unite(a, b).then_some((a, b))).collect())
}

/// Returns the pairs of nearest neighbors in octants. Points with the same position are joined in a chain.
fn octant_neighbors(points: &[Point]) -> Vec<Pair> {
    let mut sorted: Vec<(Point, u32)> = points.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let in_one_place = sorted.windows(2).filter(|two| two[0].0 == two[1].0);
    let mut pairs: Vec<Pair> = in_one_place.map(|two| (two[0].1, two[1].1)).collect();
    sorted.dedup_by_key(|(point, _)| *point);
    pairs.extend(octants::nearest(&sorted));
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
                let pairs = order.pairs(&points, (size, wrap), &mut || Ok(())).unwrap();
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

    #[test]
    fn the_tree_is_that_of_all_pairs_in_their_order() {
        let mut rng = MapRng::new(9);
        for round in 0..2000 {
            let [w, h] = [1 + rng.below(60), 1 + rng.below(if round % 3 == 0 { 3 } else { 60 })];
            let size = if round % 2 == 0 { Size::new(w as u16, h as u16) } else { Size::new(h as u16, w as u16) };
            let wrap = Wrap::ALL[(round % 8_usize).saturating_sub(4)];
            let points: Vec<Point> = (0..rng.below(50)).map(|_| size.point(rng.below(size.area()))).collect();
            let n_points = points.len() as u32;
            let pairs = (0..n_points).flat_map(|a| (a + 1..n_points).map(move |b| (a, b)));
            let apart = |&(a, b): &Pair| distance(points[a as usize], points[b as usize], size, wrap);
            // Points in one place are joined in a chain.
            let is_far_in_chain = |&(a, b): &Pair| apart(&(a, b)) == 0 && (a + 1..b).any(|c| apart(&(a, c)) == 0);
            let mut all: Vec<Pair> = pairs.filter(|pair| !is_far_in_chain(pair)).collect();
            all.sort_by_key(apart);
            let mut joined = DisjointSets::new(n_points);
            all.retain(|&(a, b)| joined.unite(a, b));
            assert_eq!(tree(&points, (size, wrap), &mut || Ok(())).unwrap(), all, "{round}: {size} {wrap} {points:?}");
        }
    }
}
