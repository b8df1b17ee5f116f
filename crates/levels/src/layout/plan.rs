//! Rooms laid out so that exactly the wanted pairs join: what cannot be laid out is refused by name; a search does the rest.
//!
//! Rooms that touch make a plane graph. Rectangles make one in which no triangle has a room inside: three rectangles that
//! touch each other leave no hole between them. So a graph with as many joins as a plane graph can have is out of reach, as its
//! outer face is a triangle around all other rooms. Triangles around rooms in graphs with fewer joins are left to the search.

use std::collections::BTreeSet;

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, MapRng, Size};
use mapwright_graph::{DisjointSets, blocks, is_planar};

use super::board::{ShapePosition, Wanted};
use super::draw::{Layout, links};
use super::search::LayoutSearch;
use super::shape::{Fits, RoomKind, common_lengths};

/// The most work of a layout, in steps of about the same time: a few seconds in all. So the largest budget ends soon even
/// where places are slow to try.
pub(crate) const WORK: u64 = 1 << 28;

/// Bounds the bytes that a layout takes, for maps of any size.
pub(crate) const LAYOUT_BYTES: u64 = 512 << 10;

/// Rooms to be laid out, and how they join.
pub(crate) struct LayoutPlan {
    pub(crate) size: Size,
    pub(crate) rooms: Vec<RoomKind>,
    pub(crate) joins: Vec<(u16, u16)>,
    pub(crate) fits: Fits,
    pub(crate) corridors: bool,
    pub(crate) equal_neighbors: bool,
}

impl LayoutPlan {
    /// Nothing to be laid out yet.
    pub(crate) fn new(size: Size, corridors: bool) -> Self {
        let (rooms, joins) = (Vec::new(), Vec::new());
        LayoutPlan { size, rooms, joins, fits: Fits::new(corridors), corridors, equal_neighbors: true }
    }

    /// Lays the rooms out, within a budget of places tried and some work, of which [`WORK`] is a few seconds.
    pub(crate) fn lay_out(self, cx: &mut BuildCx<'_>, budget: u64, work: u64) -> Result<Layout, BuildError> {
        self.check()?;
        let LayoutPlan { size, rooms, joins, fits, corridors, equal_neighbors } = self;
        let [meet, near] =
            if corridors { spanning_tree(rooms.len(), &joins, &mut cx.rng) } else { [joins.clone(), Vec::new()] };
        // Doors are looked for between joined rooms, corridors all over the map.
        let to_accept = 1000 * joins.len() as u64 + near.len() as u64 * u64::from(size.area());
        let mut wanted = Wanted { size, rooms, joins: meet, near, fits, equal_neighbors };
        let mut found_links = None;
        let mut search = LayoutSearch::new(&mut wanted);
        let placed = search.run(cx, (budget, work, to_accept), |fits, placed, rng| {
            center(placed, fits, size);
            found_links = links(size, fits, placed, &joins, rng);
            found_links.is_some()
        })?;
        let tries = search.tried;
        match placed.zip(found_links) {
            Some((placed, links)) => Ok(Layout { placed, links, fits: wanted.fits }),
            None => {
                // The work may end it before the budget does.
                let what = match tries < budget {
                    true => "a layout of the rooms (try a larger map or fewer rooms)",
                    false => "a layout of the rooms (try a larger map, fewer rooms or a higher `budget`)",
                };
                Err(BuildErrorKind::GaveUp { what, tries, budget }.into())
            }
        }
    }
}

impl LayoutPlan {
    fn check(&self) -> Result<(), BuildError> {
        self.check_joins()?;
        self.check_size()?;
        self.check_connected()?;
        self.check_planar()?;
        if !self.corridors {
            self.check_doors()?;
            self.check_count()?;
        }
        Ok(())
    }

    fn check_joins(&self) -> Result<(), BuildError> {
        let last = self.rooms.len() - 1;
        let mut seen = BTreeSet::new();
        for (nth, &(a, b)) in self.joins.iter().enumerate() {
            let bad = |expected: String| {
                Err(BuildError::parameter(format!("joins[{nth}]"), format_args!("[{a}, {b}]"), expected))
            };
            if usize::from(a.max(b)) > last {
                return bad(format!("rooms from 0 to {last}"));
            }
            if a == b {
                return bad("two different rooms in each join".to_owned());
            }
            if !seen.insert((a.min(b), a.max(b))) {
                return bad("each pair of rooms once".to_owned());
            }
        }
        Ok(())
    }

