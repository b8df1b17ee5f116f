//! Whether one can walk around a cell: then it can be closed, and nothing is cut off.

use mapwright_core::{Dir, Dirs, Passages};

/// How many pairs of neighbors that follow each other clockwise are joined by the corner between them. If all ways out
/// of a cell but one are followed by such a corner, the cell can be closed, and a walk goes around it.
pub(crate) fn corners_joined(passages: &Passages, cell: u32) -> u32 {
    let ways = passages.ways(cell);
    Dir::ALL.into_iter().map(|dir| u32::from(goes_round(passages, cell, ways, dir))).sum()
}

/// Whether one can go from the neighbor in `dir` to the next one clockwise by the corner between them.
fn goes_round(passages: &Passages, cell: u32, ways: Dirs, dir: Dir) -> bool {
    let next = dir.turned(1);
    if !ways.contains(dir) || !ways.contains(next) {
        return false;
    }
    let beside = passages.step(cell, dir);
    let leads_on = passages.ways(beside).contains(next);
    leads_on && passages.ways(passages.step(beside, next)).contains(dir.opposite())
}
