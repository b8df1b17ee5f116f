//! Finds what is wrong with a map, and repairs a map that a player has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

use crate::{BuildError, BuildErrorKind, BuilderMap, Door, Join, JoinKind, Plane, Point, Portal, Room, Size, Spawn};

/// A part of a map that does not fit the rest, as [`BuilderMap::repair`] dropped it. It is shown as a sentence: what was
/// wrong with it.
///
/// ```
/// use mapwright_core::{BuilderMap, MapPart, Size, Spawn, Tile, Wrap};
///
/// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
/// map.spawns.push(Spawn::new((3, 0), "Gold"));
/// map.tiles[3] = Tile::WALL;
/// let dropped = map.repair();
/// assert_eq!(dropped[0].to_string(), "`Gold` is at (3, 0), which is not an open cell; it is dropped");
/// assert_eq!(dropped[0].part, MapPart::Spawn(Spawn::new((3, 0), "Gold")));
/// assert!(map.spawns.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// What was dropped.
    pub part: MapPart,
    /// What was wrong with it: a sentence without its end.
    pub why: String,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; it is dropped", self.why)
    }
}

/// A part of a map that [`BuilderMap::repair`] can drop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapPart {
    /// A whole plane, such as the start or the proof.
    Plane(Plane),
    /// The layer of this name.
    Layer(String),
    /// A room.
    Room(Room),
    /// A corridor.
    Corridor(Vec<Point>),
    /// A portal.
    Portal(Portal),
    /// A spawn.
    Spawn(Spawn),
    /// A door.
    Door(Door),
}

/// What a fault is in: a plane, a layer, or an entry of a list by its index.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Plane(Plane),
    Layer(String),
    Room(usize),
    Corridor(usize),
    Portal(usize),
    Spawn(usize),
    Door(usize),
}

/// What is wrong, and why.
type Fault = (Slot, String);

/// A map that no stage can rely on: what is wrong with it.
#[derive(Clone, PartialEq, Eq, thiserror::Error, crate::ErrorDebug)]
#[error("{why}")]
#[non_exhaustive]
pub struct InvalidMap {
    /// A sentence without its end.
    pub why: String,
}

impl From<InvalidMap> for BuildError {
    fn from(InvalidMap { why }: InvalidMap) -> BuildError {
        BuildErrorKind::BrokenInvariant { why }.into()
    }
}

impl BuilderMap {
    /// Returns a plane whose size differs from that of the tiles, with its size.
    pub fn mismatched_plane(&self) -> Option<(Plane, Size)> {
        self.misfits().next().map(|(_, plane, size)| (plane, size))
    }

