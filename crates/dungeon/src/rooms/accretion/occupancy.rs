//! Finds a place for a shape beside the existing rooms.
//!
//! A shape fits at an offset if none of its cells is *taken*: part of a room, beside one by a side or a corner, or on the
//! border. A place for it is an *edge*, a cell beside a room, on which one of its sites lies. Edges are drawn without
//! replacement until the shape fits at one, which makes all fitting edges equally likely. At most `MOST_TRIED` are drawn,
//! so the time of an attempt does not grow with the map.
//!
//! A shape covers the cell in front of its door. Once the cell in front of an edge is taken it stays taken, so the edge is
//! dropped.

use mapwright_core::{BuilderMap, Dir, Grid, Keep, MapRng, Point, Size, Wrap};

use super::stencil::Stencil;
use crate::bits::Bits;

/// The cells where rooms are and may be attached.
pub(super) struct Occupancy {
    size: Size,
    wrap: Wrap,
    /// The columns of `taken`: on a map that wraps, the first ones again behind the last, for shapes that cross the border.
    columns: u32,
    /// The cells that are taken.
    taken: Bits,
    /// For each direction, the cells beside a room that lies in this direction. The cell in front of each was free when it
    /// was added.
    edges: [Vec<Point>; 4],
    /// Cells where no door may be.
    kept: Option<Grid<Keep>>,
    /// The edges that were tried so far.
    pub(super) tried: u64,
}

impl Occupancy {
    /// The columns that are repeated behind the last one of a map that wraps.
    const MORE: u32 = Stencil::SIDE + 2;

    /// The most edges that are tried for a shape. On 80×50 cells this makes as many rooms as trying all edges, on 256×256
    /// cells 5 % fewer.
    const MOST_TRIED: u32 = 200;

    pub(super) fn new(size: Size, wrap: Wrap) -> Occupancy {
        let columns = u32::from(size.w) + if wrap.x() { Self::MORE } else { 0 };
        let taken = Bits::with(columns, size.h.into());
        let mut all = Occupancy { size, wrap, columns, taken, edges: [const { Vec::new() }; 4], kept: None, tried: 0 };
        let (right, bottom) = (size.w - 1, size.h - 1);
        if !wrap.x() {
            (0..size.h).flat_map(|y| [0, right].map(|x| Point::new(x, y))).for_each(|p| all.take(p));
        }
        if !wrap.y() {
            (0..size.w).flat_map(|x| [0, bottom].map(|y| Point::new(x, y))).for_each(|p| all.take(p));
        }
        all
    }

    /// Adds the kept cells of a map. Its open ones are rooms, to which others may be attached.
    pub(super) fn keep(&mut self, map: &BuilderMap) {
        let Some(kept) = &map.kept else { return };
        let cells: Vec<Point> = kept.iter().filter(|(_, keep)| **keep != Keep::Free).map(|(at, _)| at).collect();
        cells.iter().for_each(|&at| self.take(at));
        self.kept = Some(kept.clone());
        let open: Vec<Point> = cells.into_iter().filter(|&at| map.is_open(at)).collect();
        self.add(&open, None, None);
    }

    /// Whether a room can be attached anywhere.
    pub(super) fn has_edges(&self) -> bool {
        self.edges.iter().any(|edges| !edges.is_empty())
    }

    fn take(&mut self, p: Point) {
        let images = (u32::from(p.x)..self.columns).step_by(self.size.w.into());
        images.for_each(|x| self.taken.set(x as i32, p.y.into(), 1));
    }

    fn is_taken(&self, p: Point) -> bool {
        self.taken.get(p.x.into(), p.y.into())
    }

