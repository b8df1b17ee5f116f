//! The rooms placed so far, and where the others may lie.
//!
//! All places of a room are computed at once, a row of them in the bits of a word. Each room that is placed narrows the
//! places of those around it; all others share theirs with the step before.

use std::rc::Rc;

use mapwright_core::Size;

use super::shape::{Fits, RoomKind};
use crate::keys::Keys;

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

/// Rooms have numbers below 256, as keys do.
pub(super) type RoomSet = Keys;

/// An unplaced room beside a placed one, and where it may lie.
#[derive(Clone, Debug)]
pub(super) struct RoomDomain {
    pub(super) room: usize,
    /// Its places in each of its shapes that has any.
    pub(super) places: Vec<Positions>,
    /// How many there are.
    pub(super) n: u32,
    /// The placed rooms that leave no more.
    pub(super) by: RoomSet,
}

/// What is wanted, and the rooms placed so far.
pub(super) struct LayoutBoard<'a> {
    pub(super) wanted: &'a mut Wanted,
    /// The rooms that each room meets.
    pub(super) around: Vec<Vec<usize>>,
    /// The rooms that each room should be near.
    pub(super) near: Vec<Vec<usize>>,
    /// The shapes of each room in this attempt.
    pub(super) shapes: Vec<Vec<usize>>,
    pub(super) placed: Vec<Option<ShapePosition>>,
    /// The most columns and rows by which one room leads on.
    reach: [i32; 2],
    /// Whether every size and place is tried, however long it takes.
    pub(super) is_complete: bool,
    /// The work so far, in rows of places; see [`WORK`](super::WORK).
    pub(super) work: u64,
}

impl<'a> LayoutBoard<'a> {
    pub(super) fn new(wanted: &'a mut Wanted) -> Self {
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
        LayoutBoard { wanted, around, near, shapes, placed, reach, is_complete: false, work: 0 }
    }

    /// The first and last column, and the first and last row, where a shape lies on the map.
    pub(super) fn bounds(&self, shape: usize) -> [[i32; 2]; 2] {
        let [left, top, right, bottom] = self.wanted.fits.shapes[shape].extent();
        let Size { w, h } = self.wanted.size;
        [[-left, i32::from(w) - 1 - right], [-top, i32::from(h) - 1 - bottom]]
    }

    /// The rooms beside placed ones, once a room was placed; or the rooms because of which one of them has no place.
    pub(super) fn frontier(&mut self, before: &[Rc<RoomDomain>], room: usize) -> Result<Vec<Rc<RoomDomain>>, RoomSet> {
        let Some(at) = self.placed[room] else { return Ok(before.to_vec()) };
        self.work += self.placed.len() as u64;
        let between = self.between(room);
        let mut frontier = before.to_vec();
        for domain in &mut frontier {
            self.narrow(domain, room, at, between[domain.room]);
            if domain.n == 0 {
                return Err(domain.by);
            }
        }
        let is_known = |room: &usize| before.iter().any(|domain| domain.room == *room);
        let next = self.around[room].iter().copied().filter(|next| self.placed[*next].is_none() && !is_known(next));
        for next in next.collect::<Vec<usize>>() {
            let domain = self.domain(next);
            if domain.n == 0 {
                return Err(domain.by);
            }
            frontier.push(domain);
        }
        Ok(frontier)
    }

    /// Every place of a room beside all its placed neighbors.
    pub(super) fn domain(&mut self, room: usize) -> Rc<RoomDomain> {
        let mut domain = RoomDomain { room, places: Vec::new(), n: 0, by: RoomSet::NONE };
        let beside = self.around[room].iter().find_map(|&other| Some((other, self.placed[other]?)));
        let Some((first, at)) = beside else { return Rc::new(domain) };
        domain.by.insert(first as u8);
        let shapes: Vec<usize> =
            self.shapes[room].iter().copied().filter(|&shape| self.may_join(shape, at.shape)).collect();
        for shape in shapes {
            let (x, y) = self.corner(shape, at);
            let rows = self.wanted.fits.get(at.shape, shape, &mut self.work).touching.clone();
            let columns = self.columns_and_rows(shape).0 + self.columns_and_rows(at.shape).0 - 1;
            let mut places = Positions { shape, x, y, columns, rows };
            let [columns, rows] = self.bounds(shape);
            places.keep_within(columns, rows);
            domain.places.push(places);
        }
        domain.settle();
        let mut domain = Rc::new(domain);
        self.work += self.placed.len() as u64;
        let between = self.between(room);
        for other in (0..self.placed.len()).filter(|&other| other != first) {
            if let Some(at) = self.placed[other] {
                self.narrow(&mut domain, other, at, between[other]);
            }
        }
        domain
    }

