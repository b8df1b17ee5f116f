//! The search for a layout: rooms are placed one by one, each where it meets all its placed neighbors.
//!
//! A place is dropped if it lies too far from a placed room to which a way of k unplaced rooms has to lead back. When all
//! places of a room have failed, the search goes back to the last room that had a part in it (conflict-directed backjumping,
//! Prosser 1993). A search that gets lost begins again, after as many tries as the sequence of Luby, Sinclair and Zuckerman
//! (1993) says. The budget counts tries, never time, so the outcome is the same on every machine.
//!
//! The room with the fewest places comes next (Haralick and Elliott 1980). Some of its places are drawn uniformly, and
//! those that leave the most places to the rooms around are tried first.

use std::rc::Rc;

use mapwright_core::{BuildCx, BuildError, MapRng};

use super::board::{LayoutBoard, RoomDomain, RoomSet, ShapePosition, Wanted};
use super::shape::{Fits, RoomKind};

/// A search and its tries.
pub(crate) struct LayoutSearch<'a> {
    board: LayoutBoard<'a>,
    /// The rooms that an attempt may begin with: the half nearest to the middle of the graph.
    middle: Vec<usize>,
    /// How many places were tried.
    pub(crate) tried: u64,
}

/// The sizes of a plain room that one attempt chooses from.
const SIZES: usize = 3;
/// The tries of the shortest attempts, for each room.
const TRIES_PER_ROOM: u64 = 6;
/// The work of any try, besides that of the places it looks at.
const TRY: u64 = 150;

impl<'a> LayoutSearch<'a> {
    pub(crate) fn new(wanted: &'a mut Wanted) -> Self {
        let board = LayoutBoard::new(wanted);
        let middle = board.middle();
        LayoutSearch { board, middle, tried: 0 }
    }

    /// A layout that is accepted; `None` once the budget of places tried is spent, or the work that it may take. To see
    /// whether a layout is accepted takes the work `to_accept`.
    pub(crate) fn run(
        &mut self,
        cx: &mut BuildCx<'_>,
        (budget, work, to_accept): (u64, u64, u64),
        mut accept: impl FnMut(&Fits, &mut [ShapePosition], &mut MapRng) -> bool,
    ) -> Result<Option<Vec<ShapePosition>>, BuildError> {
        let unit = TRIES_PER_ROOM * self.board.placed.len() as u64;
        for attempt in 1.. {
            let end = (self.tried + luby(attempt) * unit).min(budget);
            self.draw_shapes(attempt, &mut cx.rng);
            let first = self.first(&mut cx.rng);
            if let Some(mut found) = self.descend(first, cx, (end, work))? {
                self.board.work += to_accept;
                if accept(&self.board.wanted.fits, &mut found, &mut cx.rng) {
                    return Ok(Some(found));
                }
            }
            // Even an attempt without a single place is not free.
            self.tried += 1;
            self.board.work += TRY;
            if self.tried >= budget || self.board.work >= work {
                break;
            }
        }
        Ok(None)
    }

    /// Draws the shapes of an attempt. After the first attempt, rooms with many neighbors tend to be large and dead ends
    /// small, which leaves more places around the former.
    fn draw_shapes(&mut self, attempt: u64, rng: &mut MapRng) {
        let board = &mut self.board;
        for (room, shapes) in board.shapes.iter_mut().enumerate() {
            match &board.wanted.rooms[room] {
                RoomKind::Rectangle { w, h } => {
                    let n_neighbors = if attempt == 1 { 2 } else { board.around[room].len() };
                    let mut draw = |[least, most]: [u16; 2]| {
                        let mut once = || rng.range(least.into(), most.into()) as u16;
                        match n_neighbors {
                            0 | 1 => once().min(once()),
                            2 => once(),
                            _ => once().max(once()),
                        }
                    };
                    *shapes = (0..SIZES).map(|_| board.wanted.fits.rectangle(draw(*w), draw(*h))).collect();
                }
                RoomKind::Shapes(all) => shapes.clone_from(all),
            }
            shapes.sort_unstable();
            shapes.dedup();
            board.work += 8 * shapes.len() as u64;
        }
    }

