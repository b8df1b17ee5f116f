//! The exit of a level.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Reach, Size, Touch, params,
};
use mapwright_graph::{UNREACHED, distances};

use super::marks::{EXIT_CLEARS, ExitTile, nowhere, put_exit};
use super::place::{Place, farthest_free};
use crate::free_cells::FreeCells;

/// Puts the exit far from the start, or at a corner, a side, the center or a room.
///
/// Puts the exit as many steps as possible away from the start; or on the free floor nearest to a corner, the middle of a
/// side, or the center of the map or of a room. Only floor that can be reached from the start counts: not in water, and
/// not on a door, stairs, a portal or a spawn; on a map of several floors, only the last one. It is an error if there is none.
///
/// Distances to a corner, a side or a center are Euclidean (across the border where the map wraps); among equally near
/// cells, the first in row-major order is used. If a room has no such cell, the next one is used (with
/// [`Place::LastRoom`], the previous one). The room with the start comes last, and there the exit goes as many steps away
/// from the start as possible. Places in rooms need the map's rooms.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size, Tile};
/// use mapwright_dungeon::{Arena, Exit, ExitTile, Place, Start};
///
/// let arena = BuilderChain::start_with(Size::new(9, 7), Arena::default()).with(Start::default());
/// let map = arena.with(Exit { at: Place::Right, tile: ExitTile::StairsDown }).build(1)?;
/// assert_eq!((map.exit, map.tiles[Point::new(7, 3)]), (Some(Point::new(7, 3)), Tile::STAIRS_DOWN));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Exit {
    /// Where the exit is.
    #[param(default = Place::Farthest)]
    pub at: Place,
    /// The tile at the exit.
    pub tile: ExitTile,
}

impl Exit {
    /// An exit at a place, whose tile stays as it is.
    pub const fn at(at: Place) -> Self {
        Exit { at, tile: ExitTile::Keep }
    }
}

impl Builder for Exit {
    fn facts(&self, _: Size) -> Facts {
        let facts = Facts::new("exit")
            .title("The exit")
            .needs(Plane::Start)
            .gives(Plane::Exit)
            .touch(Touch::Keeps)
            .also_drops(EXIT_CLEARS)
            .reach(Reach::Global("a world has one exit, which `ChainWorld::exit` finds at a distance"));
        if self.at.is_in_room() { facts.needs(Plane::Rooms) } else { facts }
    }
}

impl MetaMapBuilder for Exit {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        let (passages, mut free) = (map.passages(), FreeCells::footing(map, map.exit));
        let last = map.n_floors() - 1;
        free.keep_floor(map, last);
        let exit = match self.at {
            Place::Farthest => farthest_free(&passages, start, &free),
            at => {
                let steps = distances(&passages, [start]);
                let steps = |p| steps.get(p).copied().filter(|&steps| steps != UNREACHED && free.contains(p));
                at.find(map, last, Some(start), steps, &mut cx.rng)?
            }
        };
        put_exit(map, exit.ok_or_else(|| nowhere(self.at, "an exit", "start", start))?, self.tile);
        Ok(())
    }
}