    /// Drops the places of a room that a placed one does not leave to it. A way of `between` unplaced rooms may lead from
    /// one to the other.
    pub(super) fn narrow(
        &mut self,
        domain: &mut Rc<RoomDomain>,
        other: usize,
        at: ShapePosition,
        between: Option<i32>,
    ) {
        let is_neighbor = self.around[domain.room].contains(&other);
        let far =
            between.filter(|&between| between > 0).map(|between| self.reach.map(|reach| self.steps(reach, between)));
        let is_cut = |places: &Positions| is_neighbor || self.is_close(places, at) || far.is_some();
        if !domain.places.iter().any(is_cut) {
            return;
        }
        let before = domain.n;
        let narrowed = Rc::make_mut(domain);
        if is_neighbor {
            narrowed.places.retain(|places| self.may_join(places.shape, at.shape));
        }
        for places in &mut narrowed.places {
            self.work += places.rows.len() as u64;
            if let Some([x, y]) = far {
                let ((left, top), (w, h)) = (self.corner(places.shape, at), self.columns_and_rows(at.shape));
                let (own_w, own_h) = self.columns_and_rows(places.shape);
                places.keep_within([left - x, left + own_w + w - 2 + x], [top - y, top + own_h + h - 2 + y]);
            }
            if is_neighbor || self.is_close(places, at) {
                let (x, y) = self.corner(places.shape, at);
                let fit = self.wanted.fits.get(at.shape, places.shape, &mut self.work);
                match is_neighbor {
                    true => places.keep(Set { x, y, rows: &fit.touching }),
                    false => places.drop(Set { x, y, rows: &fit.blocked }),
                }
            }
        }
        narrowed.settle();
        if narrowed.n < before {
            narrowed.by.insert(other as u8);
        }
    }

    /// How many places a room has left once another is placed.
    pub(super) fn n_left(&mut self, domain: &RoomDomain, other: usize, at: ShapePosition) -> u32 {
        let is_neighbor = self.around[domain.room].contains(&other);
        let mut n = domain.n;
        for places in &domain.places {
            if !is_neighbor && !self.is_close(places, at) {
                continue;
            }
            let (x, y) = self.corner(places.shape, at);
            let fit = self.wanted.fits.get(at.shape, places.shape, &mut self.work);
            self.work += places.rows.len() as u64;
            n -= match is_neighbor {
                true if !self.may_join(places.shape, at.shape) => places.len(),
                true => places.len() - places.n_in(Set { x, y, rows: &fit.touching }),
                false => places.n_in(Set { x, y, rows: &fit.blocked }),
            };
        }
        n
    }

    /// How far `between` rooms lead on. Rooms are rarely as large as can be, nor all in one line.
    const fn steps(&self, reach: i32, between: i32) -> i32 {
        if self.is_complete { reach * between } else { reach * between * 3 / 4 }
    }

    /// Whether two shapes may be neighbors.
    fn may_join(&self, a: usize, b: usize) -> bool {
        self.wanted.equal_neighbors || self.wanted.fits.looks[a] != self.wanted.fits.looks[b]
    }

    /// Whether a placed room may take some of the places of another.
    fn is_close(&self, places: &Positions, at: ShapePosition) -> bool {
        let (x, y) = self.corner(places.shape, at);
        let (w, h) = self.columns_and_rows(at.shape);
        let (own_w, own_h) = self.columns_and_rows(places.shape);
        let is_beside = x < places.x + places.columns && places.x < x + w + own_w - 1;
        is_beside && y < places.y + places.rows.len() as i32 && places.y < y + h + own_h - 1
    }

    /// Where the offsets of a shape from a placed room begin.
    fn corner(&self, shape: usize, at: ShapePosition) -> (i32, i32) {
        let (w, h) = self.columns_and_rows(shape);
        (at.x - w + 1, at.y - h + 1)
    }

    fn columns_and_rows(&self, shape: usize) -> (i32, i32) {
        let shape = &self.wanted.fits.shapes[shape];
        (shape.w as i32, shape.h() as i32)
    }

    /// The half of the rooms from which the way to the farthest other room is the shortest.
    pub(super) fn middle(&self) -> Vec<usize> {
        let mut rooms: Vec<usize> = (0..self.around.len()).collect();
        rooms.sort_by_cached_key(|&room| self.between(room).into_iter().flatten().max());
        rooms.truncate(rooms.len().div_ceil(2));
        rooms
    }

