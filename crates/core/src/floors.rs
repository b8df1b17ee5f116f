//! Floors: a level of several floors is one map with the floors one above the other, and a solid row between two.
//!
//! n floors of w×h cells are a map of w × (n(h + 1) − 1) cells; floor f has the rows from f(h + 1) on. Floors touch nowhere, so
//! only [`Portal`]s lead from one to another. Stairs join a cell with the one in the same column and row of the next floor.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::gather;
use crate::{BuildError, BuilderMap, Door, Grid, Layer, Point, Portal, Rect, Room, Sides, Size, Spawn, Tile, planes};

/// One floor of a map, with what leads to other floors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Floor {
    /// The floor as a map of its own.
    pub map: BuilderMap,
    /// Where its portals to other floors lead.
    pub ways: Vec<FloorWay>,
}

/// A portal from one floor to another, as it is seen from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct FloorWay {
    /// The cell on this floor.
    pub at: Point,
    /// The other floor, and the cell there.
    pub to: (u16, Point),
    /// Whether nothing leads back.
    pub one_way: bool,
}

/// A map without ways to other floors.
impl From<BuilderMap> for Floor {
    fn from(map: BuilderMap) -> Floor {
        Floor { map, ways: Vec::new() }
    }
}

impl BuilderMap {
    /// The size of each floor: that of the map, if it has no floors.
    pub fn floor_size(&self) -> Size {
        let rows = (u32::from(self.height()) + 1) / u32::from(self.n_floors());
        Size::new(self.width(), rows.saturating_sub(1) as u16)
    }

    /// The floor that a cell lies on, counted from 0 at the top. None has a cell outside of the map, or between two floors.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
    ///
    /// let cellar = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    /// let map = BuilderMap::stack([cellar.clone(), cellar])?;
    /// let floors = [0, 1, 2, 3, 4, 5].map(|y| map.floor_of(Point::new(1, y)));
    /// assert_eq!(floors, [Some(0), Some(0), None, Some(1), Some(1), None]);
    /// # Ok::<(), mapwright_core::BuildError>(())
    /// ```
    pub fn floor_of(&self, at: impl Into<Point>) -> Option<u16> {
        let (at, pitch) = (at.into(), self.pitch());
        let on_floor = self.size().contains(at) && u32::from(at.y) % pitch + 1 < pitch;
        Some((u32::from(at.y) / pitch) as u16).filter(|&floor| on_floor && floor < self.n_floors())
    }

    /// How many floors the map has; 1 if it has no plane of floors.
    pub fn n_floors(&self) -> u16 {
        self.floors.unwrap_or(1).max(1)
    }

    /// The rows of a floor.
    pub fn floor_rows(&self, floor: u16) -> Range<u16> {
        let first = (u32::from(floor) * self.pitch()).min(self.height().into()) as u16;
        first..first.saturating_add(self.floor_size().h).min(self.height())
    }

    /// One floor as a map of its own: the same rows of every plane, and what lies on them. A game can load and save floor by
    /// floor; [`stack`](Self::stack) puts them together again. Flow, graph and proof belong to the level as a whole: a floor
    /// has none. Neither has it what extends beyond it. `None` if there is no such floor.
    pub fn floor(&self, floor: u16) -> Option<Floor> {
        (floor < self.n_floors()).then(|| self.slice(floor))
    }

    /// Puts floors of one size together, the first at the top. A map of a single level is a floor too.
    ///
    /// It has the start of the first floor that has one, and the exit of the last. A plane that only some of the floors have
    /// is filled up on the others: sides with open ones, all else with 0. Rooms and regions keep their numbers, unless an
    /// earlier floor has one of them: then all numbers of a floor are raised. A way that leads in both directions counts as the
    /// upper floor has it.
    ///
    /// # Errors
    ///
    /// There is no floor, or too many; floors differ in size, in wrap or in the type of a layer; a floor wraps from top to
    /// bottom or has floors itself; numbers of rooms or regions run out.
    pub fn stack<F: Into<Floor>>(floors: impl IntoIterator<Item = F>) -> Result<BuilderMap, BuildError> {
        let (mut maps, mut ways) = (Vec::new(), Vec::new());
        for floor in floors {
            let Floor { map, ways: found } = floor.into();
            maps.push(map);
            ways.push(found);
        }
        let size = check(&maps)?;
        renumber(&mut maps)?;
        let mut map = planes_of(&maps, size)?;
        let floor_size = map.floor_size();
        for ((floor, part), ways) in (0u16..).zip(maps).zip(ways) {
            map.add(part, floor);
            for FloorWay { at, to: (other, to), one_way } in ways {
                let ends = (down(floor_size, floor, at), down(floor_size, other, to));
                let (Some(a), Some(b), true) = (ends.0, ends.1, other < map.n_floors()) else {
                    let why = format!(
                        "a way from {at} on floor {floor} leads to {to} on floor {other}, which is off the map"
                    );
                    return Err(BuildError::impossible(why));
                };
                if one_way || floor < other {
                    map.portals.push(Portal { a, b, one_way });
                }
            }
        }
        Ok(map)
    }

