//! An exit as far from the start as possible.

use std::cmp::Reverse;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, MetaMapBuilder, Plane, Size, Touch, params,
};
use mapwright_graph::{UNREACHED, distances, farthest};

use crate::free_cells::FreeCells;

use super::marks::{EXIT_CLEARS, EXIT_REACH, ExitTile, no_exit, put_exit};

/// Puts the exit as far from the start as possible.
///
/// Puts the exit as many steps away from the start as possible, on free floor: not in water, and not on a door,
/// stairs, a portal or a spawn. It is an error if no such cell can be reached.
#[derive(Eq)]
#[params]
pub struct DistantExit {
    /// The tile at the exit.
    pub tile: ExitTile,
}

impl Builder for DistantExit {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("distant-exit")
            .title("The exit, far away")
            .needs(Plane::Start)
            .gives(Plane::Exit)
            .touch(Touch::Keeps)
            .also_drops(EXIT_CLEARS)
            .reach(EXIT_REACH)
    }
}

impl MetaMapBuilder for DistantExit {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        let (passages, from) = (map.passages(), map.size().index(start));
        let free = FreeCells::footing(map, map.exit);
        let (farthest, _) = farthest(&passages, from);
        let exit =
            if free.is_free(farthest) { Some(farthest) } else { farthest_of(&free, &distances(&passages, [from])) };
        put_exit(map, map.size().point(exit.ok_or_else(|| no_exit(start))?), self.tile);
        Ok(())
    }
}

/// The first of the free cells that are the most steps away.
fn farthest_of(free: &FreeCells, steps: &Grid<u32>) -> Option<u32> {
    let reached = (0..).zip(steps.as_slice()).filter(|&(cell, &steps)| steps != UNREACHED && free.is_free(cell));
    reached.min_by_key(|&(_, steps)| Reverse(*steps)).map(|(cell, _)| cell)
}
