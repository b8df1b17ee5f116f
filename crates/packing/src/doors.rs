//! Doors between regions: turns a packing, or any other map with regions, into a floor of rooms.
//!
//! The rooms are the connected components of each region. Where two rooms touch, sides are closed between them, and one
//! random place along their border may become a door. Where a wall of tiles lies between them, a door is a tile cut into
//! it where it is thinnest, and what is behind the door in a thicker wall is floor. A random spanning tree of the rooms (Kruskal 1956) gets its doors, and some of the other pairs
//! too, which makes loops.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Dirs, Facts, Grid, Keep, MetaMapBuilder, Need, Passages, Plane,
    Planes, Reach, Sides, Size, Tile, join_sides, params,
};
use mapwright_graph::DisjointSets;

/// Puts walls between regions, and doors that connect them all.
///
/// Separates neighboring regions by walls and opens doors between them: enough to connect everything that can be
/// connected, and some more for loops.
///
/// It works on any map with regions. Where walls are tiles, doors are [`Tile::DOOR`] in walls up to three cells thick. Where
/// regions touch, doors are open sides; a map without sides gets them. Cells without a region stay as they are, and so
/// do portals.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_packing::{PolyominoFill, RegionDoors};
///
/// let rooms = BuilderChain::start_with(Size::new(20, 12), PolyominoFill::default());
/// let tree = rooms.with(RegionDoors { loop_chance: 0.0 }).build(7)?;
/// assert_eq!(Metrics::new(&tree).get(Metric::Components), Some(1.0));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct RegionDoors {
    /// The probability of a door between neighbors that the tree does not join.
    #[param(default = 0.15, range = 0.0..=1.0)]
    pub loop_chance: f64,
}

/// A place where a door may be. The order is that of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DoorSite {
    /// The rooms on both sides, the smaller number first.
    rooms: (u32, u32),
    /// How many cells of wall lie between the rooms, from `cell` on; 0 for a cell of one room, beside the other. A wall at
    /// whose side something is open counts as [`BARE`]: no door stands in it.
    walls: u8,
    cell: u32,
    /// Whether the rooms are north and south of each other, not west and east.
    vertical: bool,
}

/// The most cells of wall between two rooms.
const THICKEST: u8 = 3;
/// A wall of one cell that is no gap between two jambs.
const BARE: u8 = THICKEST + 1;

impl DoorSite {
    /// The way through the door: east or south.
    const fn dir(self) -> Dir {
        if self.vertical { Dir::S } else { Dir::E }
    }

    /// How many cells one enters on the way through the wall.
    const fn n_steps(self) -> u8 {
        if self.walls == BARE { 2 } else { self.walls + 1 }
    }

    /// What a solid cell on the way becomes.
    const fn tile(self, nth: u8) -> Tile {
        if nth == 0 && self.walls != BARE { Tile::DOOR } else { Tile::FLOOR }
    }
}

impl Builder for RegionDoors {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("region-doors")
            .memory(6)
            .title("Doors between regions")
            .needs(Plane::Regions)
            .also_drops(Plane::Corridors)
            .reach(Reach::BLOCK)
            .spares_kept()
    }
}

