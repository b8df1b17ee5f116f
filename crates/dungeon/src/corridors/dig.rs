//! The one piece of code that digs corridors: for the builders that make rooms and for the corridor stages.
//!
//! A corridor is a path of steps to one of the four neighbors, so it never is a staircase of cells that
//! touch at corners only. On a wrapped axis it goes the shorter way round. On a map with sides it opens the
//! sides along the whole path, as digging alone would open nothing there.

use mapwright_core::{BuildCx, BuilderMap, Dir, MapRng, Point, Rect, Tile};

use super::ground::{beside, open, open_way, widen};
use super::{End, entrance};

/// The shape of a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// One bend: first along one axis, then along the other.
    Elbow,
    /// Straight across where two rooms face each other, at a random place; else an elbow.
    Facing,
    /// Straight from entrance to entrance, in steps.
    Line,
}

/// Digs corridors into a map.
pub(super) struct Digger<'a, 'h> {
    map: &'a mut BuilderMap,
    cx: &'a mut BuildCx<'h>,
    /// The cells dug since the path last passed over open ground.
    stretch: Vec<Point>,
    /// Every stretch so far. A cell is dug once, so together they have no more cells than the map.
    dug: Vec<Vec<Point>>,
}

impl<'a, 'h> Digger<'a, 'h> {
    pub(super) fn new(map: &'a mut BuilderMap, cx: &'a mut BuildCx<'h>) -> Self {
        Digger { map, cx, stretch: Vec::new(), dug: Vec::new() }
    }

    pub(super) fn rng(&mut self) -> &mut MapRng {
        &mut self.cx.rng
    }

    /// The entrance of a room that has at least one cell; where none is open, its center is opened.
    pub(super) fn enter(&mut self, room: Rect) -> Point {
        entrance(&self.map.tiles, room).unwrap_or_else(|| {
            open(self.map, room.center(), self.cx);
            room.center()
        })
    }

    /// Digs a corridor between the entrances of two rooms.
    pub(super) fn join(&mut self, (room_a, a): End, (room_b, b): End, style: Style) {
        match style {
            Style::Elbow => self.elbow(a, b),
            Style::Line => self.line(a, b),
            Style::Facing => {
                let column = self.shared((room_a.x, room_a.w), (room_b.x, room_b.w));
                let row = self.shared((room_a.y, room_a.h), (room_b.y, room_b.h));
                if let Some(x) = column {
                    // Both bends lie in the rooms, beside their entrances.
                    let [first, last] = [delta(a.x, x), delta(x, b.x)];
                    let at = self.go(a, [first, 0]);
                    let at = self.go(at, [0, self.way(a, b)[1]]);
                    self.go(at, [last, 0]);
                } else if let Some(y) = row {
                    let [first, last] = [delta(a.y, y), delta(y, b.y)];
                    let at = self.go(a, [0, first]);
                    let at = self.go(at, [self.way(a, b)[0], 0]);
                    self.go(at, [0, last]);
                } else {
                    self.elbow(a, b);
                }
            }
        }
        self.end_stretch();
    }

    /// A random coordinate that lies in both of two spans `(first, length)`, but not at an end of what they
    /// share if that can be: there the corridor would run along a wall.
    fn shared(&mut self, a: (u16, u16), b: (u16, u16)) -> Option<u16> {
        let end = |(first, length): (u16, u16)| first.saturating_add(length);
        let (low, high) = (a.0.max(b.0), end(a).min(end(b)));
        let length = high.checked_sub(low).filter(|&length| length > 0)?;
        let inset = u16::from(length > 2);
        let offset = self.cx.rng.below(u32::from(length - 2 * inset));
        u16::try_from(offset).ok().map(|offset| low + inset + offset)
    }

    /// A corridor with one bend; which way it goes first is a coin's choice.
    fn elbow(&mut self, a: Point, b: Point) {
        let [dx, dy] = self.way(a, b);
        let bend = if self.cx.rng.chance(0.5) { [dx, 0] } else { [0, dy] };
        let at = self.go(a, bend);
        self.go(at, [dx - bend[0], dy - bend[1]]);
    }

