//! An exit near a given position.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Size, Touch, params};
use mapwright_graph::reachable;

use super::area::{AreaX, AreaY, place};
use crate::free_cells::FreeCells;

use super::marks::{EXIT_CLEARS, EXIT_REACH, ExitTile, no_exit, put_exit};

/// Puts the exit near a corner, a side or the center.
///
/// Puts the exit near a corner, the middle of a side, or the center: on the nearest free floor that can be reached from
/// the start, not in water, and not on a door, stairs, a portal or a spawn.
///
/// Distances are Euclidean (across the border where the map wraps); among equally near cells, the first in row-major
/// order is used. It is an error if no such cell can be reached.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size};
/// use mapwright_dungeon::{AreaExit, AreaStart, Arena};
///
/// let chain = BuilderChain::start_with(Size::new(9, 7), Arena::default())
///     .with(AreaStart::default())
///     .with(AreaExit::default());
/// assert_eq!(chain.build(1)?.exit, Some(Point::new(7, 5)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct AreaExit {
    /// Where along the width.
    #[param(default = AreaX::Right)]
    pub x: AreaX,
    /// Where along the height.
    #[param(default = AreaY::Bottom)]
    pub y: AreaY,
    /// The tile at the exit.
    pub tile: ExitTile,
}

impl Builder for AreaExit {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("area-exit")
            .title("The exit in an area")
            .needs(Plane::Start)
            .gives(Plane::Exit)
            .touch(Touch::Keeps)
            .also_drops(EXIT_CLEARS)
            .reach(EXIT_REACH)
    }
}

impl MetaMapBuilder for AreaExit {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        let reached = reachable(&map.passages(), map.size().index(start));
        let free = FreeCells::footing(map, map.exit);
        let ends = reached.iter().filter(|&(p, &is_reached)| is_reached && free.contains(p)).map(|(p, _)| p);
        let exit = map.wrap.nearest(ends, place(self.x, self.y, map.size()), map.size());
        put_exit(map, exit.ok_or_else(|| no_exit(start))?, self.tile);
        Ok(())
    }
}
