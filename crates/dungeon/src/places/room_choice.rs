//! Which room of a map to use.

use std::cmp::Reverse;

use mapwright_core::{BuildError, BuilderMap, MapRng, Need, Plane, Room, RoomShape, params};

/// Which room to use.
#[params]
pub enum RoomChoice {
    /// The first in the map's list.
    #[default]
    First,
    /// The last in the list.
    Last,
    /// The room with the most cells, the first of several.
    Largest,
    /// A uniformly drawn room.
    Random,
}

impl RoomChoice {
    /// The rooms in the order in which they come into question. Never empty.
    pub(super) fn order(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Vec<Room>, BuildError> {
        let mut rooms = rooms(map)?.to_vec();
        match self {
            RoomChoice::First => (),
            RoomChoice::Last => rooms.reverse(),
            RoomChoice::Largest => rooms.sort_by_cached_key(|room| Reverse(size(map, room))),
            RoomChoice::Random => rng.shuffle(&mut rooms),
        }
        Ok(rooms)
    }
}

/// How many cells a room has.
fn size(map: &BuilderMap, room: &Room) -> u32 {
    match room.shape {
        RoomShape::Region => map.cells_of_room(room).map(|_| 1).sum(),
        _ => u32::from(room.rect.w) * u32::from(room.rect.h),
    }
}

/// The rooms of a map that has some.
pub(crate) fn rooms(map: &BuilderMap) -> Result<&[Room], BuildError> {
    let rooms = map.rooms.as_ref().need(Plane::Rooms)?;
    match rooms.is_empty() {
        true => Err(BuildError::contradiction(None, "the map has no room")),
        false => Ok(rooms),
    }
}
