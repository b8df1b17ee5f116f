//! Chance by place: the same place of a world gives the same number in every picture. As a field it is smooth noise.

use crate::scene::Axes;

/// What noise is used for; each use has its own.
pub(super) mod purpose {
    pub(crate) const GRAIN: u32 = 1;
    pub(crate) const PATCHES: u32 = 2;
    pub(crate) const FLAGS: u32 = 3;
    pub(crate) const JOINT_WEST: u32 = 5;
    pub(crate) const JOINT_NORTH: u32 = 6;
    pub(crate) const ROCK: u32 = 7;
    pub(crate) const UNREST: u32 = 9;
    pub(crate) const DEPTH: u32 = 11;
    pub(crate) const FOAM: u32 = 12;
    pub(crate) const DETAIL: u32 = 21;
    pub(crate) const PEBBLE: u32 = 30;
    pub(crate) const SCRATCH: u32 = 41;
    pub(crate) const HATCH: u32 = 51;
    pub(crate) const TREE: u32 = 61;
    pub(crate) const STONE: u32 = 71;
}

/// 32 bits that belong to a place and a purpose.
pub(super) const fn hash(x: i32, y: i32, purpose: u32) -> u32 {
    let h =
        (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77) ^ purpose.wrapping_mul(0xc2b2_ae3d);
    let h = (h ^ h >> 15).wrapping_mul(0x2c1b_3c6d);
    let h = (h ^ h >> 12).wrapping_mul(0x297a_2d39);
    h ^ h >> 15
}

/// Where the cells of a map lie in their world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) axes: Axes,
    pub(super) origin: (i32, i32),
    /// Whether chance is the same everywhere.
    pub(super) repeats: bool,
}

impl Places {
    /// The place of a cell. Around a wrapped border, places repeat.
    #[inline]
    pub(super) const fn of(self, x: i32, y: i32) -> (i32, i32) {
        if self.repeats {
            return (0, 0);
        }
        let (x, y) = (x.wrapping_add(self.origin.0), y.wrapping_add(self.origin.1));
        let wrap = self.axes.wrap;
        (if wrap.x() { x.rem_euclid(self.axes.w) } else { x }, if wrap.y() { y.rem_euclid(self.axes.h) } else { y })
    }

    /// The random number of a cell.
    pub(super) const fn hash(self, x: i32, y: i32, purpose: u32) -> u32 {
        let (x, y) = self.of(x, y);
        hash(x, y, purpose)
    }
}

/// The random numbers of four rows of cells: two above a row, the row, and one below.
#[derive(Clone, Debug, Default)]
pub(super) struct Noise {
    /// The row below the one that the numbers were taken around: three of their rows are its, too.
    next: Option<i32>,
    stride: usize,
    values: Vec<i32>,
}

impl Noise {
    /// Takes the numbers around a row, 0 to 255, one for each square of `step` × `step` cells.
    pub(super) fn fill(&mut self, places: Places, y: i32, purpose: u32, step: i32) {
        let w = places.axes.w;
        self.stride = w as usize + 4;
        let mut first = y - 2;
        if self.next == Some(y) {
            self.values.drain(..self.stride);
            first = y + 1;
        } else {
            self.values.clear();
        }
        self.next = Some(y + 1);
        for y in first..=y + 1 {
            self.values.extend((-2..w + 2).map(|x| {
                let (x, y) = places.of(x, y);
                (hash(x.div_euclid(step), y.div_euclid(step), purpose) & 255) as i32
            }));
        }
    }

    /// The numbers of a cell of the row, or of the row above it, and of its eight neighbors.
    #[inline]
    pub(super) fn around(&self, x: i32, above: bool) -> [[i32; 3]; 3] {
        let first = if above { 0 } else { self.stride };
        let from = first + (x + 1) as usize;
        let row = |nth: usize| {
            let row = &self.values[from + nth * self.stride..][..3];
            [row[0], row[1], row[2]]
        };
        [row(0), row(1), row(2)]
    }
}
