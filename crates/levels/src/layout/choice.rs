//! Which room comes next, and which of its places are tried first.
//!
//! The room with the fewest places comes next (Haralick and Elliott 1980). Some of its places are drawn uniformly, and
//! those that leave the most places to the rooms around are tried first.

use std::rc::Rc;

use mapwright_core::MapRng;

use super::board::{LayoutBoard, RoomDomain, RoomSet};
use super::places::Placed;

/// A room that comes next.
pub(super) struct RoomStep {
    pub(super) room: usize,
    /// The places to try, the last first.
    pub(super) left: Vec<Placed>,
    /// The other rooms beside placed ones.
    pub(super) frontier: Vec<Rc<RoomDomain>>,
    /// The placed rooms because of which places failed.
    pub(super) conflicts: RoomSet,
}

/// How many places are drawn, and how many of these are tried.
const DRAWN: usize = 8;
pub(super) const BRANCHES: usize = 4;

impl LayoutBoard<'_> {
    /// The next room after one was placed, `None` if there is none; or the rooms because of which there is no layout.
    pub(super) fn next(
        &mut self,
        mut frontier: Vec<Rc<RoomDomain>>,
        last: usize,
        rng: &mut MapRng,
    ) -> Result<Option<RoomStep>, RoomSet> {
        if !self.is_complete {
            self.children_fit(&frontier, last)?;
        }
        let fewest = (0..frontier.len()).min_by_key(|&i| (frontier[i].n, frontier[i].room));
        let Some(fewest) = fewest.map(|i| frontier.swap_remove(i)) else { return Ok(None) };
        let mut conflicts = fewest.by;
        let mut left: Vec<(u64, Placed)> = Vec::new();
        for place in fewest.draw(if self.is_complete { usize::MAX } else { DRAWN }, rng) {
            match self.cost(fewest.room, place, &frontier) {
                Ok(cost) => left.push((cost, place)),
                Err(by) => conflicts = conflicts.union(by),
            }
        }
        left.sort_by_key(|&(cost, _)| cost);
        left.truncate(if self.is_complete { usize::MAX } else { BRANCHES });
        let left = left.into_iter().rev().map(|(_, place)| place).collect();
        Ok(Some(RoomStep { room: fewest.room, left, frontier, conflicts }))
    }

    /// How much a place takes from the rooms around; if it leaves nothing to one of them, the rooms that took the rest.
    fn cost(&mut self, room: usize, place: Placed, frontier: &[Rc<RoomDomain>]) -> Result<u64, RoomSet> {
        let mut cost = 0;
        for other in frontier {
            match self.n_left(other, room, place) {
                0 => return Err(other.by),
                n => cost += (1 << 16) / u64::from(n),
            }
        }
        let far = |other: &usize| self.placed[*other].map(|at| at.x.abs_diff(place.x) + at.y.abs_diff(place.y));
        Ok(cost + (u64::from(self.near[room].iter().filter_map(far).sum::<u32>()) << 10))
    }

    /// Whether all unplaced rooms around each placed one find places together: each takes its first or its last. Only where
    /// the last room that was placed changed something.
    fn children_fit(&mut self, frontier: &[Rc<RoomDomain>], last: usize) -> Result<(), RoomSet> {
        for parent in (0..self.placed.len()).filter(|&room| self.placed[room].is_some()).collect::<Vec<_>>() {
            self.work += 1 + frontier.len() as u64;
            let is_child = |one: &&Rc<RoomDomain>| self.around[parent].contains(&one.room);
            let mut children: Vec<&RoomDomain> = frontier.iter().filter(is_child).map(Rc::as_ref).collect();
            children.sort_by_key(|child| (child.n, child.room));
            let is_new = children.iter().any(|child| child.by.contains(last as u8));
            if children.len() > 1 && is_new && ![false, true].iter().any(|&last| self.fit_together(&children, last)) {
                return Err(children.iter().fold(RoomSet::NONE, |all, child| all.union(child.by)));
            }
        }
        Ok(())
    }

    fn fit_together(&mut self, rooms: &[&RoomDomain], last: bool) -> bool {
        let mut chosen: Vec<(usize, Placed)> = Vec::new();
        rooms.iter().all(|one| {
            let mut left = Rc::new((*one).clone());
            chosen.iter().for_each(|&(room, at)| self.narrow(&mut left, room, at, None));
            let place = left.n.checked_sub(1).and_then(|n| left.nth(if last { n } else { 0 }));
            chosen.extend(place.map(|place| (one.room, place)));
            place.is_some()
        })
    }
}

impl RoomDomain {
    /// Some of the places, drawn uniformly, or all of them.
    fn draw(&self, most: usize, rng: &mut MapRng) -> Vec<Placed> {
        if self.n as usize <= most {
            let mut all: Vec<Placed> = (0..self.n).filter_map(|i| self.nth(i)).collect();
            rng.shuffle(&mut all);
            return all;
        }
        let mut drawn: Vec<u32> = Vec::new();
        while drawn.len() < most {
            let i = rng.below(self.n);
            if !drawn.contains(&i) {
                drawn.push(i);
            }
        }
        drawn.into_iter().filter_map(|i| self.nth(i)).collect()
    }
}
