//! Many paths on one map, without allocating anew for each.

use mapwright_core::{BuilderMap, Grid, Passages, Point};

use crate::UNREACHED;

/// Finds shortest paths on one map and keeps its memory: for monsters that look for the player at each turn.
///
/// The paths are those of [`path`](crate::path). A search ends as soon as it meets the cell where the path begins, so short
/// paths on large maps are cheap.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_graph::Pathfinder;
///
/// let map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
/// let mut finder = Pathfinder::new(&map);
/// let path = finder.path((0, 1), (2, 0)).map(<[Point]>::to_vec);
/// assert_eq!(path, Some([(0, 1), (0, 0), (1, 0), (2, 0)].map(Point::from).to_vec()));
/// ```
#[derive(Clone, Debug)]
pub struct Pathfinder {
    passages: Passages,
    /// The steps that are left from each cell to the goal; [`UNREACHED`] everywhere between two searches.
    left: Grid<u32>,
    /// The cells that the search has met, nearest to the goal first.
    met: Vec<u32>,
    path: Vec<Point>,
}

impl Pathfinder {
    /// A finder for the map as it is now. Make another when walls or doors change.
    pub fn new(map: &BuilderMap) -> Self {
        Pathfinder::on(map.passages())
    }

    /// A finder for passages of your own, such as a map's with some cells closed.
    pub fn on(passages: Passages) -> Self {
        let left = Grid::new(passages.size(), UNREACHED);
        Pathfinder { passages, left, met: Vec::new(), path: Vec::new() }
    }

    /// A shortest path with both its ends; `None` if there is none. It is kept until the next call.
    pub fn path(&mut self, from: impl Into<Point>, to: impl Into<Point>) -> Option<&[Point]> {
        let (from, to) = (from.into(), to.into());
        let size = self.passages.size();
        if !(size.contains(from) && size.contains(to)) {
            return None;
        }
        let (from, goal) = (size.index(from), size.index(to));
        self.search(from, goal);
        let found = self.left[from] != UNREACHED;
        if found {
            self.descend(from, goal);
        }
        self.met.drain(..).for_each(|cell| self.left[cell] = UNREACHED);
        found.then_some(&self.path)
    }

    /// Breadth-first search from the goal. When it meets `from`, all cells that are nearer to the goal are met.
    fn search(&mut self, from: u32, goal: u32) {
        self.left[goal] = 0;
        self.met.push(goal);
        let mut next = 0;
        while let Some(&here) = self.met.get(next).filter(|_| self.left[from] == UNREACHED) {
            next += 1;
            for beside in self.passages.neighbors(here) {
                if self.left[beside] == UNREACHED {
                    self.left[beside] = self.left[here] + 1;
                    self.met.push(beside);
                }
            }
        }
    }

    /// Steps from cell to cell towards the goal, each time in the first direction that leads nearer.
    fn descend(&mut self, from: u32, goal: u32) {
        let (passages, left) = (&self.passages, &self.left);
        let nearer = |&here: &u32| {
            if here == goal { None } else { passages.neighbors(here).find(|&next| left[next] < left[here]) }
        };
        self.path.clear();
        self.path.extend(std::iter::successors(Some(from), nearer).map(|cell| passages.point(cell)));
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{MapRng, Size, Tile, Wrap};

    use super::*;
    use crate::path;

    #[test]
    fn paths_are_those_of_path_search_after_search() {
        let mut rng = MapRng::new(5);
        for (w, h) in [(1, 1), (1, 7), (7, 1), (5, 8), (12, 9)] {
            for wrap in Wrap::ALL {
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(0.3)).for_each(|tile| *tile = Tile::WALL);
                map.portals.push((map.size().point(rng.below(map.size().area())), Point::new(0, 0)).into());
                let (passages, mut finder) = (map.passages(), Pathfinder::new(&map));
                for (from, to) in map.size().points().flat_map(|a| map.size().points().map(move |b| (a, b))) {
                    assert_eq!(finder.path(from, to).map(<[Point]>::to_vec), path(&passages, from, to));
                }
                assert_eq!(finder.path((w, 0), (0, 0)), None);
            }
        }
    }
}
