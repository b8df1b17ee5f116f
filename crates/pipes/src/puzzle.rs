//! A pipe puzzle: the tiles as they lie, the source, wrapped borders and barriers.

use mapwright_core::{BuilderMap, Dir, Dirs, Grid, Passages, Point, Sides, Size, Tile, Wrap};

/// Tiles on a board, as a player finds them. It is what a live board starts from, what the solver solves,
/// what the generator makes and what a game ID says.
///
/// A tile is the set of its open sides; a tile without any is empty, and does not ask for water. Every pair of
/// touching sides is one place where water can pass, unless a barrier stands there. A wrapped board one
/// cell wide (or high) has no such place along that axis, one two cells wide has two between each pair.
///
/// With the feature `serde` it is an object `{"width","height","wrap","source":[x,y],"tiles"}`, where `tiles` has a
/// digit a tile and the letters of barriers, as in a [`GameId`](crate::GameId).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipePuzzle {
    tiles: Grid<Dirs>,
    ground: Passages,
    source: Point,
    wrap: Wrap,
}

/// Why tiles make no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board has at least one cell.
    #[error("a board of {0} has no cell; both numbers must be at least 1")]
    NoCells(Size),
    /// The source must lie on the board.
    #[error("the source {at} is outside the board of {size}")]
    SourceOutside {
        /// Where it was asked for.
        at: Point,
        /// The board's size.
        size: Size,
    },
    /// A map needs sides to be a board.
    #[error("the map has no `sides`, so it has no pipes")]
    NoSides,
    /// A map needs a start, the source.
    #[error("the map has no `start`, so the board has no source")]
    NoSource,
    /// Water passes through touching sides only.
    #[error("the map has portals; a pipe board has none")]
    Portals,
    /// The planes of a map have one size.
    #[error("{0}")]
    Unsound(String),
}

impl PuzzleError {
    /// Whether there is a board of this size with its source there.
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
    pub fn new(tiles: Grid<Dirs>, wrap: Wrap, source: Point) -> Result<Self, PuzzleError> {
        let size = tiles.size();
        PuzzleError::check(size, source)?;
        Ok(PipePuzzle { tiles, ground: Passages::lattice(size, wrap), source, wrap })
    }

    /// The board that a map with sides and a start is. A solid cell is an empty tile.
    pub fn from_map(map: &BuilderMap) -> Result<Self, PuzzleError> {
        if let Some(fault) = map.fault() {
            return Err(PuzzleError::Unsound(fault));
        }
        let sides = map.sides.as_ref().ok_or(PuzzleError::NoSides)?;
        let source = map.start.ok_or(PuzzleError::NoSource)?;
        if !map.portals.is_empty() {
            return Err(PuzzleError::Portals);
        }
        let tile = |p| if map.is_open(p) { sides[p].dirs() } else { Dirs::NONE };
        PipePuzzle::new(Grid::from_fn(map.size(), tile), map.wrap, source)
    }

    /// Puts a barrier on a side of a cell, and on the touching side of its neighbor: no turn can open it. On
    /// the border of a board that does not wrap there is nothing to close.
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

    /// One cell's open sides, to change. `cell` must lie inside.
    pub(crate) fn tile_mut(&mut self, cell: u32) -> &mut Dirs {
        &mut self.tiles[cell]
    }

    /// Where water can pass, whatever lies there: every pair of neighbors, round wrapped borders too, between
    /// which there is no barrier.
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

    /// The same board with other tiles: the barriers stay, and where `tiles` has no such cell, so does the tile.
    #[must_use]
    pub fn with_tiles(&self, tiles: &Grid<Dirs>) -> Self {
        let old = |p| self.tiles.get(p).copied().unwrap_or_default();
        let tiles = Grid::from_fn(self.size(), |p| tiles.get(p).copied().unwrap_or_else(|| old(p)));
        PipePuzzle { tiles, ..self.clone() }
    }

    /// The board as a map: sides in color 1, and the source as the start. Empty cells are walls, but for the
    /// source. A map has no barriers: where one parts two open sides, the map joins them.
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
                map.portals.push((Point::new(0, 0), Point::new(2, 1)));
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
        assert_eq!(puzzle.ground().ways(0), Dirs::ALL.without(Dir::W));
        assert_eq!(puzzle.ground().ways(1), Dirs::ALL.without(Dir::E));
    }
}
