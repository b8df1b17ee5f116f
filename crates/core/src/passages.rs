//! The one notion of passage: where can you go from each cell?
//!
//! Floods, distances, culling, ring search, loops and mazes all walk on this plane, so each works on
//! mazes, caves, pipe boards and torus maps.

use crate::{BuilderMap, Dir, Dirs, Grid, Keep, Point, Sides, Size, Tile, Wrap};

/// For each cell the directions that lead to a neighbor, and the portals between distant cells.
///
/// A cell is one byte: the low four bits are its ways out, the high four say on which borders of
/// the map it lies, so that a step is one table look-up, wrapped or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passages {
    size: Size,
    /// The borders of the map that can be stepped over.
    crossings: Dirs,
    cells: Vec<u8>,
    /// What to add to a cell index for each direction: first inside the map, then over its border.
    steps: [u32; 8],
    /// Portals from both ends, sorted.
    portals: Vec<(u32, u32)>,
    /// A bit for each cell that has one; empty without portals.
    portal_cells: Vec<u64>,
}

impl Passages {
    /// All neighbors joined: what a maze is carved from.
    pub fn lattice(size: Size, wrap: Wrap) -> Self {
        Passages::from_open_sides(size, wrap, vec![0x0f; size.area() as usize])
    }

    /// The passages of `map`: from an open cell to an open neighbor, through joined sides if the map has sides, over
    /// wrapped borders, and through portals. Where a plane is too small for the map, nothing is joined.
    pub fn from_map(map: &BuilderMap) -> Self {
        let tiles = map.tiles.as_slice().iter();
        let open = |tile: &Tile| if tile.is_solid() { 0 } else { 0x0f };
        let mut own_sides: Vec<u8> = match &map.sides {
            Some(sides) => tiles.zip(sides.as_slice()).map(|(t, s)| open(t) & s.code()).collect(),
            None => tiles.map(open).collect(),
        };
        own_sides.resize(map.size().area() as usize, 0);
        let mut passages = Passages::from_open_sides(map.size(), map.wrap, own_sides);
        passages.set_portals(portals_of(map));
        passages
    }

    /// Joins neighbors whose touching sides are both open. `own` has four bits a cell, N E S W.
    fn from_open_sides(size: Size, wrap: Wrap, own: Vec<u8>) -> Self {
        let mut cells = vec![0; own.len()];
        let crossings = wrap.crossings(size);
        let w = usize::from(size.w);
        if let Some(last) = usize::from(size.h).checked_sub(1).filter(|_| w > 0) {
            let closed = vec![0; w];
            let row = |y: usize| &own[y * w..][..w];
            for y in 0..=last {
                let beyond = |y: usize| if crossings.contains(Dir::N) { row(y) } else { &closed };
                let north = if y == 0 { beyond(last) } else { row(y - 1) };
                let south = if y == last { beyond(0) } else { row(y + 1) };
                let out = &mut cells[y * w..][..w];
                join_row(row(y), north, south, crossings.contains(Dir::E), out);
                mark_borders(out, y == 0, y == last);
            }
        }
        Passages { size, crossings, cells, steps: steps(size), portals: Vec::new(), portal_cells: Vec::new() }
    }

    fn set_portals(&mut self, portals: Vec<(u32, u32)>) {
        let words = if portals.is_empty() { 0 } else { self.area().div_ceil(64) as usize };
        self.portal_cells = vec![0; words];
        for &(cell, _) in &portals {
            self.portal_cells[cell as usize / 64] |= 1 << (cell % 64);
        }
        self.portals = portals;
    }

    /// The map's size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many cells.
    #[inline]
    pub const fn area(&self) -> u32 {
        self.size.area()
    }

    /// The directions that lead out of a cell.
    #[inline]
    pub fn dirs(&self, cell: u32) -> Dirs {
        Dirs::from_bits(self.cells[cell as usize])
    }

