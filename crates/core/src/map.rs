//! The shared map: plain data that every stage reads and changes.

use crate::{BuildError, BuildErrorKind, Grid, Plane, Planes, Point, Rect, Room, Sides, Size, Tile, Wrap};

/// A map under construction: row-major planes, all of one size, and some marked places.
///
/// The fields are public: a stage may change any of them. After each stage the chain checks that the
/// planes have one size and that start, exit and spawns stand on open cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuilderMap {
    /// What stands in each cell. A fresh map is all wall.
    pub tiles: Grid<Tile>,
    /// A color on each of the four sides: mazes, pipes, edge-matched Wang tiles.
    pub sides: Option<Grid<Sides>>,
    /// A color on each of the four corners: corner-matched Wang tiles.
    pub corners: Option<Grid<Sides>>,
    /// `sides` as they were before a puzzle stage turned them.
    pub solution: Option<Grid<Sides>>,
    /// Room, cave, Voronoi cell or polyomino of each cell; 0 for none.
    pub regions: Option<Grid<u16>>,
    /// Wet cells and rings, as the ring validator found them.
    pub flow: Option<Flow>,
    /// The rooms.
    pub rooms: Option<Vec<Room>>,
    /// The corridors, each a path of cells.
    pub corridors: Option<Vec<Vec<Point>>>,
    /// Extra two-way steps between far cells.
    pub portals: Vec<(Point, Point)>,
    /// Where the player begins.
    pub start: Option<Point>,
    /// Where the player wants to get.
    pub exit: Option<Point>,
    /// What appears where.
    pub spawns: Vec<Spawn>,
    /// Which borders are joined to the opposite one.
    pub wrap: Wrap,
}

/// What flows through the joined sides of a map from its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Where it springs.
    pub source: Point,
    /// Whether a cell is joined to the source.
    pub wet: Grid<bool>,
    /// How many back edges of the search from the source span the cell's place in the search tree; at
    /// least 1 exactly for wet cells on a ring.
    pub rings: Grid<u32>,
    /// Whether a cell, wet or dry, touches a joined side that is not a bridge.
    pub on_ring: Grid<bool>,
}

/// Something that appears at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// Where.
    pub at: Point,
    /// What, by any name the user likes.
    pub what: String,
}

impl Flow {
    /// Everything dry, no ring.
    pub fn dry(size: Size, source: Point) -> Self {
        let none = Grid::new(size, false);
        Flow { source, wet: none.clone(), rings: Grid::new(size, 0), on_ring: none }
    }
}

impl BuilderMap {
    /// The most bytes that one cell of a map takes while it is built: 12 for all planes, and 36 for the
    /// work on them. The hungriest stage is the search for rings along one corridor through all cells. Rooms,
    /// corridors, portals and spawns are not counted.
    pub const BYTES_PER_CELL: u64 = 48;

    /// A map that is all `tile` and has nothing else.
    pub fn filled(size: Size, wrap: Wrap, tile: Tile) -> Self {
        BuilderMap {
            tiles: Grid::new(size, tile),
            sides: None,
            corners: None,
            solution: None,
            regions: None,
            flow: None,
            rooms: None,
            corridors: None,
            portals: Vec::new(),
            start: None,
            exit: None,
            spawns: Vec::new(),
            wrap,
        }
    }

    /// Width and height in cells.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Whether `p` lies on the map and is not solid.
    pub fn is_open(&self, p: Point) -> bool {
        self.tiles.get(p).is_some_and(|tile| !tile.is_solid())
    }

    /// The rectangles of the rooms, if there are any.
    pub fn room_rects(&self) -> impl Iterator<Item = Rect> {
        self.rooms.iter().flatten().map(|room| room.rect)
    }

    /// The planes that the map has.
    pub fn planes(&self) -> Planes {
        let has = |plane: &Plane| match plane {
            Plane::Sides => self.sides.is_some(),
            Plane::Corners => self.corners.is_some(),
            Plane::Solution => self.solution.is_some(),
            Plane::Regions => self.regions.is_some(),
            Plane::Flow => self.flow.is_some(),
            Plane::Rooms => self.rooms.is_some(),
            Plane::Corridors => self.corridors.is_some(),
            Plane::Start => self.start.is_some(),
            Plane::Exit => self.exit.is_some(),
        };
        Plane::ALL.into_iter().filter(has).map(Planes::from).fold(Planes::NONE, Planes::union)
    }

