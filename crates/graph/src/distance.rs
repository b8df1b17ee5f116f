//! Distances in steps, by breadth-first search without a limit.

use mapwright_core::{Grid, Passages, Point};

use crate::flood::flood;
use crate::waves::waves;

/// A cell by its [`Point`] or its row-major index. Paths are returned in the form in which they are requested.
pub trait AsCell: Copy {
    /// The row-major index of the cell; `None` if the map does not have it.
    fn index_in(self, passages: &Passages) -> Option<u32>;

    /// The cell at a row-major index.
    fn at_index(index: u32, passages: &Passages) -> Self;
}

impl AsCell for u32 {
    fn index_in(self, passages: &Passages) -> Option<u32> {
        (self < passages.area()).then_some(self)
    }

    fn at_index(index: u32, _: &Passages) -> u32 {
        index
    }
}

impl AsCell for Point {
    fn index_in(self, passages: &Passages) -> Option<u32> {
        passages.size().contains(self).then(|| passages.index(self))
    }

    fn at_index(index: u32, passages: &Passages) -> Point {
        passages.point(index)
    }
}

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// The number of steps from each cell to the nearest of `sources`, or [`UNREACHED`]. Sources are points or row-major
/// indexes; those that the map does not have are skipped.
///
/// ```
/// use mapwright_core::{Passages, Point, Size, Wrap};
/// use mapwright_graph::distances;
///
/// let ring = Passages::lattice(Size::new(6, 1), Wrap::X);
/// assert_eq!(distances(&ring, [0]).as_slice(), [0, 1, 2, 3, 2, 1]);
/// assert_eq!(distances(&ring, [Point::new(5, 0), Point::new(2, 0), Point::new(9, 9)]).as_slice(), [1, 1, 0, 1, 1, 0]);
/// ```
pub fn distances<C: AsCell>(passages: &Passages, sources: impl IntoIterator<Item = C>) -> Grid<u32> {
    let mut distance = Grid::new(passages.size(), UNREACHED);
    let sources = sources.into_iter().filter_map(|source| source.index_in(passages));
    waves(passages, sources, |steps, wave| wave.iter().for_each(|&cell| distance[cell] = steps));
    distance
}

/// The reachable cell farthest from `source`, and its distance in steps. Of several it is the
/// one found first; it is `source` itself if nothing else can be reached.
pub fn farthest(passages: &Passages, source: u32) -> (u32, u32) {
    let mut found = (source, 0);
    waves(passages, [source], |steps, wave| found = (wave[0], steps));
    found
}

/// Whether each cell can be reached from `source`.
pub fn reachable(passages: &Passages, source: u32) -> Grid<bool> {
    if !passages.has_portals() {
        return flood(passages, source);
    }
    let mut reached = Grid::new(passages.size(), false);
    waves(passages, [source], |_, wave| wave.iter().for_each(|&cell| reached[cell] = true));
    reached
}

/// The nearest of `sources` for each cell, as its index in the list, or [`UNREACHED`]. Of several at the same
/// distance it is the first in the list.
///
/// ```
/// use mapwright_core::{Passages, Size, Wrap};
/// use mapwright_graph::nearest_source;
///
/// let row = Passages::lattice(Size::new(6, 1), Wrap::None);
/// assert_eq!(nearest_source(&row, [5, 1]).as_slice(), [1, 1, 1, 0, 0, 0]);
/// ```
pub fn nearest_source(passages: &Passages, sources: impl IntoIterator<Item = u32>) -> Grid<u32> {
    let mut nearest = Grid::new(passages.size(), UNREACHED);
    let mut queue: Vec<u32> = Vec::new();
    for (source, place) in sources.into_iter().zip(0..) {
        if source < passages.area() && nearest[source] == UNREACHED {
            nearest[source] = place;
            queue.push(source);
        }
    }
    // The cells at one distance are in the queue in the order of their sources: the sources themselves are, and each
    // later cell is queued by its first neighbor.
    let mut front = 0;
    while let Some(&here) = queue.get(front) {
        front += 1;
        for next in passages.neighbors(here) {
            if nearest[next] == UNREACHED {
                nearest[next] = nearest[here];
                queue.push(next);
            }
        }
    }
    nearest
}

/// The two ends of a longest shortest path in the component of `source`, and its length in steps, by a double search:
/// the farthest cell from the farthest cell. It is exact if the passages form a tree, and a lower bound otherwise.
pub fn longest_path(passages: &Passages, source: u32) -> (u32, u32, u32) {
    let (one, _) = farthest(passages, source);
    let (other, steps) = farthest(passages, one);
    (one, other, steps)
}