    /// The rows from one floor to the next.
    fn pitch(&self) -> u32 {
        u32::from(self.floor_size().h) + 1
    }

    /// What is wrong with the floors, if anything.
    pub(crate) fn floor_fault(&self) -> Option<String> {
        let floors = self.floors?;
        let rows = u32::from(self.height()) + 1;
        if floors == 0 || rows % u32::from(floors) != 0 || rows == u32::from(floors) {
            return Some(format!(
                "{} rows cannot be {floors} floors of one height with a row between two",
                self.height()
            ));
        }
        if floors > 1 && self.wrap.y() {
            return Some("a map of several floors wraps from top to bottom".to_owned());
        }
        let mut holes = (1..floors).flat_map(|floor| {
            let y = self.floor_rows(floor).start - 1;
            cells(y..y + 1, self.width())
        });
        let hole = holes.find(|&at| self.is_open(at))?;
        Some(format!("{hole} lies between two floors, and is not solid"))
    }
}

/// The size of a map of these floors.
fn check(maps: &[BuilderMap]) -> Result<Size, BuildError> {
    let first = maps.first().ok_or_else(|| BuildError::impossible("a map needs at least one floor"))?;
    let size = first.size();
    for (floor, map) in maps.iter().enumerate() {
        if map.size() != size {
            let found = map.size();
            return Err(BuildError::impossible(format!("floor {floor} has {found} cells, and floor 0 has {size}")));
        }
        if map.wrap != first.wrap {
            return Err(BuildError::impossible(format!("floor {floor} wraps in another way than floor 0")));
        }
        if map.wrap.y() {
            return Err(BuildError::impossible(format!("floor {floor} wraps from top to bottom")));
        }
        if map.n_floors() > 1 {
            return Err(BuildError::impossible(format!("floor {floor} has floors itself")));
        }
    }
    let rows = maps.len() as u64 * (u64::from(size.h) + 1) - 1;
    let too_high = format!("{} floors of {size} take {rows} rows; expected at most 65535", maps.len());
    let h = u16::try_from(rows).map_err(|_| BuildError::impossible(too_high))?;
    if size.area() == 0 {
        return Err(BuildError::impossible(format!("a floor of {size} has no cell")));
    }
    Ok(Size::new(size.w, h))
}

/// Raises the numbers of rooms and regions that an earlier floor has.
fn renumber(maps: &mut [BuilderMap]) -> Result<(), BuildError> {
    let (mut rooms, mut regions) = (BTreeSet::new(), vec![false; 1 << 16]);
    for (floor, map) in maps.iter_mut().enumerate() {
        let of_rooms = map.rooms.iter().flatten().filter_map(|room| room.region);
        let cells = map.regions.iter().flat_map(|regions| regions.as_slice()).copied();
        let mut own = vec![false; 1 << 16];
        cells.chain(of_rooms).filter(|&region| region > 0).for_each(|region| own[usize::from(region)] = true);
        if own.iter().zip(&regions).any(|(own, seen)| *own && *seen) {
            let by = regions.iter().rposition(|&seen| seen).unwrap_or(0);
            let last = own.iter().rposition(|&own| own).unwrap_or(0);
            if by + last > usize::from(u16::MAX) {
                let why = format!("the regions of the floors 0 to {floor} have more than 65535 numbers");
                return Err(BuildError::impossible(why));
            }
            let of_rooms = map.rooms.iter_mut().flatten().filter_map(|room| room.region.as_mut());
            let cells = map.regions.iter_mut().flat_map(|regions| regions.as_mut_slice());
            cells.chain(of_rooms).filter(|region| **region > 0).for_each(|region| *region += by as u16);
            own.rotate_right(by);
        }
        regions.iter_mut().zip(&own).for_each(|(seen, own)| *seen |= *own);
        let ids = |map: &BuilderMap| gather::set(map.rooms.iter().flatten().map(|room| room.id));
        if !rooms.is_disjoint(&ids(map)) {
            let by = rooms.last().map_or(0, |&last: &u32| u64::from(last) + 1);
            for room in map.rooms.iter_mut().flatten() {
                let why = || format!("the rooms of floor {floor} would have numbers above 4294967295");
                room.id = u32::try_from(u64::from(room.id) + by).map_err(|_| BuildError::impossible(why()))?;
            }
        }
        rooms.extend(ids(map));
    }
    Ok(())
}