    /// A plane that has another size than the tiles, with that size.
    pub fn misfit(&self) -> Option<(Plane, Size)> {
        let sizes = [
            (Plane::Sides, self.sides.as_ref().map(Grid::size)),
            (Plane::Corners, self.corners.as_ref().map(Grid::size)),
            (Plane::Solution, self.solution.as_ref().map(Grid::size)),
            (Plane::Regions, self.regions.as_ref().map(Grid::size)),
            (Plane::Flow, self.flow.as_ref().map(|flow| flow.wet.size())),
            (Plane::Flow, self.flow.as_ref().map(|flow| flow.rings.size())),
            (Plane::Flow, self.flow.as_ref().map(|flow| flow.on_ring.size())),
        ];
        let sizes = sizes.into_iter().filter_map(|(plane, size)| Some((plane, size?)));
        sizes.into_iter().find(|&(_, size)| size != self.size())
    }

    /// The error for a map with a [`fault`](Self::fault), for code that relies on there being none.
    pub fn sound(&self) -> Result<(), BuildError> {
        match self.fault() {
            Some(why) => Err(BuildErrorKind::BrokenInvariant { why }.into()),
            None => Ok(()),
        }
    }

    /// What is wrong with the map, if anything: planes of different sizes, a marked place that is off
    /// the map or in a solid cell.
    pub fn fault(&self) -> Option<String> {
        if let Some((plane, size)) = self.misfit() {
            return Some(format!("`{plane}` has {size} cells, `tiles` has {}", self.size()));
        }
        let named = [("start", self.start), ("exit", self.exit)];
        let named = named.into_iter().filter_map(|(name, at)| Some((name, at?)));
        let spawns = self.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.at));
        let closed = named.chain(spawns).find(|&(_, at)| !self.is_open(at));
        if let Some((name, at)) = closed {
            return Some(format!("`{name}` is at {at}, which is not an open cell"));
        }
        let source = self.flow.as_ref().map(|flow| flow.source);
        let corridors = self.corridors.iter().flatten().flatten().copied();
        let portals = self.portals.iter().flat_map(|&(a, b)| [a, b]);
        if let Some(room) = self.room_rects().find(|room| !room.fits(self.size())) {
            return Some(format!("a room {room:?} reaches over the border of {}", self.size()));
        }
        let outside = source.into_iter().chain(corridors).chain(portals).find(|&p| !self.size().contains(p));
        outside.map(|p| format!("{p} is outside the map of {}", self.size()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fresh_map_has_nothing_but_tiles_and_no_fault() {
        let map = BuilderMap::filled(Size::new(5, 8), Wrap::X, Tile::WALL);
        assert_eq!(map.planes(), Planes::NONE);
        assert_eq!(map.fault(), None);
    }

    #[test]
    fn faults_are_named() {
        let good = BuilderMap::filled(Size::new(5, 8), Wrap::None, Tile::FLOOR);
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: &str| {
            let mut map = good.clone();
            spoil(&mut map);
            assert_eq!(map.fault().as_deref(), Some(message));
        };
        check(
            &|map| map.sides = Some(Grid::new(Size::new(4, 8), Sides::CLOSED)),
            "`sides` has 4x8 cells, `tiles` has 5x8",
        );
        check(
            &|map| map.flow = Some(Flow::dry(Size::new(1, 1), Point::new(0, 0))),
            "`flow` has 1x1 cells, `tiles` has 5x8",
        );
        check(&|map| map.start = Some(Point::new(5, 0)), "`start` is at (5, 0), which is not an open cell");
        check(
            &|map| {
                map.spawns.push(Spawn { at: Point::new(1, 2), what: "Goblin".into() });
                map.tiles[Point::new(1, 2)] = Tile::TREE;
            },
            "`Goblin` is at (1, 2), which is not an open cell",
        );
        check(
            &|map| map.rooms = Some(Room::numbered([Rect::new(3, 0, 3, 1)])),
            "a room Rect { x: 3, y: 0, w: 3, h: 1 } reaches over the border of 5x8",
        );
        check(&|map| map.portals.push((Point::new(0, 0), Point::new(0, 8))), "(0, 8) is outside the map of 5x8");
    }

    #[test]
    fn planes_are_listed() {
        let mut map = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
        map.start = Some(Point::new(0, 0));
        map.corners = Some(Grid::new(map.size(), Sides::CLOSED));
        assert_eq!(map.planes(), Planes::of(&[Plane::Corners, Plane::Start]));
    }
}
