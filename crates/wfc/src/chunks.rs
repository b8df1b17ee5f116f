//! The chunk model: a map made of square pieces of a sample, whose touching edges are equal.

use std::collections::BTreeSet;

use mapwright_core::{Dir, Grid, Point, Rect, Size, Tile, Wrap};

use super::model::{ColoredTile, Model};
use super::patterns::{Patterns, labels, weights};
use super::rules::{AdjacencyError, AdjacencyRules};
use super::symmetry::Symmetries;
use super::wave::Wave;

/// Square pieces of a sample, as rules for a wave with a cell for each piece. A model is made for one size of map.
///
/// Two pieces may touch if all cells that face each other across the seam are equal. If the map's size is not a
/// multiple of the piece's, the last column and row consist of cropped pieces, which fit by the same rule.
///
/// A piece fits its own mirror image. So with [`Image::Mirrors`](super::Image::Mirrors) any piece fills any map, as in
/// a kaleidoscope: without a border or pins there is always a solution.
///
/// ```
/// use mapwright_core::{Grid, Size, Tile, Wrap};
/// use mapwright_wfc::{Chunks, Limits, Model, Symmetries, collapse};
///
/// let sample = Grid::from_fn(Size::new(16, 16), |p| if p.x % 5 == 0 || p.y % 7 == 0 { Tile::WALL } else { Tile::FLOOR });
/// let model = Chunks::new(&sample, Wrap::None, 4, 1, Symmetries::ALL, Size::new(30, 21))?;
/// let wave = model.wave(Size::new(30, 21), Wrap::None).ok_or("made for another size")?;
/// assert_eq!(wave.size(), Size::new(8, 6));
/// let tiles = model.tiles(&wave, &collapse(model.rules(), &wave, 7, Limits::default(), &mut ())?.patterns);
/// assert_eq!(tiles.size(), Size::new(30, 21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunks {
    chunk: u16,
    map: Size,
    /// Whole pieces, and pieces cropped at the right, at the bottom, and at both.
    kinds: [Patterns; 4],
    labels: Vec<[u64; 4]>,
    rules: AdjacencyRules,
}

impl Chunks {
    /// The pieces of a sample whose corners are `stride` cells apart, and images of them, for a map of size `map`. On a
    /// wrapped axis pieces continue across the border.
    ///
    /// # Errors
    ///
    /// The sample has no piece, or more than [`AdjacencyRules::MOST_PATTERNS`] different ones.
    pub fn new(
        sample: &Grid<Tile>,
        wrap: Wrap,
        chunk: u16,
        stride: u16,
        symmetries: Symmetries,
        map: Size,
    ) -> Result<Self, AdjacencyError> {
        Chunks::learn(sample, wrap, (chunk, stride), symmetries, map, &mut || true)
    }

