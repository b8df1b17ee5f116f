//! Which rooms are joined to which. All orders but none make one connected whole of `n` rooms with `n - 1`
//! corridors.

use mapwright_core::{MapRng, Point, Size, Wrap};

use super::spanning_tree::{distance, spanning_tree};

/// Two rooms, by their places in the list.
pub(super) type Pair = (u32, u32);

/// Which rooms are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Each with the next of the list.
    Sequence,
    /// Halves of halves, the smallest first.
    Bsp,
    /// The nearest to what is joined, over and over: a tree of the least total length.
    Nearest,
}

impl Order {
    /// The pairs to join, in order, given the rooms' entrances.
    pub(super) fn pairs(self, points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
        match self {
            Order::Sequence => (1..).zip(points.iter().skip(1)).map(|(next, _)| (next - 1, next)).collect(),
            Order::Bsp => {
                let mut rooms: Vec<Room> = (0..).zip(points).map(|(index, &at)| Room { index, at }).collect();
                let mut pairs = Vec::with_capacity(points.len());
                join_halves(&mut rooms, &mut pairs, size, wrap);
                pairs
            }
            Order::Nearest => spanning_tree(points, size, wrap),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Room {
    index: u32,
    at: Point,
}

/// Parts the rooms at the median of the axis along which they spread more, joins each half in itself, and then
/// the halves: the room of the first that lies nearest to the cut gets the nearest of the second, and that
/// one the nearest of the first.
///
/// Sorting is by keys that are all different and only the sets matter, so the outcome does not depend on
/// how the standard library parts a list. The depth is the logarithm of the number of rooms.
fn join_halves(rooms: &mut [Room], pairs: &mut Vec<Pair>, size: Size, wrap: Wrap) {
    match rooms {
        [] | [_] => return,
        [a, b] => return pairs.push((a.index.min(b.index), a.index.max(b.index))),
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

/// Whether rooms lie farther apart along the rows than along the columns.
fn spreads_along_x(rooms: &[Room]) -> bool {
    let (mut low, mut high) = (Point::new(u16::MAX, u16::MAX), Point::new(0, 0));
    for &Room { at, .. } in rooms {
        low = Point::new(low.x.min(at.x), low.y.min(at.y));
        high = Point::new(high.x.max(at.x), high.y.max(at.y));
    }
    high.x.saturating_sub(low.x) >= high.y.saturating_sub(low.y)
}

/// Adds `extra` pairs to those of a tree, for loops: a random room and the nearest of eight random ones that it
/// is not joined to yet. There are fewer pairs where it is joined to all eight.
pub(super) fn add_extra(pairs: &mut Vec<Pair>, extra: u32, steps: impl Fn(u32, u32) -> u32, rng: &mut MapRng) {
    const CHOICE: u32 = 8;
    let n_rooms = u32::try_from(pairs.len() + 1).unwrap_or(u32::MAX);
    if extra == 0 || n_rooms < 3 {
        return;
    }
    let ordered = |a: u32, b: u32| (a.min(b), a.max(b));
    let mut joined: std::collections::BTreeSet<Pair> = pairs.iter().map(|&(a, b)| ordered(a, b)).collect();
    for _ in 0..extra {
        let room = rng.below(n_rooms);
        let others = (0..CHOICE).map(|_| rng.below(n_rooms));
        let free = others.filter(|&other| other != room && !joined.contains(&ordered(room, other)));
        if let Some(nearest) = free.min_by_key(|&other| (steps(room, other), other)) {
            joined.insert(ordered(room, nearest));
            pairs.push((room, nearest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_graph::DisjointSets;

    #[test]
    fn every_order_is_a_tree_on_all_rooms() {
        let mut rng = MapRng::new(3);
        for round in 0..200 {
            let size = Size::new(1 + rng.below(40) as u16, 1 + rng.below(40) as u16);
            let wrap = Wrap::ALL[round % 4];
            let n_rooms = rng.below(50);
            let points: Vec<Point> = (0..n_rooms).map(|_| size.point(rng.below(size.area()))).collect();
            for order in [Order::Sequence, Order::Bsp, Order::Nearest] {
                let pairs = order.pairs(&points, size, wrap);
                assert_eq!(pairs.len() as u32, n_rooms.saturating_sub(1), "{order:?}");
                let mut sets = DisjointSets::new(n_rooms);
                for (a, b) in pairs {
                    let (a, b) = (sets.find(a), sets.find(b));
                    assert_ne!(a, b, "{order:?}");
                    sets.unite(a, b);
                }
            }
        }
    }

    #[test]
    fn halves_are_joined_where_they_are_near() {
        // Two rows of rooms: pairs first, then the two pairs of each half, then the halves.
        let points = [(2, 2), (10, 2), (20, 2), (30, 2), (2, 8), (10, 8), (20, 8), (30, 8)].map(Point::from);
        let pairs = Order::Bsp.pairs(&points, Size::new(40, 12), Wrap::None);
        let apart = |&(a, b): &Pair| distance(points[a as usize], points[b as usize], Size::new(40, 12), Wrap::None);
        assert_eq!(pairs.len(), 7);
        assert!(pairs.iter().all(|pair| apart(pair) <= 10), "{pairs:?}");
    }

    #[test]
    fn extra_pairs_are_new_ones() {
        let mut rng = MapRng::new(4);
        for n_rooms in 0..12u32 {
            let tree: Vec<Pair> = (1..n_rooms).map(|i| (i - 1, i)).collect();
            let mut pairs = tree.clone();
            add_extra(&mut pairs, 20, |a, b| a.abs_diff(b), &mut rng);
            let mut all: Vec<Pair> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!((pairs.len(), &pairs[..tree.len()]), (all.len(), &tree[..]));
            assert!(all.iter().all(|&(a, b)| a < b && b < n_rooms));
            assert!(n_rooms < 3 || pairs.len() > tree.len());
        }
    }
}
