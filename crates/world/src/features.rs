//! What lies at places of the world and is no plane: rooms, corridors, doors, spawns.

use mapwright_core::{BuilderMap, Door, Plane, Planes, Point, Rect, Room, Spawn};

use crate::WorldRect;

/// A room, corridor, door or spawn of a world.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature {
    /// The smallest rectangle around it.
    pub bounds: WorldRect,
    /// What it is, with coordinates that count from the top left cell of `bounds`.
    pub kind: FeatureKind,
}

/// The kinds of features.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FeatureKind {
    /// A room. In the world it has no number.
    Room(Room),
    /// A corridor as a path of cells.
    Corridor(Vec<Point>),
    /// A door.
    Door(Door),
    /// Something that appears.
    Spawn(Spawn),
}

/// Which features of a rectangle are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Which {
    /// All that share a cell with it, or whose bounds do. A feature may lie in several rectangles.
    #[default]
    Overlapping,
    /// Those whose bounds have their top left cell in it: in a plane cut into rectangles, each feature is in exactly
    /// one.
    Owned,
}

impl FeatureKind {
    /// The plane to which such features belong. Spawns belong to none.
    const fn plane(&self) -> Option<Plane> {
        match self {
            FeatureKind::Room(_) => Some(Plane::Rooms),
            FeatureKind::Corridor(_) => Some(Plane::Corridors),
            FeatureKind::Door(_) => Some(Plane::Doors),
            FeatureKind::Spawn(_) => None,
        }
    }

    /// Every cell that decides where it lies, but for rooms.
    fn points(&self) -> &[Point] {
        match self {
            FeatureKind::Room(_) => &[],
            FeatureKind::Corridor(path) => path,
            FeatureKind::Door(door) => &door.cells,
            FeatureKind::Spawn(spawn) => std::slice::from_ref(&spawn.at),
        }
    }

    /// The smallest rectangle around it.
    fn rect(&self) -> Option<Rect> {
        if let FeatureKind::Room(room) = self {
            return Some(room.rect);
        }
        let (&first, rest) = self.points().split_first()?;
        let (mut least, mut most) = (first, first);
        for p in rest {
            least = Point::new(least.x.min(p.x), least.y.min(p.y));
            most = Point::new(most.x.max(p.x), most.y.max(p.y));
        }
        let length = |least: u16, most: u16| (most - least).saturating_add(1);
        Some(Rect::new(least.x, least.y, length(least.x, most.x), length(least.y, most.y)))
    }

    /// Moves it by so many columns and rows, modulo 2¹⁶.
    fn shift(&mut self, dx: u16, dy: u16) {
        let points = match self {
            FeatureKind::Room(room) => {
                (room.rect.x, room.rect.y) = (room.rect.x.wrapping_add(dx), room.rect.y.wrapping_add(dy));
                return;
            }
            FeatureKind::Corridor(path) => path,
            FeatureKind::Door(door) => &mut door.cells,
            FeatureKind::Spawn(spawn) => std::slice::from_mut(&mut spawn.at),
        };
        points.iter_mut().for_each(|p| *p = Point::new(p.x.wrapping_add(dx), p.y.wrapping_add(dy)));
    }
}

impl Feature {
    /// The feature of a map whose top left cell is at `place`; `None` if it has no cell.
    fn new((x, y): (i64, i64), mut kind: FeatureKind) -> Option<Feature> {
        let Rect { x: left, y: top, w, h } = kind.rect()?;
        kind.shift(left.wrapping_neg(), top.wrapping_neg());
        if let FeatureKind::Room(room) = &mut kind {
            room.id = 0;
        }
        let bounds = WorldRect::new(x.wrapping_add(left.into()), y.wrapping_add(top.into()), w.into(), h.into());
        Some(Feature { bounds, kind })
    }

    /// Takes all features out of a map whose top left cell is at `place`.
    pub(crate) fn take_all(map: &mut BuilderMap, place: (i64, i64)) -> Vec<Feature> {
        let rooms = map.rooms.iter_mut().flat_map(|rooms| rooms.drain(..)).map(FeatureKind::Room);
        let corridors = map.corridors.iter_mut().flat_map(|paths| paths.drain(..)).map(FeatureKind::Corridor);
        let doors = map.doors.iter_mut().flat_map(|doors| doors.drain(..)).map(FeatureKind::Door);
        let spawns = map.spawns.drain(..).map(FeatureKind::Spawn);
        let kinds = rooms.chain(corridors).chain(doors).chain(spawns);
        kinds.filter_map(|kind| Feature::new(place, kind)).collect()
    }

    /// Puts it into a map that shows `window`, if it lies in it as a whole; otherwise returns it.
    pub(crate) fn put(mut self, map: &mut BuilderMap, window: WorldRect) -> Option<Feature> {
        let Some((dx, dy)) = self.bounds.within(window) else { return Some(self) };
        let (Ok(dx), Ok(dy)) = (u16::try_from(dx), u16::try_from(dy)) else { return Some(self) };
        self.kind.shift(dx, dy);
        match self.kind {
            FeatureKind::Room(mut room) => {
                let rooms = map.rooms.get_or_insert_default();
                room.id = u32::try_from(rooms.len()).unwrap_or(u32::MAX);
                rooms.push(room);
            }
            FeatureKind::Corridor(path) => map.corridors.get_or_insert_default().push(path),
            FeatureKind::Door(door) => map.doors.get_or_insert_default().push(door),
            FeatureKind::Spawn(spawn) => map.spawns.push(spawn),
        }
        None
    }

    /// Whether a stage that drops these planes drops it.
    pub(crate) fn is_in(&self, planes: Planes) -> bool {
        self.kind.plane().is_some_and(|plane| planes.contains(plane))
    }
}