    /// All cells, row-major, one byte each: the ways out in the low four bits, N E S W, and in the high four
    /// the borders of the map on which the cell lies. For searches that copy the whole plane.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.cells
    }

    /// The cell next to `cell`. The map must have a cell in that direction.
    #[inline]
    pub fn step(&self, cell: u32, dir: Dir) -> u32 {
        let over_border = self.cells[cell as usize] >> (4 + dir as u8) & 1;
        cell.wrapping_add(self.steps[usize::from(over_border << 2 | dir as u8)])
    }

    /// The cell that a step leads to, if there is a way in that direction.
    #[inline]
    pub fn next(&self, cell: u32, dir: Dir) -> Option<u32> {
        self.dirs(cell).contains(dir).then(|| self.step(cell, dir))
    }

    /// The cell next to `cell`, if the map has one there, whether or not there is a way.
    #[inline]
    pub fn beside(&self, cell: u32, dir: Dir) -> Option<u32> {
        let over_border = self.cells[cell as usize] >> (4 + dir as u8) & 1 == 1;
        let exists = !over_border || self.crossings.contains(dir);
        exists.then(|| self.step(cell, dir))
    }

    /// The eight cells around `cell`, if the map has them there, whether or not there is a way: each neighbor, then the
    /// cell at the corner that follows it clockwise. On a narrow wrapped map some come twice.
    ///
    /// ```
    /// use mapwright_core::{Passages, Size, Wrap};
    ///
    /// let field = Passages::lattice(Size::new(3, 3), Wrap::None);
    /// assert_eq!(field.around(4).collect::<Vec<_>>(), [1, 2, 5, 8, 7, 6, 3, 0]);
    /// assert_eq!(field.around(0).collect::<Vec<_>>(), [1, 4, 3]);
    /// ```
    #[inline]
    pub fn around(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        let pairs = Dir::ALL.map(|dir| {
            let beside = self.beside(cell, dir);
            [beside, beside.and_then(|beside| self.beside(beside, dir.turned(1)))]
        });
        pairs.into_iter().flatten().flatten()
    }

    /// What a step adds to a cell index, N E S W, except over a border of the map. It wraps below 0.
    #[inline]
    pub const fn inner_steps(&self) -> [u32; 4] {
        let [n, e, s, w, ..] = self.steps;
        [n, e, s, w]
    }

    /// Whether a step can lead over a border of the map.
    #[inline]
    pub const fn has_crossings(&self) -> bool {
        !self.crossings.is_empty()
    }

    /// The columns and rows between two cells, each the shorter way around where the map wraps. No path without
    /// portals takes fewer steps than their sum.
    pub fn apart(&self, a: u32, b: u32) -> (u32, u32) {
        let wrap = match (self.crossings.contains(Dir::E), self.crossings.contains(Dir::N)) {
            (false, false) => Wrap::None,
            (true, false) => Wrap::X,
            (false, true) => Wrap::Y,
            (true, true) => Wrap::Both,
        };
        wrap.apart(self.point(a), self.point(b), self.size)
    }

    /// The portals in a cell, each as (the cell, its far end).
    #[inline]
    pub fn portals(&self, cell: u32) -> &[(u32, u32)] {
        // Nearly every map has none, and nearly every cell of others: keep the search out of the way.
        let has_none = |word: &u64| word >> (cell % 64) & 1 == 0;
        if self.portals.is_empty() || self.portal_cells.get(cell as usize / 64).is_none_or(has_none) {
            return &[];
        }
        let from = self.portals.partition_point(|&(a, _)| a < cell);
        let portals = &self.portals[from..];
        &portals[..portals.partition_point(|&(a, _)| a == cell)]
    }

    /// The cells that have portals, once for each portal.
    pub fn portal_ends(&self) -> impl Iterator<Item = u32> {
        self.portals.iter().map(|&(cell, _)| cell)
    }

    /// Whether any cell has a portal.
    #[inline]
    pub fn has_portals(&self) -> bool {
        !self.portals.is_empty()
    }

    /// Every cell that one step leads to: N, E, S, W, then portals. Two ways to one cell (on a
    /// wrapped map two cells wide) count twice.
    #[inline]
    pub fn neighbors(&self, cell: u32) -> impl Iterator<Item = u32> {
        self.dirs(cell)
            .iter()
            .map(move |dir| self.step(cell, dir))
            .chain(self.portals(cell).iter().map(|&(_, far)| far))
    }

    /// Returns how many of the ways out of a cell are followed clockwise by another one that a walk reaches by the corner
    /// between them. If all ways but one are, the cell can be closed, and a walk goes around it.
    pub fn corners_joined(&self, cell: u32) -> u32 {
        let ways = self.dirs(cell);
        let leads_around = |&dir: &Dir| {
            let next = dir.turned(1);
            ways.contains(dir) && ways.contains(next) && {
                let beside = self.step(cell, dir);
                self.dirs(beside).contains(next) && self.dirs(self.step(beside, next)).contains(dir.opposite())
            }
        };
        Dir::ALL.iter().filter(|dir| leads_around(dir)).count() as u32
    }

    /// Whether a cell has a way out and can be closed so that its neighbors stay connected, by the corners around it.
    ///
    /// ```
    /// use mapwright_core::{Passages, Size, Wrap};
    ///
    /// let field = Passages::lattice(Size::new(3, 2), Wrap::None);
    /// assert!((0..6).all(|cell| field.may_close(cell)));
    /// let row = Passages::lattice(Size::new(3, 1), Wrap::None);
    /// assert_eq!([0, 1, 2].map(|cell| row.may_close(cell)), [true, false, true]);
    /// ```
    pub fn may_close(&self, cell: u32) -> bool {
        let ways = self.dirs(cell).len();
        ways > 0 && self.corners_joined(cell) + 1 >= ways
    }

    /// Opens the way to the neighbor in `dir`, from both ends.
    #[inline]
    pub fn join(&mut self, cell: u32, dir: Dir) {
        if let Some(next) = self.beside(cell, dir) {
            self.cells[cell as usize] |= 1 << dir as u8;
            self.cells[next as usize] |= 1 << dir.opposite() as u8;
        }
    }

    /// Closes the way to the neighbor in `dir`, from both ends.
    #[inline]
    pub fn part(&mut self, cell: u32, dir: Dir) {
        if let Some(next) = self.beside(cell, dir) {
            self.cells[cell as usize] &= !(1 << dir as u8);
            self.cells[next as usize] &= !(1 << dir.opposite() as u8);
        }
    }

    /// Closes every way into and out of a cell, portals too.
    ///
    /// ```
    /// use mapwright_core::{Passages, Size, Wrap};
    ///
    /// let mut ring = Passages::lattice(Size::new(4, 1), Wrap::X);
    /// ring.close(1);
    /// let neighbors: Vec<Vec<u32>> = (0..4).map(|cell| ring.neighbors(cell).collect()).collect();
    /// assert_eq!(neighbors, [vec![3], vec![], vec![3], vec![0, 2]]);
    /// ```
    pub fn close(&mut self, cell: u32) {
        Dir::ALL.into_iter().for_each(|dir| self.part(cell, dir));
        if !self.portals(cell).is_empty() {
            let mut portals = std::mem::take(&mut self.portals);
            portals.retain(|&(a, b)| a != cell && b != cell);
            self.set_portals(portals);
        }
    }

    /// The row-major index of a point.
    #[inline]
    pub fn index(&self, p: Point) -> u32 {
        self.size.index(p)
    }

    /// The point at a row-major index.
    #[inline]
    pub fn point(&self, cell: u32) -> Point {
        self.size.point(cell)
    }
}

