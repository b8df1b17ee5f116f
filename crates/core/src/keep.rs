//! Kept cells: parts of a map that later stages leave as they are.
//!
//! A stage need not know of them. The chain remembers the kept cells of the map before a stage, and puts them back after it. Stages that
//! ask [`BuilderMap::may_put`] lose nothing that way.

use crate::params::{Described, Schema, Variant};
use crate::{
    BuildError, BuilderMap, Dir, Dirs, Door, Facts, Grid, Plane, Point, Portal, Sides, Size, Spawn, Tile, Wrap,
};

/// How much of a cell is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Keep {
    /// Nothing: stages change the cell as they like.
    #[default]
    Free,
    /// Whether it is solid: an open cell stays open and a solid one solid, but its tile may change.
    Shape,
    /// The tile, the sides, the corners, and what stands there. Nothing else is put there.
    Tile,
}

impl Keep {
    /// The levels, from the lowest to the highest.
    pub const ALL: [Keep; 3] = [Keep::Free, Keep::Shape, Keep::Tile];
}

impl std::fmt::Display for Keep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(["free", "shape", "tile"][*self as usize])
    }
}

impl Described for Keep {
    fn schema() -> Schema {
        let levels = [
            Variant::new("Free", "free", "Nothing is kept."),
            Variant::new("Shape", "shape", "It stays open or solid, but its tile may change."),
            Variant::new("Tile", "tile", "Its tile stays, its sides and corners, and what stands there."),
        ];
        Schema::OneOf("Keep", levels.into())
    }
}

/// As a number, 0 to 2.
#[cfg(feature = "serde")]
impl serde::Serialize for Keep {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Keep {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format_args!("a level of kept cells is {number}; expected 0, 1 or 2"));
        Keep::ALL.get(usize::from(number)).copied().ok_or_else(wrong)
    }
}

/// Levels as words, for parameters: `#[serde(with = "keep_word")]`.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod keep_word {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Keep;

    pub fn serialize<S: Serializer>(keep: &Keep, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(keep)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Keep, D::Error> {
        let word = String::deserialize(deserializer)?;
        let found = Keep::ALL.into_iter().find(|keep| keep.to_string() == word);
        found.ok_or_else(|| de::Error::unknown_variant(&word, &["free", "shape", "tile"]))
    }
}

impl BuilderMap {
    /// Returns how much of a cell is kept. The rows between floors keep their shape. Cells off the map are free.
    pub fn keep_at(&self, at: impl Into<Point>) -> Keep {
        let at = at.into();
        let marked = self.kept.as_ref().and_then(|kept| kept.get(at)).copied().unwrap_or_default();
        let is_between = self.n_floors() > 1 && self.size().contains(at) && self.floor_of(at).is_none();
        if is_between { marked.max(Keep::Shape) } else { marked }
    }

    /// Whether some cells may be kept: the map has marks, or rows between floors.
    pub fn has_kept(&self) -> bool {
        self.kept.is_some() || self.n_floors() > 1
    }

    /// Whether a step between neighbors must stay closed: one of them is kept solid, or the sides between them are closed and
    /// the tile of one is kept.
    pub fn is_kept_shut(&self, from: impl Into<Point>, dir: Dir, to: impl Into<Point>) -> bool {
        let (from, to) = (from.into(), to.into());
        let keeps = [from, to].map(|at| self.keep_at(at));
        let is_rock = |(at, keep): (Point, Keep)| keep > Keep::Free && !self.is_open(at);
        let is_wall = self
            .sides
            .as_ref()
            .filter(|_| keeps.contains(&Keep::Tile))
            .is_some_and(|sides| !sides[from].is_open(dir) || !sides[to].is_open(dir.opposite()));
        is_wall || [(from, keeps[0]), (to, keeps[1])].into_iter().any(is_rock)
    }

    /// Whether a stage may put a tile into a cell: it is on the map, and what is kept of it stays.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Grid, Keep, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// map.kept = Grid::from_vec(map.size(), Keep::ALL.to_vec());
    /// assert_eq!([0, 1, 2, 3].map(|x| map.may_put((x, 0), Tile::GRASS)), [true, true, false, false]);
    /// assert_eq!([0, 1, 2].map(|x| map.may_put((x, 0), Tile::WALL)), [true, false, false]);
    /// ```
    pub fn may_put(&self, at: impl Into<Point>, tile: Tile) -> bool {
        let at = at.into();
        self.tiles.get(at).is_some_and(|&old| match self.keep_at(at) {
            Keep::Free => true,
            Keep::Shape => old.is_solid() == tile.is_solid(),
            Keep::Tile => old == tile,
        })
    }