    /// Checks that all planes have one size, that points lie on the map and marks on open cells, and that numbers refer to
    /// something.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), InvalidMap> {
        let mut first = Ok(());
        let _ = self.visit_faults(&mut |(_, why)| {
            first = Err(InvalidMap { why });
            ControlFlow::Break(())
        });
        first
    }

    /// Drops what no longer fits a map that a player has changed, and returns it: whatever [`validate`](Self::validate) finds,
    /// and doors, portals and a proof in cells that are solid now. Afterwards the map is valid, so it can be saved,
    /// loaded and built upon.
    pub fn repair(&mut self) -> Vec<Dropped> {
        let mut faults = BTreeMap::new();
        let mut add = |(slot, why)| {
            faults.entry(slot).or_insert(why);
            ControlFlow::Continue(())
        };
        let _ = self.visit_faults(&mut add);
        let _ = self.walled_in().try_for_each(add);
        let mut dropped = Vec::new();
        for (slot, why) in &faults {
            let part = match slot {
                Slot::Plane(plane) => {
                    self.clear(*plane);
                    MapPart::Plane(*plane)
                }
                Slot::Layer(name) => {
                    self.layers.remove(name);
                    MapPart::Layer(name.clone())
                }
                _ => continue,
            };
            dropped.push(Dropped { part, why: why.clone() });
        }
        let mut lists = Lists { faults, dropped };
        lists.drop(self.rooms.as_mut(), Slot::Room, MapPart::Room);
        lists.drop(self.corridors.as_mut(), Slot::Corridor, MapPart::Corridor);
        lists.drop(Some(&mut self.portals), Slot::Portal, MapPart::Portal);
        lists.drop(Some(&mut self.spawns), Slot::Spawn, MapPart::Spawn);
        lists.drop(self.doors.as_mut(), Slot::Door, MapPart::Door);
        lists.dropped
    }

    /// Calls `visit` with each fault until it breaks.
    fn visit_faults(&self, mut visit: &mut dyn FnMut(Fault) -> ControlFlow<()>) -> ControlFlow<()> {
        let size = self.size();
        let misfit = |(slot, plane, odd)| (slot, format!("`{plane}` has {odd} cells, `tiles` has {size}"));
        self.misfits().map(misfit).try_for_each(&mut visit)?;
        self.closed_marks().try_for_each(&mut visit)?;
        self.room_faults().try_for_each(&mut visit)?;
        self.visit_outside(visit)?;
        self.floor_fault().map(|why| (Slot::Plane(Plane::Floors), why)).into_iter().try_for_each(&mut visit)?;
        self.layer_faults().try_for_each(&mut visit)?;
        self.proof_fault().into_iter().try_for_each(&mut visit)?;
        self.graph_fault().into_iter().try_for_each(visit)
    }

    /// The planes and layers whose size differs from that of the tiles, each with its size.
    fn misfits(&self) -> impl Iterator<Item = (Slot, Plane, Size)> {
        let layers = self.layers.iter().filter(|(_, layer)| layer.size() != self.size());
        let layers = layers.map(|(name, layer)| (Slot::Layer(name.clone()), Plane::Layers, layer.size()));
        self.odd_planes().map(|(plane, size)| (Slot::Plane(plane), plane, size)).chain(layers)
    }

    /// Starts, exits and spawns that are not on an open cell.
    fn closed_marks(&self) -> impl Iterator<Item = Fault> {
        let ends = [("start", Plane::Start, self.start), ("exit", Plane::Exit, self.exit)];
        let ends = ends.into_iter().filter_map(|(name, plane, at)| Some((name, Slot::Plane(plane), at?)));
        let spawns = self.spawns.iter().enumerate();
        let spawns = spawns.map(|(nth, spawn)| (spawn.what.as_str(), Slot::Spawn(nth), spawn.at));
        let closed = ends.chain(spawns).filter(|&(_, _, at)| !self.is_open(at));
        closed.map(|(name, part, at)| (part, format!("`{}` is at {at}, which is not an open cell", shown(name))))
    }

    /// Rooms that extend over the border, and those whose id another room has already.
    fn room_faults(&self) -> impl Iterator<Item = Fault> {
        let (size, rooms) = (self.size(), self.rooms.as_deref().unwrap_or_default());
        // Nearly all rooms are numbered in their order: then no two have one id.
        let is_rising = rooms.windows(2).all(|pair| pair[0].id < pair[1].id);
        let mut ids = BTreeSet::new();
        rooms.iter().enumerate().filter_map(move |(nth, room)| {
            let why = match room.rect.fits(size) {
                false => format!("a room {:?} extends over the border of {size}", room.rect),
                true if is_rising || ids.insert(room.id) => return None,
                true => format!("a second room has the id {}", room.id),
            };
            Some((Slot::Room(nth), why))
        })
    }

    /// Calls `visit` with the parts that have a point off the map. Starts, exits and spawns must be on open cells.
    fn visit_outside(&self, visit: &mut dyn FnMut(Fault) -> ControlFlow<()>) -> ControlFlow<()> {
        let size = self.size();
        let mut check = |slot: fn(usize) -> Slot, nth: usize, what: &str, off: Option<Point>| {
            off.map_or(ControlFlow::Continue(()), |at| {
                visit((slot(nth), format!("{what} has {at}, which is outside the map of {size}")))
            })
        };
        if let Some(flow) = &self.flow {
            check(|_| Slot::Plane(Plane::Flow), 0, "`flow`", off(size, [&flow.source]))?;
        }
        for (nth, path) in self.corridors.iter().flatten().enumerate() {
            check(Slot::Corridor, nth, "a corridor", off(size, path))?;
        }
        for (nth, portal) in self.portals.iter().enumerate() {
            check(Slot::Portal, nth, "a portal", off(size, &portal.ends()))?;
        }
        for (nth, door) in self.doors.iter().flatten().enumerate() {
            check(Slot::Door, nth, "a door", off(size, &door.cells))?;
        }
        if let Some(graph) = &self.graph {
            let gates = graph.joins.iter().flat_map(|join| &join.gate);
            let points = graph.areas.iter().map(|area| &area.anchor).chain(gates);
            check(|_| Slot::Plane(Plane::Graph), 0, "`graph`", off(size, points))?;
        }
        if let Some(proof) = &self.proof {
            check(|_| Slot::Plane(Plane::Proof), 0, "`proof`", off(size, &proof.walk))?;
        }
        ControlFlow::Continue(())
    }

    fn layer_faults(&self) -> impl Iterator<Item = Fault> {
        let layers = self.layers.iter().filter(|(_, layer)| !layer.is_finite());
        layers.map(|(name, _)| {
            (Slot::Layer(name.clone()), format!("the layer `{}` has a value that is not a finite number", shown(name)))
        })
    }

    fn proof_fault(&self) -> Option<Fault> {
        let proof = self.proof.as_ref().filter(|proof| proof.keys.len() != proof.needed.len())?;
        let (keys, needed) = (proof.keys.len(), proof.needed.len());
        let why = format!("`proof` has {keys} keys, and says of {needed} whether they are needed");
        Some((Slot::Plane(Plane::Proof), why))
    }

    fn graph_fault(&self) -> Option<Fault> {
        let graph = self.graph.as_ref()?;
        let areas = graph.areas.len();
        let cell = graph.area.iter().find(|&(_, &area)| usize::from(area) > areas);
        let cell = cell.map(|(p, area)| format!("`graph` has the cell {p} in area {area} of {areas}"));
        let join = || {
            graph.joins.iter().find_map(|&Join { a, b, ref kind, .. }| match *kind {
                _ if usize::from(a.max(b)) >= areas => {
                    Some(format!("`graph` has a join from area {a} to area {b} of {areas}, counted from 0"))
                }
                JoinKind::OneWay { from } if from != a && from != b => Some(format!(
                    "`graph` has a join between the areas {a} and {b} that can be passed from area {from} only"
                )),
                _ => None,
            })
        };
        Some((Slot::Plane(Plane::Graph), cell.or_else(join)?))
    }

    /// Doors, portals and a proof in cells that are solid. They are no fault: a walk cannot get to them.
    fn walled_in(&self) -> impl Iterator<Item = Fault> {
        let wall = move |&p: &Point| !self.is_open(p);
        let doors = self.doors.iter().flatten().enumerate();
        let doors = doors.filter_map(move |(nth, door)| {
            let at = door.cells.first().filter(|_| door.cells.iter().all(wall))?;
            Some((Slot::Door(nth), "a door", *at))
        });
        let portals = self.portals.iter().enumerate();
        let portals = portals.filter_map(move |(nth, portal)| {
            Some((Slot::Portal(nth), "a portal", portal.ends().into_iter().find(wall)?))
        });
        let proof = self.proof.iter().filter_map(move |proof| {
            Some((Slot::Plane(Plane::Proof), "`proof`", *proof.walk.iter().find(|&p| wall(p))?))
        });
        let parts = doors.chain(portals).chain(proof);
        parts.map(|(part, what, at)| (part, format!("{what} has {at}, which is not an open cell")))
    }
}