/// The ways out of one row: each is open when the cell's own side and the touching side are. Plain
/// loops over bytes, which compilers turn into vector code.
fn join_row(own: &[u8], north: &[u8], south: &[u8], crosses: bool, out: &mut [u8]) {
    for (((out, own), north), south) in out.iter_mut().zip(own).zip(north).zip(south) {
        *out = own & (north >> 2 & 0b0001 | south << 2 & 0b0100);
    }
    for ((out, own), west) in out[1..].iter_mut().zip(&own[1..]).zip(own) {
        *out |= own & west << 2 & 0b1000;
    }
    for ((out, own), east) in out.iter_mut().zip(own).zip(&own[1..]) {
        *out |= own & east >> 2 & 0b0010;
    }
    if crosses {
        let last = own.len() - 1;
        out[0] |= own[0] & own[last] << 2 & 0b1000;
        out[last] |= own[last] & own[0] >> 2 & 0b0010;
    }
}

/// Marks the cells of a row that lie on the map's borders, in the high bits N E S W.
fn mark_borders(row: &mut [u8], top: bool, bottom: bool) {
    let edge = u8::from(top) << 4 | u8::from(bottom) << 6;
    if edge != 0 {
        row.iter_mut().for_each(|cell| *cell |= edge);
    }
    let last = row.len() - 1;
    row[0] |= 0x80;
    row[last] |= 0x20;
}

