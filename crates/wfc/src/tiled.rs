//! The tiled model: single cells, and which of them may touch.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, D4, Dir, Grid, Passages, Point, Rect, Sides, Size, Tile, Wrap};

use super::model::{ColoredTile, Model};
use super::patterns::weights;
use super::rules::{AdjacencyError, AdjacencyRules};
use super::symmetry::Symmetries;
use super::wave::Wave;

/// The cells of a sample, as rules for a wave with a cell for each cell of a map.
///
/// If the sample has sides or corners, its cells are a set of Wang tiles, and touching colors must be equal. If it has
/// neither, two tiles may touch in a direction if they do so anywhere in the sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledModel {
    cells: Vec<ColoredTile>,
    has_sides: bool,
    has_corners: bool,
    rules: AdjacencyRules,
}

impl TiledModel {
    /// The cells of a sample, and images of them. On a wrapped axis the last cells touch the first.
    ///
    /// # Errors
    ///
    /// The sample has no cell, or more than [`AdjacencyRules::MOST_PATTERNS`] different ones.
    pub fn new(sample: &BuilderMap, wrap: Wrap, symmetries: Symmetries) -> Result<Self, AdjacencyError> {
        TiledModel::learn(sample, wrap, symmetries, &mut || true)
    }

    /// The same until `goes_on` says no: then the model is of no use.
    pub(super) fn learn(
        sample: &BuilderMap,
        wrap: Wrap,
        symmetries: Symmetries,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, AdjacencyError> {
        let cell = |p: Point| {
            let plane = |plane: &Option<Grid<Sides>>| {
                plane.as_ref().and_then(|plane| plane.get(p)).copied().unwrap_or(Sides::CLOSED)
            };
            ColoredTile { tile: sample.tiles[p], sides: plane(&sample.sides), corners: plane(&sample.corners) }
        };
        let mut counts: BTreeMap<ColoredTile, u64> = BTreeMap::new();
        for p in sample.size().points() {
            if p.x == 0 && !goes_on() {
                break;
            }
            let cell = cell(p);
            for image in symmetries.all() {
                *counts.entry(cell.image(image)).or_default() += 1;
            }
        }
        let (cells, counts): (Vec<ColoredTile>, Vec<u64>) = counts.into_iter().unzip();
        let weights = weights(&counts);
        let (has_sides, has_corners) = (sample.sides.is_some(), sample.corners.is_some());
        let rules = if has_sides || has_corners {
            AdjacencyRules::from_labels(&weights, &cells.iter().map(|cell| cell.labels()).collect::<Vec<_>>())?
        } else {
            AdjacencyRules::from_pairs(&weights, pairs(sample, wrap, &cells, symmetries, goes_on))?
        };
        Ok(TiledModel { cells, has_sides, has_corners, rules })
    }

    /// A custom model: rules, and the tile that each pattern stands for.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, BuildCx, Builder, Dir, MetaMapBuilder, Size, Tile, Wrap};
    /// use mapwright_wfc::{AdjacencyRules, TiledModel, WaveFunctionCollapse};
    ///
    /// // Grass everywhere; trees stand in columns.
    /// let (grass, tree) = (Tile::GRASS, Tile::TREE);
    /// let pairs = [(0, Dir::E, 0), (0, Dir::E, 1), (1, Dir::E, 0), (0, Dir::S, 0), (1, Dir::S, 1)];
    /// let model = TiledModel::from_rules(AdjacencyRules::from_pairs(&[3, 1], pairs)?, [grass, tree])?;
    /// let stage = WaveFunctionCollapse { model: model.into(), ..WaveFunctionCollapse::default() };
    /// let mut map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::WALL);
    /// stage.apply(&mut map, &mut BuildCx::new(7, stage.name(), 0))?;
    /// assert!(map.size().points().all(|p| map.tiles[p] == map.tiles[mapwright_core::Point::new(p.x, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The number of tiles is not the number of patterns.
    pub fn from_rules<T: Into<ColoredTile>>(
        rules: AdjacencyRules,
        cells: impl IntoIterator<Item = T>,
    ) -> Result<Self, AdjacencyError> {
        let cells: Vec<ColoredTile> = cells.into_iter().map(Into::into).collect();
        if cells.len() as u64 != u64::from(rules.n_patterns()) {
            return Err(AdjacencyError::NoPattern { pattern: cells.len(), n: rules.n_patterns() as usize });
        }
        let has = |plane: fn(&ColoredTile) -> Sides| cells.iter().any(|cell| plane(cell) != Sides::CLOSED);
        let (has_sides, has_corners) = (has(|cell| cell.sides), has(|cell| cell.corners));
        Ok(TiledModel { cells, has_sides, has_corners, rules })
    }

    /// What each pattern stands for.
    pub fn cells(&self) -> &[ColoredTile] {
        &self.cells
    }
}

impl Model for TiledModel {
    fn rules(&self) -> &AdjacencyRules {
        &self.rules
    }

