//! All places where a shape fits, found at once.
//!
//! Cells are bits of flat planes, row after row. A shape fits at an offset if none of its cells meets one that is *taken*:
//! part of a room, beside one by a side or a corner, or on the border. For all offsets at once that is the OR of the plane
//! of taken cells, shifted to each cell of the shape. A run of cells side by side takes two shifts: planes that hold for
//! each cell whether one of the next 2ᵏ is taken are kept, and two of them, overlapping, cover the run (a sparse table).
//!
//! Rows need no ends. A connected shape that sticks out at the right has a cell in the last column, or its first one in the
//! first column of the next row, and both are taken. On an axis that wraps the planes go on, by the length of the largest
//! shape, with what is at the other end.

use mapwright_core::{Dir, MapRng, Point, Size, Wrap};

use super::stencil::{Stencil, ones};

/// The cells where rooms are and may be attached.
pub(super) struct Occupancy {
    size: Size,
    wrap: Wrap,
    /// The columns and rows of the planes.
    columns: usize,
    rows: usize,
    /// For each cell, whether one of the next 2ᵏ is taken.
    taken: [Vec<u64>; 6],
    /// The cells next to a room, which lies in this direction.
    edges: [Vec<u64>; 4],
    /// The offsets that do not stand for others.
    all: Vec<u64>,
    /// The offsets at which a shape does not fit.
    blocked: Vec<u64>,
}

impl Occupancy {
    pub(super) fn new(size: Size, wrap: Wrap) -> Occupancy {
        let length = |cells: u16, wraps: bool| usize::from(cells) + if wraps { Stencil::SIDE as usize + 2 } else { 0 };
        let (columns, rows) = (length(size.w, wrap.x()), length(size.h, wrap.y()));
        let words = (columns * rows).div_ceil(64);
        // Twice as long, so that a shifted plane is a slice of it.
        let plane = |beyond: u64| (0..=2 * words).map(|i| if i < words { 0 } else { beyond }).collect::<Vec<_>>();
        let mut all = Occupancy {
            size,
            wrap,
            columns,
            rows,
            taken: [0; 6].map(|_| plane(!0)),
            edges: [0; 4].map(|_| plane(0)),
            all: vec![0; words],
            blocked: Vec::new(),
        };
        for cell in columns * rows..words * 64 {
            set(&mut all.taken[0], cell);
        }
        for p in size.points() {
            set(&mut all.all, usize::from(p.y) * columns + usize::from(p.x));
            if !wrap.x() && (p.x == 0 || p.x == size.w - 1) || !wrap.y() && (p.y == 0 || p.y == size.h - 1) {
                all.images(p).for_each(|cell| set(&mut all.taken[0], cell));
            }
        }
        all.spread();
        all
    }

