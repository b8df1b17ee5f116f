//! Digs corridors, for the builders that make rooms and for the corridor stage.
//!
//! A corridor is a path of steps to one of the four neighbors, so it is never a staircase of cells that
//! touch only at corners. On a wrapped axis it takes the shorter way around. On a map with sides it opens the
//! sides along the whole path, because digging alone would open nothing there.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, MapRng, Passages, Point, Rect, Tile, params};
use mapwright_graph::{Components, possible_steps};

use super::opening::{beside, entrance, open, open_way, widen};

/// How a corridor runs from room to room.
#[params]
pub enum CorridorLine {
    /// One bend: first along one axis, then along the other, in random order.
    Dogleg,
    /// A straight line at a random position if the two rooms face each other, otherwise a dogleg.
    #[default]
    Straight,
    /// The line from entrance to entrance, in steps from side to side.
    Slanting,
}

/// A room and its entrance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entrance {
    pub(super) room: Rect,
    pub(super) at: Point,
}

/// Digs corridors into a map.
pub(super) struct Digger<'a, 'h> {
    map: &'a mut BuilderMap,
    line: CorridorLine,
    cx: &'a mut BuildCx<'h>,
    has_kept: bool,
    /// The legs of the current corridor: columns and rows, one of which is 0.
    legs: Vec<[i32; 2]>,
    /// The cells dug since the path last crossed an open cell.
    stretch: Vec<Point>,
    /// All stretches so far. A cell is dug only once, so together they have at most the cells of the map.
    dug: Vec<Vec<Point>>,
}

impl<'a, 'h> Digger<'a, 'h> {
    pub(super) fn new(map: &'a mut BuilderMap, line: CorridorLine, cx: &'a mut BuildCx<'h>) -> Self {
        let has_kept = map.has_kept();
        Digger { map, line, cx, has_kept, legs: Vec::new(), stretch: Vec::new(), dug: Vec::new() }
    }

    /// Counts work; see [`BuildCx::work`].
    pub(super) fn work(&mut self, units: u32) -> Result<(), BuildError> {
        self.cx.work(units)
    }

    /// Continues with another random stream.
    pub(super) fn reseed(&mut self, rng: MapRng) {
        self.cx.rng = rng;
    }

    /// The entrance of a room that has at least one cell. If none is open, its center is opened.
    pub(super) fn enter(&mut self, room: Rect) -> Point {
        entrance(&self.map.tiles, room).unwrap_or_else(|| {
            open(self.map, room.center(), self.cx);
            room.center()
        })
    }

    /// Sorts rooms by the parts of the map that kept cells shut off from each other.
    pub(super) fn joinable(&self, ends: Vec<Entrance>) -> Vec<Vec<Entrance>> {
        if !self.has_kept {
            return vec![ends];
        }
        let steps = possible_steps(self.map);
        let parts = Components::of(&steps, |_| true, |cell| steps.neighbors(cell), |_| {});
        let mut sorted: BTreeMap<u32, Vec<Entrance>> = BTreeMap::new();
        for end in ends {
            sorted.entry(parts.label[end.at]).or_default().push(end);
        }
        sorted.into_values().collect()
    }

    /// Digs a corridor between the entrances of two rooms. If kept cells are in its way, it has one bend elsewhere or goes
    /// around them; where they shut a room in, there is none.
    pub(super) fn join(&mut self, a: Entrance, b: Entrance) -> Result<(), BuildError> {
        self.plan(a, b);
        if self.has_kept && !self.is_free(a.at) {
            let (dx, dy) = self.way(a.at, b.at);
            let elbows = [vec![[dx, 0], [0, dy]], vec![[0, dy], [dx, 0]]];
            let other = elbows.into_iter().find(|legs| {
                self.legs.clone_from(legs);
                self.is_free(a.at)
            });
            if other.is_none() && !self.go_around(a.at, b.at)? {
                return Ok(());
            }
        }
        self.dig(a.at);
        Ok(())
    }

    /// Whether no kept cell is in the planned way from `at`.
    fn is_free(&self, at: Point) -> bool {
        let way = self.way_from(at);
        let mut steps = way.windows(2).map(|pair| (pair[0], pair[1]));
        let legs = self.legs.iter().flat_map(|&leg| (0..length(leg)).map(move |_| heading(leg)));
        !legs.zip(&mut steps).any(|(dir, (from, to))| self.map.is_kept_shut(from, dir, to))
    }