impl MetaMapBuilder for RegionDoors {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.regions.as_ref().need(Plane::Regions)?;
        map.validate()?;
        // Every side of a cell may be a place for a door.
        cx.claim_with(map.size().w.into(), map.size().h.into(), 64)?;
        let passages = map.passages();
        let lattice = Passages::lattice(map.size(), map.wrap);
        cx.keep_going()?;
        let (rooms, n_rooms) = rooms(map, &passages, cx)?;
        cx.keep_going()?;
        // Where a map has no sides, its walls are tiles.
        let mut places = if map.sides.is_none() { tile_walls(map, &lattice, &rooms) } else { Vec::new() };
        if map.kept.is_some() || map.n_floors() > 1 {
            places.retain(|&place| may_dig(map, &lattice, place));
        }
        let kept = kept_edges(map, &lattice);
        let mut sides = map.sides.take().unwrap_or_else(|| open_sides(&passages));
        cx.keep_going()?;
        let borders = separate(map, &lattice, &rooms, &kept, &mut sides);
        cx.keep_going()?;
        map.sides = Some(sides).filter(|_| !borders.is_empty() || places.is_empty());
        places.extend(borders);
        cx.before_steps(map);
        let mut pairs = one_of_each_pair(places, cx)?;
        cx.keep_going()?;
        cx.shuffle(&mut pairs)?;
        let mut joined = DisjointSets::new(n_rooms);
        for (cell, next) in
            kept.iter().flat_map(|kept| (0..map.size().area()).flat_map(|cell| open_ends(&passages, cell, kept[cell])))
        {
            if rooms[cell] != 0 && rooms[next] != 0 {
                joined.unite(rooms[cell] - 1, rooms[next] - 1);
            }
        }
        for place in pairs {
            cx.work(1)?;
            let (a, b) = (joined.find(place.rooms.0 - 1), joined.find(place.rooms.1 - 1));
            if a == b && !cx.rng.chance(self.loop_chance) {
                continue;
            }
            joined.unite(a, b);
            open(map, &lattice, place, cx);
        }
        map.clear(Planes::DERIVED.union(Plane::Corridors.into()));
        Ok(())
    }
}

/// The number of each cell's room, from 1, and how many there are. Cells that are solid or without a region have 0.
fn rooms(map: &BuilderMap, passages: &Passages, cx: &mut BuildCx<'_>) -> Result<(Grid<u32>, u32), BuildError> {
    let mut rooms = Grid::new(map.size(), 0);
    let Some(regions) = &map.regions else { return Ok((rooms, 0)) };
    let (mut last, mut open) = (0, Vec::new());
    for first in 0..map.size().area() {
        if rooms[first] != 0 || regions[first] == 0 || map.tiles[first].is_solid() {
            continue;
        }
        last += 1;
        rooms[first] = last;
        open.push(first);
        while let Some(here) = open.pop() {
            cx.work(1)?;
            for next in passages.dirs(here).iter().map(|dir| passages.step(here, dir)) {
                if rooms[next] == 0 && regions[next] == regions[first] {
                    rooms[next] = last;
                    open.push(next);
                }
            }
        }
    }
    Ok((rooms, last))
}

/// Sides that are open along passages.
fn open_sides(passages: &Passages) -> Grid<Sides> {
    let size = passages.size();
    Grid::from_fn(size, |p| Sides::from(passages.dirs(size.index(p))))
}

/// The sides of each cell that are kept, if any are: those that touch a cell whose tile is kept. On a map without sides these
/// are only those between two such cells, which are open.
fn kept_edges(map: &BuilderMap, lattice: &Passages) -> Option<Grid<Dirs>> {
    map.kept.as_ref()?;
    let is_fixed = |cell: u32| map.keep_at(lattice.point(cell)) == Keep::Tile;
    let are_both = |cell: u32, dir: Dir| is_fixed(cell) && lattice.beside(cell, dir).is_some_and(is_fixed);
    Some(Grid::from_fn(map.size(), |at| {
        let cell = lattice.index(at);
        map.kept_sides(at).iter().filter(|&dir| map.sides.is_some() || are_both(cell, dir)).collect()
    }))
}

/// The cells beyond those of some sides that are open.
fn open_ends(passages: &Passages, cell: u32, dirs: Dirs) -> impl Iterator<Item = (u32, u32)> {
    dirs.iter().filter_map(move |dir| Some((cell, passages.next(cell, dir)?)))
}

/// Whether all cells of a wall of tiles may become what [`open`] makes of them.
fn may_dig(map: &BuilderMap, lattice: &Passages, place: DoorSite) -> bool {
    let mut at = lattice.step(place.cell, place.dir().opposite());
    (0..place.n_steps()).all(|nth| {
        at = lattice.step(at, place.dir());
        !map.tiles[at].is_solid() || map.may_put(lattice.point(at), place.tile(nth))
    })
}