    /// The same until `goes_on` says no: then the model is of no use.
    pub(super) fn learn(
        sample: &Grid<Tile>,
        wrap: Wrap,
        (chunk, stride): (u16, u16),
        symmetries: Symmetries,
        map: Size,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, AdjacencyError> {
        let chunk = chunk.max(1);
        let whole = Patterns::of(sample, wrap, (Size::new(chunk, chunk), stride), goes_on)?.with_images(symmetries)?;
        let rest = Size::new(map.w % chunk, map.h % chunk);
        let none = || Patterns::none(Size::new(chunk, chunk));
        let cropped = |wanted: bool, w: u16, h: u16| if wanted { whole.cropped(Size::new(w, h)) } else { none() };
        let (right, bottom) = (rest.w > 0, rest.h > 0);
        let (across, down) = (map.w >= chunk, map.h >= chunk);
        let kinds = [
            cropped(across && down, chunk, chunk),
            cropped(right && down, rest.w, chunk),
            cropped(bottom && across, chunk, rest.h),
            cropped(right && bottom, rest.w, rest.h),
        ];
        let pieces = kinds.iter().flat_map(|kind| kind.pieces().map(|piece| (kind.size, piece)));
        let labels = labels(pieces, 1);
        let counts: Vec<u64> = kinds.iter().flat_map(Patterns::counts).copied().collect();
        let rules = AdjacencyRules::from_labels(&weights(&counts), &labels)?;
        Ok(Chunks { chunk, map, kinds, labels, rules })
    }

    /// The slot that covers a cell of the map.
    fn slot(&self, at: Point) -> Point {
        Point::new(at.x / self.chunk, at.y / self.chunk)
    }

    /// The cells of a slot's piece.
    fn piece(&self, slot: Point) -> Rect {
        let (x, y) = (slot.x.saturating_mul(self.chunk), slot.y.saturating_mul(self.chunk));
        let length = |from: u16, to: u16| to.saturating_sub(from).min(self.chunk);
        Rect::new(x, y, length(x, self.map.w), length(y, self.map.h))
    }

    fn tile(&self, pattern: u32, at: Point) -> Option<Tile> {
        let (kind, nth) = self.kind(pattern)?;
        kind.size.contains(at).then(|| kind.piece(nth)[kind.size.index(at) as usize])
    }

    /// The patterns of the kind that fits a cell of the wave.
    fn range(&self, slot: Point) -> std::ops::Range<u32> {
        let Rect { w, h, .. } = self.piece(slot);
        let kind = usize::from(w < self.chunk) + 2 * usize::from(h < self.chunk);
        let before: usize = self.kinds[..kind].iter().map(Patterns::len).sum();
        // Rules have no more than 2^16 patterns.
        before as u32..(before + self.kinds[kind].len()) as u32
    }

    /// The kind of a pattern, and its number within the kind.
    fn kind(&self, mut pattern: u32) -> Option<(&Patterns, u32)> {
        self.kinds.iter().find_map(|kind| match pattern.checked_sub(kind.len() as u32) {
            None => Some((kind, pattern)),
            Some(rest) => {
                pattern = rest;
                None
            }
        })
    }
}

impl Model for Chunks {
    fn rules(&self) -> &AdjacencyRules {
        &self.rules
    }

    /// `None` for any other size than the model's.
    fn wave(&self, size: Size, wrap: Wrap) -> Option<Wave> {
        let slots = Size::new(self.map.w.div_ceil(self.chunk), self.map.h.div_ceil(self.chunk));
        let mut wave = (size == self.map).then(|| Wave::full(&self.rules, slots, wrap))?;
        for slot in slots.points() {
            let range = self.range(slot);
            // A piece that is its own neighbor around the map must fit itself.
            let fits = |pattern: u32, there: Dir, wraps: bool, length: u16| {
                let labels = self.labels[pattern as usize];
                !(wraps && length == 1) || labels[there as usize] == labels[there.opposite() as usize]
            };
            wave.keep(slot, |pattern| {
                range.contains(&pattern)
                    && fits(pattern, Dir::E, wrap.x(), slots.w)
                    && fits(pattern, Dir::S, wrap.y(), slots.h)
            });
        }
        Some(wave)
    }

    fn map_size(&self, _: &Wave) -> Size {
        self.map
    }

    fn pin(&self, wave: &mut Wave, pins: &[(Point, Tile)]) {
        for &(at, tile) in pins.iter().filter(|(at, _)| self.map.contains(*at)) {
            let inside = Point::new(at.x % self.chunk, at.y % self.chunk);
            wave.keep(self.slot(at), |pattern| self.tile(pattern, inside) == Some(tile));
        }
    }

    fn region(&self, _: &Wave, slot: Point) -> Rect {
        self.piece(slot)
    }

    fn cell(&self, pattern: u32, at: Point) -> ColoredTile {
        self.tile(pattern, at).unwrap_or(Tile::WALL).into()
    }

    fn known_tiles(&self) -> BTreeSet<Tile> {
        self.kinds.iter().flat_map(Patterns::pieces).flatten().copied().collect()
    }

    /// In a cropped piece that is at least two cells wide and high.
    ///
    /// The sample seldom has pieces whose second row, say, is the wall at its border. Painting the wall keeps all seams
    /// equal: a border cell that faces another piece faces a border cell, which is painted too, or pinned, and then the
    /// search has made this one equal to it. Only in a piece one cell wide or high does the border face the inside of
    /// another piece.
    fn may_paint(&self, _: &Wave, at: Point) -> bool {
        let Rect { w, h, .. } = self.piece(self.slot(at));
        w.min(h) >= 2 && w.min(h) < self.chunk
    }
}