macro_rules! define_slices {
    (
        cells { $($(#[$cells_doc:meta])+ $Cells:ident = $cells_name:literal, $cells:ident: $cell:ty;)* }
        whole { $($whole:tt)* }
        always { $($always:tt)* }
    ) => {
        /// A map with the cells of these floors, one above the other.
        fn planes_of(maps: &[BuilderMap], size: Size) -> Result<BuilderMap, BuildError> {
            let wrap = maps.first().map(|map| map.wrap).unwrap_or_default();
            let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
            map.floors = Some(maps.len() as u16);
            let tiles: Vec<Option<&Grid<Tile>>> = maps.iter().map(|map| Some(&map.tiles)).collect();
            map.tiles = piled(&tiles, size, Tile::WALL);
            $(
                let planes: Vec<Option<&Grid<$cell>>> = maps.iter().map(|map| map.$cells.as_ref()).collect();
                map.$cells = planes.iter().any(Option::is_some).then(|| piled(&planes, size, <$cell>::default()));
            )*
            let names = gather::set(maps.iter().flat_map(|map| map.layers.keys()));
            for name in names {
                let layers: Vec<Option<&Layer>> = maps.iter().map(|map| map.layers.get(name)).collect();
                let other = || BuildError::impossible(format!("the layer `{}` has two types", crate::fault::shown(name)));
                map.layers.insert(name.clone(), Layer::piled(&layers, size).ok_or_else(other)?);
            }
            map.palette = gather::map(maps.iter().flat_map(|map| map.palette.clone()));
            open_sides(&mut map, maps);
            Ok(map)
        }

        impl BuilderMap {
            /// The cells of some rows.
            fn rows(&self, rows: &Range<u16>) -> BuilderMap {
                let size = Size::new(self.width(), rows.end - rows.start);
                let mut map = BuilderMap::filled(size, self.wrap, Tile::WALL);
                map.tiles = self.tiles.of_rows(rows);
                $(map.$cells = self.$cells.as_ref().map(|plane| plane.of_rows(rows));)*
                map.layers = self.layers.iter().map(|(name, layer)| (name.clone(), layer.of_rows(rows))).collect();
                map.palette.clone_from(&self.palette);
                map
            }
        }
    };
}

planes!(define_slices);

/// Floors of one plane above each other, with `rest` between them and for those that lack it.
pub(crate) fn piled<T: Clone>(floors: &[Option<&Grid<T>>], size: Size, rest: T) -> Grid<T> {
    let mut plane = Grid::new(size, rest);
    let w = usize::from(size.w);
    let pitch = (usize::from(size.h) + 1) / floors.len().max(1) * w;
    for (part, floor) in plane.as_mut_slice().chunks_mut(pitch.max(1)).zip(floors) {
        floor.iter().for_each(|floor| part[..floor.as_slice().len()].clone_from_slice(floor.as_slice()));
    }
    plane
}

/// Opens the sides of floors that had none.
fn open_sides(map: &mut BuilderMap, maps: &[BuilderMap]) {
    for (floor, part) in (0u16..).zip(maps) {
        let rows = map.floor_rows(floor);
        let sides = map.sides.as_mut().filter(|_| part.sides.is_none());
        let solution = map.solution.as_mut().filter(|_| part.solution.is_none());
        for plane in sides.into_iter().chain(solution) {
            let open = cells(rows.clone(), map.tiles.size().w).filter(|&at| !map.tiles[at].is_solid());
            open.for_each(|at| plane[at] = Sides::OPEN);
        }
    }
}

/// The cells of some rows.
fn cells(rows: Range<u16>, width: u16) -> impl Iterator<Item = Point> {
    rows.flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
}

/// A cell of a floor, as a cell of the map.
fn down(size: Size, floor: u16, at: Point) -> Option<Point> {
    let y = u32::from(floor) * (u32::from(size.h) + 1) + u32::from(at.y);
    size.contains(at).then(|| u16::try_from(y).ok()).flatten().map(|y| Point::new(at.x, y))
}

/// What lies on floors: marks, rooms, corridors, doors, portals.
impl BuilderMap {
    fn slice(&self, floor: u16) -> Floor {
        let rows = self.floor_rows(floor);
        let mut map = self.rows(&rows);
        let up = |at: Point| (self.floor_of(at) == Some(floor)).then(|| Point::new(at.x, at.y - rows.start));
        (map.start, map.exit) = (self.start.and_then(up), self.exit.and_then(up));
        map.rooms = self.rooms.as_ref().map(|rooms| rooms.iter().filter_map(|room| room_on(room, &rows)).collect());
        let path = |path: &Vec<Point>| path.iter().map(|&at| up(at)).collect::<Option<Vec<Point>>>();
        let paths = |paths: &Vec<Vec<Point>>| paths.iter().filter_map(path).filter(|path| !path.is_empty()).collect();
        map.corridors = self.corridors.as_ref().map(paths);
        let door = |door: &Door| {
            let cells: Vec<Point> = door.cells.iter().filter_map(|&at| up(at)).collect();
            (!cells.is_empty()).then(|| Door { cells, ..door.clone() })
        };
        map.doors = self.doors.as_ref().map(|doors| doors.iter().filter_map(door).collect());
        map.spawns = self.spawns.iter().filter_map(|spawn| Some(spawn.clone().moved_to(up(spawn.at)?))).collect();
        let mut ways = Vec::new();
        for &portal in &self.portals {
            match portal.ends().map(up) {
                [Some(a), Some(b)] => map.portals.push(Portal { a, b, ..portal }),
                ends => {
                    let far = portal.leads(portal.a).map(|to| (ends[0], to));
                    let near = portal.leads(portal.b).map(|to| (ends[1], to));
                    ways.extend(far.chain(near).filter_map(|(at, to)| {
                        let (to_floor, start) = (self.floor_of(to)?, self.floor_rows(self.floor_of(to)?).start);
                        let to = (to_floor, Point::new(to.x, to.y - start));
                        Some(FloorWay { at: at?, to, one_way: portal.one_way })
                    }));
                }
            }
        }
        Floor { map, ways }
    }

    /// Adds what lies on a floor.
    fn add(&mut self, part: BuilderMap, floor: u16) {
        let size = part.size();
        let down = |at: Point| down(size, floor, at);
        self.start = self.start.or(part.start.and_then(down));
        self.exit = part.exit.and_then(down).or(self.exit);
        if let Some(rooms) = part.rooms {
            let top = self.floor_rows(floor).start;
            let room = |room: Room| Room { rect: Rect { y: room.rect.y.saturating_add(top), ..room.rect }, ..room };
            self.rooms.get_or_insert_default().extend(rooms.into_iter().map(room));
        }
        let all = |cells: Vec<Point>| cells.into_iter().filter_map(down).collect::<Vec<Point>>();
        if let Some(corridors) = part.corridors {
            self.corridors.get_or_insert_default().extend(corridors.into_iter().map(all));
        }
        if let Some(doors) = part.doors {
            let door = |door: Door| Door { cells: all(door.cells.clone()), ..door };
            self.doors.get_or_insert_default().extend(doors.into_iter().map(door));
        }
        let used = gather::set(self.spawns.iter().filter_map(|spawn| spawn.pack));
        // A number that another floor has already would make one pack of two.
        let meets = part.spawns.iter().any(|spawn| spawn.pack.is_some_and(|pack| used.contains(&pack)));
        let shift = used.last().filter(|_| meets).map_or(0, |last| u32::from(*last) + 1);
        let shifted = |pack: u16| u16::try_from(u32::from(pack) + shift).ok();
        let moved = |spawn: Spawn| Some(Spawn { at: down(spawn.at)?, pack: spawn.pack.and_then(shifted), ..spawn });
        self.spawns.extend(part.spawns.into_iter().filter_map(moved));
        let portal = |portal: Portal| Some(Portal { a: down(portal.a)?, b: down(portal.b)?, ..portal });
        self.portals.extend(part.portals.into_iter().filter_map(portal));
    }
}

/// A room that lies in these rows, as a room of their floor.
fn room_on(room: &Room, rows: &Range<u16>) -> Option<Room> {
    let rect = room.rect;
    let fits = rows.start <= rect.y && u32::from(rect.y) + u32::from(rect.h) <= rows.end.into();
    fits.then(|| Room { rect: Rect { y: rect.y - rows.start, ..rect }, ..room.clone() })
}
