//! Floors tinted with their distance from the start, or with the depth of their area.

use mapwright_core::{BuilderMap, Grid};
use mapwright_graph::{UNREACHED, distances};

use crate::picture::Style;

/// The number of tints, not counting none.
pub(crate) const STEPS: u32 = 48;

/// For each cell, from 0 to [`STEPS`], how far it is into the level, by the style: by its area's depth, or by its
/// steps from the start. 0 for unreachable cells; `None` if the map has neither.
pub(crate) fn tints(map: &BuilderMap, style: &Style) -> Option<Grid<u8>> {
    if let Some(graph) = map.graph.as_ref().filter(|_| style.areas) {
        let most = graph.areas.iter().map(|area| area.depth).max().unwrap_or(0);
        let depth = |&area: &u16| usize::from(area).checked_sub(1).and_then(|area| Some(graph.areas.get(area)?.depth));
        return Some(graph.area.map(|area| depth(area).map_or(0, |depth| tint(depth, most))));
    }
    let steps = steps(map).filter(|_| style.tint)?;
    let most = style.tint_to.unwrap_or_else(|| farthest(&steps));
    Some(steps.map(|&steps| if steps == UNREACHED { 0 } else { tint(steps, most) }))
}

fn tint(steps: u32, most: u32) -> u8 {
    let tint = u64::from(steps.min(most)) * u64::from(STEPS) / u64::from(most.max(1));
    u8::try_from(tint).unwrap_or(u8::MAX)
}

/// The steps from the start to each cell.
pub(crate) fn steps(map: &BuilderMap) -> Option<Grid<u32>> {
    let start = map.start.filter(|&at| map.is_open(at))?;
    Some(distances(&map.passages(), [start]))
}

/// The most steps to a cell that can be reached.
pub(crate) fn farthest(steps: &Grid<u32>) -> u32 {
    steps.as_slice().iter().copied().filter(|&steps| steps != UNREACHED).max().unwrap_or(0)
}