    /// Keeps cells as much as `level` says, those that are kept more as before. Cells off the map are left out.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Keep, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// map.keep_cells([Point::new(1, 0)], Keep::Tile);
    /// map.keep_cells([Point::new(0, 0), Point::new(1, 0)], Keep::Shape);
    /// assert_eq!([0, 1, 2].map(|x| map.keep_at((x, 0))), [Keep::Shape, Keep::Tile, Keep::Free]);
    /// ```
    pub fn keep_cells(&mut self, cells: impl IntoIterator<Item = Point>, level: Keep) {
        let size = self.size();
        let kept = self.kept.get_or_insert_with(|| Grid::new(size, Keep::Free));
        for at in cells {
            if let Some(kept) = kept.get_mut(at) {
                *kept = level.max(*kept);
            }
        }
    }

    /// Puts a tile into a cell if it [may](Self::may_put), and returns whether it did.
    pub fn put(&mut self, at: impl Into<Point>, tile: Tile) -> bool {
        let at = at.into();
        let may = self.may_put(at, tile);
        if may {
            self.tiles[at] = tile;
        }
        may
    }

    /// Returns the sides of a cell that are kept: all of a cell whose tile is kept, and of others those that touch one.
    pub fn kept_sides(&self, at: impl Into<Point>) -> Dirs {
        let at = at.into();
        let is_fixed = |at: Point| self.keep_at(at) == Keep::Tile;
        if self.kept.is_none() {
            return Dirs::NONE;
        }
        let touches = |dir: &Dir| is_fixed(at) || beside(self, at, *dir).is_some_and(is_fixed);
        Dir::ALL.into_iter().filter(touches).collect()
    }

    /// Gives a new plane of sides the [kept sides](Self::kept_sides) of an old one: they may have colors, and be open from one end
    /// only.
    pub fn put_kept_sides(&self, old: &Grid<Sides>, new: &mut Grid<Sides>) {
        for at in self.size().points() {
            for dir in self.kept_sides(at).iter() {
                new[at] = new[at].with_color(dir, old[at].color(dir));
            }
        }
    }
}

impl BuilderMap {
    /// Returns a map of at least the same size and with another wrap, with the kept cells of this one in its upper left corner.
    pub(crate) fn extended(&self, size: Size, wrap: Wrap) -> BuilderMap {
        fn larger<T: Copy>(plane: &Grid<T>, size: Size, rest: T) -> Grid<T> {
            Grid::from_fn(size, |at| plane.get(at).copied().unwrap_or(rest))
        }
        let sides = |plane: &Option<Grid<Sides>>| plane.as_ref().map(|plane| larger(plane, size, Sides::CLOSED));
        BuilderMap {
            tiles: larger(&self.tiles, size, Tile::WALL),
            kept: self.kept.as_ref().map(|kept| larger(kept, size, Keep::Free)),
            sides: sides(&self.sides),
            corners: sides(&self.corners),
            start: self.start,
            exit: self.exit,
            spawns: self.spawns.clone(),
            doors: self.doors.clone(),
            portals: self.portals.clone(),
            ..BuilderMap::filled(size, wrap, Tile::WALL)
        }
    }

    /// Keeps at least what another map of the same size keeps.
    pub(crate) fn raise_kept(&mut self, base: &BuilderMap) {
        for level in [Keep::Shape, Keep::Tile] {
            self.keep_cells(base.size().points().filter(|&at| base.keep_at(at) == level), level);
        }
    }

    /// Gives a new map the kept cells of another one.
    pub(crate) fn begin_with(&mut self, base: &BuilderMap) {
        self.kept.clone_from(&base.kept);
        for at in base.size().points().filter(|&at| base.keep_at(at) != Keep::Free) {
            self.tiles[at] = base.tiles[at];
        }
        let is_fixed = |at: &Point| base.keep_at(*at) == Keep::Tile;
        (self.start, self.exit) = (base.start.filter(is_fixed), base.exit.filter(is_fixed));
    }
}

/// A kept cell as it was before a stage.
#[derive(Clone, Copy, Debug)]
struct HeldCell {
    cell: u32,
    keep: Keep,
    tile: Tile,
    sides: Sides,
    /// The sides of the four neighbors that touch the cell.
    beyond: Sides,
    corners: Sides,
}

/// What is kept of a map while a stage changes it: 12 bytes for each kept cell.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    size: Size,
    cells: Vec<HeldCell>,
    kept: Option<Grid<Keep>>,
    has_sides: bool,
    has_corners: bool,
    spawns: Vec<Spawn>,
    /// The kept cells of doors with a lock, a direction or a kind.
    doors: Vec<Door>,
    portals: Vec<Portal>,
    start: Option<Point>,
    exit: Option<Point>,
}

