//! What games ask a map, as methods of the map.

use mapwright_core::{BuilderMap, Grid, Point};

use crate::{distances, path, sight};

/// Paths, distances and sight on a [`BuilderMap`], by points.
///
/// Each call of `path` and `distances` looks at the whole map once to find its passages. For many paths on one map, keep a
/// [`Pathfinder`](crate::Pathfinder).
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_graph::MapExt;
///
/// let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// map.tiles[(1, 0)] = Tile::WALL;
/// assert_eq!(map.path((0, 0), (2, 0)).map(|path| path.len()), Some(5));
/// assert_eq!(map.distances((0, 0))[(2, 0)], 4);
/// assert_eq!(map.neighbors((0, 0)), [Point::new(0, 1)]);
/// assert!(!map.sight((0, 0), 9)[(2, 0)]);
/// ```
pub trait MapExt {
    /// A shortest path with both its ends, as [`path`] finds it; `None` if there is none.
    fn path(&self, from: impl Into<Point>, to: impl Into<Point>) -> Option<Vec<Point>>;

    /// The number of steps from a cell to each other one, or [`UNREACHED`](crate::UNREACHED), as by [`distances`].
    fn distances(&self, from: impl Into<Point>) -> Grid<u32>;

    /// The cells in sight of a cell, as [`sight`] sees them.
    fn sight(&self, from: impl Into<Point>, radius: u16) -> Grid<bool>;
}

impl MapExt for BuilderMap {
    fn path(&self, from: impl Into<Point>, to: impl Into<Point>) -> Option<Vec<Point>> {
        path(&self.passages(), from.into(), to.into())
    }

    fn distances(&self, from: impl Into<Point>) -> Grid<u32> {
        distances(&self.passages(), [from.into()])
    }

    fn sight(&self, from: impl Into<Point>, radius: u16) -> Grid<bool> {
        sight(self, from.into(), radius)
    }
}
