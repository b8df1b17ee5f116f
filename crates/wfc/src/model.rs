//! Models: patterns with rules, and what they mean on a map.

use std::collections::BTreeSet;
use std::fmt::Debug;

use mapwright_core::{BuilderMap, Grid, Point, Rect, Sides, Size, Tile, Wrap};

use super::rules::AdjacencyRules;
use super::wave::Wave;

/// Patterns with rules, and what they mean on a map: all that the stage and the solver need.
///
/// The wave of a map has a cell, or *slot*, for each pattern to choose. In some models a pattern is larger than a cell
/// of the map, so a slot covers several cells and decides some of them.
pub trait Model: Debug {
    /// Which patterns may touch.
    fn rules(&self) -> &AdjacencyRules;

    /// A wave for a map of a size, with every pattern that fits in each slot; `None` if the model has none for it.
    fn wave(&self, size: Size, wrap: Wrap) -> Option<Wave>;

    /// The size of the map that a wave is for.
    fn map_size(&self, wave: &Wave) -> Size;

    /// Keeps only patterns that have these tiles in these cells of the map.
    fn pin(&self, wave: &mut Wave, pins: &[(Point, Tile)]);

    /// Whether a slot's pattern covers a cell of the map.
    fn covers(&self, wave: &Wave, slot: Point, at: Point) -> bool {
        self.region(wave, slot).contains(at)
    }

    /// The cells of the map that a slot decides. Together, slots decide each cell once.
    fn region(&self, wave: &Wave, slot: Point) -> Rect;

    /// The content of a pattern at a point, relative to its top left corner.
    fn cell(&self, pattern: u32, at: Point) -> ColoredTile;

    /// All tiles of all patterns.
    fn known_tiles(&self) -> BTreeSet<Tile>;

    /// Whether patterns have sides, and whether they have corners.
    fn planes(&self) -> (bool, bool) {
        (false, false)
    }

    /// Whether a wall may be painted in a border cell after the search, whatever the pattern there has.
    fn may_paint(&self, _wave: &Wave, _at: Point) -> bool {
        false
    }

    /// Closes the sides of patterns at the borders of a map. Returns `false` if patterns have no sides.
    fn close_borders(&self, _wave: &mut Wave) -> bool {
        false
    }

    /// Writes a pattern to the cells that its slot decides.
    fn paint(&self, map: &mut BuilderMap, wave: &Wave, slot: Point, pattern: u32) {
        let region = self.region(wave, slot);
        for p in region.points() {
            let ColoredTile { tile, sides, corners } = self.cell(pattern, Point::new(p.x - region.x, p.y - region.y));
            map.tiles[p] = tile;
            if let Some(plane) = &mut map.sides {
                plane[p] = sides;
            }
            if let Some(plane) = &mut map.corners {
                plane[p] = corners;
            }
        }
    }

    /// The tiles of a solved wave.
    fn tiles(&self, wave: &Wave, patterns: &Grid<u32>) -> Grid<Tile> {
        let mut map = BuilderMap::filled(self.map_size(wave), wave.wrap(), Tile::WALL);
        patterns.iter().for_each(|(slot, &pattern)| self.paint(&mut map, wave, slot, pattern));
        map.tiles
    }
}

/// A tile, with its colors if it is a Wang tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColoredTile {
    /// The tile.
    pub tile: Tile,
    /// The colors of its sides; all 0 in a model without sides.
    pub sides: Sides,
    /// The colors of its corners; all 0 in a model without corners.
    pub corners: Sides,
}

impl From<Tile> for ColoredTile {
    fn from(tile: Tile) -> Self {
        ColoredTile { tile, sides: Sides::CLOSED, corners: Sides::CLOSED }
    }
}
