//! Loops where the detour is long.

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, Grid, Passages};

use super::walls::Walls;

/// The largest `min_distance`.
pub(super) const MAX_DISTANCE: u32 = 1000;

/// The most cells that all searches together may visit, for each cell of the map. This bounds the time, which
/// grows with the square of the distance on maps that already have many loops.
const LOOKS_PER_CELL: u64 = 20_000;

/// Opens walls in random order, each only if the detour around it is longer than `min_distance`.
pub(super) fn open(
    walls: &mut Walls<'_>,
    min_distance: u32,
    count: Option<u32>,
    cx: &mut BuildCx<'_>,
) -> Result<(), BuildError> {
    let budget = LOOKS_PER_CELL * u64::from(walls.passages.area());
    let mut all = walls.all();
    cx.rng.shuffle(&mut all);
    let mut search = BoundedSearch::new(&walls.passages);
    let mut left = count.unwrap_or(u32::MAX);
    for wall in all {
        let Some(beyond) = walls.beyond(wall).filter(|_| left > 0) else { continue };
        if search.looks > budget {
            let what = "long detours (a smaller `min_distance` takes less time)";
            return Err(BuildErrorKind::GaveUp { what, tries: search.looks, budget }.into());
        }
        let before = search.looks;
        let is_near = search.is_within(&walls.passages, wall.here, beyond, min_distance);
        // At most the two discs of one search, which are no more than the cells of a map.
        cx.work(u32::try_from(search.looks - before).unwrap_or(u32::MAX))?;
        if !is_near {
            walls.open(wall, cx);
            left -= 1;
        }
    }
    Ok(())
}

/// Breadth-first search from both ends in turn, up to a given number of steps. It visits two discs of half that radius.
struct BoundedSearch {
    /// The search that last saw each cell: twice its number, plus 1 from the far end.
    seen: Grid<u64>,
    searches: u64,
    /// Cells visited so far.
    looks: u64,
    fronts: [Vec<u32>; 2],
    next: Vec<u32>,
}

impl BoundedSearch {
    fn new(passages: &Passages) -> Self {
        let fronts = [Vec::new(), Vec::new()];
        BoundedSearch { seen: Grid::new(passages.size(), 0), searches: 0, looks: 0, fronts, next: Vec::new() }
    }

    /// Whether `b` is at most `limit` steps from `a`.
    fn is_within(&mut self, passages: &Passages, a: u32, b: u32, limit: u32) -> bool {
        self.searches += 1;
        let mine = |end: usize| 2 * self.searches + end as u64;
        let marks = [mine(0), mine(1)];
        for (end, cell) in [a, b].into_iter().enumerate() {
            self.fronts[end].clear();
            self.fronts[end].push(cell);
            self.seen[cell] = marks[end];
        }
        if a == b {
            return true;
        }
        for step in 0..limit {
            let end = (step % 2) as usize;
            self.next.clear();
            self.looks += self.fronts[end].len() as u64;
            for &here in &self.fronts[end] {
                for next in passages.neighbors(here) {
                    if self.seen[next] == marks[1 - end] {
                        return true;
                    }
                    if self.seen[next] != marks[end] {
                        self.seen[next] = marks[end];
                        self.next.push(next);
                    }
                }
            }
            std::mem::swap(&mut self.fronts[end], &mut self.next);
            if self.fronts[end].is_empty() {
                return false;
            }
        }
        false
    }
}
