//! The search for a layout: rooms are placed one by one, each where it meets all its placed neighbors.
//!
//! All places of a room are computed at once, a row of them in the bits of a word. The room with the fewest places comes
//! next (Haralick and Elliott 1980). A place is dropped if it lies too far from a placed room to which a way of k unplaced
//! rooms has to lead back. Some places are drawn uniformly, and those that leave the most places to the rooms around are
//! tried first. A search that gets lost begins again, after as many tries as the sequence of Luby, Sinclair and Zuckerman
//! (1993) says. The budget counts tries, never time, so the outcome is the same on every machine.

use mapwright_core::{MapRng, Size};

use super::fit::Fits;
use super::places::{Placed, Places};

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

/// A room beside a placed one, and its places.
struct Frontier {
    room: usize,
    n: u32,
    places: Vec<Places>,
}

/// A room that comes next, and the places to try, the last first.
struct Step {
    room: usize,
    left: Vec<Placed>,
}

enum Next {
    Done,
    Stuck,
    Room(Step),
}

/// The state of a search.
pub(crate) struct Search<'a> {
    wanted: &'a mut Wanted,
    around: Vec<Vec<usize>>,
    near: Vec<Vec<usize>>,
    /// The shapes of each room in this attempt.
    shapes: Vec<Vec<usize>>,
    placed: Vec<Option<Placed>>,
    /// The most columns and rows by which one room leads on.
    reach: [i32; 2],
    /// Whether every size and place is tried, however long it takes.
    is_complete: bool,
    /// How many places were tried.
    pub(crate) tried: u64,
}

/// The sizes of a plain room that one attempt chooses from.
const SIZES: usize = 3;
/// How many places are drawn, and how many of these are tried.
const DRAWN: usize = 8;
const BRANCHES: usize = 4;
/// The tries of the shortest attempts, for each room.
const TRIES_PER_ROOM: u64 = 6;

impl<'a> Search<'a> {
    pub(crate) fn new(wanted: &'a mut Wanted) -> Self {
        let n_rooms = wanted.rooms.len();
        let lists = |pairs: &[(u16, u16)]| {
            let mut lists = vec![Vec::new(); n_rooms];
            for &(a, b) in pairs {
                lists[usize::from(a)].push(usize::from(b));
                lists[usize::from(b)].push(usize::from(a));
            }
            lists
        };
        let sides = |room: &RoomKind| match room {
            RoomKind::Rectangle { w, h } => [i32::from(w[1]) + 1, i32::from(h[1]) + 1],
            RoomKind::Shapes(shapes) => shapes.iter().fold([0, 0], |[w, h], &shape| {
                let [left, top, right, bottom] = wanted.fits.shapes[shape].extent();
                [w.max(right - left), h.max(bottom - top)]
            }),
        };
        let sides = wanted.rooms.iter().map(sides);
        let reach = sides.fold([0, 0], |[w, h], room| [w.max(room[0]), h.max(room[1])]);
        let (around, near) = (lists(&wanted.joins), lists(&wanted.near));
        let (shapes, placed) = (vec![Vec::new(); n_rooms], vec![None; n_rooms]);
        Search { wanted, around, near, shapes, placed, reach, is_complete: false, tried: 0 }
    }

    /// A layout that is accepted; `None` once the budget of places tried is spent.
    pub(crate) fn run(
        &mut self,
        rng: &mut MapRng,
        budget: u64,
        mut accept: impl FnMut(&Fits, &mut [Placed], &mut MapRng) -> bool,
    ) -> Option<Vec<Placed>> {
        let unit = TRIES_PER_ROOM * self.placed.len() as u64;
        for attempt in 1.. {
            let end = (self.tried + luby(attempt) * unit).min(budget);
            self.draw_shapes(rng);
            if let Some(mut found) = self.attempt(rng, end)
                && accept(&self.wanted.fits, &mut found, rng)
            {
                return Some(found);
            }
            // Even an attempt without a single place is not free.
            self.tried += 1;
            if self.tried >= budget {
                break;
            }
        }
        None
    }

    /// Whether there is a layout in which the first room has its least size and lies in the middle.
    #[cfg(test)]
    pub(crate) fn exists(&mut self) -> bool {
        self.is_complete = true;
        for (shapes, room) in self.shapes.iter_mut().zip(&self.wanted.rooms) {
            match room {
                RoomKind::Rectangle { w, h } => {
                    let sizes = (w[0]..=w[1]).flat_map(|w| (h[0]..=h[1]).map(move |h| (w, h)));
                    *shapes = sizes.map(|(w, h)| self.wanted.fits.rectangle(w, h)).collect();
                }
                RoomKind::Shapes(all) => shapes.clone_from(all),
            }
        }
        let (x, y) = (i32::from(self.wanted.size.w) / 2, i32::from(self.wanted.size.h) / 2);
        let left = self.shapes[0].iter().map(|&shape| Placed { shape, x, y }).collect();
        self.descend(Step { room: 0, left }, &mut MapRng::new(0), u64::MAX).is_some()
    }

