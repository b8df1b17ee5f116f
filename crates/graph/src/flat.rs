//! Mazes as tiles: the walls between cells become tiles of their own.
//!
//! A map without sides stays as it is. In a map with sides each cell becomes a square of `cell` by `cell` tiles, with
//! lines one tile thick between and around the squares: wall where there is no passage, floor elsewhere. A post, where
//! lines cross, is wall if any of its lines is; so open rooms of many cells have no posts inside. Borders that wrap are
//! open where a passage crosses them, and the last line equals the first: copies that overlap by that line continue
//! each other.

use std::fmt;

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Point, Size, Tile};

use crate::Spot;

/// The tiles of a map, with walls between cells as tiles.
#[derive(Debug)]
pub struct Flat {
    /// The tiles. If the map has sides, cells are `pitch` tiles apart.
    pub tiles: Grid<Tile>,
    /// The tiles from one cell to the next, and from the border to the middle of the first.
    pitch: u16,
    middle: u16,
}

/// A map that would become too large: its columns and rows in tiles.
#[derive(Clone, Copy, PartialEq, Eq, mapwright_core::ErrorDebug)]
pub struct TooLargeError(
    /// Columns.
    pub u64,
    /// Rows.
    pub u64,
);

impl fmt::Display for TooLargeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLargeError(w, h) = self;
        write!(f, "the map would have {w}x{h} tiles, which is too many; expected at most 65535 a side")
    }
}

impl std::error::Error for TooLargeError {}

impl Flat {
    /// The tiles of a map, at most `limit` of them. If the map has sides, each cell is `cell` tiles wide.
    ///
    /// # Errors
    ///
    /// The map would have more than `limit` tiles, or more than 65,535 a side.
    pub fn from_map(map: &BuilderMap, cell: u8, limit: u64) -> Result<Flat, TooLargeError> {
        let (pitch, middle) = match map.sides {
            Some(_) => (u16::from(cell.max(1)) + 1, 1 + u16::from(cell.saturating_sub(1) / 2)),
            None => (1, 0),
        };
        let side = |cells: u16| u64::from(cells) * u64::from(pitch) + u64::from(pitch > 1);
        let (w, h) = (side(map.size().w), side(map.size().h));
        match (u16::try_from(w), u16::try_from(h)) {
            (Ok(width), Ok(height)) if w * h <= limit => {
                let tiles = match pitch {
                    1 => map.tiles.clone(),
                    _ => carve(map, pitch, Size::new(width, height)),
                };
                Ok(Flat { tiles, pitch, middle })
            }
            _ => Err(TooLargeError(w, h)),
        }
    }

    /// The tile in the middle of a cell.
    pub const fn place(&self, cell: Point) -> Point {
        Point::new(cell.x * self.pitch + self.middle, cell.y * self.pitch + self.middle)
    }
}

fn carve(map: &BuilderMap, pitch: u16, size: Size) -> Grid<Tile> {
    let lines = MazeLines::of(map);
    Grid::from_fn(size, |place| match Spot::at(place, pitch, map.size()) {
        Spot::Cell(cell) => map.tiles[cell],
        Spot::Line(cell, dir) => lines.line(cell, dir),
        Spot::Post(cell) => lines.post(cell),
    })
}

/// The lines between the cells of a map with sides, and the posts where they cross. Beyond a border lies the opposite side of
/// the map.
#[derive(Debug)]
pub struct MazeLines<'a> {
    map: &'a BuilderMap,
    passages: Passages,
}

impl<'a> MazeLines<'a> {
    /// The lines of a map.
    pub fn of(map: &'a BuilderMap) -> Self {
        MazeLines { map, passages: map.passages() }
    }

    /// Whether the line between a cell and the next one is open.
    pub fn is_open(&self, cell: Point, dir: Dir) -> bool {
        self.passages.dirs(self.passages.index(cell)).contains(dir)
    }

    /// The tile of the line between a cell and the next one, to the east or south.
    pub fn line(&self, cell: Point, dir: Dir) -> Tile {
        if self.is_open(cell, dir) { self.ground(&[cell, self.next(cell, dir)]) } else { Tile::WALL }
    }

    /// The tile where four lines meet, at the south-east corner of a cell.
    ///
    /// On a border that does not wrap, one of the four is always a wall.
    pub fn post(&self, cell: Point) -> Tile {
        let (east, south) = (self.next(cell, Dir::E), self.next(cell, Dir::S));
        let lines = [(cell, Dir::E), (cell, Dir::S), (south, Dir::E), (east, Dir::S)];
        if lines.into_iter().any(|(cell, dir)| self.line(cell, dir).is_solid()) {
            return Tile::WALL;
        }
        self.ground(&[cell, east, south, self.next(east, Dir::S)])
    }

    /// The next cell to the east or south, across the border after the last.
    fn next(&self, cell: Point, dir: Dir) -> Point {
        let Size { w, h } = self.map.size();
        let after = |at: u16, length: u16| if at + 1 < length { at + 1 } else { 0 };
        if dir == Dir::E { Point::new(after(cell.x, w), cell.y) } else { Point::new(cell.x, after(cell.y, h)) }
    }