    /// How many unplaced rooms lie between a room and each other at least, on ways of unplaced rooms.
    fn between(&self, room: usize) -> Vec<Option<i32>> {
        let mut between = vec![None; self.placed.len()];
        between[room] = Some(-1);
        let (mut queue, mut at) = (vec![room], 0);
        while let Some(&here) = queue.get(at) {
            for &next in &self.around[here] {
                if between[next].is_none() {
                    between[next] = between[here].map(|n| n + 1);
                    queue.extend(self.placed[next].is_none().then_some(next));
                }
            }
            at += 1;
        }
        between
    }
}

impl RoomDomain {
    /// Counts the places and forgets what is empty.
    fn settle(&mut self) {
        self.places.iter_mut().for_each(Positions::trim);
        self.places.retain(|places| !places.rows.is_empty());
        self.n = self.places.iter().map(Positions::len).sum();
    }

    /// The nth place.
    pub(super) fn nth(&self, mut n: u32) -> Option<ShapePosition> {
        self.places.iter().find_map(|places| {
            let place = places.nth(n);
            n = n.saturating_sub(places.len());
            place
        })
    }
}

/// Where the top left corner of a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapePosition {
    pub(crate) shape: usize,
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Positions of a shape: bit i of row j is (x + i, y + j).
#[derive(Clone, Debug)]
pub(super) struct Positions {
    pub(super) shape: usize,
    pub(super) x: i32,
    pub(super) y: i32,
    /// How many bits of each row are in use.
    pub(super) columns: i32,
    pub(super) rows: Vec<u128>,
}

/// Any set of places: rows of bits, and where their corner lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set<'a> {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) rows: &'a [u128],
}

impl Set<'_> {
    /// Row y from column x on.
    fn row(&self, x: i32, y: i32) -> u128 {
        let row = usize::try_from(y - self.y).ok().and_then(|j| self.rows.get(j));
        row.map_or(0, |&row| shifted(row, x - self.x))
    }
}

impl Positions {
    pub(super) fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The nth place, row by row.
    pub(super) fn nth(&self, mut n: u32) -> Option<ShapePosition> {
        for (y, &row) in (self.y..).zip(&self.rows) {
            let mut row = row;
            if n < row.count_ones() {
                (0..n).for_each(|_| row &= row - 1);
                return Some(ShapePosition { shape: self.shape, x: self.x + row.trailing_zeros() as i32, y });
            }
            n -= row.count_ones();
        }
        None
    }

    pub(super) fn keep_within(&mut self, [left, right]: [i32; 2], [top, bottom]: [i32; 2]) {
        let columns = bits_from(left - self.x) & !bits_from(right + 1 - self.x);
        for (y, row) in (self.y..).zip(&mut self.rows) {
            *row &= if (top..=bottom).contains(&y) { columns } else { 0 };
        }
    }

    /// Keeps the places in a set.
    pub(super) fn keep(&mut self, set: Set<'_>) {
        (self.y..).zip(&mut self.rows).for_each(|(y, row)| *row &= set.row(self.x, y));
    }

    /// Drops the places in a set.
    pub(super) fn drop(&mut self, set: Set<'_>) {
        (self.y..).zip(&mut self.rows).for_each(|(y, row)| *row &= !set.row(self.x, y));
    }

    /// How many places are in a set.
    pub(super) fn n_in(&self, set: Set<'_>) -> u32 {
        (self.y..).zip(&self.rows).map(|(y, row)| (row & set.row(self.x, y)).count_ones()).sum()
    }

    /// Forgets empty rows above the first place and below the last.
    pub(super) fn trim(&mut self) {
        let is_used = |row: &u128| *row != 0;
        let last = self.rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        self.rows.truncate(last);
        let first = self.rows.iter().position(is_used).unwrap_or(0);
        self.rows.drain(..first);
        self.y += first as i32;
    }
}

/// All bits from bit `first` on.
fn bits_from(first: i32) -> u128 {
    match first {
        ..=0 => u128::MAX,
        1..128 => u128::MAX << first,
        _ => 0,
    }
}

