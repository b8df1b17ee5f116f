//! An exit far away.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, MetaMapBuilder, Need, Plane, Planes};
use mapwright_graph::farthest;

use super::marks::{EXIT_CLEARS, ExitTile, no_exit, put_exit};

/// Puts the exit on the cell that is the most steps away from the start. An error when no other cell can be
/// reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DistantExit {
    /// What becomes of the tile at the exit.
    pub tile: ExitTile,
}

impl Builder for DistantExit {
    fn name(&self) -> &'static str {
        "distant-exit"
    }

    fn requires(&self) -> Planes {
        Plane::Start.into()
    }

    fn provides(&self) -> Planes {
        Plane::Exit.into()
    }

    fn clears(&self) -> Planes {
        EXIT_CLEARS
    }
}

impl MetaMapBuilder for DistantExit {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start.need(Plane::Start)?;
        let (cell, steps) = farthest(&map.passages(), map.size().index(start));
        if steps == 0 {
            return Err(no_exit(start));
        }
        put_exit(map, map.size().point(cell), self.tile);
        Ok(())
    }
}