    /// A room of the middle of the graph, somewhere in the middle of the map.
    fn first(&self, rng: &mut MapRng) -> RoomStep {
        let room = rng.pick(&self.middle).copied().unwrap_or(0);
        let mut left = Vec::new();
        for _ in 0..BRANCHES {
            let Some(&shape) = rng.pick(&self.board.shapes[room]) else { continue };
            let [x, y] = self.board.bounds(shape).map(|[least, most]| {
                let (slack, n) = ((most - least) / 4, most - least + 1);
                (n > 0).then(|| least + slack + rng.below((n - 2 * slack) as u32) as i32)
            });
            left.extend(x.zip(y).map(|(x, y)| ShapePosition { shape, x, y }));
        }
        RoomStep { room, left, frontier: Vec::new(), conflicts: RoomSet::NONE }
    }

    /// Depth-first search from a first room.
    fn descend(
        &mut self,
        first: RoomStep,
        cx: &mut BuildCx<'_>,
        (end, work): (u64, u64),
    ) -> Result<Option<Vec<ShapePosition>>, BuildError> {
        self.board.placed.fill(None);
        let mut steps = vec![first];
        while let Some(step) = steps.last_mut() {
            if self.tried >= end || self.board.work >= work {
                return Ok(None);
            }
            // A try takes some ten microseconds, on large maps more.
            cx.work(256)?;
            let Some(place) = step.left.pop() else {
                self.back(&mut steps);
                continue;
            };
            self.tried += 1;
            self.board.work += TRY;
            self.board.placed[step.room] = Some(place);
            let frontier = self.board.frontier(&step.frontier, step.room);
            match frontier.and_then(|frontier| self.board.next(frontier, step.room, &mut cx.rng)) {
                Ok(Some(next)) => steps.push(next),
                Ok(None) => return Ok(self.board.placed.iter().copied().collect()),
                Err(by) => step.conflicts = step.conflicts.union(by),
            }
        }
        Ok(None)
    }

    /// Gives up the last room, and those before it up to one because of which its places failed.
    fn back(&mut self, steps: &mut Vec<RoomStep>) {
        let mut conflicts = RoomSet::NONE;
        while let Some(step) = steps.last_mut() {
            let is_cause = conflicts.contains(step.room as u8);
            if is_cause && !step.left.is_empty() {
                step.conflicts = step.conflicts.union(conflicts);
                return;
            }
            if is_cause || conflicts.is_empty() {
                conflicts = conflicts.union(step.conflicts);
            }
            conflicts = conflicts.without(step.room as u8);
            self.board.placed[step.room] = None;
            steps.pop();
        }
    }