fn steps(size: Size) -> [u32; 8] {
    let w = u32::from(size.w);
    let rows = size.area().wrapping_sub(w);
    let columns = w.wrapping_sub(1);
    let back = u32::wrapping_neg;
    [back(w), 1, w, back(1), rows, back(columns), back(rows), columns]
}

fn portals_of(map: &BuilderMap) -> Vec<(u32, u32)> {
    let is_open = |p: Point| map.tiles.get(p).is_some_and(|tile| !tile.is_solid());
    let open = map.portals.iter().filter(|portal| portal.a != portal.b && portal.ends().into_iter().all(is_open));
    let index = |p| map.size().index(p);
    let mut portals: Vec<(u32, u32)> =
        open.flat_map(|portal| portal.pairs()).map(|(from, to)| (index(from), index(to))).collect();
    portals.sort_unstable();
    portals
}

impl BuilderMap {
    /// Where one can go on this map.
    pub fn passages(&self) -> Passages {
        Passages::from_map(self)
    }

    /// Closes the sides of a cell that is solid now, and those that face it, but for those of kept cells. `passages` has the size and the wrap of the map.
    pub fn close_sides(&mut self, passages: &Passages, cell: u32) {
        let Some(sides) = &mut self.sides else { return };
        let is_kept = |cell| self.kept.as_ref().is_some_and(|kept| kept[cell] == Keep::Tile);
        for dir in Dir::ALL.into_iter().filter(|_| !is_kept(cell)) {
            match passages.beside(cell, dir) {
                Some(beside) if is_kept(beside) => {}
                Some(beside) => {
                    sides[cell].close(dir);
                    sides[beside].close(dir.opposite());
                }
                None => sides[cell].close(dir),
            }
        }
    }

    /// Returns the cell beside `p` that a step in a direction leads to, if there is a way, without looking at the whole map.
    pub fn next(&self, p: Point, dir: Dir) -> Option<Point> {
        let leads = |from: Point, dir: Dir| {
            let side = |sides: &Grid<Sides>| sides.get(from).is_some_and(|sides| sides.is_open(dir));
            self.is_open(from) && self.sides.as_ref().is_none_or(side)
        };
        let (dx, dy) = dir.delta();
        let next = self.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, self.size())?;
        (next != p && leads(p, dir) && leads(next, dir.opposite())).then_some(next)
    }

    /// The cells that a step from `p` leads to, clockwise from north, then the other ends of its portals: the
    /// neighbors that [`passages`](Self::passages) has, without looking at the whole map.
    pub fn neighbors(&self, p: impl Into<Point>) -> Vec<Point> {
        let p = p.into();
        let beside = Dir::ALL.into_iter().filter_map(|dir| self.next(p, dir));
        let ends = self.portals.iter().flat_map(|portal| portal.pairs());
        let is_far = |&(from, to): &(Point, Point)| from == p && to != p && self.is_open(from) && self.is_open(to);
        let mut far: Vec<Point> = ends.filter(is_far).map(|(_, to)| to).collect();
        far.sort_unstable_by_key(|to| (to.y, to.x));
        beside.chain(far).collect()
    }
}