    fn draw_shapes(&mut self, rng: &mut MapRng) {
        for (shapes, room) in self.shapes.iter_mut().zip(&self.wanted.rooms) {
            match room {
                RoomKind::Rectangle { w, h } => {
                    let mut draw = |[least, most]: [u16; 2]| rng.range(least.into(), most.into()) as u16;
                    *shapes = (0..SIZES).map(|_| self.wanted.fits.rectangle(draw(*w), draw(*h))).collect();
                }
                RoomKind::Shapes(all) => shapes.clone_from(all),
            }
            shapes.sort_unstable();
            shapes.dedup();
        }
    }

    fn attempt(&mut self, rng: &mut MapRng, end: u64) -> Option<Vec<Placed>> {
        let first = self.first(rng);
        self.descend(first, rng, end)
    }

    /// Depth-first search from a first room.
    fn descend(&mut self, first: Step, rng: &mut MapRng, end: u64) -> Option<Vec<Placed>> {
        self.placed.fill(None);
        let mut steps = vec![first];
        while let Some(step) = steps.last_mut() {
            if self.tried >= end {
                return None;
            }
            let Some(place) = step.left.pop() else {
                self.placed[step.room] = None;
                steps.pop();
                continue;
            };
            self.tried += 1;
            self.placed[step.room] = Some(place);
            match self.next(rng) {
                Next::Done => return self.placed.iter().copied().collect(),
                Next::Stuck => {}
                Next::Room(step) => steps.push(step),
            }
        }
        None
    }

    /// Any room, somewhere in the middle of the map.
    fn first(&self, rng: &mut MapRng) -> Step {
        let room = rng.below(self.placed.len() as u32) as usize;
        let mut left = Vec::new();
        for _ in 0..BRANCHES {
            let Some(&shape) = rng.pick(&self.shapes[room]) else { continue };
            let [x, y] = self.bounds(shape).map(|[least, most]| {
                let (spare, n) = ((most - least) / 4, most - least + 1);
                (n > 0).then(|| least + spare + rng.below((n - 2 * spare) as u32) as i32)
            });
            left.extend(x.zip(y).map(|(x, y)| Placed { shape, x, y }));
        }
        Step { room, left }
    }

    /// The first and last column, and the first and last row, where a shape lies on the map.
    fn bounds(&self, shape: usize) -> [[i32; 2]; 2] {
        let [left, top, right, bottom] = self.wanted.fits.shapes[shape].extent();
        let Size { w, h } = self.wanted.size;
        [[-left, i32::from(w) - 1 - right], [-top, i32::from(h) - 1 - bottom]]
    }

    fn next(&mut self, rng: &mut MapRng) -> Next {
        if self.placed.iter().all(Option::is_some) {
            return Next::Done;
        }
        let mut frontier = Vec::new();
        for room in (0..self.placed.len()).filter(|&room| self.placed[room].is_none()).collect::<Vec<_>>() {
            if self.around[room].iter().any(|&other| self.placed[other].is_some()) {
                let places = self.places(room);
                let n = places.iter().map(Places::len).sum();
                if n == 0 {
                    return Next::Stuck;
                }
                frontier.push(Frontier { room, n, places });
            }
        }
        if !self.is_complete && !self.children_fit(&frontier) {
            return Next::Stuck;
        }
        let Some(fewest) = frontier.iter().min_by_key(|one| one.n) else { return Next::Stuck };
        let mut left: Vec<(u64, Placed)> = Vec::new();
        for place in fewest.draw(if self.is_complete { usize::MAX } else { DRAWN }, rng) {
            left.extend(self.cost(fewest.room, place, &frontier).map(|cost| (cost, place)));
        }
        left.sort_by_key(|&(cost, _)| cost);
        left.truncate(if self.is_complete { usize::MAX } else { BRANCHES });
        Next::Room(Step { room: fewest.room, left: left.into_iter().rev().map(|(_, place)| place).collect() })
    }

    /// How much a place takes from the rooms around; `None` if one of them has no place left.
    fn cost(&mut self, room: usize, place: Placed, frontier: &[Frontier]) -> Option<u64> {
        let mut cost = 0;
        for other in frontier.iter().filter(|other| other.room != room) {
            let left = other.places.iter().map(|places| {
                let rows = self.rows_left(places, other.room, room, place);
                rows.iter().map(|row| row.count_ones()).sum::<u32>()
            });
            cost += (1 << 16) / u64::from(std::num::NonZeroU32::new(left.sum())?.get());
        }
        let far = |other: &usize| self.placed[*other].map(|at| at.x.abs_diff(place.x) + at.y.abs_diff(place.y));
        Some(cost + (u64::from(self.near[room].iter().filter_map(far).sum::<u32>()) << 10))
    }

    /// Whether all unplaced rooms around each placed one find places together: each takes its first or its last.
    fn children_fit(&mut self, frontier: &[Frontier]) -> bool {
        for parent in (0..self.placed.len()).filter(|&room| self.placed[room].is_some()).collect::<Vec<_>>() {
            let is_child = |one: &&Frontier| self.around[parent].contains(&one.room);
            let mut children: Vec<&Frontier> = frontier.iter().filter(is_child).collect();
            children.sort_by_key(|child| child.n);
            if children.len() > 1 && ![false, true].iter().any(|&last| self.fit_together(&children, last)) {
                return false;
            }
        }
        true
    }

