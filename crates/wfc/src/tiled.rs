//! The tiled model: single cells, and which of them may touch.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Point, Sides, Size, Tile, Wrap};

use super::patterns::weights;
use super::rules::{Rules, RulesError};
use super::symmetry::Symmetries;
use super::wave::Wave;

/// The cells of a sample, as rules for a board with a cell for each cell of a map.
///
/// Where the sample has sides or corners, its cells are a set of Wang tiles: they touch where the colors agree. Where it
/// has neither, two tiles may touch in a direction if they do so anywhere in the sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiled {
    cells: Vec<Cell>,
    has_sides: bool,
    has_corners: bool,
    rules: Rules,
}

/// What a pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The tile.
    pub tile: Tile,
    /// The colors of its sides; all 0 where the sample has no sides.
    pub sides: Sides,
    /// The colors of its corners; all 0 where the sample has no corners.
    pub corners: Sides,
}

impl Tiled {
    /// The cells of a sample, and images of them.
    ///
    /// # Errors
    ///
    /// A sample without a cell, or with more than [`Rules::MOST_PATTERNS`] different ones.
    pub fn new(sample: &BuilderMap, symmetries: Symmetries) -> Result<Self, RulesError> {
        let cell = |p: Point| {
            let plane = |plane: &Option<Grid<Sides>>| {
                plane.as_ref().and_then(|plane| plane.get(p)).copied().unwrap_or(Sides::CLOSED)
            };
            Cell { tile: sample.tiles[p], sides: plane(&sample.sides), corners: plane(&sample.corners) }
        };
        let mut counts: BTreeMap<Cell, u64> = BTreeMap::new();
        for cell in sample.size().points().map(cell) {
            for number in symmetries.numbers() {
                *counts.entry(cell.image(number)).or_default() += 1;
            }
        }
        let (cells, counts): (Vec<Cell>, Vec<u64>) = counts.into_iter().unzip();
        let weights = weights(&counts);
        let (has_sides, has_corners) = (sample.sides.is_some(), sample.corners.is_some());
        let rules = if has_sides || has_corners {
            Rules::from_labels(&weights, &cells.iter().map(|cell| cell.labels()).collect::<Vec<_>>())?
        } else {
            Rules::from_pairs(&weights, pairs(sample, &cells, symmetries))?
        };
        Ok(Tiled { cells, has_sides, has_corners, rules })
    }

    /// Which cell may lie beside which.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What each pattern stands for.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the cells have sides of their own.
    pub const fn has_sides(&self) -> bool {
        self.has_sides
    }

    /// Whether the cells have corners of their own.
    pub const fn has_corners(&self) -> bool {
        self.has_corners
    }

    /// A board for a map of a size.
    pub fn board(&self, size: Size, wrap: Wrap) -> Wave {
        Wave::full(&self.rules, size, wrap)
    }

    /// Keeps only patterns with these tiles at these places.
    pub fn pin(&self, board: &mut Wave, pins: impl IntoIterator<Item = (Point, Tile)>) {
        for (at, tile) in pins {
            board.keep(at, |pattern| self.cells[pattern as usize].tile == tile);
        }
    }

    /// Keeps only patterns whose sides are closed towards the borders that cannot be stepped over.
    pub fn close_borders(&self, board: &mut Wave) {
        let size = board.size();
        let lattice = Passages::lattice(size, board.wrap());
        for p in size.points() {
            for dir in lattice.ways(size.index(p)).complement().iter() {
                board.keep(p, |pattern| !self.cells[pattern as usize].sides.is_open(dir));
            }
        }
    }
}

impl Cell {
    /// The cell turned clockwise by `number % 4` quarters, after it was mirrored from 4 on.
    fn image(self, number: u8) -> Cell {
        let turned = |sides: Sides| sides.turned(u32::from(number) % 4);
        let (mut sides, mut corners) = (self.sides, self.corners);
        if number >= 4 {
            let [n, e, s, w] = Dir::ALL.map(|dir| sides.color(dir));
            sides = Sides::from_colors([n, w, s, e]);
            // In the order NE, SE, SW, NW.
            let [ne, se, sw, nw] = Dir::ALL.map(|dir| corners.color(dir));
            corners = Sides::from_colors([nw, sw, se, ne]);
        }
        Cell { tile: self.tile, sides: turned(sides), corners: turned(corners) }
    }

    /// What has to agree over each side: the color of the side, and of its two corners.
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
    cells: &'a [Cell],
    symmetries: Symmetries,
) -> impl Iterator<Item = (u32, Dir, u32)> + 'a {
    let lattice = Passages::lattice(sample.size(), sample.wrap);
    let number = |tile: Tile| cells.partition_point(|cell| cell.tile < tile) as u32;
    let mut pairs = BTreeSet::new();
    for here in 0..lattice.area() {
        for dir in lattice.ways(here).iter().filter(|dir| matches!(dir, Dir::E | Dir::S)) {
            let (a, b) = (sample.tiles[here], sample.tiles[lattice.step(here, dir)]);
            for image in symmetries.numbers() {
                let mirrored = if image >= 4 && dir == Dir::E { Dir::W } else { dir };
                pairs.insert((number(a), mirrored.turned(u32::from(image) % 4), number(b)));
            }
        }
    }
    pairs.into_iter()
}
