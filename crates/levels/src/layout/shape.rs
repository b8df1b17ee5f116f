//! The shape of a room: its floor, its walls and where doors can be, as rows of bits. And where one shape may lie beside
//! another: all offsets at once, a row of them in the bits of a `u128`.
//!
//! The latter is the configuration space of robot motion planning (Lozano-Pérez 1983), which Ma et al. (*Game level layout
//! from design specification*, 2014) took to rooms. A cell of one shape hits a cell of the other at one offset; so a row of
//! offsets is the union of one shape's row, reversed, shifted to each cell of the other's.

use std::collections::BTreeMap;
use std::rc::Rc;

use mapwright_core::{Dir, Point, Template, Tile};

/// The most cells a side of a room's floor or of a template: with walls and margins, offsets between two fit a `u128`.
pub(crate) const MAX_SIDE: u16 = 50;

/// A room in one of its sizes or orientations. Bit x of row y is cell (x, y).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacedShape {
    /// Columns.
    pub(crate) w: usize,
    /// The cells of the floor.
    pub(crate) floor: Vec<u64>,
    /// The cells of the room: its floor, all around it, and what else a template draws.
    pub(crate) body: Vec<u64>,
    /// A template's tiles; none for a plain rectangle.
    pub(crate) tiles: Vec<(usize, usize, Tile)>,
    /// The template, and how many empty columns and rows come before it.
    pub(crate) drawn: Option<(Template, usize)>,
    /// The first cells of the doors of a template, by direction outwards and length; `None` for a plain rectangle.
    doors: Option<BTreeMap<(Dir, usize), Vec<u64>>>,
}

impl PlacedShape {
    /// A rectangle of floor, with doors of any length anywhere, and some columns and rows around its walls.
    pub(crate) fn rectangle(w: u16, h: u16, margin: usize) -> Self {
        let mut shape = PlacedShape { floor: vec![(1 << w) - 1; h.into()], ..PlacedShape::empty(usize::from(w)) };
        shape.widen(1 + margin);
        shape.body = (0..shape.h()).map(|y| near(&shape.floor, y)).collect();
        shape
    }

    /// A template without choices, in one orientation.
    pub(crate) fn of_template(template: &Template, margin: usize) -> Self {
        let cell = |(at, tile): (Point, &Option<Tile>)| Some((usize::from(at.x), usize::from(at.y), (*tile)?));
        let tiles = template.tiles().iter().filter_map(cell).collect();
        let mut shape = PlacedShape { tiles, ..PlacedShape::empty(template.size().w.into()) };
        shape.drawn = Some((template.clone(), 1 + margin));
        shape.floor = vec![0; template.size().h.into()];
        for &(x, y, tile) in &shape.tiles {
            shape.floor[y] |= u64::from(!tile.is_solid() && tile != Tile::DOOR) << x;
        }
        shape.widen(1 + margin);
        let mut drawn = vec![0; shape.h()];
        shape.tiles.iter().for_each(|&(x, y, _)| drawn[y] |= 1 << x);
        shape.body = (0..shape.h()).map(|y| near(&shape.floor, y) | drawn[y]).collect();
        shape.doors = Some(shape.drawn_doors(&drawn));
        shape
    }

    fn empty(w: usize) -> Self {
        PlacedShape { w, floor: Vec::new(), body: Vec::new(), tiles: Vec::new(), drawn: None, doors: None }
    }

    /// Adds empty columns and rows on all sides of the floor.
    fn widen(&mut self, by: usize) {
        self.floor.iter_mut().for_each(|row| *row <<= by);
        self.floor.splice(0..0, vec![0; by]);
        self.floor.extend(vec![0; by]);
        self.tiles.iter_mut().for_each(|(x, y, _)| (*x, *y) = (*x + by, *y + by));
        self.w += 2 * by;
    }

    /// Rows.
    pub(crate) fn h(&self) -> usize {
        self.floor.len()
    }

    /// Cells of floor.
    pub(crate) fn n_floor(&self) -> u32 {
        self.floor.iter().map(|row| row.count_ones()).sum()
    }

    pub(crate) fn is_floor(&self, x: usize, y: usize) -> bool {
        is(&self.floor, x as i32, y as i32)
    }

    /// The body and all cells beside it.
    pub(crate) fn body_grown(&self) -> Vec<u64> {
        (0..self.h()).map(|y| near(&self.body, y)).collect()
    }

