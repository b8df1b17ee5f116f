//! Which rooms are joined: a tree of `n` rooms with `n - 1` corridors, or the relative neighborhood graph.

use mapwright_core::{Point, Size, Wrap, params};

use super::distance;
use super::neighbors::Neighbors;
use super::relative_neighbors::relative_neighbors;
use super::spanning_tree::{tree_of_all_pairs, tree_of_neighbors};

/// Two rooms, by their indices in the list.
pub(super) type Pair = (u32, u32);

/// The same pair in the order of the list.
pub(super) fn ordered(a: u32, b: u32) -> Pair {
    (a.min(b), a.max(b))
}

/// Which rooms are joined.
#[params]
pub enum RoomPairs {
    /// Each room with the next of the list. Sort the rooms by a [`RoomSorter`](crate::RoomSorter) for short corridors.
    InOrder,
    /// Each room with the nearest later one of the list, among the next 1,000.
    Nearest,
    /// The tree with the least total length.
    #[default]
    SpanningTree,
    /// Halves of halves: rooms are split at the median of the axis along which they spread more, down to single rooms,
    /// and the two halves of each split are joined where they are close.
    Halves,
    /// The relative neighborhood graph: two rooms are joined unless a third is nearer to both of them than they are to each
    /// other. It contains a tree with the least total length, and has loops where rooms lie in a ring. It is the only one
    /// that also works in endless worlds.
    RelativeNeighbors,
}

impl RoomPairs {
    /// The pairs to join, in order, given the rooms' entrances and, if there are many, their neighbors.
    pub(super) fn pairs(self, points: &[Point], neighbors: Option<&Neighbors>, size: Size, wrap: Wrap) -> Vec<Pair> {
        match self {
            RoomPairs::InOrder => (1..).zip(points.iter().skip(1)).map(|(next, _)| (next - 1, next)).collect(),
            RoomPairs::Nearest => nearest_later(points, size, wrap),
            RoomPairs::SpanningTree => match neighbors {
                Some(neighbors) => tree_of_neighbors(neighbors, points.len()),
                None => tree_of_all_pairs(points, size, wrap),
            },
            RoomPairs::RelativeNeighbors => relative_neighbors(points, size, wrap),
            RoomPairs::Halves => {
                let mut rooms: Vec<Room> = (0..).zip(points).map(|(index, &at)| Room { index, at }).collect();
                let mut pairs = Vec::with_capacity(points.len());
                join_halves(&mut rooms, &mut pairs, size, wrap);
                pairs
            }
        }
    }
}

/// A tree, because each room except the last is joined to a later one.
fn nearest_later(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    /// A budget: a million rooms take seconds.
    const AHEAD: usize = 1000;
    let pair = |(here, &at): (u32, &Point)| {
        let later = (here + 1..).zip(points.iter().skip(here as usize + 1).take(AHEAD));
        Some((here, later.min_by_key(|&(_, &other)| distance(at, other, size, wrap))?.0))
    };
    (0..).zip(points).filter_map(pair).collect()
}

#[derive(Clone, Copy, Debug)]
struct Room {
    index: u32,
    at: Point,
}

/// Splits the rooms at the median of the axis along which they spread more, joins the rooms of each half, and then
/// the halves: find the room of the second half nearest to the first half's room at the cut, and join it to the nearest
/// room of the first half.
///
/// Sort keys are distinct and only the sets matter, so the result does not depend on
/// how the standard library partitions a list. The depth is the logarithm of the number of rooms.
fn join_halves(rooms: &mut [Room], pairs: &mut Vec<Pair>, size: Size, wrap: Wrap) {
    match rooms {
        [] | [_] => return,
        [a, b] => return pairs.push(ordered(a.index, b.index)),
        _ => (),
    }
    let along_x = spreads_along_x(rooms);
    let key = |room: &Room| (if along_x { room.at.x } else { room.at.y }, room.index);
    let middle = rooms.len() / 2;
    rooms.select_nth_unstable_by_key(middle, key);
    let (first, second) = rooms.split_at_mut(middle);
    join_halves(first, pairs, size, wrap);
    join_halves(second, pairs, size, wrap);
    let near = |rooms: &[Room], to: Room| {
        rooms.iter().copied().min_by_key(|room| (distance(room.at, to.at, size, wrap), room.index))
    };
    let at_cut = first.iter().copied().max_by_key(key);
    let there = at_cut.and_then(|room| near(second, room));
    let here = there.and_then(|room| near(first, room));
    pairs.extend(here.zip(there).map(|(a, b)| (a.index, b.index)));
}

/// Whether rooms are spread farther along the rows than along the columns.
fn spreads_along_x(rooms: &[Room]) -> bool {
    let (mut low, mut high) = (Point::new(u16::MAX, u16::MAX), Point::new(0, 0));
    for &Room { at, .. } in rooms {
        low = Point::new(low.x.min(at.x), low.y.min(at.y));
        high = Point::new(high.x.max(at.x), high.y.max(at.y));
    }
    high.x.saturating_sub(low.x) >= high.y.saturating_sub(low.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;
    use mapwright_graph::DisjointSets;

    #[test]
    fn every_order_is_a_tree_on_all_rooms() {
        let mut rng = MapRng::new(3);
        for round in 0..200 {
            let size = Size::new(1 + rng.below(40) as u16, 1 + rng.below(40) as u16);
            let wrap = Wrap::ALL[round % 4];
            let n_rooms = rng.below(50);
            let points: Vec<Point> = (0..n_rooms).map(|_| size.point(rng.below(size.area()))).collect();
            for order in [RoomPairs::InOrder, RoomPairs::Nearest, RoomPairs::SpanningTree, RoomPairs::Halves] {
                let pairs = order.pairs(&points, None, size, wrap);
                assert_eq!(pairs.len() as u32, n_rooms.saturating_sub(1), "{order:?}");
                let mut sets = DisjointSets::new(n_rooms);
                for (a, b) in pairs {
                    assert!(sets.unite(a, b), "{order:?}");
                }
            }
        }
    }

    #[test]
    fn halves_are_joined_where_they_are_near() {
        // Two rows of rooms: pairs first, then the two pairs of each half, then the halves.
        let points = [(2, 2), (10, 2), (20, 2), (30, 2), (2, 8), (10, 8), (20, 8), (30, 8)].map(Point::from);
        let pairs = RoomPairs::Halves.pairs(&points, None, Size::new(40, 12), Wrap::None);
        let apart = |&(a, b): &Pair| distance(points[a as usize], points[b as usize], Size::new(40, 12), Wrap::None);
        assert_eq!(pairs.len(), 7);
        assert!(pairs.iter().all(|pair| apart(pair) <= 10), "{pairs:?}");
    }
}