    /// Plans a shortest way around kept cells. Returns whether there is one.
    fn go_around(&mut self, a: Point, b: Point) -> Result<bool, BuildError> {
        let (size, lattice) = (self.map.size(), Passages::lattice(self.map.size(), self.map.wrap));
        let mut from: Grid<Option<Dir>> = Grid::new(size, None);
        let mut queue = vec![a];
        let mut next = 0;
        while let Some(&at) = queue.get(next).filter(|_| from[b].is_none()) {
            next += 1;
            self.cx.work(1)?;
            let dirs = lattice.dirs(size.index(at));
            for dir in Dir::ALL.into_iter().filter(|&dir| dirs.contains(dir)) {
                let to = beside(at, dir, size);
                if to != a && from[to].is_none() && !self.map.is_kept_shut(at, dir, to) {
                    from[to] = Some(dir);
                    queue.push(to);
                }
            }
        }
        self.legs.clear();
        let (mut at, mut way) = (b, Vec::new());
        while let Some(dir) = from[at].filter(|_| at != a) {
            way.push(dir.delta());
            at = beside(at, dir.opposite(), size);
        }
        self.legs.extend(way.into_iter().rev().map(|(dx, dy)| [dx, dy]));
        Ok(at == a)
    }

    /// Plans the way from the entrance of one room to that of another.
    pub(super) fn plan(
        &mut self,
        Entrance { room: room_a, at: a }: Entrance,
        Entrance { room: room_b, at: b }: Entrance,
    ) {
        self.legs.clear();
        match self.line {
            CorridorLine::Dogleg => self.elbow(a, b),
            CorridorLine::Slanting => self.line(a, b),
            CorridorLine::Straight => {
                let (columns, rows) = self.way(a, b);
                let column = self.shared((room_a.x, room_a.w), (room_b.x, room_b.w));
                let row = self.shared((room_a.y, room_a.h), (room_b.y, room_b.h));
                if let Some(x) = column {
                    // Both bends lie in the rooms, beside their entrances.
                    self.legs.extend([[delta(a.x, x), 0], [0, rows], [delta(x, b.x), 0]]);
                } else if let Some(y) = row {
                    self.legs.extend([[0, delta(a.y, y)], [columns, 0], [0, delta(y, b.y)]]);
                } else {
                    self.elbow(a, b);
                }
            }
        }
    }

    /// Returns the cells on the planned way from `at`, in order, with `at` itself.
    pub(super) fn way_from(&self, mut at: Point) -> Vec<Point> {
        let n_steps: u32 = self.legs.iter().map(|&leg| length(leg)).sum();
        let mut way = Vec::with_capacity(n_steps as usize + 1);
        way.push(at);
        for &leg in &self.legs {
            if self.stays_inside(at, leg) {
                way.extend((0..length(leg)).map(|step| ahead(at, leg, step + 1)));
            } else {
                way.extend((0..length(leg)).scan(at, |at, _| {
                    *at = beside(*at, heading(leg), self.map.size());
                    Some(*at)
                }));
            }
            at = way[way.len() - 1];
        }
        way
    }

    /// Whether a leg does not cross a border of the map.
    fn stays_inside(&self, at: Point, [columns, rows]: [i32; 2]) -> bool {
        let (size, x, y) = (self.map.size(), i32::from(at.x) + columns, i32::from(at.y) + rows);
        (0..i32::from(size.w)).contains(&x) & (0..i32::from(size.h)).contains(&y)
    }

    /// Follows the planned way from `at` and opens solid cells.
    pub(super) fn dig(&mut self, mut at: Point) {
        for i in 0..self.legs.len() {
            at = self.go(at, self.legs[i]);
        }
        self.end_stretch();
    }

    /// A random coordinate that lies in both of two spans `(first, length)`, but if possible not at an end of their
    /// overlap, where the corridor would run along a wall.
    fn shared(&mut self, a: (u16, u16), b: (u16, u16)) -> Option<u16> {
        let end = |(first, length): (u16, u16)| first.saturating_add(length);
        let (low, high) = (a.0.max(b.0), end(a).min(end(b)));
        let length = high.checked_sub(low).filter(|&length| length > 0)?;
        let inset = u16::from(length > 2);
        let offset = self.cx.rng.below(u32::from(length - 2 * inset));
        u16::try_from(offset).ok().map(|offset| low + inset + offset)
    }

    /// One bend; a coin flip chooses the first direction.
    fn elbow(&mut self, a: Point, b: Point) {
        let (dx, dy) = self.way(a, b);
        let legs = if self.cx.rng.chance(0.5) { [[dx, 0], [0, dy]] } else { [[0, dy], [dx, 0]] };
        self.legs.extend(legs);
    }

