//! An image of a rule on a board: which cells it looks at, and which it writes.

use crate::board::{Board, Shape};
use crate::compile::{Image, RuleSet};
use crate::parse::KEEP;
use crate::symbols::{ANY, Mask};

/// An image and where it lies: the row-major index of its anchor, the cell under its top left one.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// How many columns and rows the anchor may be in.
    pub(crate) room: (u32, u32),
    /// The places that have to fit; those that fit nearly anywhere come last.
    checks: Vec<Place<Mask>>,
    pub(crate) writes: Vec<Place<u8>>,
    /// Whether every match changes something.
    always_changes: bool,
}

/// A place of an image: its column and row, and how far behind the anchor it is on a map without end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<T> {
    pub(crate) x: u32,
    pub(crate) y: u32,
    behind: u32,
    pub(crate) value: T,
}

impl Stamp {
    /// A stamp for each image of some rules.
    pub(crate) fn all(set: &RuleSet, shape: Shape) -> Vec<Stamp> {
        set.images.iter().map(|image| Stamp::new(image, shape)).collect()
    }

    pub(crate) fn new(image: &Image, shape: Shape) -> Self {
        let (w, h) = (image.from.w, image.from.h);
        let place = |i: usize| (i as u32 % w, i as u32 / w);
        let checks = image.from.cells.iter().enumerate().filter(|(_, mask)| **mask != ANY);
        let writes = image.to.cells.iter().enumerate().filter(|(_, to)| **to != KEEP);
        Stamp {
            w,
            h,
            room: shape.room(w, h),
            checks: checks.map(|(i, &mask)| Place::new(place(i), mask, shape)).collect(),
            writes: writes.map(|(i, &to)| Place::new(place(i), to, shape)).collect(),
            always_changes: image.always_changes(),
        }
    }

    /// Puts those places first that fit the fewest cells of a board.
    pub(crate) fn sort(&mut self, counts: &[u32; 32]) {
        let fitting = |mask: Mask| (0..32).filter(|s| mask >> s & 1 == 1).map(|s| u64::from(counts[s])).sum::<u64>();
        self.checks.sort_by_key(|check| fitting(check.value));
    }

    /// The symbols that fit the first place, and where it is.
    pub(crate) fn rarest(&self) -> (Mask, (u32, u32)) {
        self.checks.first().map_or((ANY, (0, 0)), |check| (check.value, (check.x, check.y)))
    }

    /// Whether the image matches at an anchor in its room, and would change something.
    #[inline]
    pub(crate) fn is_live(&self, board: &Board, x: u32, y: u32) -> bool {
        let shape = board.shape;
        if x + self.w <= shape.w && y + self.h <= shape.h {
            let anchor = y * shape.w + x;
            self.checks.iter().all(|check| board.has(anchor + check.behind, check.value))
                && (self.always_changes
                    || self.writes.iter().any(|w| board.cells[(anchor + w.behind) as usize] != w.value))
        } else {
            let cell = |at: (u32, u32)| shape.cell((x, y), at);
            self.checks.iter().all(|check| board.has(cell((check.x, check.y)), check.value))
                && (self.always_changes
                    || self.writes.iter().any(|w| board.cells[cell((w.x, w.y)) as usize] != w.value))
        }
    }

    /// The cells that a match at an anchor writes, and what.
    pub(crate) fn written(&self, shape: Shape, anchor: u32) -> impl Iterator<Item = (u32, u8)> {
        let at = shape.point(anchor);
        self.writes.iter().map(move |write| (shape.cell(at, (write.x, write.y)), write.value))
    }

    /// Applies the match at an anchor.
    pub(crate) fn write(&self, board: &mut Board, anchor: u32) {
        let shape = board.shape;
        let (x, y) = shape.point(anchor);
        if x + self.w <= shape.w && y + self.h <= shape.h {
            self.writes.iter().for_each(|write| board.set(anchor + write.behind, write.value));
        } else {
            self.written(shape, anchor).for_each(|(cell, to)| board.set(cell, to));
        }
    }
}

impl<T> Place<T> {
    fn new((x, y): (u32, u32), value: T, shape: Shape) -> Self {
        // An image larger than the board has no room, and its offsets are never used.
        Place { x, y, behind: y.wrapping_mul(shape.w).wrapping_add(x), value }
    }
}