    /// The bits that stand for a cell.
    fn images(&self, p: Point) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows, w) = (self.columns, self.rows, usize::from(self.size.w));
        let below = (usize::from(p.y)..rows).step_by(usize::from(self.size.h));
        below.flat_map(move |y| (usize::from(p.x)..columns).step_by(w).map(move |x| y * columns + x))
    }

    /// The cell some columns and rows away, if the map has one there.
    pub(super) fn cell(&self, p: Point, dx: i32, dy: i32) -> Option<Point> {
        self.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, self.size)
    }

    /// Computes what follows from taken cells.
    fn spread(&mut self) {
        for k in 1..self.taken.len() {
            let (near, far) = self.taken.split_at_mut(k);
            let words = self.all.len();
            let (near, more) = (&near[k - 1], shifted(&near[k - 1], 1 << (k - 1)));
            far[0][..words].iter_mut().zip(near).zip(more).for_each(|((to, near), more)| *to = near | more);
        }
    }

    /// Adds a room, and its door. Others may be attached at its exits only, if it has some.
    pub(super) fn add(&mut self, room: &[Point], door: Option<Point>, exits: Option<&[Point]>) {
        for &p in room.iter().chain(&door) {
            for near in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let Some(near) = self.cell(p, near.0, near.1) else { continue };
                self.images(near).for_each(|cell| set(&mut self.taken[0], cell));
            }
        }
        for &p in room {
            for dir in Dir::ALL {
                let (dx, dy) = dir.opposite().delta();
                let is_exit = |edge: &Point| exits.is_none_or(|exits| exits.contains(edge));
                let Some(edge) = self.cell(p, dx, dy).filter(is_exit) else { continue };
                self.images(edge).for_each(|cell| set(&mut self.edges[dir as usize], cell));
            }
        }
        self.spread();
    }

    /// Finds the offsets at which a shape does not fit.
    fn block(&mut self, shape: &Stencil) {
        // On an axis that wraps, a shape must not meet itself.
        let columns = shape.rows.iter().fold(0, |all, row| all | row).count_ones() as usize;
        let meets_itself = self.wrap.x() && columns >= self.size.w.into()
            || self.wrap.y() && shape.rows.len() - 2 >= self.size.h.into();
        self.blocked.clear();
        self.blocked.extend(self.all.iter().map(|all| if meets_itself { !0 } else { !all }));
        for (x, y, length) in shape.runs() {
            let (first, k) = (y as usize * self.columns + x as usize, length.ilog2());
            let taken = &self.taken[k as usize];
            let both = shifted(taken, first).zip(shifted(taken, first + (length - (1 << k)) as usize));
            self.blocked.iter_mut().zip(both).for_each(|(to, (one, other))| *to |= one | other);
        }
    }

    /// Whether a shape fits at an offset.
    pub(super) fn fits(&mut self, shape: &Stencil, offset: Point) -> bool {
        let cell = usize::from(offset.y) * self.columns + usize::from(offset.x);
        self.block(shape);
        self.blocked.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 0)
    }

    /// How many words are read for a shape.
    pub(super) fn work(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    /// One of all places where a shape fits with a site beside a room: its offset, and the cell of the door.
    ///
    /// An edge is where a door may be if it is solid and touches nothing but the room behind it. Nothing has to be checked
    /// for that: all its sides are beside the cell of the shape in front of it, so if one of them were open that cell would
    /// be taken.
    pub(super) fn pick(&mut self, shape: &Stencil, rng: &mut MapRng) -> Option<(Point, Point)> {
        self.block(shape);
        let sites = || Dir::ALL.into_iter().filter_map(|dir| Some((dir, shape.sites[dir as usize]?)));
        let places = |(dir, (x, y)): (Dir, (u32, u32))| {
            let edges = shifted(&self.edges[dir.opposite() as usize], y as usize * self.columns + x as usize);
            self.blocked.iter().zip(edges).map(|(blocked, edges)| edges & !blocked)
        };
        let count = sites().flat_map(places).map(u64::count_ones).sum();
        let mut left = if count == 0 { return None } else { rng.below(count) };
        for site in sites() {
            for (word, first) in places(site).zip((0..).step_by(64)) {
                if left >= word.count_ones() {
                    left -= word.count_ones();
                    continue;
                }
                let cell = first + ones(word).nth(left as usize)? as usize;
                let offset = Point::new((cell % self.columns) as u16, (cell / self.columns) as u16);
                let (_, (x, y)) = site;
                return Some((offset, self.cell(offset, x as i32, y as i32)?));
            }
        }
        None
    }
}

fn set(plane: &mut [u64], cell: usize) {
    plane[cell / 64] |= 1 << (cell % 64);
}

