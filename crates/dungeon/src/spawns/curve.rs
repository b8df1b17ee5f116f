//! A difficulty that rises along the way.

use mapwright_core::{BuildError, BuilderMap, Grid, Point};
use mapwright_graph::{UNREACHED, distances, nearest_source};

/// How much deeper each cell counts than the start: from 0 at the start, evenly, to `rise` at the end of the way.
///
/// With a proof the way is its walk, and a cell is as far along as the cell of the walk that is nearest to it, where
/// the walk passes it first. Without one, the farthest cell from the start is the end, and steps count.
#[derive(Debug)]
pub(super) struct DepthCurve(Grid<u32>);

impl DepthCurve {
    pub(super) fn along(map: &BuilderMap, rise: u32) -> Result<Self, BuildError> {
        let (size, passages) = (map.size(), map.passages());
        let along = match &map.proof {
            Some(proof) => nearest_source(&passages, proof.walk.iter().map(|&at| size.index(at))),
            None => distances(&passages, [map.start()?]),
        };
        let end = along.as_slice().iter().copied().filter(|&steps| steps != UNREACHED).max().unwrap_or(0).max(1);
        let deeper = |steps: u64| (u64::from(rise) * steps + u64::from(end) / 2) / u64::from(end);
        // What is out of reach is as deep as the end.
        Ok(DepthCurve(along.map(|&steps| deeper(steps.min(end).into()) as u32)))
    }

    /// How much deeper a cell of the map counts.
    pub(super) fn at(&self, at: Point) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }
}
