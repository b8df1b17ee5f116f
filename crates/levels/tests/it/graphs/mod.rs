//! Example graphs of rooms, for tests and benches.
#![allow(dead_code, unreachable_pub, reason = "each user takes a part")]

use mapwright_core::Size;
use mapwright_levels::{GraphLayout, RoomSpec, Rooms};

pub type Joins = Vec<(u16, u16)>;

/// A graph of rooms that has a layout, and the map that it is laid out on.
pub struct Example {
    pub name: &'static str,
    pub n_rooms: usize,
    pub joins: Joins,
    pub size: Size,
}

impl Example {
    /// The stage that lays it out.
    pub fn stage(&self) -> GraphLayout {
        let (rooms, joins) = (Rooms::List(plain(self.n_rooms)), Some(self.joins.clone()));
        GraphLayout { rooms, joins, ..GraphLayout::default() }
    }
}

pub fn examples() -> Vec<Example> {
    let (small, large) = (Size::new(80, 60), Size::new(120, 90));
    let example = |name, joins: Joins, size| {
        let last = joins.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
        Example { name, n_rooms: usize::from(last) + 1, joins, size }
    };
    vec![
        example("cycle of 12 rooms", cycle(12), small),
        example("ring of 17 rooms", ring_with_rooms(), small),
        example("17 rooms, rings on a tree", rings_on_a_tree(), small),
        example("41 rooms", forty_one(), large),
        example("grid of 4x4 rooms", grid(4), small),
        example("tree of 20 rooms", tree(20), small),
        example("tree of 60 rooms", tree(60), large),
    ]
}

/// So many rooms of usual sizes.
pub fn plain(n: usize) -> Vec<RoomSpec> {
    vec![RoomSpec { width: Some([5, 9]), height: Some([4, 7]), ..RoomSpec::default() }; n]
}

pub fn cycle(n: u16) -> Joins {
    (0..n).map(|i| (i, (i + 1) % n)).collect()
}

/// Every pair of so many rooms.
pub fn pairs(n: u16) -> Joins {
    (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

/// Every room has two rooms behind it.
pub fn tree(n: u16) -> Joins {
    (1..n).map(|i| ((i - 1) / 2, i)).collect()
}

pub fn grid(n: u16) -> Joins {
    let beside = |i: u16| [(i % n < n - 1).then_some((i, i + 1)), (i < n * (n - 1)).then_some((i, i + n))];
    (0..n * n).flat_map(beside).flatten().collect()
}

/// A large ring with a few rooms on it.
pub fn ring_with_rooms() -> Joins {
    cycle(12).into_iter().chain([(0, 12), (3, 13), (6, 14), (14, 15), (9, 16)]).collect()
}

/// Three rings joined by ways.
pub fn rings_on_a_tree() -> Joins {
    let more = [(0, 5), (5, 6), (6, 7), (7, 8), (8, 5), (2, 9), (9, 10), (10, 11), (11, 12), (12, 9), (3, 13), (4, 14)];
    cycle(5).into_iter().chain(more).chain([(13, 15), (15, 16)]).collect()
}

/// Rings that share a join, a bridge across one, a ring on another, and a dead end at every other room.
pub fn forty_one() -> Joins {
    let mut joins = cycle(8);
    joins.extend((8..15).chain(16..21).map(|i| (i, i + 1)));
    joins.extend([(15, 8), (0, 8), (21, 16), (4, 16)]);
    joins.extend([(12, 22), (22, 23), (23, 24), (24, 12), (2, 25), (25, 26), (26, 6)]);
    joins.extend((27..41).map(|i| (i - 20, i)));
    joins
}