/// Joins two neighbors of a maze in color 1, from both ends.
#[inline]
pub fn join_sides(sides: &mut Grid<Sides>, here: u32, dir: Dir, next: u32) {
    sides[here].open(dir);
    sides[next].open(dir.opposite());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MapRng, Portal, Wrap};

    const SIZES: [(u16, u16); 9] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (3, 2), (5, 8), (70, 3)];

    /// The neighbor of `p`, from its coordinates alone.
    fn naive_step(size: Size, wrap: Wrap, p: Point, dir: Dir) -> Option<Point> {
        let axis = |at: u16, by: i32, length: u16, wraps: bool| {
            let to = i32::from(at) + by;
            let inside = (0..i32::from(length)).contains(&to);
            if inside || wraps && length > 1 { u16::try_from(to.rem_euclid(i32::from(length))).ok() } else { None }
        };
        let (dx, dy) = dir.delta();
        Some(Point::new(axis(p.x, dx, size.w, wrap.x())?, axis(p.y, dy, size.h, wrap.y())?))
    }

    fn random_map(size: Size, wrap: Wrap, with_sides: bool, rng: &mut MapRng) -> BuilderMap {
        let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
        map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
            if rng.chance(0.2) {
                *tile = Tile::WALL;
            }
        });
        map.sides = with_sides.then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
        for _ in 0..3 {
            let mut random_point = || size.point(rng.below(size.area()));
            map.portals.push(Portal::new(random_point(), random_point()));
        }
        map
    }

    #[test]
    fn passages_are_what_the_definition_says() {
        let mut rng = MapRng::new(11);
        for (w, h) in SIZES {
            for (wrap, with_sides) in Wrap::ALL.into_iter().flat_map(|wrap| [(wrap, false), (wrap, true)]) {
                let size = Size::new(w, h);
                let map = random_map(size, wrap, with_sides, &mut rng);
                let passages = map.passages();
                for p in size.points() {
                    let cell = size.index(p);
                    let mut expected = Vec::new();
                    for dir in Dir::ALL {
                        let beside = naive_step(size, wrap, p, dir);
                        assert_eq!(passages.next(cell, dir).is_some(), passages.dirs(cell).contains(dir));
                        assert!(passages.next(cell, dir).is_none_or(|next| passages.beside(cell, dir) == Some(next)));
                        assert_eq!(passages.beside(cell, dir), beside.map(|q| size.index(q)), "{size} {wrap} {p}");
                        let Some(q) = beside else { continue };
                        let joined = map
                            .sides
                            .as_ref()
                            .is_none_or(|sides| sides[p].is_open(dir) && sides[q].is_open(dir.opposite()));
                        if map.is_open(p) && map.is_open(q) && joined {
                            expected.push(size.index(q));
                        }
                    }
                    let ends = map.portals.iter().flat_map(|portal| portal.pairs());
                    let mut far: Vec<u32> = ends
                        .filter(|&(a, b)| a == p && a != b && map.is_open(a) && map.is_open(b))
                        .map(|(_, b)| size.index(b))
                        .collect();
                    far.sort_unstable();
                    expected.extend(far);
                    assert_eq!(passages.neighbors(cell).collect::<Vec<u32>>(), expected, "{size} {wrap} {p}");
                    let points: Vec<Point> = expected.into_iter().map(|cell| size.point(cell)).collect();
                    assert_eq!(map.neighbors(p), points, "{size} {wrap} {p}");
                }
            }
        }
    }

    #[test]
    fn joining_and_parting_change_both_ends() {
        for (w, h) in SIZES {
            for wrap in Wrap::ALL {
                let full = Passages::lattice(Size::new(w, h), wrap);
                for cell in 0..full.area() {
                    for dir in full.dirs(cell).iter() {
                        let mut changed = full.clone();
                        changed.part(cell, dir);
                        let next = full.step(cell, dir);
                        assert!(!changed.dirs(cell).contains(dir));
                        assert!(!changed.dirs(next).contains(dir.opposite()));
                        changed.join(cell, dir);
                        assert_eq!(changed, full);
                    }
                }
            }
        }
    }

    #[test]
    fn a_map_without_cells_has_no_passages() {
        for (w, h) in [(0, 0), (0, 3), (3, 0)] {
            assert_eq!(Passages::lattice(Size::new(w, h), Wrap::Both).area(), 0);
        }
    }
}
