//! A pipe puzzle: its tiles, source, wrapped borders and barriers.

use mapwright_core::{BuilderMap, Dir, Dirs, Grid, Passages, Point, Sides, Size, Tile, Wrap};

/// Tiles on a board, as a player sees them. A live board starts from it, the solver solves it,
/// the generator makes it, and a game ID describes it.
///
/// A tile is the set of its open sides. A tile without open sides is empty, and does not need water. Water can pass
/// between touching sides, unless there is a barrier. A wrapped board one
/// cell wide (or high) has no passages along that axis; on one two cells wide, each pair of cells touches twice.
///
/// With the feature `serde` it is an object `{"width","height","wrap","source":[x,y],"tiles"}`, where `tiles` has a
/// digit for each tile and the letters of barriers, as in a [`GameId`](crate::GameId).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipePuzzle {
    tiles: Grid<Dirs>,
    ground: Passages,
    source: Point,
    wrap: Wrap,
}

/// Why tiles are not a puzzle.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The board has no cells.
    #[error("a board of {0} has no cells; expected at least 1x1")]
    NoCells(Size),
    /// The source is not on the board.
    #[error("the source {at} is outside the board of {size}")]
    SourceOutside {
        /// The source.
        at: Point,
        /// The board's size.
        size: Size,
    },
    /// The map has no sides.
    #[error("the map has no `sides`, so it has no pipes")]
    NoSides,
    /// The map has no start, which is the source.
    #[error("the map has no `start`, so the board has no source")]
    NoSource,
    /// The map has portals, but water passes only through touching sides.
    #[error("the map has portals; a pipe board has none")]
    Portals,
    /// The planes of the map have different sizes.
    #[error("{0}")]
    Unsound(String),
}

impl PuzzleError {
    /// Checks the size of a board and the position of its source.
    pub(crate) const fn check(size: Size, source: Point) -> Result<(), Self> {
        if size.area() == 0 {
            Err(PuzzleError::NoCells(size))
        } else if !size.contains(source) {
            Err(PuzzleError::SourceOutside { at: source, size })
        } else {
            Ok(())
        }
    }
}

impl PipePuzzle {
    /// A board of `tiles`, without barriers.
    ///
    /// # Errors
    ///
    /// The board has no cells, or the source is outside.
    pub fn new(tiles: Grid<Dirs>, wrap: Wrap, source: Point) -> Result<Self, PuzzleError> {
        let size = tiles.size();
        PuzzleError::check(size, source)?;
        Ok(PipePuzzle { tiles, ground: Passages::lattice(size, wrap), source, wrap })
    }

    /// The board of a map with sides and a start. A solid cell is an empty tile.
    ///
    /// # Errors
    ///
    /// The map has no sides or no start, has portals, or is not sound.
    pub fn from_map(map: &BuilderMap) -> Result<Self, PuzzleError> {
        if let Err(fault) = map.validate() {
            return Err(PuzzleError::Unsound(fault.why));
        }
        let sides = map.sides.as_ref().ok_or(PuzzleError::NoSides)?;
        let source = map.start.ok_or(PuzzleError::NoSource)?;
        if !map.portals.is_empty() {
            return Err(PuzzleError::Portals);
        }
        let tile = |p: Point| if map.is_open(p) { sides[p].dirs() } else { Dirs::NONE };
        PipePuzzle::new(Grid::from_fn(map.size(), tile), map.wrap, source)
    }

