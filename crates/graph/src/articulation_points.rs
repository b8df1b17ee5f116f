//! Articulation points, by the faces around them.
//!
//! Passages on a flat or cylindrical map are a drawing without crossings. By Euler's formula it has V − E + F − 1 connected
//! components, for V cells, E edges and F faces. Take away a cell with k edges whose corners lie in m different faces:
//! one cell and k edges are gone, and the m faces are one. So there are k − m more components, and a cell is an articulation point
//! exactly if two of its k corners lie in one face.
//!
//! Four neighbors enclose a corner, and a missing edge unites the faces on both its sides. So disjoint sets of corners find
//! the faces in one scan near the cell at hand, in half the time of a depth-first search, which jumps across the map. On a
//! torus, or with portals, passages may cross, and a search finds the cells.

use mapwright_core::{Dir, Dirs, Passages, Size};

use crate::DisjointSets;
use crate::cycles::articulation_points_by_search;

/// The articulation points, row by row: without one of them, its neighbors are no longer connected.
///
/// ```
/// use mapwright_core::{Point, Size, Wrap, BuilderMap, Tile};
/// use mapwright_graph::articulation_points;
///
/// let mut map = BuilderMap::filled(Size::new(7, 3), Wrap::None, Tile::FLOOR);
/// map.tiles[Point::new(3, 0)] = Tile::WALL;
/// map.tiles[Point::new(3, 2)] = Tile::WALL;
/// assert_eq!(articulation_points(&map.passages()), [9, 10, 11], "the gap, and the cells on both its sides");
/// ```
pub fn articulation_points(passages: &Passages) -> Vec<u32> {
    let crosses = |dir| passages.area() > 0 && passages.beside(0, dir).is_some();
    if passages.has_portals() || crosses(Dir::W) && crosses(Dir::N) {
        return articulation_points_by_search(passages);
    }
    let mut faces = Faces::new(passages, crosses(Dir::N));
    let Size { w, h } = passages.size();
    let cells = (0..u32::from(h)).flat_map(|y| (0..u32::from(w)).map(move |x| (x, y)));
    (0..).zip(cells).filter(|&(cell, at)| faces.touch_twice(passages.dirs(cell), at)).map(|(cell, _)| cell).collect()
}

/// The faces, as sets of corners. Corner (x, y) is north-west of cell (x, y).
struct Faces {
    columns: u32,
    rows: u32,
    sets: DisjointSets,
}

impl Faces {
    fn new(passages: &Passages, wraps_y: bool) -> Self {
        let (w, h) = (u32::from(passages.size().w), u32::from(passages.size().h));
        // The corners east of the last column are those west of the first, or in the same face, that outside of the map.
        // If the map wraps from north to south, this holds for the corners south of the last row.
        let (columns, rows) = if wraps_y { (w + 1, h) } else { (w, h + 1) };
        let mut faces = Faces { columns, rows, sets: DisjointSets::new(columns * rows) };
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let ways = passages.dirs(y * w + x);
            let [ne, se, sw, nw] = faces.corners((x, y));
            // Around a cell without any way, the corners are united already.
            let is_known = y > 0 && passages.dirs((y - 1) * w + x).is_empty();
            if !is_known && !ways.contains(Dir::N) {
                faces.sets.unite(nw, ne);
            }
            if !ways.contains(Dir::W) {
                faces.sets.unite(nw, sw);
            }
            if x + 1 == w && !ways.contains(Dir::E) {
                faces.sets.unite(ne, se);
            }
            if y + 1 == h && !ways.contains(Dir::S) {
                faces.sets.unite(sw, se);
            }
        }
        faces
    }

    /// The corners of a cell, clockwise: the one after N, and so on.
    const fn corners(&self, (x, y): (u32, u32)) -> [u32; 4] {
        let east = if x + 1 == self.columns { 0 } else { x + 1 };
        let south = if y + 1 == self.rows { 0 } else { y + 1 };
        let (top, bottom) = (y * self.columns, south * self.columns);
        [top + east, bottom + east, bottom + x, top + x]
    }

    /// Whether two corners of a cell, each after one of its edges, lie in one face.
    fn touch_twice(&mut self, ways: Dirs, at: (u32, u32)) -> bool {
        if ways.len() < 2 {
            return false;
        }
        let (corners, mut faces) = (self.corners(at), [u32::MAX; 4]);
        ways.iter().any(|dir| {
            let face = self.sets.find(corners[dir as usize]);
            let is_known = faces.contains(&face);
            faces[dir as usize] = face;
            is_known
        })
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{BuilderMap, Grid, MapRng, Tile, Wrap};

    use super::*;

    #[test]
    fn faces_find_what_a_search_finds() {
        let mut rng = MapRng::new(6);
        for (size, wrap) in
            [(Size::new(70, 90), Wrap::None), (Size::new(100, 40), Wrap::X), (Size::new(40, 100), Wrap::Y)]
        {
            for density in [0.05, 0.2, 0.35, 0.45] {
                let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
                map.tiles = Grid::from_fn(size, |_| if rng.chance(density) { Tile::WALL } else { Tile::FLOOR });
                let passages = map.passages();
                assert_eq!(articulation_points(&passages), articulation_points_by_search(&passages), "{map:?}");
            }
        }
    }
}