    /// The first and last column and row of its body: `[left, top, right, bottom]`.
    pub(crate) fn extent(&self) -> [i32; 4] {
        let columns = self.body.iter().fold(0, |all, row| all | row);
        let is_used = |row: &&u64| **row != 0;
        let top = self.body.iter().take_while(|row| !is_used(row)).count();
        let below = self.body.iter().rev().take_while(|row| !is_used(row)).count();
        let left = columns.trailing_zeros().min(63);
        [left as i32, top as i32, 63 - columns.leading_zeros().min(63) as i32, (self.h() - below) as i32 - 1]
    }

    /// How long its doors may be; `None` for any length.
    pub(crate) fn door_lengths(&self) -> Option<Vec<usize>> {
        let mut lengths: Vec<usize> = self.doors.as_ref()?.keys().map(|&(_, length)| length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        Some(lengths)
    }

    /// How many doors a template has; `None` for a rectangle.
    pub(crate) fn n_doors(&self) -> Option<usize> {
        Some(self.doors.as_ref()?.values().flatten().map(|row| row.count_ones() as usize).sum())
    }

    /// The first cells of the doors of a length that lead in a direction.
    pub(crate) fn doors(&self, dir: Dir, length: usize) -> Vec<u64> {
        if let Some(doors) = &self.doors {
            return doors.get(&(dir, length)).cloned().unwrap_or_else(|| vec![0; self.h()]);
        }
        let row = |y: usize| self.floor.get(y).copied().unwrap_or(0);
        let side = |y: usize| match dir {
            Dir::N => row(y + 1) & !row(y),
            Dir::S => row(y.wrapping_sub(1)) & !row(y),
            Dir::E => row(y) << 1 & !row(y),
            Dir::W => row(y) >> 1 & !row(y),
        };
        let whole = |y: usize| match dir {
            Dir::N | Dir::S => (0..length).fold(u64::MAX, |all, i| all & side(y) >> i),
            Dir::E | Dir::W => (y..y + length).fold(u64::MAX, |all, y| all & side(y)),
        };
        (0..self.h()).map(whole).collect()
    }

    /// The doors that a template draws: straight runs of door tiles with floor behind all of them, nothing before any, and
    /// no floor at their ends.
    fn drawn_doors(&self, drawn: &[u64]) -> BTreeMap<(Dir, usize), Vec<u64>> {
        let mut doors = BTreeMap::new();
        for dir in Dir::ALL {
            let (dx, dy) = dir.delta();
            let floor = |x, y| is(&self.floor, x, y);
            let leads = |x: i32, y: i32| {
                let is_door = self.tiles.contains(&(x as usize, y as usize, Tile::DOOR));
                is_door && floor(x - dx, y - dy) && !is(drawn, x + dx, y + dy)
            };
            // Along the wall: eastwards or southwards.
            let (ax, ay) = (dy.abs(), dx.abs());
            for &(x, y, _) in &self.tiles {
                let (x, y) = (x as i32, y as i32);
                if !leads(x, y) || leads(x - ax, y - ay) || floor(x - ax, y - ay) {
                    continue;
                }
                let length = (1..i32::from(MAX_SIDE)).find(|&i| !leads(x + ax * i, y + ay * i)).unwrap_or(1);
                if !floor(x + ax * length, y + ay * length) {
                    let rows = doors.entry((dir, length as usize)).or_insert_with(|| vec![0; self.h()]);
                    rows[y as usize] |= 1u64 << x;
                }
            }
        }
        doors
    }
}

fn is(rows: &[u64], x: i32, y: i32) -> bool {
    (0..64).contains(&x) && (0..rows.len() as i32).contains(&y) && rows[y as usize] >> x & 1 == 1
}

/// The cells of a row that are set or touch one that is, at a corner too.
fn near(rows: &[u64], y: usize) -> u64 {
    let all = rows[y.saturating_sub(1)..(y + 2).min(rows.len())].iter().fold(0, |all, row| all | row);
    all | all << 1 | all >> 1
}

/// The offsets of shape b from shape a. Bit i of row j is offset (i − (b's columns − 1), j − (b's rows − 1)); beyond these
/// the shapes are far apart.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// Where b would lie on a or, if rooms lie apart, too near.
    pub(crate) blocked: Vec<u128>,
    /// Where a door of a meets a door of b, and neither lies on the other.
    pub(crate) touching: Vec<u128>,
}

/// The shapes of a layout, and how each lies beside each: found when first asked for.
#[derive(Debug)]
pub(crate) struct Fits {
    pub(crate) shapes: Vec<PlacedShape>,
    /// What a shape looks like to its neighbors: a size, or a template in any orientation.
    pub(crate) looks: Vec<(usize, u16, u16)>,
    /// Whether rooms that do not touch leave place for a corridor between them.
    pub(crate) is_apart: bool,
    rectangles: BTreeMap<(u16, u16), usize>,
    /// By both shapes.
    found: Vec<Vec<Option<Rc<Fit>>>>,
    n_found: usize,
}