    /// Puts a barrier on a side of a cell and the touching side of its neighbor: no turn can open it. On
    /// the border of a board that does not wrap, it does nothing.
    #[must_use]
    pub fn with_barrier(mut self, at: Point, dir: Dir) -> Self {
        if self.size().contains(at) {
            self.ground.part(self.size().index(at), dir);
        }
        self
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Each cell's open sides.
    pub const fn tiles(&self) -> &Grid<Dirs> {
        &self.tiles
    }

    /// A cell's open sides, mutable. `cell` must be on the board.
    pub(crate) fn tile_mut(&mut self, cell: u32) -> &mut Dirs {
        &mut self.tiles[cell]
    }

    /// Where water could pass, whatever the tiles: between all neighbors, also across wrapped borders, except where
    /// there is a barrier.
    pub const fn ground(&self) -> &Passages {
        &self.ground
    }

    /// Where the water comes from.
    pub const fn source(&self) -> Point {
        self.source
    }

    /// Which borders are joined to the opposite one.
    pub const fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// The same board with other tiles. Barriers stay, and cells that `tiles` lacks keep their tile.
    #[must_use]
    pub fn with_tiles(&self, tiles: &Grid<Dirs>) -> Self {
        let old = |p| self.tiles.get(p).copied().unwrap_or_default();
        let tiles = Grid::from_fn(self.size(), |p| tiles.get(p).copied().unwrap_or_else(|| old(p)));
        PipePuzzle { tiles, ..self.clone() }
    }

    /// The board as a map: sides in color 1, and the source as the start. Empty cells are walls, except the
    /// source. A map has no barriers: where one separates two open sides, the map joins them.
    pub fn to_map(&self) -> BuilderMap {
        let mut map = BuilderMap::filled(self.size(), self.wrap, Tile::FLOOR);
        map.tiles = Grid::from_fn(self.size(), |p| {
            if self.tiles[p].is_empty() && p != self.source { Tile::WALL } else { Tile::FLOOR }
        });
        map.sides = Some(Grid::from_fn(self.size(), |p| Sides::from(self.tiles[p])));
        map.start = Some(self.source);
        map
    }
}

impl TryFrom<&BuilderMap> for PipePuzzle {
    type Error = PuzzleError;

    fn try_from(map: &BuilderMap) -> Result<Self, PuzzleError> {
        PipePuzzle::from_map(map)
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::Portal;

    use super::*;

    #[test]
    fn a_map_and_its_board_are_the_same() {
        let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::X, Tile::FLOOR);
        map.sides = Some(Grid::from_fn(map.size(), |p| Sides::from_code(p.x as u8 + 3 * p.y as u8 + 1)));
        map.start = Some(Point::new(1, 1));
        let puzzle = PipePuzzle::from_map(&map).unwrap();
        assert_eq!(puzzle.to_map(), map);
        assert_eq!(puzzle.with_tiles(puzzle.tiles()), puzzle);
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: &str| {
            let mut map = map.clone();
            spoil(&mut map);
            assert_eq!(PipePuzzle::from_map(&map).unwrap_err().to_string(), message);
        };
        check(&|_| (), "the map has no `sides`, so it has no pipes");
        let sides = |map: &mut BuilderMap| map.sides = Some(Grid::new(map.size(), Sides::OPEN));
        check(&sides, "the map has no `start`, so the board has no source");
        check(
            &|map| {
                sides(map);
                map.start = Some(Point::new(0, 0));
                map.portals.push(Portal::new((0, 0), (2, 1)));
            },
            "the map has portals; a pipe board has none",
        );
        let tiles = Grid::new(Size::new(2, 2), Dirs::ALL);
        let outside = PipePuzzle::new(tiles, Wrap::None, Point::new(0, 2)).unwrap_err();
        assert_eq!(outside.to_string(), "the source (0, 2) is outside the board of 2x2");
    }

    #[test]
    fn a_barrier_closes_both_sides() {
        let tiles = Grid::new(Size::new(2, 2), Dirs::ALL);
        let puzzle = PipePuzzle::new(tiles, Wrap::Both, Point::new(0, 0)).unwrap();
        let puzzle = puzzle.with_barrier(Point::new(0, 0), Dir::W);
        assert_eq!(puzzle.ground().dirs(0), Dirs::ALL.without(Dir::W));
        assert_eq!(puzzle.ground().dirs(1), Dirs::ALL.without(Dir::E));
    }
}
