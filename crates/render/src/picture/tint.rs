//! Floors tinted with their distance from the start.

use mapwright_core::{BuilderMap, Grid};
use mapwright_graph::{UNREACHED, distances};

/// How many different tints there are, apart from none.
pub(crate) const STEPS: u32 = 48;

/// For each cell, from 0 at the start to [`STEPS`] at the farthest cell, how far it lies; 0 for cells
/// that cannot be reached. `None` where there is no start.
pub(crate) fn tints(map: &BuilderMap) -> Option<Grid<u32>> {
    let start = map.start.filter(|&at| map.is_open(at))?;
    let steps = distances(&map.passages(), [map.size().index(start)]);
    let reached = steps.as_slice().iter().filter(|&&steps| steps != UNREACHED);
    let most = u64::from(reached.max().copied().unwrap_or(0).max(1));
    let tint = |steps: u32| u32::try_from(u64::from(steps) * u64::from(STEPS) / most).unwrap_or(0);
    Some(steps.map(|&steps| if steps == UNREACHED { 0 } else { tint(steps) }))
}
