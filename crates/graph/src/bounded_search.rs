//! How far apart two cells are, if they are near each other.

use mapwright_core::{Grid, Passages};

/// Finds the steps between cells that are near each other, many times on one map, whose ways may be opened in between.
///
/// It searches breadth-first from both ends in turn, so it visits two discs of half the given number of steps.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_graph::BoundedSearch;
///
/// let map = BuilderMap::filled(Size::new(9, 1), Wrap::None, Tile::FLOOR);
/// let passages = map.passages();
/// let mut search = BoundedSearch::new(&passages);
/// assert_eq!(search.steps(&passages, 0, 8, 8), Some(8));
/// assert_eq!(search.steps(&passages, 0, 8, 7), None);
/// ```
#[derive(Clone, Debug)]
pub struct BoundedSearch {
    /// The search that last saw each cell: twice its number, plus 1 from the far end.
    seen: Grid<u64>,
    searches: u64,
    /// Cells visited so far.
    pub looks: u64,
    fronts: [Vec<u32>; 2],
    next: Vec<u32>,
}

impl BoundedSearch {
    /// A search of passages of this size.
    pub fn new(passages: &Passages) -> Self {
        let fronts = [Vec::new(), Vec::new()];
        BoundedSearch { seen: Grid::new(passages.size(), 0), searches: 0, looks: 0, fronts, next: Vec::new() }
    }

    /// The steps from `a` to `b`; `None` if there are more than `limit`, or if one of them is not on the map.
    pub fn steps(&mut self, passages: &Passages, a: u32, b: u32, limit: u32) -> Option<u32> {
        if a.max(b) >= passages.area() {
            return None;
        }
        self.searches += 1;
        let mine = |end: usize| 2 * self.searches + end as u64;
        let marks = [mine(0), mine(1)];
        for (end, cell) in [a, b].into_iter().enumerate() {
            self.fronts[end].clear();
            self.fronts[end].push(cell);
            self.seen[cell] = marks[end];
        }
        if a == b {
            return Some(0);
        }
        for step in 0..limit {
            let end = (step % 2) as usize;
            self.next.clear();
            self.looks += self.fronts[end].len() as u64;
            for &here in &self.fronts[end] {
                for next in passages.neighbors(here) {
                    if self.seen[next] == marks[1 - end] {
                        return Some(step + 1);
                    }
                    if self.seen[next] != marks[end] {
                        self.seen[next] = marks[end];
                        self.next.push(next);
                    }
                }
            }
            std::mem::swap(&mut self.fronts[end], &mut self.next);
            if self.fronts[end].is_empty() {
                return None;
            }
        }
        None
    }
}