/// The most fits that are kept. They may take a few kilobytes each, and can be found again.
const MOST_FITS: usize = 1 << 14;

impl Fits {
    pub(crate) fn new(is_apart: bool) -> Self {
        Fits {
            shapes: Vec::new(),
            looks: Vec::new(),
            is_apart,
            rectangles: BTreeMap::new(),
            found: Vec::new(),
            n_found: 0,
        }
    }

    pub(crate) fn rectangle(&mut self, w: u16, h: u16) -> usize {
        let margin = usize::from(self.is_apart);
        let (shapes, looks) = (&mut self.shapes, &mut self.looks);
        *self.rectangles.entry((w, h)).or_insert_with(|| {
            looks.push((usize::MAX, w, h));
            shapes.push(PlacedShape::rectangle(w, h, margin));
            shapes.len() - 1
        })
    }

    /// Adds an orientation of the template with a number.
    pub(crate) fn template(&mut self, number: usize, template: &Template) -> usize {
        self.looks.push((number, 0, 0));
        self.shapes.push(PlacedShape::of_template(template, usize::from(self.is_apart)));
        self.shapes.len() - 1
    }

    /// How b may lie beside a. What is not known yet adds to the work.
    pub(crate) fn get(&mut self, a: usize, b: usize, work: &mut u64) -> Rc<Fit> {
        let Fits { shapes, is_apart, found, n_found, .. } = self;
        let is_known = found.get(a).and_then(|row| row.get(b)).is_some_and(Option::is_some);
        if !is_known {
            *work += (shapes[a].h() * shapes[b].h() * (2 + shapes[a].w / 8)) as u64;
            *n_found += 1;
            if *n_found > MOST_FITS {
                found.clear();
                *n_found = 1;
            }
        }
        found.resize(found.len().max(a + 1), Vec::new());
        let row = &mut found[a];
        row.resize(row.len().max(b + 1), None);
        Rc::clone(row[b].get_or_insert_with(|| Rc::new(fit(&shapes[a], &shapes[b], *is_apart))))
    }
}

fn fit(a: &PlacedShape, b: &PlacedShape, is_apart: bool) -> Fit {
    let overlaps = |a_body: &[u64], b_body: &[u64]| {
        let mut rows = offsets(&a.floor, b_body, b.w);
        or(&mut rows, &offsets(a_body, &b.floor, b.w));
        rows
    };
    let on = overlaps(&a.body, &b.body);
    let mut touching = vec![0; on.len()];
    for length in common_lengths(a, b) {
        for dir in Dir::ALL {
            or(&mut touching, &offsets(&a.doors(dir, length), &b.doors(dir.opposite(), length), b.w));
        }
    }
    touching.iter_mut().zip(&on).for_each(|(touching, on)| *touching &= !on);
    let blocked = match is_apart {
        false => on,
        // Three walls between two floors: a corridor and its own walls.
        true => offsets(&a.body, &b.body_grown(), b.w),
    };
    Fit { blocked, touching }
}

/// The lengths of doors that both have.
pub(crate) fn common_lengths(a: &PlacedShape, b: &PlacedShape) -> Vec<usize> {
    match (a.door_lengths(), b.door_lengths()) {
        (None, None) => vec![1],
        (Some(lengths), None) | (None, Some(lengths)) => lengths,
        (Some(a), Some(b)) => a.into_iter().filter(|length| b.contains(length)).collect(),
    }
}

/// The offsets at which some cell of a lies on some cell of b.
pub(crate) fn offsets(a: &[u64], b: &[u64], b_w: usize) -> Vec<u128> {
    let mut rows = vec![0; a.len() + b.len() - 1];
    for (b_y, &b_row) in b.iter().enumerate().filter(|&(_, &row)| row != 0) {
        let reversed = u128::from(b_row.reverse_bits() >> (64 - b_w));
        for (a_y, &a_row) in a.iter().enumerate() {
            let mut left = a_row;
            while left != 0 {
                rows[a_y + b.len() - 1 - b_y] |= reversed << left.trailing_zeros();
                left &= left - 1;
            }
        }
    }
    rows
}

fn or(rows: &mut [u128], more: &[u128]) {
    rows.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
}

/// The shapes that a room may have.
#[derive(Clone, Debug)]
pub(crate) enum RoomKind {
    /// A rectangle of any size from the least to the most columns and rows of floor.
    Rectangle { w: [u16; 2], h: [u16; 2] },
    /// One of some shapes.
    Shapes(Vec<usize>),
}
