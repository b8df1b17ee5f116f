//! Rooms, which keep their identity while stages sort, scale and reshape them.

use crate::{BuilderMap, Point, Rect};

/// A room of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Room {
    /// What doors, spawns and themes call it: unique in its map, and kept when rooms are sorted or removed.
    pub id: u32,
    /// The smallest rectangle around its floor.
    pub rect: Rect,
    /// The shape of its floor in that rectangle.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shape: RoomShape,
    /// Its number in the plane `regions`, if it has one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub region: Option<u16>,
    /// Any words of the user: "boss", "treasure".
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
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

impl BuilderMap {
    /// The rectangles of the rooms, if there are any.
    pub fn room_rects(&self) -> impl Iterator<Item = Rect> {
        self.rooms.iter().flatten().map(|room| room.rect)
    }

    /// The room with an id.
    pub fn room(&self, id: u32) -> Option<&Room> {
        self.rooms.iter().flatten().find(|room| room.id == id)
    }

    /// The first room whose rectangle holds a point.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Rect, Room, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(9, 5), Wrap::None, Tile::FLOOR);
    /// map.rooms = Some(Room::numbered([Rect::new(0, 0, 3, 3), Rect::new(5, 1, 3, 3)]));
    /// assert_eq!(map.room_at((6, 2)).map(|room| room.id), Some(1));
    /// assert_eq!(map.room_at((4, 2)), None);
    /// ```
    pub fn room_at(&self, at: impl Into<Point>) -> Option<&Room> {
        let at = at.into();
        self.rooms.iter().flatten().find(|room| room.rect.contains(at))
    }

    /// The number of a room in the plane `regions`: its own or, if it has none, the one at its center.
    pub fn region_of(&self, room: &Room) -> Option<u16> {
        let at_center = || self.regions.as_ref()?.get(room.rect.center()).copied().filter(|&region| region != 0);
        room.region.or_else(at_center)
    }

    /// The rooms next to a room, in the order of the list: those whose rectangles overlap it or share a side with it,
    /// and those that a corridor joins to it. A corridor joins the rooms that it runs through or along. Wrapped borders
    /// do not count.
    pub fn neighbors_of<'a>(&'a self, room: &Room) -> Vec<&'a Room> {
        let touches = |path: &&Vec<Point>| path.iter().any(|&p| is_beside(room.rect, Rect::new(p.x, p.y, 1, 1)));
        let corridors: Vec<&Vec<Point>> = self.corridors.iter().flatten().filter(touches).collect();
        let is_joined = |other: &Room| {
            let meets = |&p: &Point| is_beside(other.rect, Rect::new(p.x, p.y, 1, 1));
            is_beside(room.rect, other.rect) || corridors.iter().any(|path| path.iter().any(meets))
        };
        self.rooms.iter().flatten().filter(|other| other.id != room.id && is_joined(other)).collect()
    }
}

/// Whether two rectangles overlap or have cells side by side.
fn is_beside(a: Rect, b: Rect) -> bool {
    let grown = |dx: u16, dy: u16| {
        let (x, y) = (a.x.saturating_sub(dx), a.y.saturating_sub(dy));
        Rect::new(
            x,
            y,
            (a.x - x).saturating_add(a.w).saturating_add(dx),
            (a.y - y).saturating_add(a.h).saturating_add(dy),
        )
    };
    grown(1, 0).intersects(b) || grown(0, 1).intersects(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Size, Tile, Wrap};

    #[test]
    fn rectangles_are_beside_each_other_when_a_step_leads_across() {
        let board = Rect::new(0, 0, 7, 7);
        let a = Rect::new(2, 3, 3, 1);
        for b in board.points().flat_map(|p| [(1, 1), (2, 1), (1, 3)].map(|(w, h)| Rect::new(p.x, p.y, w, h))) {
            let across = a.points().any(|p| b.contains(p) || p.neighbors().any(|q| b.contains(q)));
            assert_eq!(is_beside(a, b), across, "{b:?}");
            assert_eq!(is_beside(b, a), across, "{b:?}");
        }
    }

    #[test]
    fn rooms_know_their_neighbors_and_regions() {
        let mut map = BuilderMap::filled(Size::new(20, 5), Wrap::None, Tile::FLOOR);
        let rects = [(0, 3), (3, 2), (8, 2), (14, 2)].map(|(x, w)| Rect::new(x, 0, w, 2));
        map.rooms = Some(Room::numbered(rects));
        map.corridors = Some(vec![(5..8).map(|x| Point::new(x, 1)).collect()]);
        let near = |id| map.room(id).map(|room| map.neighbors_of(room).iter().map(|room| room.id).collect::<Vec<_>>());
        assert_eq!([0, 1, 2, 3].map(near), [vec![1], vec![0, 2], vec![1], vec![]].map(Some));
        let mut regions = Grid::new(map.size(), 0);
        regions[rects[1].center()] = 7;
        map.regions = Some(regions);
        let mut rooms = map.rooms.clone().unwrap_or_default();
        rooms[2].region = Some(3);
        let found: Vec<_> = rooms.iter().map(|room| map.region_of(room)).collect();
        assert_eq!(found, [None, Some(7), Some(3), None]);
    }
}