/// Bit i is bit i + by of `row`.
fn shifted(row: u128, by: i32) -> u128 {
    match by {
        0..128 => row >> by,
        -127..0 => row << -by,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mapwright_core::{Dir, MapRng, Tile};

    use super::*;
    use crate::layout::shape::PlacedShape;
    use mapwright_core::Template;

    fn cells(rows: &[u64], at: ShapePosition) -> BTreeSet<(i32, i32)> {
        let row =
            |(y, &row): (i32, &u64)| (0..64).filter(move |x| row >> x & 1 == 1).map(move |x| (at.x + x, at.y + y));
        (0..).zip(rows).flat_map(row).collect()
    }

    /// The cells where a room may have a door of one cell that leads out in a direction.
    fn doors(shape: &PlacedShape, at: ShapePosition, dir: Dir) -> BTreeSet<(i32, i32)> {
        let floor = cells(&shape.floor, at);
        let ahead = |&(x, y): &(i32, i32)| (x + dir.delta().0, y + dir.delta().1);
        let is_door = |&(x, y): &(i32, i32)| {
            let tile = ((x - at.x) as usize, (y - at.y) as usize, Tile::DOOR);
            shape.tiles.is_empty() || shape.tiles.contains(&tile)
        };
        floor.iter().map(ahead).filter(|p| !floor.contains(p) && is_door(p)).collect()
    }

    /// Whether two rooms lie as asked, by their cells.
    fn fits(fits: &Fits, a: ShapePosition, b: ShapePosition, is_joined: bool) -> bool {
        let (one, other) = (&fits.shapes[a.shape], &fits.shapes[b.shape]);
        let hits = |rows: &[u64], at, others: &[u64], other_at| !cells(rows, at).is_disjoint(&cells(others, other_at));
        if hits(&one.floor, a, &other.body, b) || hits(&one.body, a, &other.floor, b) {
            return false;
        }
        !is_joined || Dir::ALL.iter().any(|&dir| !doors(one, a, dir).is_disjoint(&doors(other, b, dir.opposite())))
    }

    /// All places of a room among placed ones, found at once and step by step, against every place tried by its cells.
    #[test]
    fn places_are_those_that_fit_all_placed_rooms() {
        let template: Template = "####\n#..+\n#.##\n###".parse().unwrap_or_else(|error| panic!("{error}"));
        let mut rng = MapRng::new(8);
        let mut found = 0;
        for _ in 0..150 {
            let size = Size::new(rng.range(5, 16) as u16, rng.range(5, 12) as u16);
            let mut known = Fits::new(false);
            let mut shapes: Vec<usize> = [(1, 1), (2, 3), (4, 2)].map(|(w, h)| known.rectangle(w, h)).into();
            shapes.extend(template.orientations(true, true).iter().map(|one| known.template(0, one)));
            let joins: Vec<(u16, u16)> = (0..=u16::from(rng.chance(0.3))).map(|other| (3, other)).collect();
            let rooms = vec![RoomKind::Shapes(shapes.clone()); 4];
            let mut wanted =
                Wanted { size, rooms, joins, near: Vec::new(), fits: known, equal_neighbors: rng.chance(0.5) };
            let mut board = LayoutBoard::new(&mut wanted);
            board.shapes = vec![shapes.clone(); 4];
            let mut frontier = Ok(Vec::new());
            for room in 0..3 {
                let shape = shapes[rng.below(shapes.len() as u32) as usize];
                let (x, y) = (rng.below(size.w.into()) as i32 - 3, rng.below(size.h.into()) as i32 - 3);
                board.placed[room] = Some(ShapePosition { shape, x, y });
                frontier = frontier.and_then(|frontier: Vec<Rc<RoomDomain>>| board.frontier(&frontier, room));
            }
            let whole = board.domain(3);
            let is_place = |place: ShapePosition| {
                let [columns, rows] = board.bounds(place.shape);
                let is_inside = (columns[0]..=columns[1]).contains(&place.x) && (rows[0]..=rows[1]).contains(&place.y);
                let others = board.placed.iter().enumerate().filter_map(|(room, at)| Some((room, (*at)?)));
                is_inside
                    && others.into_iter().all(|(room, at)| {
                        let is_joined = board.around[3].contains(&room);
                        let may_join = !is_joined || board.may_join(place.shape, at.shape);
                        may_join && fits(&board.wanted.fits, at, place, is_joined)
                    })
            };
            let all = shapes
                .iter()
                .flat_map(|&shape| (-5..13).flat_map(move |y| (-5..17).map(move |x| ShapePosition { shape, x, y })));
            let expected: Vec<ShapePosition> = all.filter(|&place| is_place(place)).collect();
            let places =
                |domain: &RoomDomain| (0..domain.n).filter_map(|i| domain.nth(i)).collect::<Vec<ShapePosition>>();
            let sorted = |mut places: Vec<ShapePosition>| {
                places.sort_by_key(|place| (place.shape, place.y, place.x));
                places
            };
            assert_eq!(sorted(places(&whole)), sorted(expected.clone()));
            match frontier {
                Ok(frontier) => assert_eq!(sorted(places(&frontier[0])), sorted(expected.clone())),
                Err(_) => assert!(expected.is_empty()),
            }
            found += expected.len();
        }
        assert!(found > 300, "{found}");
    }
}
