//! Distances in steps, by breadth-first search without any cap.

use mapwright_core::{Grid, Passages};

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
    search(passages, sources).0
}

/// The cell farthest from `source` that can be reached, and how many steps away it is. Of several the
/// one found first, so `source` itself when nothing else can be reached.
pub fn farthest(passages: &Passages, source: u32) -> (u32, u32) {
    let (distance, order) = search(passages, [source]);
    let most = order.last().map_or(0, |&cell| distance[cell]);
    let first = order.partition_point(|&cell| distance[cell] < most);
    (order.get(first).copied().unwrap_or(source), most)
}

/// Which cells can be reached from `source`.
pub fn reachable(passages: &Passages, source: u32) -> Grid<bool> {
    distances(passages, [source]).map(|&steps| steps != UNREACHED)
}

/// The two ends of a longest shortest path from around `source`, and its length in steps: the
/// farthest cell from the farthest cell. Exact where the passages form a tree, a lower bound
/// elsewhere.
pub fn longest_path(passages: &Passages, source: u32) -> (u32, u32, u32) {
    let (one, _) = farthest(passages, source);
    let (other, steps) = farthest(passages, one);
    (one, other, steps)
}

/// Distances, and the reached cells in the order in which they were reached.
///
/// Tried without gain at 1024×1024: a byte a cell for what was seen in place of the distances, and four
/// branch-free tries a cell in place of a loop over the ways.
fn search(passages: &Passages, sources: impl IntoIterator<Item = u32>) -> (Grid<u32>, Vec<u32>) {
    let mut distance = Grid::new(passages.size(), UNREACHED);
    let mut queue: Vec<u32> = Vec::new();
    for source in sources {
        if source < passages.area() && distance[source] == UNREACHED {
            distance[source] = 0;
            queue.push(source);
        }
    }
    let mut front = 0;
    while let Some(&here) = queue.get(front) {
        front += 1;
        let steps = distance[here] + 1;
        for dir in passages.ways(here).iter() {
            let next = passages.step(here, dir);
            if distance[next] == UNREACHED {
                distance[next] = steps;
                queue.push(next);
            }
        }
        for &(_, next) in passages.portals(here) {
            if distance[next] == UNREACHED {
                distance[next] = steps;
                queue.push(next);
            }
        }
    }
    (distance, queue)
}