    /// The least columns and rows of a room with its walls.
    fn least(&self, room: usize) -> (u32, u32) {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => (u32::from(w[0]) + 2, u32::from(h[0]) + 2),
            RoomKind::Shapes(shapes) => {
                let sides = shapes.iter().map(|&shape| {
                    let [left, top, right, bottom] = self.fits.shapes[shape].extent();
                    ((right - left + 1) as u32, (bottom - top + 1) as u32)
                });
                sides.fold((u32::MAX, u32::MAX), |(w, h), side| (w.min(side.0), h.min(side.1)))
            }
        }
    }

    /// The least cells of a room with the walls on two sides, as neighbors share walls.
    fn least_area(&self, room: usize) -> u32 {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => (u32::from(w[0]) + 1) * (u32::from(h[0]) + 1),
            RoomKind::Shapes(shapes) => {
                shapes.iter().map(|&shape| self.fits.shapes[shape].n_floor()).min().unwrap_or(0)
            }
        }
    }

    fn check_size(&self) -> Result<(), BuildError> {
        let rooms = 0..self.rooms.len();
        let (w, h) = rooms.clone().map(|room| self.least(room)).fold((0, 0), |(w, h), (x, y)| (w.max(x), h.max(y)));
        let area: u32 = rooms.map(|room| self.least_area(room)).sum();
        let (columns, rows) = (u32::from(self.size.w), u32::from(self.size.h));
        if columns < w || rows < h || columns.saturating_sub(1) * rows.saturating_sub(1) < area {
            let side = |least: u32| (area.isqrt() + 2).max(least).min(u16::MAX.into()) as u16;
            return Err(BuildErrorKind::TooSmall { size: self.size, min: Size::new(side(w), side(h)) }.into());
        }
        Ok(())
    }

    fn check_connected(&self) -> Result<(), BuildError> {
        let mut reached = vec![false; self.rooms.len()];
        reached[0] = true;
        for _ in 1..self.rooms.len() {
            for &(a, b) in &self.joins {
                let (a, b) = (usize::from(a), usize::from(b));
                let any = reached[a] || reached[b];
                (reached[a], reached[b]) = (any, any);
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(room) => Err(BuildError::impossible(format!("no joins lead from room 0 to room {room}"))),
            None => Ok(()),
        }
    }

    fn check_planar(&self) -> Result<(), BuildError> {
        for block in blocks(self.rooms.len(), &self.joins) {
            if !is_planar(&block) {
                let rooms = listed(block.iter().flat_map(|&(a, b)| [a, b]));
                let why = format!("the joins of the rooms {rooms} cannot be drawn without crossing each other");
                return Err(BuildError::impossible(why));
            }
        }
        Ok(())
    }

    fn neighbors(&self, room: usize) -> impl Iterator<Item = usize> {
        let other = move |&(a, b): &(u16, u16)| match (usize::from(a), usize::from(b)) {
            (a, b) if a == room => Some(b),
            (a, b) if b == room => Some(a),
            _ => None,
        };
        self.joins.iter().filter_map(other)
    }

    fn check_doors(&self) -> Result<(), BuildError> {
        for room in 0..self.rooms.len() {
            let n = self.neighbors(room).count();
            let most = self.most_neighbors(room);
            if n > 0 && most == 0 {
                return Err(BuildError::impossible(format!("the template of room {room} has no door")));
            }
            if n > most {
                let why = format!("room {room} is joined to {n} rooms, and has place for {most} at most");
                return Err(BuildError::impossible(why));
            }
        }
        for &(a, b) in &self.joins {
            let shapes = |room: u16| match &self.rooms[usize::from(room)] {
                RoomKind::Rectangle { .. } => None,
                RoomKind::Shapes(shapes) => Some(shapes.iter().map(|&shape| &self.fits.shapes[shape])),
            };
            let (Some(mut of_a), Some(of_b)) = (shapes(a), shapes(b)) else { continue };
            if !of_a.any(|one| of_b.clone().any(|other| !common_lengths(one, other).is_empty())) {
                let lengths = |room: u16| {
                    let lengths =
                        shapes(room).into_iter().flatten().flat_map(|shape| shape.door_lengths().unwrap_or_default());
                    listed(lengths)
                };
                let (of_a, of_b) = (lengths(a), lengths(b));
                let why = format!(
                    "the templates of the rooms {a} and {b} never meet: their doors are {of_a} and {of_b} long"
                );
                return Err(BuildError::impossible(why));
            }
        }
        Ok(())
    }

    /// How many rooms fit around one: as many as it has doors, or as its sides are long. Neighbors on one side may hang
    /// over both its ends by all but one cell.
    fn most_neighbors(&self, room: usize) -> usize {
        match &self.rooms[room] {
            RoomKind::Rectangle { w, h } => {
                let (x, y) = self
                    .neighbors(room)
                    .map(|other| self.least(other))
                    .fold((u32::MAX, u32::MAX), |(w, h), (x, y)| (w.min(x), h.min(y)));
                let side = |side: u16, least: u32| {
                    let least = least.saturating_sub(2).clamp(1, 64);
                    2 * ((u32::from(side) + 2 * least - 1) / (least + 1))
                };
                (side(w[1], x) + side(h[1], y)) as usize
            }
            RoomKind::Shapes(shapes) => {
                shapes.iter().filter_map(|&shape| self.fits.shapes[shape].n_doors()).max().unwrap_or(0)
            }
        }
    }

    /// Refuses more joins than rectangles can have.
    fn check_count(&self) -> Result<(), BuildError> {
        if !self.rooms.iter().all(|room| matches!(room, RoomKind::Rectangle { .. })) {
            return Ok(());
        }
        for block in blocks(self.rooms.len(), &self.joins) {
            let rooms: BTreeSet<usize> = block.iter().flat_map(|&(a, b)| [a, b]).collect();
            if rooms.len() > 3 && block.len() + 6 >= 3 * rooms.len() {
                let why = "are joined so often that three of them enclose another room; rectangles that touch leave no place for it \
                           (`corridors` would)";
                return Err(BuildError::impossible(format!("the rooms {} {why}", listed(rooms))));
            }
        }
        Ok(())
    }
}