    /// The cells nearest to the straight line, from side to side: each step follows the axis whose next
    /// border between cells the line crosses first.
    fn line(&mut self, a: Point, b: Point) {
        let (dx, dy) = self.way(a, b);
        let (columns, rows) = (dx.abs(), dy.abs());
        // The line crosses its x-th border between columns after (2x + 1) / 2·columns of its length. So it is
        // the sign of (2x + 1)·rows − (2y + 1)·columns that says which border is next. Once all columns are
        // done it is positive, and once all rows are, negative: there is always a next step.
        let (mut x, mut y, mut lead) = (0, 0, rows - columns);
        while x < columns || y < rows {
            let (from_x, from_y) = (x, y);
            while x < columns && lead < 0 {
                (x, lead) = (x + 1, lead + 2 * rows);
            }
            while y < rows && lead >= 0 {
                (y, lead) = (y + 1, lead - 2 * columns);
            }
            self.legs.extend([[(x - from_x) * dx.signum(), 0], [0, (y - from_y) * dy.signum()]]);
        }
    }

    /// The columns and rows from `a` to `b`, on a wrapped axis the shorter way around.
    fn way(&self, a: Point, b: Point) -> (i32, i32) {
        self.map.wrap.way(a, b, self.map.size())
    }

    /// Follows one leg and opens solid cells. Returns where it ends.
    fn go(&mut self, at: Point, leg: [i32; 2]) -> Point {
        if self.map.sides.is_some() || self.has_kept || self.cx.records_steps() || !self.stays_inside(at, leg) {
            self.step_by_step(at, heading(leg), length(leg))
        } else {
            self.run(at, leg)
        }
    }

    /// Follows a leg on any map, and records each step.
    fn step_by_step(&mut self, mut at: Point, dir: Dir, n_steps: u32) -> Point {
        for _ in 0..n_steps {
            let next = beside(at, dir, self.map.size());
            if open_way(self.map, at, dir, next, self.cx) {
                self.stretch.push(next);
            } else {
                self.end_stretch();
            }
            at = next;
        }
        at
    }

    /// Follows a leg on a map without sides, not over its border, and records no steps: over open cells, through rock, and
    /// so on in turn.
    fn run(&mut self, at: Point, leg: [i32; 2]) -> Point {
        let (n_steps, size) = (length(leg) as usize, self.map.size());
        let stride = leg[0].signum().wrapping_add(leg[1].signum() * i32::from(size.w)) as isize;
        let tiles = self.map.tiles.as_mut_slice();
        let (mut next, mut done) = ((size.index(at) as usize).wrapping_add_signed(stride), 0);
        while done < n_steps {
            let first = done;
            while done < n_steps && !tiles[next].is_solid() {
                (next, done) = (next.wrapping_add_signed(stride), done + 1);
            }
            if done > first && !self.stretch.is_empty() {
                self.dug.push(self.stretch.as_slice().into());
                self.stretch.clear();
            }
            let first = done;
            while done < n_steps && tiles[next].is_solid() {
                tiles[next] = Tile::FLOOR;
                (next, done) = (next.wrapping_add_signed(stride), done + 1);
            }
            self.stretch.extend((first..done).map(|step| ahead(at, leg, step as u32 + 1)));
        }
        ahead(at, leg, n_steps as u32)
    }

    #[inline]
    fn end_stretch(&mut self) {
        if !self.stretch.is_empty() {
            self.dug.push(self.stretch.as_slice().into());
            self.stretch.clear();
        }
    }

    /// Makes the new corridors `width` cells wide and adds them to those of the map.
    ///
    /// Only at the end: a cell dug beside one path could lie on another, where it would seem to have been open.
    pub(super) fn finish(self, width: u8) {
        if width > 1 {
            for &at in self.dug.iter().flatten() {
                widen(self.map, at, width.into(), Tile::FLOOR, self.cx);
            }
        }
        self.map.corridors.get_or_insert_default().extend(self.dug);
    }
}

/// The direction of a leg.
fn heading([columns, rows]: [i32; 2]) -> Dir {
    match (columns.signum(), rows.signum()) {
        (1, _) => Dir::E,
        (-1, _) => Dir::W,
        (_, -1) => Dir::N,
        _ => Dir::S,
    }
}

/// Returns the cell that `steps` steps from `at` along a leg lead to. The leg does not cross a border.
fn ahead(at: Point, [columns, rows]: [i32; 2], steps: u32) -> Point {
    // All that is added wraps, so a step back adds nearly 2¹⁶.
    let along = |at: u16, cells: i32| at.wrapping_add((cells.signum() as u16).wrapping_mul(steps as u16));
    Point::new(along(at.x, columns), along(at.y, rows))
}

/// How many steps a leg has.
fn length([columns, rows]: [i32; 2]) -> u32 {
    (columns | rows).unsigned_abs()
}

fn delta(from: u16, to: u16) -> i32 {
    i32::from(to) - i32::from(from)
}
