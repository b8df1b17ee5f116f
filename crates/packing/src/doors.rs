//! Doors between regions: from a packing, or any other map with regions, to a floor of rooms.
//!
//! The rooms are the parts of each region that hang together. Walls are put up between neighboring rooms; then one
//! random place along each pair's common border may become a door. A random spanning tree of the rooms
//! (Kruskal 1956) gets its doors, and of all other pairs some, which makes loops.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Grid, MetaMapBuilder, Need, Passages, Plane, Planes, Sides,
    join_sides,
};
use mapwright_graph::DisjointSets;

/// Parts neighboring regions by walls and opens doors: as few as join all that can be joined, and some for loops.
///
/// Any map with regions will do. One without sides gets them, open wherever one can walk. Cells of no region stay
/// as they are, and so do portals.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::Metrics;
/// use mapwright_packing::{PolyominoFill, RegionDoors};
///
/// let rooms = BuilderChain::start_with(Size::new(20, 12), PolyominoFill::default());
/// let tree = rooms.with(RegionDoors { loops: 0.0 }).build(7)?;
/// assert_eq!(Metrics::of(&tree).components, 1);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RegionDoors {
    /// How likely each pair of neighbors that the tree does not join gets a door too, 0 to 1.
    pub loops: f64,
}

impl Default for RegionDoors {
    fn default() -> Self {
        RegionDoors { loops: 0.15 }
    }
}

/// A place where a door may be: two rooms, the smaller number first, and the side of a cell, as 2 · cell + 1 if it is
/// the south side and not the east one.
type Place = (u32, u32, u32);

impl Builder for RegionDoors {
    fn name(&self) -> &'static str {
        "region-doors"
    }

    fn requires(&self) -> Planes {
        Plane::Regions.into()
    }

    fn provides(&self) -> Planes {
        Plane::Sides.into()
    }

    fn clears(&self) -> Planes {
        Planes::DERIVED.union(Plane::Corridors.into())
    }
}

impl MetaMapBuilder for RegionDoors {
    fn check(&self) -> Result<(), BuildError> {
        match (0.0..=1.0).contains(&self.loops) {
            true => Ok(()),
            false => Err(BuildError::parameter("loops", self.loops, "0 to 1")),
        }
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.regions.as_ref().need(Plane::Regions)?;
        map.sound()?;
        let passages = map.passages();
        let lattice = Passages::lattice(map.size(), map.wrap);
        let (rooms, n_rooms) = rooms(map, &passages);
        let mut sides = map.sides.take().unwrap_or_else(|| open_sides(&passages));
        let places = part(map, &lattice, &rooms, &mut sides);
        map.sides = Some(sides);
        cx.before_steps(map);
        let mut pairs = one_of_each_pair(places, cx);
        cx.rng.shuffle(&mut pairs);
        let mut joined = DisjointSets::new(n_rooms);
        for (a, b, place) in pairs {
            let (a, b) = (joined.find(a - 1), joined.find(b - 1));
            if a == b && !cx.rng.chance(self.loops) {
                continue;
            }
            joined.unite(a, b);
            let (cell, dir) = (place >> 1, if place & 1 == 1 { Dir::S } else { Dir::E });
            let next = lattice.step(cell, dir);
            if let Some(sides) = &mut map.sides {
                join_sides(sides, cell, dir, next);
                cx.step(sides, [cell, next]);
            }
        }
        map.clear(Planes::DERIVED.union(Plane::Corridors.into()));
        Ok(())
    }
}

/// The number of each cell's room, from 1 on, and how many there are. Cells that are solid or of no region have 0.
fn rooms(map: &BuilderMap, passages: &Passages) -> (Grid<u32>, u32) {
    let mut rooms = Grid::new(map.size(), 0);
    let Some(regions) = &map.regions else { return (rooms, 0) };
    let (mut last, mut open) = (0, Vec::new());
    for first in 0..map.size().area() {
        if rooms[first] != 0 || regions[first] == 0 || map.tiles[first].is_solid() {
            continue;
        }
        last += 1;
        rooms[first] = last;
        open.push(first);
        while let Some(here) = open.pop() {
            for next in passages.ways(here).iter().map(|dir| passages.step(here, dir)) {
                if rooms[next] == 0 && regions[next] == regions[first] {
                    rooms[next] = last;
                    open.push(next);
                }
            }
        }
    }
    (rooms, last)
}

/// Sides that are open where one can go.
fn open_sides(passages: &Passages) -> Grid<Sides> {
    let size = passages.size();
    Grid::from_fn(size, |p| Sides::from(passages.ways(size.index(p))))
}

/// Closes all sides between rooms, and lists where doors may be.
fn part(map: &BuilderMap, lattice: &Passages, rooms: &Grid<u32>, sides: &mut Grid<Sides>) -> Vec<Place> {
    let mut places = Vec::new();
    for cell in (0..map.size().area()).filter(|&cell| rooms[cell] != 0) {
        for (dir, nth) in [(Dir::E, 0), (Dir::S, 1)] {
            let Some(next) = lattice.beside(cell, dir).filter(|&next| ![0, rooms[cell]].contains(&rooms[next])) else {
                continue;
            };
            sides[cell].close(dir);
            sides[next].close(dir.opposite());
            places.push((rooms[cell].min(rooms[next]), rooms[cell].max(rooms[next]), 2 * cell + nth));
        }
    }
    places
}

/// One uniformly random place of each pair of rooms, by pairs.
fn one_of_each_pair(mut places: Vec<Place>, cx: &mut BuildCx<'_>) -> Vec<Place> {
    places.sort_unstable();
    let pairs = places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
    pairs.filter_map(|places| cx.rng.pick(places).copied()).collect()
}