/// Numbers in words: "1, 2 and 5".
fn listed(numbers: impl IntoIterator<Item = usize>) -> String {
    let sorted: BTreeSet<usize> = numbers.into_iter().collect();
    let mut words: Vec<String> = sorted.iter().map(usize::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// Moves a layout to the middle of the map.
fn center(placed: &mut [ShapePosition], fits: &Fits, size: Size) {
    let extent = |at: &ShapePosition| {
        let [left, top, right, bottom] = fits.shapes[at.shape].extent();
        [at.x + left, at.y + top, at.x + right, at.y + bottom]
    };
    let all = placed.iter().map(extent).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
    let Some([left, top, right, bottom]) = all else { return };
    let (dx, dy) = ((i32::from(size.w) - 1 - left - right) / 2, (i32::from(size.h) - 1 - top - bottom) / 2);
    placed.iter_mut().for_each(|at| (at.x, at.y) = (at.x + dx, at.y + dy));
}

/// A random spanning tree, and the joins that are not in it.
fn spanning_tree(n: usize, joins: &[(u16, u16)], rng: &mut MapRng) -> [Vec<(u16, u16)>; 2] {
    let mut order = joins.to_vec();
    rng.shuffle(&mut order);
    let mut components = DisjointSets::new(n as u32);
    order.into_iter().partition(|&(a, b)| components.unite(a.into(), b.into())).into()
}

/// The most joins of a room.
const MOST_JOINS_DRAWN: usize = 3;

/// Joins of `n` rooms. The graph grows from one room by dead ends, and by detours of two or three rooms around an existing
/// join, which make loops of four or five rooms. Such a graph can always be drawn without crossings or triangles.
pub(crate) fn random_joins(n: u16, rng: &mut MapRng) -> Vec<(u16, u16)> {
    let mut joins: Vec<(u16, u16)> = Vec::new();
    let mut degrees = vec![0usize; usize::from(n)];
    let mut next = 1;
    let join = |a: u16, b: u16, degrees: &mut [usize], joins: &mut Vec<(u16, u16)>| {
        joins.push((a, b));
        degrees[usize::from(a)] += 1;
        degrees[usize::from(b)] += 1;
    };
    while next < n {
        let length = 2 + rng.below(2) as u16;
        let open: Vec<(u16, u16)> = joins
            .iter()
            .copied()
            .filter(|&(a, b)| degrees[usize::from(a)].max(degrees[usize::from(b)]) < MOST_JOINS_DRAWN)
            .collect();
        if next + length <= n
            && rng.chance(0.4)
            && let Some(&(a, b)) = rng.pick(&open)
        {
            let way: Vec<u16> = std::iter::once(a).chain(next..next + length).chain([b]).collect();
            way.windows(2).for_each(|step| join(step[0], step[1], &mut degrees, &mut joins));
            next += length;
            continue;
        }
        let open: Vec<u16> = (0..next).filter(|&room| degrees[usize::from(room)] < MOST_JOINS_DRAWN).collect();
        let Some(&from) = rng.pick(&open) else { break };
        join(from, next, &mut degrees, &mut joins);
        next += 1;
    }
    joins
}