impl Held {
    /// Remembers the kept cells of a map; `None` if there are none.
    pub(crate) fn of(map: &BuilderMap) -> Option<Held> {
        if !map.has_kept() {
            return None;
        }
        let size = map.size();
        let is_fixed = |at: &Point| map.keep_at(*at) == Keep::Tile;
        let kept_part = |door: &Door| {
            let cells: Vec<Point> = door.cells.iter().copied().filter(is_fixed).collect();
            (!door.is_plain() && !cells.is_empty()).then(|| Door { cells, ..door.clone() })
        };
        let mut cells = Vec::with_capacity(kept_cells(map).count());
        cells.extend(kept_cells(map).map(|(cell, keep)| HeldCell {
            cell,
            keep,
            tile: map.tiles[cell],
            sides: map.sides.as_ref().map_or(Sides::CLOSED, |sides| sides[cell]),
            beyond: map.sides.as_ref().map_or(Sides::CLOSED, |sides| touching(map, sides, size.point(cell))),
            corners: map.corners.as_ref().map_or(Sides::CLOSED, |corners| corners[cell]),
        }));
        Some(Held {
            size,
            cells,
            kept: map.kept.clone(),
            has_sides: map.sides.is_some(),
            has_corners: map.corners.is_some(),
            spawns: map.spawns.iter().filter(|spawn| is_fixed(&spawn.at)).cloned().collect(),
            doors: map.doors.iter().flatten().filter_map(kept_part).collect(),
            portals: map.portals.iter().filter(|portal| portal.ends().iter().all(is_fixed)).cloned().collect(),
            start: map.start.filter(is_fixed),
            exit: map.exit.filter(is_fixed),
        })
    }

    /// Puts back what a stage with these facts changed of the kept cells, and returns how many cells that were.
    pub(crate) fn put_back(self, map: &mut BuilderMap, facts: &Facts) -> Result<u32, BuildError> {
        if map.size() != self.size {
            if self.kept.is_none() || map.kept.is_some() {
                return Ok(0);
            }
            let (found, size) = (map.size(), self.size);
            return Err(BuildError::impossible(format!(
                "the stage makes a map of {found} from one of {size}, so the kept cells are lost; put it before they are marked"
            )));
        }
        let mut count = 0;
        for held in &self.cells {
            count += u32::from(self.put_cell(map, held));
        }
        self.put_marks(map);
        if !facts.gives.contains(Plane::Kept) {
            map.kept = self.kept;
        }
        Ok(count)
    }

    /// Puts one cell back, and returns whether it had changed.
    fn put_cell(&self, map: &mut BuilderMap, held: &HeldCell) -> bool {
        let old = map.tiles[held.cell];
        if held.keep == Keep::Shape {
            let has_changed = old.is_solid() != held.tile.is_solid();
            if has_changed {
                map.tiles[held.cell] = held.tile;
            }
            return has_changed;
        }
        let mut has_changed = old != held.tile;
        map.tiles[held.cell] = held.tile;
        if let Some(corners) = map.corners.as_mut().filter(|_| self.has_corners) {
            has_changed |= std::mem::replace(&mut corners[held.cell], held.corners) != held.corners;
        }
        if let Some(mut sides) = map.sides.take() {
            if self.has_sides {
                has_changed |= std::mem::replace(&mut sides[held.cell], held.sides) != held.sides;
                let at = self.size.point(held.cell);
                for dir in Dir::ALL {
                    let Some(next) = beside(map, at, dir) else { continue };
                    let (back, color) = (dir.opposite(), held.beyond.color(dir));
                    has_changed |= sides[next].color(back) != color;
                    sides[next] = sides[next].with_color(back, color);
                }
            } else {
                has_changed |= self.join(map, &mut sides, held);
            }
            map.sides = Some(sides);
        }
        has_changed
    }

    /// Gives a kept cell of a map that had no sides some: open towards kept cells that are open, and shut where one of both is
    /// solid. Returns whether they were otherwise.
    fn join(&self, map: &BuilderMap, sides: &mut Grid<Sides>, held: &HeldCell) -> bool {
        let (at, mut has_changed) = (self.size.point(held.cell), false);
        for dir in Dir::ALL {
            let Some(next) = beside(map, at, dir) else { continue };
            if self.kept.as_ref().is_none_or(|kept| kept[next] < Keep::Tile) {
                continue;
            }
            let (back, is_open) = (dir.opposite(), !held.tile.is_solid() && !map.tiles[next].is_solid());
            let colors = [sides[at].color(dir), sides[next].color(back)];
            if colors.iter().any(|&color| (color > 0) != is_open) {
                sides[at] = sides[at].with_color(dir, is_open.into());
                sides[next] = sides[next].with_color(back, is_open.into());
                has_changed = true;
            }
        }
        has_changed
    }

