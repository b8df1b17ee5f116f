//! Distances in steps, by breadth-first search without any cap.

use mapwright_core::{Grid, Passages};

use crate::flood::flood;
use crate::waves::waves;

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// For each cell the number of steps to the nearest of `sources`, or [`UNREACHED`].
///
/// ```
/// use mapwright_core::{Passages, Size, Wrap};
/// use mapwright_graph::distances;
///
/// let ring = Passages::lattice(Size::new(6, 1), Wrap::X);
/// assert_eq!(distances(&ring, [0]).as_slice(), [0, 1, 2, 3, 2, 1]);
/// ```
pub fn distances(passages: &Passages, sources: impl IntoIterator<Item = u32>) -> Grid<u32> {
    let mut distance = Grid::new(passages.size(), UNREACHED);
    waves(passages, sources, |steps, wave| wave.iter().for_each(|&cell| distance[cell] = steps));
    distance
}

/// The cell farthest from `source` that can be reached, and how many steps away it is. Of several the
/// one found first, so `source` itself when nothing else can be reached.
pub fn farthest(passages: &Passages, source: u32) -> (u32, u32) {
    let mut found = (source, 0);
    waves(passages, [source], |steps, wave| found = (wave[0], steps));
    found
}

/// Which cells can be reached from `source`.
pub fn reachable(passages: &Passages, source: u32) -> Grid<bool> {
    if !passages.has_portals() {
        return flood(passages, source);
    }
    let mut reached = Grid::new(passages.size(), false);
    waves(passages, [source], |_, wave| wave.iter().for_each(|&cell| reached[cell] = true));
    reached
}

/// For each cell the nearest of `sources`, as its place in the list, or [`UNREACHED`]; of several at one
/// distance the first in the list.
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
    // The cells of one distance stand in the queue in the order of their sources: so do the sources
    // themselves, and what follows on them is put in where its first neighbor was.
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

/// The two ends of a longest shortest path from around `source`, and its length in steps: the
/// farthest cell from the farthest cell. Exact where the passages form a tree, a lower bound
/// elsewhere.
pub fn longest_path(passages: &Passages, source: u32) -> (u32, u32, u32) {
    let (one, _) = farthest(passages, source);
    let (other, steps) = farthest(passages, one);
    (one, other, steps)
}
