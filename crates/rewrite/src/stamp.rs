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
    checks: Vec<(Place, Mask)>,
    pub(crate) writes: Vec<(Place, u8)>,
    /// Whether every match changes something.
    always_changes: bool,
}

/// A place of an image: its column and row, and how far behind the anchor it is if the image lies within the borders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) behind: u32,
}

impl Stamp {
    /// A stamp for each image of some rules.
    pub(crate) fn all(set: &RuleSet, shape: Shape) -> Vec<Stamp> {
        set.images.iter().map(|image| Stamp::new(image, shape)).collect()
    }

    pub(crate) fn new(image: &Image, shape: Shape) -> Self {
        let places = || Place::all(image, shape);
        Stamp {
            w: image.from.w,
            h: image.from.h,
            room: shape.room(image.from.w, image.from.h),
            checks: places().zip(image.from.cells.iter().copied()).filter(|&(_, mask)| mask != ANY).collect(),
            writes: places().zip(image.to.cells.iter().copied()).filter(|&(_, to)| to != KEEP).collect(),
            always_changes: image.always_changes(),
        }
    }

    /// Puts those places first that fit the fewest cells of a board.
    pub(crate) fn sort(&mut self, counts: &[u32; 32]) {
        let fitting = |mask: Mask| (0..32).filter(|s| mask >> s & 1 == 1).map(|s| u64::from(counts[s])).sum::<u64>();
        self.checks.sort_by_key(|&(_, mask)| fitting(mask));
    }

    /// The symbols that fit the first place, and where it is.
    pub(crate) fn rarest(&self) -> (Mask, (u32, u32)) {
        self.checks.first().map_or((ANY, (0, 0)), |(place, mask)| (*mask, (place.x, place.y)))
    }

    /// The row-major index of an anchor if it is in the room.
    #[inline]
    pub(crate) fn anchor(&self, shape: Shape, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.room.0 && y < self.room.1).then(|| y * shape.w + x)
    }

    /// Whether the image lies within the borders, and does not run over them.
    fn is_inner(&self, shape: Shape, (x, y): (u32, u32)) -> bool {
        x + self.w <= shape.w && y + self.h <= shape.h
    }

    /// Whether the image matches at an anchor in its room, and would change something.
    #[inline]
    pub(crate) fn is_live(&self, board: &Board, at: (u32, u32)) -> bool {
        match self.is_inner(board.shape, at) {
            true => self.is_live_inside(board, at.1 * board.shape.w + at.0),
            false => self.fits(board, |place| board.shape.cell(at, (place.x, place.y))),
        }
    }

    /// The same for an image that lies within the borders.
    #[inline]
    pub(crate) fn is_live_inside(&self, board: &Board, anchor: u32) -> bool {
        self.fits(board, |place| anchor + place.behind)
    }

    #[inline]
    fn fits(&self, board: &Board, cell: impl Fn(&Place) -> u32) -> bool {
        let changes = |(place, to): &(Place, u8)| board.cells[cell(place) as usize] != *to;
        self.checks.iter().all(|(place, mask)| board.has(cell(place), *mask))
            && (self.always_changes || self.writes.iter().any(changes))
    }

    /// The cells that a match at an anchor writes, and what.
    pub(crate) fn written(&self, shape: Shape, anchor: u32) -> impl Iterator<Item = (u32, u8)> {
        let at = shape.point(anchor);
        let is_inner = self.is_inner(shape, at);
        let cell =
            move |place: Place| if is_inner { anchor + place.behind } else { shape.cell(at, (place.x, place.y)) };
        self.writes.iter().map(move |&(place, to)| (cell(place), to))
    }

    /// Applies the match at an anchor.
    pub(crate) fn write(&self, board: &mut Board, anchor: u32) {
        self.written(board.shape, anchor).for_each(|(cell, to)| board.set(cell, to));
    }
}

impl Place {
    /// The places of an image, row by row. An image larger than the board has no room, and is never behind an anchor.
    pub(crate) fn all(image: &Image, shape: Shape) -> impl Iterator<Item = Place> {
        let w = image.from.w;
        let places = (0..image.from.h).flat_map(move |y| (0..w).map(move |x| (x, y)));
        places.map(move |(x, y)| Place { x, y, behind: y.wrapping_mul(shape.w).wrapping_add(x) })
    }
}
