//! A start in a room.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Planes, Reach, Size, Touch, Wrap, params,
};

use crate::free_cells::FreeCells;

use super::marks::put_start;
use super::room_choice::RoomChoice;

/// Puts the start in a room.
///
/// Puts the start in a room, on the free floor nearest to its center: not in water, and not on a door, stairs, the
/// exit, a portal or a spawn. If the room has no such cell, the next one is used.
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size};
/// use mapwright_dungeon::{Arena, RoomStart};
///
/// let chain = BuilderChain::start_with(Size::new(9, 7), Arena::default()).with(RoomStart::default());
/// assert_eq!(chain.build(1)?.start, Some(Point::new(4, 3)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RoomStart {
    /// Which room.
    pub room: RoomChoice,
}

impl Builder for RoomStart {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-start")
            .title("The start in a room")
            .needs(Plane::Rooms)
            .gives(Plane::Start)
            .touch(Touch::Keeps)
            .also_drops(Planes::FROM_START)
            .reach(Reach::Global("a world has one start, which `ChainWorld::start` finds"))
    }
}

impl MetaMapBuilder for RoomStart {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let rooms = self.room.order(map, &mut cx.rng)?;
        let free = FreeCells::footing(map, map.start);
        // A room lies inside the map, so there is no way round to its center.
        let cells = |room| map.cells_of_room(room).filter(|&p| free.contains(p));
        let start = rooms.iter().find_map(|room| Wrap::None.nearest(cells(room), room.rect.center(), map.size()));
        let start = start.ok_or_else(|| BuildError::contradiction(None, "no room has free floor for a start"))?;
        put_start(map, start);
        Ok(())
    }
}