    /// The cells nearest to the straight line, from side to side: a step is made along the axis whose next
    /// border between cells the line crosses first.
    fn line(&mut self, a: Point, b: Point) {
        let [dx, dy] = self.way(a, b);
        let (columns, rows) = (dx.abs(), dy.abs());
        // The line crosses its x-th border between columns after (2x + 1) / 2·columns of its length. So it is
        // the sign of (2x + 1)·rows − (2y + 1)·columns that tells which border is next. Once all columns are
        // done it is positive, and once all rows are, negative: there always is a next step.
        let (mut at, mut x, mut y, mut lead) = (a, 0, 0, rows - columns);
        while x < columns || y < rows {
            let (from_x, from_y) = (x, y);
            while x < columns && lead < 0 {
                (x, lead) = (x + 1, lead + 2 * rows);
            }
            at = self.go(at, [(x - from_x) * dx.signum(), 0]);
            while y < rows && lead >= 0 {
                (y, lead) = (y + 1, lead - 2 * columns);
            }
            at = self.go(at, [0, (y - from_y) * dy.signum()]);
        }
    }

    /// Columns and rows from `a` to `b`, on a wrapped axis the shorter way round.
    fn way(&self, a: Point, b: Point) -> [i32; 2] {
        let (size, wrap) = (self.map.size(), self.map.wrap);
        let around = |from: u16, to: u16, length: u16, wraps: bool| {
            let (direct, length) = (delta(from, to), i32::from(length));
            if wraps && 2 * direct.abs() > length { direct - length * direct.signum() } else { direct }
        };
        [around(a.x, b.x, size.w, wrap.x()), around(a.y, b.y, size.h, wrap.y())]
    }

    /// Goes some columns or rows, one of which must be 0, and opens what is solid. Returns where it ends.
    fn go(&mut self, at: Point, [columns, rows]: [i32; 2]) -> Point {
        let dir = match (columns.signum(), rows.signum()) {
            (1, _) => Dir::E,
            (-1, _) => Dir::W,
            (_, -1) => Dir::N,
            _ => Dir::S,
        };
        let n_steps = (columns | rows).unsigned_abs();
        let ahead = match dir {
            Dir::N => at.y,
            Dir::E => self.map.size().w - 1 - at.x,
            Dir::S => self.map.size().h - 1 - at.y,
            Dir::W => at.x,
        };
        if self.map.sides.is_some() || n_steps > u32::from(ahead) {
            self.step_by_step(at, dir, n_steps)
        } else {
            self.run(at, dir, u16::try_from(n_steps).unwrap_or(0))
        }
    }

    /// Goes on a map with sides, or over its border.
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

    /// Goes on a map without sides, not over its border: the same with nothing but a look at each tile.
    fn run(&mut self, at: Point, dir: Dir, n_steps: u16) -> Point {
        let w = u32::from(self.map.size().w);
        let (stride, dx, dy) = match dir {
            Dir::N => (w.wrapping_neg(), 0, u16::MAX),
            Dir::E => (1, 1, 0),
            Dir::S => (w, 0, 1),
            Dir::W => (u32::MAX, u16::MAX, 0),
        };
        let (mut at, mut cell) = (at, self.map.size().index(at));
        for _ in 0..n_steps {
            cell = cell.wrapping_add(stride);
            at = Point::new(at.x.wrapping_add(dx), at.y.wrapping_add(dy));
            let tile = &mut self.map.tiles[cell];
            if tile.is_solid() {
                *tile = Tile::FLOOR;
                self.stretch.push(at);
                self.cx.step(&self.map.tiles, [cell]);
            } else {
                self.end_stretch();
            }
        }
        at
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
    /// Only now, as a cell dug beside a path could be the next one of another, which would seem open.
    pub(super) fn finish(self, width: u8) {
        if width > 1 {
            for &at in self.dug.iter().flatten() {
                widen(self.map, at, width.into(), Tile::FLOOR, self.cx);
            }
        }
        self.map.corridors.get_or_insert_default().extend(self.dug);
    }
}

fn delta(from: u16, to: u16) -> i32 {
    i32::from(to) - i32::from(from)
}