    /// The tile that all cells share, or floor if they differ.
    fn ground(&self, cells: &[Point]) -> Tile {
        let mut tiles = cells.iter().map(|&cell| self.map.tiles[cell]);
        let first = tiles.next().unwrap_or(Tile::FLOOR);
        if tiles.all(|tile| tile == first) { first } else { Tile::FLOOR }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{MapRng, Sides, Wrap, join_sides};

    const SIZES: [(u16, u16); 8] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (3, 2), (5, 8)];

    fn random_maze(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
        let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
        let mut sides = Grid::new(size, Sides::CLOSED);
        let lattice = Passages::lattice(size, wrap);
        for cell in 0..size.area() {
            for dir in lattice.dirs(cell).iter() {
                if rng.chance(0.4) {
                    join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
                }
            }
        }
        map.sides = Some(sides);
        map
    }

    #[test]
    fn wider_cells_are_the_narrow_ones_stretched() {
        let mut rng = MapRng::new(6);
        for (w, h) in SIZES {
            for wrap in Wrap::ALL {
                let map = random_maze(Size::new(w, h), wrap, &mut rng);
                let narrow = Flat::from_map(&map, 1, u64::MAX).unwrap();
                for cell in 2..5u8 {
                    let wide = Flat::from_map(&map, cell, u64::MAX).unwrap();
                    let pitch = u16::from(cell) + 1;
                    let thin = |at: u16| at / pitch * 2 + u16::from(!at.is_multiple_of(pitch));
                    assert_eq!(wide.tiles.size(), Size::new(w * pitch + 1, h * pitch + 1));
                    for (p, &tile) in wide.tiles.iter() {
                        assert_eq!(tile, narrow.tiles[Point::new(thin(p.x), thin(p.y))]);
                    }
                    for p in map.size().points() {
                        let middle = wide.place(p);
                        assert_eq!((middle.x / pitch, middle.y / pitch), p.into());
                        assert!(!middle.x.is_multiple_of(pitch) && !middle.y.is_multiple_of(pitch));
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_line_of_a_wrapped_axis_is_the_first() {
        let mut rng = MapRng::new(7);
        for (w, h) in SIZES {
            let map = random_maze(Size::new(w, h), Wrap::Both, &mut rng);
            let tiles = Flat::from_map(&map, 1, u64::MAX).unwrap().tiles;
            let Size { w, h } = tiles.size();
            assert!((0..h).all(|y| tiles[Point::new(0, y)] == tiles[Point::new(w - 1, y)]));
            assert!((0..w).all(|x| tiles[Point::new(x, 0)] == tiles[Point::new(x, h - 1)]));
        }
    }

    #[test]
    fn maps_without_sides_stay_and_large_ones_are_refused() {
        let mut map = BuilderMap::filled(Size::new(40000, 2), Wrap::None, Tile::WATER);
        let flat = Flat::from_map(&map, 3, 80000).unwrap();
        assert_eq!(flat.tiles, map.tiles);
        assert_eq!(flat.place(Point::new(39999, 1)), Point::new(39999, 1));
        let error = Flat::from_map(&map, 3, 79999).unwrap_err();
        assert_eq!(error, TooLargeError(40000, 2));
        assert_eq!(
            Box::<dyn std::error::Error>::from(error).to_string(),
            "the map would have 40000x2 tiles, which is too many; expected at most 65535 a side"
        );
        map.sides = Some(Grid::new(map.size(), Sides::OPEN));
        assert_eq!(Flat::from_map(&map, 1, u64::MAX).unwrap_err(), TooLargeError(80001, 5));
    }

    /// Each passage has the tile that both of its cells share, and floor where they differ.
    #[test]
    fn a_passage_looks_like_the_cells_that_it_joins() {
        let mut rng = MapRng::new(8);
        for (w, h) in SIZES {
            let size = Size::new(w, h);
            let mut map = random_maze(size, Wrap::Both, &mut rng);
            map.tiles = Grid::from_fn(size, |_| *rng.pick(&[Tile::FLOOR, Tile::GRASS, Tile::WATER]).unwrap());
            let flat = Flat::from_map(&map, 1, u64::MAX).unwrap();
            let ways = map.passages();
            for (cell, dir) in (0..size.area()).flat_map(|cell| [(cell, Dir::W), (cell, Dir::N)]) {
                let (here, there) = (size.point(cell), size.point(ways.step(cell, dir)));
                let line = match dir {
                    Dir::W => Point::new(2 * here.x, 2 * here.y + 1),
                    _ => Point::new(2 * here.x + 1, 2 * here.y),
                };
                let expected = match ways.dirs(cell).contains(dir) {
                    false => Tile::WALL,
                    true if map.tiles[here] == map.tiles[there] => map.tiles[here],
                    true => Tile::FLOOR,
                };
                assert_eq!(flat.tiles[line], expected, "{w}x{h} {here} {dir:?}");
            }
        }
    }
}
