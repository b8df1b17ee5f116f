//! The order of the rooms.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, MetaMapBuilder, Need, Plane, Reach, Rect, Room, Size,
    params,
};

/// Sorts the rooms.
///
/// Sorts the rooms, for stages that depend on their order: corridors from each room to the next, a start in the first
/// room, an exit in the last. The sort is stable. The numbers in `regions` do not change.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{RoomOrder, RoomSorter, RandomRooms};
///
/// let map = BuilderChain::start_with(Size::new(80, 50), RandomRooms::default())
///     .with(RoomSorter { by: RoomOrder::Top })
///     .build(7)?;
/// assert!(map.rooms.is_some_and(|rooms| rooms.is_sorted_by_key(|room| room.rect.y)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RoomSorter {
    /// Which room comes first.
    pub by: RoomOrder,
}

/// Which rooms come first.
#[params]
pub enum RoomOrder {
    /// The room that begins farthest left.
    #[default]
    Left,
    /// The room that ends farthest right.
    Right,
    /// The room that begins farthest up.
    Top,
    /// The room that ends farthest down.
    Bottom,
    /// The room whose center is nearest to that of the map, in a straight line.
    Center,
    /// The room with the most open cells.
    Largest,
    /// The room with the fewest open cells.
    Smallest,
    /// A uniformly random order.
    Random,
}

impl RoomOrder {
    /// Rooms with smaller keys come first.
    fn key(self, room: Rect, cells: impl Fn() -> i64, size: Size) -> i64 {
        let end = |first: u16, length: u16| i64::from(first) + i64::from(length);
        match self {
            RoomOrder::Left => room.x.into(),
            RoomOrder::Right => -end(room.x, room.w),
            RoomOrder::Top => room.y.into(),
            RoomOrder::Bottom => -end(room.y, room.h),
            RoomOrder::Center => {
                // Twice the distance between the centers, so that half cells count.
                let off =
                    |first: u16, length: u16, cells: u16| 2 * i64::from(first) + i64::from(length) - i64::from(cells);
                let (x, y) = (off(room.x, room.w, size.w), off(room.y, room.h, size.h));
                x * x + y * y
            }
            RoomOrder::Largest => -cells(),
            RoomOrder::Smallest => cells(),
            RoomOrder::Random => 0,
        }
    }
}

impl Builder for RoomSorter {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-sorter")
            .memory(6)
            .title("Rooms in order")
            .needs(Plane::Rooms)
            .effect(Effect::Keeps)
            .spares_kept()
            .reach(Reach::Global("a plane has no first room; `ChainWorld::features` lists rooms by place"))
    }
}

impl MetaMapBuilder for RoomSorter {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let size = map.size();
        let rooms = map.rooms.as_ref().need(Plane::Rooms)?;
        let open = |room: &Room| map.cells_of_room(room).filter(|&at| map.is_open(at)).count() as i64;
        let mut keyed = Vec::with_capacity(rooms.len());
        for (room, nth) in rooms.iter().zip(0u32..) {
            cx.work(4 + u32::from(room.rect.h))?;
            keyed.push((self.by.key(room.rect, || open(room), size), nth));
        }
        match self.by {
            RoomOrder::Random => cx.rng.shuffle(&mut keyed),
            _ => keyed.sort_unstable(),
        }
        cx.keep_going()?;
        map.rooms = Some(keyed.into_iter().map(|(_, nth)| rooms[nth as usize].clone()).collect());
        Ok(())
    }
}
