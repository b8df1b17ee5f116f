//! The pairs of rooms that corridors join directly, without another room on the way.

use mapwright_core::Point;

use super::Entrance;
use super::pairs::Pair;

/// Pairs of rooms, for each room a list of the others. Most lists are short.
pub(super) struct PairSet {
    /// The place after that of the first link of each room; 0 if it has none.
    first: Vec<u32>,
    /// Another room, and the place after that of the next link.
    links: Vec<(u32, u32)>,
}

impl PairSet {
    fn new(n_rooms: usize) -> Self {
        PairSet { first: vec![0; n_rooms], links: Vec::with_capacity(3 * n_rooms) }
    }

    pub(super) fn contains(&self, (a, b): Pair) -> bool {
        let mut after = self.first[a as usize];
        while let Some(&(other, next)) = (after as usize).checked_sub(1).and_then(|place| self.links.get(place)) {
            if other == b {
                return true;
            }
            after = next;
        }
        false
    }

    pub(super) fn insert(&mut self, (a, b): Pair) {
        if !self.contains((a, b)) {
            for (one, other) in [(a, b), (b, a)] {
                let first = &mut self.first[one as usize];
                self.links.push((other, *first));
                // There are fewer than 2³¹ pairs, as each is a corridor.
                *first = u32::try_from(self.links.len()).unwrap_or(u32::MAX);
            }
        }
    }
}

/// Rooms by their first column, to find the one that contains a cell.
pub(super) struct Joined<'a> {
    ends: &'a [Entrance],
    by_column: Vec<(u16, u32)>,
    widest: u16,
    pub(super) pairs: PairSet,
}

impl<'a> Joined<'a> {
    pub(super) fn new(ends: &'a [Entrance]) -> Self {
        let mut by_column: Vec<(u16, u32)> = (0..).zip(ends).map(|(i, end)| (end.room.x, i)).collect();
        by_column.sort_unstable();
        let widest = ends.iter().map(|end| end.room.w).max().unwrap_or(0);
        Joined { ends, by_column, widest, pairs: PairSet::new(ends.len()) }
    }

    /// Adds the corridor dug for a pair; `dug` has its unbroken stretches. A corridor that crosses another room or
    /// corridor has several stretches, or none, and joins the rooms at the ends of each.
    pub(super) fn add(&mut self, (a, b): Pair, dug: &[Vec<Point>]) {
        self.pairs.insert((a, b));
        for stretch in dug {
            let (Some(&first), Some(&last)) = (stretch.first(), stretch.last()) else { continue };
            let touches = |room: u32, cell: Point| cell.neighbors().any(|p| self.ends[room as usize].room.contains(p));
            // Nearly all corridors do.
            if touches(a, first) && touches(b, last) {
                continue;
            }
            if let (Some(one), Some(other)) = (self.room_beside(first), self.room_beside(last)) {
                self.pairs.insert((one, other));
            }
        }
    }

    /// The room that a cell touches from outside.
    fn room_beside(&self, cell: Point) -> Option<u32> {
        cell.neighbors().find_map(|p| self.room_at(p))
    }

    fn room_at(&self, p: Point) -> Option<u32> {
        let after = self.by_column.partition_point(|&(x, _)| x <= p.x);
        let near = self.by_column[..after].iter().rev().take_while(|&&(x, _)| p.x - x < self.widest);
        near.map(|&(_, room)| room).find(|&room| self.ends[room as usize].room.contains(p))
    }
}
