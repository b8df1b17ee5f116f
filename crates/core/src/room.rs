//! Rooms, which keep their identity while stages sort, scale and reshape them.

use crate::{BuilderMap, Point, Rect};

/// A room of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Room {
    /// Its identity: unique in its map, and kept when rooms are sorted or removed.
    pub id: u32,
    /// The smallest rectangle around its floor.
    pub rect: Rect,
    /// The shape of its floor in that rectangle.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shape: RoomShape,
    /// Its number in the plane `regions`, if it has one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub region: Option<u16>,
    /// Any words you like: "boss", "treasure".
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub tags: Vec<String>,
}

/// The shape of a room's floor.
#[crate::params]
#[derive(PartialOrd, Ord)]
pub enum RoomShape {
    /// All of the rectangle.
    #[default]
    Rectangle,
    /// The largest ellipse in the rectangle.
    Ellipse,
    /// The largest circle around the rectangle's center.
    Circle,
    /// The open cells of the rectangle whose region is the room's own: a cave, a Voronoi cell.
    Region,
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
    /// The rectangles of the rooms, if the map has any.
    pub fn room_rects(&self) -> impl Iterator<Item = Rect> {
        self.rooms.iter().flatten().map(|room| room.rect)
    }

    /// The room with an id.
    pub fn room(&self, id: u32) -> Option<&Room> {
        self.rooms.iter().flatten().find(|room| room.id == id)
    }

    /// Whether a cell of the map belongs to a room: it lies in the room's rectangle and, if the room has the shape of a
    /// region, it is open and in that region.
    pub fn is_in_room(&self, room: &Room, at: impl Into<Point>) -> bool {
        let at = at.into();
        let in_region = || {
            let region = self.regions.as_ref().and_then(|regions| regions.get(at).copied());
            room.region.is_some() && region == room.region && self.is_open(at)
        };
        room.rect.contains(at) && self.size().contains(at) && (room.shape != RoomShape::Region || in_region())
    }

    /// The cells of the map that belong to a room, row by row.
    pub fn cells_of_room<'a>(&'a self, room: &'a Room) -> impl Iterator<Item = Point> + 'a {
        room.rect.points().filter(|&at| self.is_in_room(room, at))
    }

    /// The floor of a room, row by row: its cells that are open. A round room has rock in the corners of its rectangle.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Point, Rect, Room, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// map.tiles[0] = Tile::WALL;
    /// let room = Room::new(0, Rect::new(0, 0, 2, 1));
    /// assert!(map.floor_of_room(&room).eq([Point::new(1, 0)]));
    /// ```
    pub fn floor_of_room<'a>(&'a self, room: &'a Room) -> impl Iterator<Item = Point> + 'a {
        self.cells_of_room(room).filter(|&at| self.is_open(at))
    }

    /// The first room to which a cell belongs.
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
        self.rooms.iter().flatten().find(|room| self.is_in_room(room, at))
    }

    /// The number of a room in the plane `regions`: its own or, if it has none, the one at its center.
    pub fn region_of(&self, room: &Room) -> Option<u16> {
        let at_center = || self.regions.as_ref()?.get(room.rect.center()).copied().filter(|&region| region != 0);
        room.region.or_else(at_center)
    }

    /// The neighbors of a room, in the order of the list: rooms whose rectangles overlap it or share a side with it,
    /// and rooms that a corridor joins to it. A corridor joins the rooms that it runs through or along. Wrapped borders
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

    #[test]
    fn a_room_in_the_shape_of_a_region_is_its_open_cells() {
        let mut map = BuilderMap::filled(Size::new(4, 2), Wrap::None, Tile::FLOOR);
        map.tiles[Point::new(1, 0)] = Tile::WALL;
        map.regions = Grid::from_vec(map.size(), vec![2, 2, 1, 1, 2, 2, 2, 1]);
        let room = Room { shape: RoomShape::Region, region: Some(2), ..Room::new(5, Rect::new(0, 0, 3, 2)) };
        let cells: Vec<Point> = map.cells_of_room(&room).collect();
        assert_eq!(cells, [(0, 0), (0, 1), (1, 1), (2, 1)].map(Point::from));
        map.rooms = Some(vec![room, Room::new(6, Rect::new(1, 0, 3, 2))]);
        let at = |x, y| map.room_at((x, y)).map(|room| room.id);
        assert_eq!([at(0, 0), at(1, 0), at(2, 0), at(2, 1), at(9, 9)], [Some(5), Some(6), Some(6), Some(5), None]);
    }
}