    /// Puts back the spawns, doors, portals, the start and the exit of kept cells, and takes away what else was put there.
    fn put_marks(&self, map: &mut BuilderMap) {
        let is_fixed = |at: Point| {
            let found = self.cells.binary_search_by_key(&self.size.index(at), |held| held.cell);
            self.size.contains(at) && found.is_ok_and(|nth| self.cells[nth].keep == Keep::Tile)
        };
        map.spawns.retain(|spawn| !is_fixed(spawn.at) || self.spawns.contains(spawn));
        for spawn in &self.spawns {
            if !map.spawns.contains(spawn) {
                map.spawns.push(spawn.clone());
            }
        }
        // A lock stays if its key does.
        let has_key =
            |door: &&Door| door.lock.is_none_or(|lock| map.spawns.iter().any(|spawn| spawn.key == Some(lock)));
        let lost: Vec<&Door> = self
            .doors
            .iter()
            .filter(has_key)
            .filter(|door| !map.doors.iter().flatten().any(|other| has_part(other, door)))
            .collect();
        if !lost.is_empty() {
            let doors = map.doors.get_or_insert_default();
            let is_stale = |other: &Door| {
                let is_beside = lost.iter().any(|door| door.cells.iter().any(|cell| other.cells.contains(cell)));
                is_beside && !self.doors.iter().any(|door| has_part(other, door))
            };
            doors.retain(|other| !is_stale(other));
            doors.extend(lost.into_iter().cloned());
        }
        let is_there = |portal: &&Portal| map.portals.contains(portal);
        let lost: Vec<Portal> = self.portals.iter().filter(|portal| !is_there(portal)).cloned().collect();
        map.portals.extend(lost);
        let put_back = |mark: Option<Point>, held: Option<Point>| held.or(mark.filter(|&at| !is_fixed(at)));
        (map.start, map.exit) = (put_back(map.start, self.start), put_back(map.exit, self.exit));
    }

    /// Returns the bytes that what is kept of a map takes, about.
    pub(crate) fn bytes(map: &BuilderMap) -> usize {
        if !map.has_kept() {
            return 0;
        }
        kept_cells(map).count() * size_of::<HeldCell>() + map.size().area() as usize
    }
}

/// Returns the kept cells with doors: they stay doors wherever they are.
pub(crate) fn kept_doors(map: &BuilderMap) -> Vec<Point> {
    let kept = map.kept.iter().flat_map(|kept| kept.iter());
    let doors = kept.filter(|&(at, keep)| *keep == Keep::Tile && map.tiles[at] == Tile::DOOR);
    doors.map(|(at, _)| at).collect()
}

/// Whether a door has all cells of a part of one, and is like it.
fn has_part(door: &Door, part: &Door) -> bool {
    let is_like = Door { cells: part.cells.clone(), ..door.clone() } == *part;
    is_like && part.cells.iter().all(|cell| door.cells.contains(cell))
}

/// The cells of a map that are not free, each with its level, row by row.
fn kept_cells(map: &BuilderMap) -> impl Iterator<Item = (u32, Keep)> {
    let (w, floors) = (u32::from(map.width()), map.n_floors());
    let row = move |y: u16| {
        let is_between = floors > 1 && map.floor_of((0, y)).is_none();
        let cells = u32::from(y) * w..(u32::from(y) + 1) * w;
        let marked = map.kept.as_ref().map(|kept| &kept.as_slice()[cells.start as usize..cells.end as usize]);
        let least = if is_between { Keep::Shape } else { Keep::Free };
        let keep = move |cell: u32| {
            let marked = marked.map_or(Keep::Free, |marked| marked[(cell % w) as usize]);
            (cell, marked.max(least))
        };
        cells.filter(move |_| is_between || marked.is_some()).map(keep)
    };
    (0..map.height()).flat_map(row).filter(|(_, keep)| *keep != Keep::Free)
}

/// The neighbor of a cell, over borders that are joined.
fn beside(map: &BuilderMap, at: Point, dir: Dir) -> Option<Point> {
    let (dx, dy) = dir.delta();
    map.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, map.size()).filter(|&next| next != at)
}

/// The colors of the neighbors' sides that touch a cell; closed where there is no neighbor.
fn touching(map: &BuilderMap, sides: &Grid<Sides>, at: Point) -> Sides {
    let color = |dir: Dir| beside(map, at, dir).map_or(0, |next| sides[next].color(dir.opposite()));
    Sides::from_colors(Dir::ALL.map(color))
}