/// Closes all sides between rooms but those that are kept, and lists where doors may be.
fn separate(
    map: &BuilderMap,
    lattice: &Passages,
    rooms: &Grid<u32>,
    kept: &Option<Grid<Dirs>>,
    sides: &mut Grid<Sides>,
) -> Vec<DoorSite> {
    let mut places = Vec::new();
    for cell in (0..map.size().area()).filter(|&cell| rooms[cell] != 0) {
        for (dir, vertical) in [(Dir::E, false), (Dir::S, true)] {
            let Some(next) = lattice.beside(cell, dir).filter(|&next| ![0, rooms[cell]].contains(&rooms[next])) else {
                continue;
            };
            if kept.as_ref().is_some_and(|kept| kept[cell].contains(dir)) {
                continue;
            }
            sides[cell].close(dir);
            sides[next].close(dir.opposite());
            let pair = (rooms[cell].min(rooms[next]), rooms[cell].max(rooms[next]));
            places.push(DoorSite { rooms: pair, walls: 0, cell, vertical });
        }
    }
    places
}

/// The walls of a few cells that have different rooms on opposite sides, and one wall cell that has.
fn tile_walls(map: &BuilderMap, lattice: &Passages, rooms: &Grid<u32>) -> Vec<DoorSite> {
    let is_open = |cell: u32, dir: Dir| lattice.beside(cell, dir).is_some_and(|next| !map.tiles[next].is_solid());
    let mut places = Vec::new();
    for cell in (0..map.size().area()).filter(|&cell| map.tiles[cell].is_solid()) {
        for (dir, vertical) in [(Dir::E, false), (Dir::S, true)] {
            let Some(before) = lattice.beside(cell, dir.opposite()).filter(|&before| rooms[before] != 0) else {
                continue;
            };
            let is_bare = |cell: u32| [dir.turned(1), dir.turned(3)].iter().any(|&side| is_open(cell, side));
            let (mut last, mut walls) = (cell, 1);
            let behind = loop {
                let next = lattice.beside(last, dir);
                match next.filter(|&next| map.tiles[next].is_solid() && walls < THICKEST && !is_bare(last)) {
                    Some(next) => (last, walls) = (next, walls + 1),
                    None => break next.map_or(0, |next| rooms[next]),
                }
            };
            let walls = match is_bare(last) {
                true if walls > 1 => continue,
                true => BARE,
                false => walls,
            };
            if ![0, rooms[before]].contains(&behind) {
                let pair = (rooms[before].min(behind), rooms[before].max(behind));
                places.push(DoorSite { rooms: pair, walls, cell, vertical });
            }
        }
    }
    places
}

/// How many places are sorted between two questions whether the build goes on.
const PART: usize = 1 << 16;

/// A uniformly random place for each pair of rooms, among those with the thinnest wall. Rooms that touch need no hole.
fn one_of_each_pair(mut places: Vec<DoorSite>, cx: &mut BuildCx<'_>) -> Result<Vec<DoorSite>, BuildError> {
    // The whole is sorted quickly once its parts are, and between these the build can be stopped.
    for part in places.chunks_mut(PART) {
        cx.keep_going()?;
        part.sort_unstable();
    }
    if places.len() > PART {
        places.sort();
    }
    cx.keep_going()?;
    let pairs = places.chunk_by(|a, b| a.rooms == b.rooms);
    let choices = pairs.map(|places| &places[..places.partition_point(|place| place.walls == places[0].walls)]);
    Ok(choices.filter_map(|places| cx.rng.pick(places).copied()).collect())
}

/// Opens a door.
fn open(map: &mut BuilderMap, lattice: &Passages, place: DoorSite, cx: &mut BuildCx<'_>) {
    let (DoorSite { cell, walls, .. }, dir) = (place, place.dir());
    let next = lattice.step(cell, dir);
    if walls == 0 {
        if let Some(sides) = &mut map.sides {
            join_sides(sides, cell, dir, next);
            cx.step(sides, [cell, next]);
        }
        return;
    }
    let mut at = lattice.step(cell, dir.opposite());
    for nth in 0..place.n_steps() {
        let next = lattice.step(at, dir);
        if let Some(sides) = &mut map.sides {
            join_sides(sides, at, dir, next);
        }
        if map.tiles[next].is_solid() {
            map.tiles[next] = place.tile(nth);
        }
        at = next;
    }
    if cx.step_is_due(1) {
        cx.step_frame(map, "a door");
    }
}