    /// Whether there is a layout in which the first room has its least size and lies in the middle.
    #[cfg(test)]
    pub(crate) fn exists(&mut self) -> bool {
        let board = &mut self.board;
        board.is_complete = true;
        for (shapes, room) in board.shapes.iter_mut().zip(&board.wanted.rooms) {
            match room {
                RoomKind::Rectangle { w, h } => {
                    let sizes = (w[0]..=w[1]).flat_map(|w| (h[0]..=h[1]).map(move |h| (w, h)));
                    *shapes = sizes.map(|(w, h)| board.wanted.fits.rectangle(w, h)).collect();
                }
                RoomKind::Shapes(all) => shapes.clone_from(all),
            }
        }
        let (x, y) = (i32::from(board.wanted.size.w) / 2, i32::from(board.wanted.size.h) / 2);
        let left = board.shapes[0].iter().map(|&shape| ShapePosition { shape, x, y }).collect();
        let first = RoomStep { room: 0, left, frontier: Vec::new(), conflicts: RoomSet::NONE };
        self.descend(first, &mut BuildCx::new(0, "", 0), (u64::MAX, u64::MAX)).is_ok_and(|found| found.is_some())
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …
fn luby(i: u64) -> u64 {
    // i = 2^k − 1 is the end of a block; before it the block before is repeated.
    let k = 64 - i.leading_zeros();
    if i == (1 << k) - 1 { 1 << (k - 1) } else { luby(i - (1 << (k - 1)) + 1) }
}

/// A room that comes next.
struct RoomStep {
    room: usize,
    /// The places to try, the last first.
    left: Vec<ShapePosition>,
    /// The other rooms beside placed ones.
    frontier: Vec<Rc<RoomDomain>>,
    /// The placed rooms because of which places failed.
    conflicts: RoomSet,
}

/// How many places are drawn, and how many of these are tried.
const DRAWN: usize = 8;
const BRANCHES: usize = 4;

impl LayoutBoard<'_> {
    /// The next room after one was placed, `None` if there is none; or the rooms because of which there is no layout.
    fn next(
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
        let mut left: Vec<(u64, ShapePosition)> = Vec::new();
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
    fn cost(&mut self, room: usize, place: ShapePosition, frontier: &[Rc<RoomDomain>]) -> Result<u64, RoomSet> {
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
        let mut chosen: Vec<(usize, ShapePosition)> = Vec::new();
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
    fn draw(&self, most: usize, rng: &mut MapRng) -> Vec<ShapePosition> {
        if self.n as usize <= most {
            let mut all: Vec<ShapePosition> = (0..self.n).filter_map(|i| self.nth(i)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    /// Whether rectangles of 1 to 3 cells a side can be laid out so that exactly these join.
    fn exists(n: usize, joins: &[(u16, u16)]) -> bool {
        let mut wanted = Wanted {
            size: Size::new(40, 40),
            rooms: vec![RoomKind::Rectangle { w: [1, 3], h: [1, 3] }; n],
            joins: joins.to_vec(),
            near: Vec::new(),
            fits: Fits::new(false),
            equal_neighbors: true,
        };
        LayoutSearch::new(&mut wanted).exists()
    }

    /// The search tries everything here, so it proves that four rectangles cannot all touch each other.
    #[test]
    fn of_all_graphs_of_four_rooms_only_the_complete_one_is_impossible() {
        let pairs: Vec<(u16, u16)> = (0..4).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        for set in 0u32..1 << pairs.len() {
            let joins: Vec<_> = (0..pairs.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| pairs[bit]).collect();
            let reached = joins.iter().cycle().take(24).fold(1u32, |reached, &(a, b)| {
                let both = 1 << a | 1 << b;
                if reached & both == 0 { reached } else { reached | both }
            });
            if reached == 15 {
                assert_eq!(exists(4, &joins), joins.len() < 6, "{joins:?}");
            }
        }
    }

    /// Positions of large rooms are slower to try than a budget of tries can know.
    #[test]
    fn a_search_ends_with_its_work() {
        for (n, most, size) in [(2, 1, 2), (40, 9, 60), (200, 6, 80), (30, 40, 200)] {
            let mut wanted = Wanted {
                size: Size::new(size, size),
                rooms: vec![RoomKind::Rectangle { w: [1, most], h: [1, most] }; n],
                joins: (1..n as u16).map(|i| ((i - 1) / 2, i)).collect(),
                near: Vec::new(),
                fits: Fits::new(false),
                equal_neighbors: true,
            };
            let mut search = LayoutSearch::new(&mut wanted);
            let work = 3_000_000;
            let found = search.run(&mut BuildCx::new(1, "layout", 0), (u64::MAX, work, 100), |_, _, _| false).unwrap();
            assert!(found.is_none() && (work..2 * work).contains(&search.board.work), "{n}: {}", search.board.work);
        }
    }

    #[test]
    fn attempts_grow_as_luby_says() {
        let sequence: Vec<u64> = (1..16).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
