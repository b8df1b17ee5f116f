//! Rooms, which keep their identity while stages sort, scale and reshape them.

use crate::Rect;

/// A room of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Room {
    /// What doors, spawns and themes call it: unique in its map, and kept when rooms are sorted or removed.
    pub id: u32,
    /// The smallest rectangle around its floor.
    pub rect: Rect,
    /// The shape of its floor in that rectangle.
    pub shape: RoomShape,
    /// Its number in the plane `regions`, if it has one.
    pub region: Option<u16>,
    /// Any words of the user: "boss", "treasure".
    pub tags: Vec<String>,
}

/// The shape of a room's floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum RoomShape {
    /// All of the rectangle.
    #[default]
    Rectangle,
    /// The largest ellipse in the rectangle: as wide and as high.
    Ellipse,
    /// The largest circle about the rectangle's center.
    Circle,
}

impl Room {
    /// A rectangular room without a region and without tags.
    pub const fn new(id: u32, rect: Rect) -> Self {
        Room { id, rect, shape: RoomShape::Rectangle, region: None, tags: Vec::new() }
    }

    /// Rectangular rooms with the ids 0, 1, 2 and so on.
    ///
    /// ```
    /// use mapwright_core::{Rect, Room};
    ///
    /// let rooms = Room::numbered([Rect::new(1, 1, 4, 3), Rect::new(7, 1, 2, 2)]);
    /// assert_eq!(rooms[1], Room::new(1, Rect::new(7, 1, 2, 2)));
    /// ```
    pub fn numbered(rects: impl IntoIterator<Item = Rect>) -> Vec<Room> {
        (0..).zip(rects).map(|(id, rect)| Room::new(id, rect)).collect()
    }
}
