//! The shared map: plain data that every stage reads and changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Door, Flow, Grid, Layer, LevelGraph, Plane, Planes, Point, Proof, Room, Sides, Size, Spawn, Tile, Wrap};

/// A map under construction: row-major planes, all of one size, and marked cells.
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
    /// Wet cells and rings, found by the ring validator.
    pub flow: Option<Flow>,
    /// The rooms.
    pub rooms: Option<Vec<Room>>,
    /// The corridors, each a path of cells.
    pub corridors: Option<Vec<Vec<Point>>>,
    /// Extra two-way steps between far cells.
    pub portals: Vec<(Point, Point)>,
    /// Where the player begins.
    pub start: Option<Point>,
    /// Where the player wants to go.
    pub exit: Option<Point>,
    /// What appears, and where.
    pub spawns: Vec<Spawn>,
    /// The doors with a lock or a direction, and those of some stages. Others are tiles only; see
    /// [`all_doors`](Self::all_doors).
    pub doors: Option<Vec<Door>>,
    /// The areas of the level and how they join.
    pub graph: Option<LevelGraph>,
    /// A walk that wins the level.
    pub proof: Option<Proof>,
    /// Custom planes, by name.
    pub layers: BTreeMap<String, Layer>,
    /// Which borders are joined to the opposite one.
    pub wrap: Wrap,
}

impl BuilderMap {
    /// The most bytes that one cell of a map takes while it is built: 14 for all planes, and 34 for the
    /// work on them. The ring search takes the most, on a single corridor through all cells. Lists (rooms,
    /// corridors, portals, spawns, doors, joins, the proof) and layers are not counted.
    pub const BYTES_PER_CELL: u64 = 48;

    /// A map that is all `tile`, without other planes.
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
            doors: None,
            graph: None,
            proof: None,
            layers: BTreeMap::new(),
            wrap,
        }
    }

    /// Width and height in cells.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Whether `p` is on the map and not solid.
    pub fn is_open(&self, p: Point) -> bool {
        self.tiles.get(p).is_some_and(|tile| !tile.is_solid())
    }

    /// All doors: those of the list, then the tiles that are doors and not among them, row by row.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
    /// (map.tiles[1], map.tiles[3]) = (Tile::DOOR, Tile::DOOR);
    /// map.doors = Some(vec![Door::locked([Point::new(3, 0)], 0)]);
    /// assert_eq!(map.all_doors(), [Door::locked([Point::new(3, 0)], 0), Door::new([Point::new(1, 0)])]);
    /// ```
    pub fn all_doors(&self) -> Vec<Door> {
        let mut doors = self.doors.clone().unwrap_or_default();
        let listed: BTreeSet<Point> = doors.iter().flat_map(|door| &door.cells).copied().collect();
        let is_door = |&(at, &tile): &(Point, &Tile)| tile == Tile::DOOR && !listed.contains(&at);
        doors.extend(self.tiles.iter().filter(is_door).map(|(at, _)| Door::new([at])));
        doors
    }

    /// The planes that the map has.
    pub fn planes(&self) -> Planes {
        let BuilderMap {
            tiles: _,
            sides,
            corners,
            solution,
            regions,
            flow,
            rooms,
            corridors,
            portals: _,
            start,
            exit,
            spawns: _,
            doors,
            graph,
            proof,
            layers,
            wrap: _,
        } = self;
        let has = [
            (Plane::Sides, sides.is_some()),
            (Plane::Corners, corners.is_some()),
            (Plane::Solution, solution.is_some()),
            (Plane::Regions, regions.is_some()),
            (Plane::Flow, flow.is_some()),
            (Plane::Rooms, rooms.is_some()),
            (Plane::Corridors, corridors.is_some()),
            (Plane::Start, start.is_some()),
            (Plane::Exit, exit.is_some()),
            (Plane::Doors, doors.is_some()),
            (Plane::Graph, graph.is_some()),
            (Plane::Proof, proof.is_some()),
            (Plane::Layers, !layers.is_empty()),
        ];
        has.into_iter().filter(|&(_, has)| has).fold(Planes::NONE, |all, (plane, _)| all.union(plane.into()))
    }

    /// Drops planes. A stage that changes tiles, sides or portals drops [`Planes::DERIVED`], and says so in
    /// its [`Facts`](crate::Facts): `map.clear(self.facts(map.size()).drops())` says it once.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Plane, Planes, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
    /// (map.start, map.doors) = (Some(Point::new(0, 0)), Some(vec![Door::new([Point::new(2, 1)])]));
    /// map.clear(Planes::DERIVED);
    /// assert_eq!(map.planes(), Plane::Start.into());
    /// ```
    pub fn clear(&mut self, planes: impl Into<Planes>) {
        for plane in planes.into().iter() {
            match plane {
                Plane::Sides => self.sides = None,
                Plane::Corners => self.corners = None,
                Plane::Solution => self.solution = None,
                Plane::Regions => self.regions = None,
                Plane::Flow => self.flow = None,
                Plane::Rooms => self.rooms = None,
                Plane::Corridors => self.corridors = None,
                Plane::Start => self.start = None,
                Plane::Exit => self.exit = None,
                Plane::Doors => self.doors = None,
                Plane::Graph => self.graph = None,
                Plane::Proof => self.proof = None,
                Plane::Layers => self.layers.clear(),
            }
        }
    }
}