/// The words of a plane, which is twice as long, seen from a cell on.
fn shifted(plane: &[u64], by: usize) -> impl Iterator<Item = u64> {
    let (skip, bits) = (by / 64, by % 64);
    let words = &plane[skip.min(plane.len() / 2)..];
    words.windows(2).map(move |pair| pair[0] >> bits | pair[1] << 1 << (63 - bits))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rooms::accretion::{AccretionShape, ShapeKind};

    /// The cells of a shape at an offset, if it fits there, by the definition.
    fn place(all: &Occupancy, open: &BTreeSet<Point>, shape: &Stencil, offset: Point) -> Option<Vec<Point>> {
        let (size, wrap) = (all.size, all.wrap);
        let at = |p: Point, dx, dy| wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, size);
        let cells: Option<Vec<Point>> = shape.cells().map(|(x, y)| at(offset, x as i32, y as i32)).collect();
        let cells = cells?;
        let spans = |along: fn((u32, u32)) -> u32| shape.cells().map(along).collect::<BTreeSet<u32>>().len();
        if wrap.x() && spans(|cell| cell.0) >= size.w.into() || wrap.y() && spans(|cell| cell.1) >= size.h.into() {
            return None;
        }
        let is_free = |&p: &Point| {
            let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| at(p, dx, dy)));
            near.into_iter().all(|near| near.is_some_and(|near| !open.contains(&near)))
        };
        cells.iter().all(is_free).then_some(cells)
    }

    #[test]
    fn the_places_are_those_that_fit_by_definition() {
        let shapes = [ShapeKind::Box, ShapeKind::Cross, ShapeKind::Circle, ShapeKind::Chunky, ShapeKind::Cave];
        let sizes = [(3, 3), (3, 9), (12, 5), (9, 14), (30, 20), (66, 9)];
        let mut attached = 0;
        for (seed, (w, h)) in (0..2).flat_map(|seed| sizes.map(|size| (seed, size))) {
            for wrap in [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both] {
                let (size, mut rng) = (Size::new(w, h), MapRng::new(seed));
                let (mut all, mut open, mut rooms) = (Occupancy::new(size, wrap), BTreeSet::new(), BTreeSet::new());
                for _ in 0..30 {
                    let kind = *rng.pick(&shapes).unwrap();
                    let kind = AccretionShape { min: 1, max: 1 + rng.below(30), ..AccretionShape::new(kind, 1) };
                    let Some(mut shape) = Stencil::draw(&kind, &mut rng) else { continue };
                    if rng.chance(0.4) {
                        shape = shape.with_hallway(&mut rng).unwrap_or(shape);
                    }
                    let fitting: Vec<Point> =
                        size.points().filter(|&offset| place(&all, &open, &shape, offset).is_some()).collect();
                    assert!(size.points().filter(|&offset| all.fits(&shape, offset)).eq(fitting.iter().copied()));
                    // Where a door leads from the shape to one room, and its other sides are solid.
                    let mut places = BTreeSet::new();
                    for (&offset, dir) in fitting.iter().flat_map(|offset| Dir::ALL.map(|dir| (offset, dir))) {
                        let Some((x, y)) = shape.sites[dir as usize] else { continue };
                        let Some(door) = all.cell(offset, x as i32, y as i32) else { continue };
                        let side = |turn| {
                            let (dx, dy) = dir.turned(turn).delta();
                            all.cell(door, dx, dy)
                        };
                        let is_open = |turn| side(turn).is_some_and(|p| open.contains(&p));
                        let leads_on = side(2).is_some_and(|p| rooms.contains(&p));
                        if leads_on && !open.contains(&door) && !is_open(0) && !is_open(1) && !is_open(3) {
                            places.insert((offset, door));
                        }
                    }
                    let picked: BTreeSet<_> = (0..400).filter_map(|_| all.pick(&shape, &mut rng)).collect();
                    assert!(picked.is_subset(&places) && picked.is_empty() == places.is_empty(), "{size} {wrap}");
                    // With 400 draws, one of 20 places is missed once in 10⁸ times.
                    assert!(places.len() > 20 || picked == places, "{size} {wrap}: {picked:?} {places:?}");
                    let first = fitting.first().map(|&offset| (offset, None)).filter(|_| open.is_empty());
                    let next = places.first().map(|&(offset, door)| (offset, Some(door)));
                    if let Some((offset, door)) = first.or(next) {
                        let room = place(&all, &open, &shape, offset).unwrap();
                        all.add(&room, door, None);
                        rooms.extend(room.iter().copied());
                        open.extend(room.iter().chain(&door));
                        attached += usize::from(door.is_some());
                    }
                }
            }
        }
        assert!(attached > 150, "{attached}");
    }
}
