//! The overlapping model: every window of the map is one of the sample.

use std::collections::BTreeMap;

use mapwright_core::{Grid, Point, Size, Tile, Wrap};

use super::patterns::{Patterns, labels, weights};
use super::rules::{Rules, RulesError};
use super::symmetry::Symmetries;
use super::wave::Wave;

/// The windows of N×N cells of a sample, as rules for a board with a cell for each window of a map (Gumin 2016).
///
/// Windows overlap by all but one row or column, and agree where they do. So every window of the map is one of the
/// sample, or an image of one.
///
/// ```
/// use mapwright_core::{Grid, Size, Tile, Wrap};
/// use mapwright_wfc::{Limits, Overlapping, Symmetries, collapse};
///
/// let sample = Grid::from_fn(Size::new(4, 4), |p| if (p.x + p.y) % 4 == 0 { Tile::FLOOR } else { Tile::WALL });
/// let model = Overlapping::new(&sample, Wrap::Both, 2, Symmetries::NONE)?;
/// let mut board = model.board(Size::new(30, 20), Wrap::None).ok_or("smaller than a window")?;
/// model.pin(&mut board, [(Size::new(30, 20).center(), Tile::FLOOR)]);
/// let tiles = model.tiles(&collapse(model.rules(), &board, 7, Limits::default(), &mut ())?.patterns, board.wrap());
/// assert_eq!(tiles[tiles.size().center()], Tile::FLOOR);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlapping {
    patterns: Patterns,
    rules: Rules,
}

impl Overlapping {
    /// The windows of a sample, and images of them. Where the sample wraps, they run on over its border.
    ///
    /// # Errors
    ///
    /// A sample without a window, or with more than [`Rules::MOST_PATTERNS`] different ones.
    pub fn new(sample: &Grid<Tile>, wrap: Wrap, n: u16, symmetries: Symmetries) -> Result<Self, RulesError> {
        let n = n.max(1);
        let patterns = Patterns::of(sample, wrap, Size::new(n, n), 1)?.with_images(symmetries)?;
        let labels = labels(patterns.pieces().map(|piece| (patterns.size, piece)), n - 1);
        let rules = Rules::from_labels(&weights(patterns.counts()), &labels)?;
        Ok(Overlapping { patterns, rules })
    }

    /// Which window may lie beside which.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The cells of a window, row-major.
    pub fn window(&self, pattern: u32) -> &[Tile] {
        self.patterns.piece(pattern)
    }

    /// The tile of a window at a place in it.
    pub fn tile(&self, pattern: u32, at: Point) -> Option<Tile> {
        let size = self.patterns.size;
        size.contains(at).then(|| self.window(pattern)[size.index(at) as usize])
    }

    /// A board for a map of a size: on an axis that does not wrap it is shorter by N − 1. `None` if the map is smaller
    /// than a window.
    pub fn board(&self, size: Size, wrap: Wrap) -> Option<Wave> {
        let n = self.patterns.size.w;
        let along = |length: u16, wraps: bool| Some(length.checked_sub(n)? + if wraps { n } else { 1 });
        let board = Size::new(along(size.w, wrap.x())?, along(size.h, wrap.y())?);
        Some(Wave::full(&self.rules, board, wrap))
    }

    /// Keeps only windows that have these tiles at these places of the map.
    pub fn pin(&self, board: &mut Wave, pins: impl IntoIterator<Item = (Point, Tile)>) {
        let mut masks: BTreeMap<Tile, Vec<Vec<u64>>> = BTreeMap::new();
        for (at, tile) in pins {
            let masks = masks.entry(tile).or_insert_with(|| self.masks(tile));
            for (p, mask) in self.patterns.size.points().zip(masks) {
                let along = |to: u16, by: u16, length: u16, wraps: bool| match to.checked_sub(by) {
                    None if wraps => length.checked_sub(by - to),
                    place => place,
                };
                let (size, wrap) = (board.size(), board.wrap());
                let x = along(at.x, p.x, size.w, wrap.x());
                let y = along(at.y, p.y, size.h, wrap.y());
                if let (Some(x), Some(y)) = (x, y) {
                    board.keep_set(Point::new(x, y), mask);
                }
            }
        }
    }

    /// For each place in a window the set of those that have the tile there.
    fn masks(&self, tile: Tile) -> Vec<Vec<u64>> {
        let mut masks = vec![vec![0; self.rules.words()]; self.patterns.size.area() as usize];
        for (pattern, piece) in self.patterns.pieces().enumerate() {
            for (mask, _) in masks.iter_mut().zip(piece).filter(|&(_, &there)| there == tile) {
                mask[pattern / 64] |= 1 << (pattern % 64);
            }
        }
        masks
    }

    /// The map of a board that was made by [`board`](Self::board) and solved.
    pub fn tiles(&self, patterns: &Grid<u32>, wrap: Wrap) -> Grid<Tile> {
        let (n, board) = (self.patterns.size.w, patterns.size());
        let along = |length: u16, wraps: bool| if wraps { length } else { length + (n - 1) };
        let size = Size::new(along(board.w, wrap.x()), along(board.h, wrap.y()));
        Grid::from_fn(size, |p| {
            // The last windows cover the rows and columns where none begins.
            let corner = Point::new(p.x.min(board.w - 1), p.y.min(board.h - 1));
            let inside = Point::new(p.x - corner.x, p.y - corner.y);
            self.window(patterns[corner])[self.patterns.size.index(inside) as usize]
        })
    }
}