/// At most 64 characters of a name, which may come from a file, with control characters escaped.
pub(crate) fn shown(name: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let rest = if name.chars().nth(64).is_some() { "…" } else { "" };
    name.chars().take(64).map(escaped).collect::<String>() + rest
}

/// The first point that is off the map.
fn off<'a>(size: Size, points: impl IntoIterator<Item = &'a Point, IntoIter: Clone>) -> Option<Point> {
    let mut points = points.into_iter();
    // Without a branch for each point, a processor compares many at once.
    let is_inside = points.clone().fold(true, |is_inside, &p| is_inside & size.contains(p));
    if is_inside { None } else { points.find(|&&p| !size.contains(p)).copied() }
}

/// What is wrong with the entries of lists, and what was dropped.
struct Lists {
    faults: BTreeMap<Slot, String>,
    dropped: Vec<Dropped>,
}

impl Lists {
    /// Drops the faulty entries of a list.
    fn drop<T>(&mut self, list: Option<&mut Vec<T>>, slot: fn(usize) -> Slot, part: fn(T) -> MapPart) {
        let Some(list) = list else { return };
        for (nth, entry) in std::mem::take(list).into_iter().enumerate() {
            match self.faults.remove(&slot(nth)) {
                Some(why) => self.dropped.push(Dropped { part: part(entry), why }),
                None => list.push(entry),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Area, Flow, Grid, Layer, LevelGraph, Planes, Proof, Rect, Sides, Tile, Wrap};

    #[test]
    fn a_fresh_map_has_nothing_but_tiles_and_no_fault() {
        let map = BuilderMap::filled(Size::new(5, 8), Wrap::X, Tile::WALL);
        assert_eq!(map.planes(), Planes::NONE);
        assert_eq!(map.validate(), Ok(()));
    }

    #[test]
    fn faults_are_named() {
        let good = BuilderMap::filled(Size::new(5, 8), Wrap::None, Tile::FLOOR);
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: &str| {
            let mut map = good.clone();
            spoil(&mut map);
            assert_eq!(map.validate().err().map(|invalid| invalid.why).as_deref(), Some(message));
            let dropped: Vec<String> = map.repair().iter().map(Dropped::to_string).collect();
            assert_eq!(dropped, [format!("{message}; it is dropped")]);
            assert_eq!(map.validate(), Ok(()));
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
                map.spawns.push(Spawn::new((1, 2), "Goblin"));
                map.tiles[Point::new(1, 2)] = Tile::TREE;
            },
            "`Goblin` is at (1, 2), which is not an open cell",
        );
        check(
            &|map| map.rooms = Some(Room::numbered([Rect::new(3, 0, 3, 1)])),
            "a room Rect { x: 3, y: 0, w: 3, h: 1 } extends over the border of 5x8",
        );
        check(
            &|map| map.portals.push(Portal::new((0, 0), (0, 8))),
            "a portal has (0, 8), which is outside the map of 5x8",
        );
        check(
            &|map| map.rooms = Some(vec![Room::new(4, Rect::new(0, 0, 1, 1)), Room::new(4, Rect::new(2, 2, 1, 1))]),
            "a second room has the id 4",
        );
        check(
            &|map| map.rooms = Some(vec![Room::new(4, Rect::new(4, 0, 9, 1)), Room::new(4, Rect::new(2, 2, 1, 1))]),
            "a room Rect { x: 4, y: 0, w: 9, h: 1 } extends over the border of 5x8",
        );
        check(
            &|map| map.doors = Some(vec![Door::new([Point::new(9, 9)])]),
            "a door has (9, 9), which is outside the map of 5x8",
        );
        let layer = |value| Layer::from(Grid::new(Size::new(5, 8), value));
        check(
            &|map| drop(map.layers.insert("heat".to_owned(), layer(f32::NAN))),
            "the layer `heat` has a value that is not a finite number",
        );
        check(
            &|map| drop(map.layers.insert("heat".to_owned(), Grid::new(Size::new(8, 5), 1u8).into())),
            "`layers` has 8x5 cells, `tiles` has 5x8",
        );
        check(
            &|map| map.proof = Some(Proof::new(vec![Point::new(0, 0)], vec![1], vec![])),
            "`proof` has 1 keys, and says of 0 whether they are needed",
        );
        check(
            &|map| map.proof = Some(Proof::new(vec![Point::new(0, 8)], vec![], vec![])),
            "`proof` has (0, 8), which is outside the map of 5x8",
        );
        check(
            &|map| map.corridors = Some(vec![vec![Point::new(5, 7)]]),
            "a corridor has (5, 7), which is outside the map of 5x8",
        );
        check(
            &|map| map.flow = Some(Flow::dry(Size::new(5, 8), Point::new(0, 8))),
            "`flow` has (0, 8), which is outside the map of 5x8",
        );
    }

    #[test]
    fn what_walls_stand_in_is_mended_and_no_fault() {
        let mut good = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
        good.tiles[2] = Tile::WALL;
        let [wall, floor] = [2, 3].map(|x| Point::new(x, 0));
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: Option<&str>| {
            let mut map = good.clone();
            spoil(&mut map);
            assert_eq!(map.validate(), Ok(()));
            let dropped: Vec<String> = map.repair().iter().map(Dropped::to_string).collect();
            assert_eq!(dropped, Vec::from_iter(message.map(str::to_owned)));
        };
        let closed = "has (2, 0), which is not an open cell; it is dropped";
        check(&|map| map.doors = Some(vec![Door::locked([wall], 0)]), Some(&format!("a door {closed}")));
        check(&|map| map.portals.push(Portal::new(floor, wall)), Some(&format!("a portal {closed}")));
        check(
            &|map| map.proof = Some(Proof::new(vec![floor, wall], vec![], vec![])),
            Some(&format!("`proof` {closed}")),
        );
        // A gate of two cells, one of which is walled up, still shuts the other.
        check(&|map| map.doors = Some(vec![Door::locked([wall, floor], 0), Door::new([])]), None);
        check(&|map| map.corridors = Some(vec![vec![wall]]), None);
    }

    #[test]
    fn faults_of_level_graphs_are_named() {
        let (size, areas) = (Size::new(3, 1), vec![Area::new((0, 0)), Area::new((2, 0))]);
        let check = |spoil: &dyn Fn(&mut LevelGraph), message: Option<&str>| {
            let area = Grid::from_vec(size, vec![1, 0, 2]).expect("three cells");
            let mut graph = LevelGraph::new(area, areas.clone(), vec![Join::new(0, 1, [Point::new(1, 0)])]);
            spoil(&mut graph);
            let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
            map.graph = Some(graph);
            assert_eq!(map.validate().err().map(|invalid| invalid.why).as_deref(), message);
        };
        check(&|_| (), None);
        check(&|graph| graph.joins[0].kind = JoinKind::OneWay { from: 1 }, None);
        check(&|graph| graph.area[1] = 3, Some("`graph` has the cell (1, 0) in area 3 of 2"));
        check(&|graph| graph.area = Grid::new(Size::new(1, 3), 0), Some("`graph` has 1x3 cells, `tiles` has 3x1"));
        check(
            &|graph| graph.areas[1].anchor = Point::new(3, 0),
            Some("`graph` has (3, 0), which is outside the map of 3x1"),
        );
        check(
            &|graph| graph.joins[0].gate.push(Point::new(0, 1)),
            Some("`graph` has (0, 1), which is outside the map of 3x1"),
        );
        check(&|graph| graph.joins[0].b = 2, Some("`graph` has a join from area 0 to area 2 of 2, counted from 0"));
        check(
            &|graph| graph.joins[0].kind = JoinKind::OneWay { from: 2 },
            Some("`graph` has a join between the areas 0 and 1 that can be passed from area 2 only"),
        );
    }

    #[test]
    fn planes_are_listed() {
        let mut map = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
        map.start = Some(Point::new(0, 0));
        map.corners = Some(Grid::new(map.size(), Sides::CLOSED));
        assert_eq!(map.planes(), Planes::of(&[Plane::Corners, Plane::Start]));
    }
}