    /// The cell some columns and rows away, if the map has one there.
    pub(super) fn cell(&self, p: Point, dx: i32, dy: i32) -> Option<Point> {
        self.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, self.size)
    }

    /// Returns the cell in front of an edge, given the direction of the room, or `None` if it is taken or off the map.
    fn front(&self, edge: Point, dir: Dir) -> Option<Point> {
        let (dx, dy) = dir.opposite().delta();
        self.cell(edge, dx, dy).filter(|&front| !self.is_taken(front))
    }

    /// Adds a room, and its door. Others may be attached at its exits only, if it has some.
    pub(super) fn add(&mut self, room: &[Point], door: Option<Point>, exits: Option<&[Point]>) {
        for &p in room.iter().chain(&door) {
            for near in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                if let Some(near) = self.cell(p, near.0, near.1) {
                    self.take(near);
                }
            }
        }
        for &p in room {
            for dir in Dir::ALL {
                let (dx, dy) = dir.opposite().delta();
                let is_kept = |edge: &Point| self.kept.as_ref().is_some_and(|kept| kept[*edge] != Keep::Free);
                let is_exit = |edge: &Point| exits.is_none_or(|exits| exits.contains(edge)) && !is_kept(edge);
                let edge = self.cell(p, dx, dy).filter(|edge| self.front(*edge, dir).is_some() && is_exit(edge));
                self.edges[dir as usize].extend(edge);
            }
        }
    }

    /// Whether a shape fits at an offset.
    pub(super) fn fits(&self, shape: &Stencil, offset: Point) -> bool {
        self.is_wide_enough(shape) && offset.x <= self.last_column(shape) && self.is_free(shape, offset)
    }

    /// Whether a shape does not meet itself, on an axis that wraps.
    fn is_wide_enough(&self, shape: &Stencil) -> bool {
        (!self.wrap.x() || shape.columns().count_ones() < self.size.w.into())
            && (!self.wrap.y() || shape.rows.len() < usize::from(self.size.h) + 2)
    }

    /// Returns the last column of an offset at which a shape does not cross the right border.
    fn last_column(&self, shape: &Stencil) -> u16 {
        let last = u32::from(self.size.w) - 1;
        if self.wrap.x() { last as u16 } else { last.saturating_sub(shape.columns().ilog2()) as u16 }
    }

    /// Whether no cell of a shape is taken.
    #[inline]
    fn is_free(&self, shape: &Stencil, offset: Point) -> bool {
        let h = usize::from(self.size.h);
        (usize::from(offset.y)..).zip(&shape.rows).all(|(y, &row)| {
            let y = if y >= h && self.wrap.y() { y % h } else { y };
            row == 0 || y < h && row & self.taken.window(offset.x.into(), y) == 0
        })
    }

    /// Draws one of the places where a shape fits with a site on an edge. Returns its offset, and the cell of the door.
    ///
    /// An edge is where a door may be if it is solid and touches nothing but the room behind it. Nothing has to be checked
    /// for that: all its sides are beside the cell of the shape in front of it, so if one of them were open that cell would
    /// be taken.
    pub(super) fn pick(&mut self, shape: &Stencil, rng: &mut MapRng) -> Option<(Point, Point)> {
        if !self.is_wide_enough(shape) {
            return None;
        }
        let last_column = self.last_column(shape);
        // The edges for a site that were not tried yet come first; these are their numbers.
        let mut left = Dir::ALL.map(|dir| shape.sites[dir as usize].map_or(0, |_| self.edges_for(dir).len() as u32));
        let all: u32 = left.iter().sum();
        for tried in 0..all.min(Self::MOST_TRIED) {
            let mut nth = rng.below(all - tried);
            self.tried += 1;
            let mut dir = Dir::N;
            while nth >= left[dir as usize] {
                nth -= left[dir as usize];
                dir = dir.turned(1);
            }
            left[dir as usize] -= 1;
            let last = left[dir as usize] as usize;
            let edges = &mut self.edges[dir.opposite() as usize];
            edges.swap(nth as usize, last);
            let edge = edges[last];
            if self.front(edge, dir.opposite()).is_none() {
                self.edges[dir.opposite() as usize].swap_remove(last);
                continue;
            }
            let (x, y) = shape.sites[dir as usize]?;
            let offset = self.cell(edge, -(x as i32), -(y as i32));
            if let Some(offset) = offset.filter(|&offset| offset.x <= last_column && self.is_free(shape, offset)) {
                return Some((offset, edge));
            }
        }
        None
    }

    /// Returns the edges for a site from which the shape lies in this direction.
    fn edges_for(&self, dir: Dir) -> &[Point] {
        &self.edges[dir.opposite() as usize]
    }
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
                    let kind =
                        AccretionShape { min_cells: 1, max_cells: 1 + rng.below(30), ..AccretionShape::new(kind, 1) };
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