    fn fit_together(&mut self, rooms: &[&Frontier], last: bool) -> bool {
        let mut chosen: Vec<(usize, Placed)> = Vec::new();
        rooms.iter().all(|one| {
            let place = one.places.iter().find_map(|places| {
                let mut left = places.clone();
                for &(room, at) in &chosen {
                    left.rows = self.rows_left(&left, one.room, room, at);
                }
                left.nth(if last { left.len().checked_sub(1)? } else { 0 })
            });
            chosen.extend(place.map(|place| (one.room, place)));
            place.is_some()
        })
    }

    /// The places of a room that are left when another room is placed.
    fn rows_left(&mut self, places: &Places, room: usize, other: usize, at: Placed) -> Vec<u128> {
        let (w, h) = self.columns_and_rows(places.shape);
        let corner = (at.x - w + 1, at.y - h + 1);
        let fit = self.wanted.fits.get(at.shape, places.shape);
        match self.around[room].contains(&other) {
            true => places.kept(&fit.touching, corner).collect(),
            false => places.without(&fit.blocked, corner).collect(),
        }
    }

    /// Every place of a room beside all its placed neighbors.
    fn places(&mut self, room: usize) -> Vec<Places> {
        let far = self.ways_back(room);
        let shapes = self.shapes[room].clone();
        shapes.iter().filter_map(|&shape| self.places_of(room, shape, &far)).collect()
    }

    fn places_of(&mut self, room: usize, shape: usize, far: &[(Placed, i32)]) -> Option<Places> {
        let looks = &self.wanted.fits.looks;
        let neighbors = || self.around[room].iter().filter_map(|&other| Some((other, self.placed[other]?)));
        if !self.wanted.equal_neighbors && neighbors().any(|(_, other)| looks[other.shape] == looks[shape]) {
            return None;
        }
        let (first, at) = neighbors().next()?;
        let (w, h) = self.columns_and_rows(shape);
        let rows = self.wanted.fits.get(at.shape, shape).touching.clone();
        let mut places = Places { shape, x: at.x - w + 1, y: at.y - h + 1, rows };
        let [columns, rows] = self.bounds(shape);
        places.keep_within(columns, rows);
        for &(other, k) in far {
            let (other_w, other_h) = self.columns_and_rows(other.shape);
            let [x, y] = self.reach.map(|reach| if self.is_complete { reach * k } else { reach * k * 3 / 4 });
            places.keep_within(
                [other.x - w + 1 - x, other.x + other_w - 1 + x],
                [other.y - h + 1 - y, other.y + other_h - 1 + y],
            );
        }
        for other in (0..self.placed.len()).filter(|&other| other != first) {
            let Some(at) = self.placed[other] else { continue };
            let (other_w, other_h) = self.columns_and_rows(at.shape);
            let meets = |at: i32, from: i32, here: i32, n: usize| from < at + here && at < from + n as i32;
            let is_close = meets(at.x - w + 1, places.x, other_w + w, 128)
                && meets(at.y - h + 1, places.y, other_h + h, places.rows.len());
            if is_close || self.around[room].contains(&other) {
                places.rows = self.rows_left(&places, room, other, at);
            }
        }
        Some(places)
    }

    fn columns_and_rows(&self, shape: usize) -> (i32, i32) {
        let shape = &self.wanted.fits.shapes[shape];
        (shape.w as i32, shape.h() as i32)
    }

    /// The placed rooms to which ways of unplaced rooms lead back, and how many rooms lie between at least.
    fn ways_back(&self, room: usize) -> Vec<(Placed, i32)> {
        let mut between = vec![None; self.placed.len()];
        between[room] = Some(-1);
        let (mut queue, mut found, mut at) = (vec![room], Vec::new(), 0);
        while let Some(&here) = queue.get(at) {
            let k = between[here].map_or(0, |k| k + 1);
            for &next in &self.around[here] {
                if between[next].is_none() {
                    between[next] = Some(k);
                    match self.placed[next] {
                        Some(place) if k > 0 => found.push((place, k)),
                        Some(_) => {}
                        None => queue.push(next),
                    }
                }
            }
            at += 1;
        }
        found
    }
}

impl Frontier {
    /// Some of the places, drawn uniformly, or all of them.
    fn draw(&self, most: usize, rng: &mut MapRng) -> Vec<Placed> {
        let nth = |mut i: u32| {
            self.places.iter().find_map(|places| {
                let place = places.nth(i);
                i = i.saturating_sub(places.len());
                place
            })
        };
        if self.n as usize <= most {
            let mut all: Vec<Placed> = (0..self.n).filter_map(nth).collect();
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
        drawn.into_iter().filter_map(nth).collect()
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
        Search::new(&mut wanted).exists()
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

    #[test]
    fn attempts_grow_as_luby_says() {
        let sequence: Vec<u64> = (1..16).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
