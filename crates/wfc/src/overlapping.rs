//! The overlapping model: every window of the map appears in the sample.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{Grid, Point, Rect, Size, Tile, Wrap};

use super::model::{ColoredTile, Model};
use super::patterns::{Patterns, labels, weights};
use super::rules::{AdjacencyError, AdjacencyRules};
use super::symmetry::Symmetries;
use super::wave::Wave;

/// The windows of N×N cells of a sample, as rules for a wave with a cell for each window of a map (Gumin 2016).
///
/// Neighboring windows overlap by all but one row or column, and agree there. So every window of the map is one of the
/// sample's, or an image of one.
///
/// ```
/// use mapwright_core::{Grid, Size, Tile, Wrap};
/// use mapwright_wfc::{Limits, Model, OverlappingModel, Symmetries, collapse};
///
/// let sample = Grid::from_fn(Size::new(4, 4), |p| if (p.x + p.y) % 4 == 0 { Tile::FLOOR } else { Tile::WALL });
/// let model = OverlappingModel::new(&sample, Wrap::Both, 2, Symmetries::NONE)?;
/// let mut wave = model.wave(Size::new(30, 20), Wrap::None).ok_or("smaller than a window")?;
/// model.pin(&mut wave, &[(Size::new(30, 20).center(), Tile::FLOOR)]);
/// let tiles = model.tiles(&wave, &collapse(model.rules(), &wave, 7, Limits::default(), &mut ())?.patterns);
/// assert_eq!(tiles[tiles.size().center()], Tile::FLOOR);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlappingModel {
    patterns: Patterns,
    rules: AdjacencyRules,
}

impl OverlappingModel {
    /// The windows of a sample, and images of them. If the sample wraps, windows continue across its border.
    ///
    /// # Errors
    ///
    /// The sample has no window, or more than [`AdjacencyRules::MOST_PATTERNS`] different ones.
    pub fn new(sample: &Grid<Tile>, wrap: Wrap, n: u16, symmetries: Symmetries) -> Result<Self, AdjacencyError> {
        OverlappingModel::learn(sample, wrap, n, symmetries, &mut || true)
    }

    /// The same until `goes_on` says no: then the model is of no use.
    pub(super) fn learn(
        sample: &Grid<Tile>,
        wrap: Wrap,
        n: u16,
        symmetries: Symmetries,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, AdjacencyError> {
        let n = n.max(1);
        let patterns = Patterns::of(sample, wrap, (Size::new(n, n), 1), goes_on)?.with_images(symmetries)?;
        let labels = labels(patterns.pieces().map(|piece| (patterns.size, piece)), n - 1);
        let rules = AdjacencyRules::from_labels(&weights(patterns.counts()), &labels)?;
        Ok(OverlappingModel { patterns, rules })
    }

    /// The cells of a window, row-major.
    pub fn window(&self, pattern: u32) -> &[Tile] {
        self.patterns.piece(pattern)
    }

    /// For each cell of a window, the set of windows with the tile there.
    fn masks(&self, tile: Tile) -> Vec<Vec<u64>> {
        let mut masks = vec![vec![0; self.rules.words()]; self.patterns.size.area() as usize];
        for (pattern, piece) in self.patterns.pieces().enumerate() {
            for (mask, _) in masks.iter_mut().zip(piece).filter(|&(_, &there)| there == tile) {
                mask[pattern / 64] |= 1 << (pattern % 64);
            }
        }
        masks
    }

    /// The slot whose window has the map's cell `at` at `inside`.
    fn slot(&self, wave: &Wave, at: Point, inside: Point) -> Option<Point> {
        let along = |to: u16, by: u16, length: u16, wraps: bool| match to.checked_sub(by) {
            None if wraps => length.checked_sub(by - to),
            place => place.filter(|&place| place < length),
        };
        let (size, wrap) = (wave.size(), wave.wrap());
        let x = along(at.x, inside.x, size.w, wrap.x())?;
        Some(Point::new(x, along(at.y, inside.y, size.h, wrap.y())?))
    }
}

impl Model for OverlappingModel {
    fn rules(&self) -> &AdjacencyRules {
        &self.rules
    }

    /// A slot for each window: on an axis that does not wrap, N − 1 fewer than cells. `None` if the map is smaller than
    /// a window.
    fn wave(&self, size: Size, wrap: Wrap) -> Option<Wave> {
        let n = self.patterns.size.w;
        let along = |length: u16, wraps: bool| Some(length.checked_sub(n)? + if wraps { n } else { 1 });
        let slots = Size::new(along(size.w, wrap.x())?, along(size.h, wrap.y())?);
        Some(Wave::full(&self.rules, slots, wrap))
    }

    fn map_size(&self, wave: &Wave) -> Size {
        let along = |slots: u16, wraps: bool| if wraps { slots } else { slots + self.patterns.size.w - 1 };
        Size::new(along(wave.size().w, wave.wrap().x()), along(wave.size().h, wave.wrap().y()))
    }

    fn pin(&self, wave: &mut Wave, pins: &[(Point, Tile)]) {
        let mut masks: BTreeMap<Tile, Vec<Vec<u64>>> = BTreeMap::new();
        for &(at, tile) in pins {
            let masks = masks.entry(tile).or_insert_with(|| self.masks(tile));
            for (inside, mask) in self.patterns.size.points().zip(masks) {
                if let Some(slot) = self.slot(wave, at, inside) {
                    wave.keep_set(slot, mask);
                }
            }
        }
    }

    fn covers(&self, wave: &Wave, slot: Point, at: Point) -> bool {
        self.patterns.size.points().any(|inside| self.slot(wave, at, inside) == Some(slot))
    }

    /// One cell; the last windows also decide the rows and columns where no window begins.
    fn region(&self, wave: &Wave, slot: Point) -> Rect {
        let (size, slots) = (self.map_size(wave), wave.size());
        let along = |at: u16, slots: u16, length: u16| if at + 1 == slots { length - at } else { 1 };
        Rect::new(slot.x, slot.y, along(slot.x, slots.w, size.w), along(slot.y, slots.h, size.h))
    }

    fn cell(&self, pattern: u32, at: Point) -> ColoredTile {
        self.window(pattern)[self.patterns.size.index(at) as usize].into()
    }

    fn known_tiles(&self) -> BTreeSet<Tile> {
        self.patterns.pieces().flatten().copied().collect()
    }
}