    fn wave(&self, size: Size, wrap: Wrap) -> Option<Wave> {
        Some(Wave::full(&self.rules, size, wrap))
    }

    fn map_size(&self, wave: &Wave) -> Size {
        wave.size()
    }

    fn pin(&self, wave: &mut Wave, pins: &[(Point, Tile)]) {
        for &(at, tile) in pins {
            wave.keep(at, |pattern| self.cells[pattern as usize].tile == tile);
        }
    }

    fn region(&self, _: &Wave, slot: Point) -> Rect {
        Rect::new(slot.x, slot.y, 1, 1)
    }

    fn cell(&self, pattern: u32, _: Point) -> ColoredTile {
        self.cells[pattern as usize]
    }

    fn known_tiles(&self) -> BTreeSet<Tile> {
        self.cells.iter().map(|cell| cell.tile).collect()
    }

    fn planes(&self) -> (bool, bool) {
        (self.has_sides, self.has_corners)
    }

    fn close_borders(&self, wave: &mut Wave) -> bool {
        let lattice = Passages::lattice(wave.size(), wave.wrap());
        for p in wave.size().points().filter(|_| self.has_sides) {
            for dir in lattice.dirs(wave.size().index(p)).complement().iter() {
                wave.keep(p, |pattern| !self.cells[pattern as usize].sides.is_open(dir));
            }
        }
        self.has_sides
    }
}

impl ColoredTile {
    /// Returns the image of the cell.
    fn image(self, symmetry: D4) -> ColoredTile {
        let back = symmetry.inverse();
        // The corner of a number lies between the sides of this number and of the next.
        let corner = |dir: Dir| back.dir(if back.is_mirror() { dir.turned(1) } else { dir });
        let sides = Sides::from_colors(Dir::ALL.map(|dir| self.sides.color(back.dir(dir))));
        let corners = Sides::from_colors(Dir::ALL.map(|dir| self.corners.color(corner(dir))));
        ColoredTile { tile: self.tile, sides, corners }
    }

    /// What must agree across each side: the color of the side and of its two corners.
    fn labels(self) -> [u64; 4] {
        let [ne, se, sw, nw] = Dir::ALL.map(|dir| u64::from(self.corners.color(dir)));
        let [n, e, s, w] = Dir::ALL.map(|dir| u64::from(self.sides.color(dir)));
        // From west to east, and from north to south.
        let label = |side, first, last| side << 4 | first << 2 | last;
        [label(n, nw, ne), label(e, ne, se), label(s, sw, se), label(w, nw, sw)]
    }
}

/// The pairs of cells that touch in a sample, and their images.
fn pairs<'a>(
    sample: &'a BuilderMap,
    wrap: Wrap,
    cells: &'a [ColoredTile],
    symmetries: Symmetries,
    goes_on: &mut dyn FnMut() -> bool,
) -> impl Iterator<Item = (u32, Dir, u32)> + use<'a> {
    let lattice = Passages::lattice(sample.size(), wrap);
    let number = |tile: Tile| cells.partition_point(|cell| cell.tile < tile) as u32;
    let mut pairs = BTreeSet::new();
    let width = u32::from(sample.size().w);
    for here in 0..lattice.area() {
        if here % width == 0 && !goes_on() {
            break;
        }
        for dir in lattice.dirs(here).iter().filter(|dir| matches!(dir, Dir::E | Dir::S)) {
            let (a, b) = (sample.tiles[here], sample.tiles[lattice.step(here, dir)]);
            pairs.extend(symmetries.all().map(|image| (number(a), image.dir(dir), number(b))));
        }
    }
    pairs.into_iter()
}
