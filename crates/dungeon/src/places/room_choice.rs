//! Which room of a map to use.

use std::cmp::Reverse;

use mapwright_core::{BuildError, BuilderMap, MapRng, Need, Plane, Rect, Room};

/// Which room to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
    /// The rooms in the order in which they are tried. Never empty.
    pub(super) fn order(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Vec<Rect>, BuildError> {
        rooms(map)?;
        let mut rooms: Vec<Rect> = map.room_rects().collect();
        match self {
            RoomChoice::First => (),
            RoomChoice::Last => rooms.reverse(),
            RoomChoice::Largest => rooms.sort_by_key(|room| Reverse(u32::from(room.w) * u32::from(room.h))),
            RoomChoice::Random => rng.shuffle(&mut rooms),
        }
        Ok(rooms)
    }
}

/// The rooms of a map; it is an error if there are none.
pub(crate) fn rooms(map: &BuilderMap) -> Result<&[Room], BuildError> {
    let rooms = map.rooms.as_ref().need(Plane::Rooms)?;
    match rooms.is_empty() {
        true => Err(BuildError::contradiction(None, "the map has no room")),
        false => Ok(rooms),
    }
}
