//! The search for a layout: rooms are placed one by one, each where it meets all its placed neighbors.
//!
//! A place is dropped if it lies too far from a placed room to which a way of k unplaced rooms has to lead back. When all
//! places of a room have failed, the search goes back to the last room that had a part in it (conflict-directed backjumping,
//! Prosser 1993). A search that gets lost begins again, after as many tries as the sequence of Luby, Sinclair and Zuckerman
//! (1993) says. The budget counts tries, never time, so the outcome is the same on every machine.

use mapwright_core::{BuildCx, BuildError, MapRng, Size};

use super::board::{LayoutBoard, RoomSet};
use super::choice::{BRANCHES, RoomStep};
use super::fit::Fits;
use super::places::Placed;

/// The shapes that a room may have.
#[derive(Clone, Debug)]
pub(crate) enum RoomKind {
    /// A rectangle of any size from the least to the most columns and rows of floor.
    Rectangle { w: [u16; 2], h: [u16; 2] },
    /// One of some shapes.
    Shapes(Vec<usize>),
}

/// What is to be laid out.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) size: Size,
    pub(crate) rooms: Vec<RoomKind>,
    /// The rooms that meet; connected.
    pub(crate) joins: Vec<(u16, u16)>,
    /// The rooms that should be near each other.
    pub(crate) near: Vec<(u16, u16)>,
    pub(crate) fits: Fits,
    /// Whether joined rooms may look the same.
    pub(crate) equal_neighbors: bool,
}

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
        mut accept: impl FnMut(&Fits, &mut [Placed], &mut MapRng) -> bool,
    ) -> Result<Option<Vec<Placed>>, BuildError> {
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
                let (spare, n) = ((most - least) / 4, most - least + 1);
                (n > 0).then(|| least + spare + rng.below((n - 2 * spare) as u32) as i32)
            });
            left.extend(x.zip(y).map(|(x, y)| Placed { shape, x, y }));
        }
        RoomStep { room, left, frontier: Vec::new(), conflicts: RoomSet::NONE }
    }

    /// Depth-first search from a first room.
    fn descend(
        &mut self,
        first: RoomStep,
        cx: &mut BuildCx<'_>,
        (end, work): (u64, u64),
    ) -> Result<Option<Vec<Placed>>, BuildError> {
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
        let left = board.shapes[0].iter().map(|&shape| Placed { shape, x, y }).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Places of large rooms are slower to try than a budget of tries can know.
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
