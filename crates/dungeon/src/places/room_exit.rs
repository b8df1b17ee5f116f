//! An exit in a room.

use std::cmp::Reverse;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Size, Touch, Wrap, params,
};
use mapwright_graph::{UNREACHED, distances};

use crate::free_cells::FreeCells;

use super::marks::{EXIT_CLEARS, EXIT_REACH, ExitTile, put_exit};
use super::room_choice::RoomChoice;

/// Puts the exit in a room.
///
/// Puts the exit in a room, on the free floor nearest to its center that can be reached from the start: not in water,
/// and not on a door, stairs, a portal or a spawn.
///
/// If the room has no such cell, the next one is used (with [`RoomChoice::Last`], the previous one). The room with
/// the start comes last, and there the exit goes as many steps away from the start as possible. It is an error if no
/// room has such a cell.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size, Tile};
/// use mapwright_dungeon::{Arena, ExitTile, RoomExit, RoomStart};
///
/// // The only room has the start in its middle and the exit in a corner.
/// let chain = BuilderChain::start_with(Size::new(9, 7), Arena::default())
///     .with(RoomStart::default())
///     .with(RoomExit { tile: ExitTile::StairsDown, ..RoomExit::default() });
/// let map = chain.build(1)?;
/// assert_eq!((map.exit, map.tiles[Point::new(1, 1)]), (Some(Point::new(1, 1)), Tile::STAIRS_DOWN));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RoomExit {
    /// Which room.
    #[param(default = RoomChoice::Last)]
    pub room: RoomChoice,
    /// The tile at the exit.
    pub tile: ExitTile,
}

impl Builder for RoomExit {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-exit")
            .title("The exit in a room")
            .needs([Plane::Rooms, Plane::Start])
            .gives(Plane::Exit)
            .touch(Touch::Keeps)
            .also_drops(EXIT_CLEARS)
            .reach(EXIT_REACH)
    }
}

impl MetaMapBuilder for RoomExit {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let rooms = self.room.order(map, &mut cx.rng)?;
        let start = map.start()?;
        let steps = distances(&map.passages(), [start]);
        let free = FreeCells::footing(map, map.exit);
        let steps_to = |p| steps.get(p).copied().filter(|&steps| steps != UNREACHED);
        let ends = |room| map.cells_of_room(room).filter(|&p| free.contains(p) && steps_to(p).is_some());
        let (own, others): (Vec<_>, Vec<_>) = rooms.iter().partition(|room| map.is_in_room(room, start));
        let elsewhere = others.iter().find_map(|room| Wrap::None.nearest(ends(room), room.rect.center(), map.size()));
        let beside = || own.iter().find_map(|room| ends(room).min_by_key(|&p| Reverse(steps_to(p))));
        let exit = elsewhere.or_else(beside);
        let none = || {
            let why = format!("no room has free floor for an exit that can be reached from the start at {start}");
            BuildError::contradiction(Some(start), why)
        };
        put_exit(map, exit.ok_or_else(none)?, self.tile);
        Ok(())
    }
}
