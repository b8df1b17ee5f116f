//! The parts of a map that get spawns of their own.

use mapwright_core::{BuildError, BuilderMap, Grid, MapRng, Need, Plane, Planes, Point, params};
use mapwright_graph::{UNREACHED, nearest_source};

/// The parts of a map: each gets its own spawns, or is painted as a whole.
#[derive(Copy, Eq)]
#[params]
pub enum SpawnGroup {
    /// Each room. A cell in several rooms belongs to the first.
    #[default]
    Room,
    /// Each corridor, without the cells that lie in rooms.
    Corridor,
    /// Each region.
    Region,
    /// Each area of the level graph.
    Area,
    /// Each floor.
    Floor,
    /// Patches of about so many open cells: a cell belongs to the nearest of some random cells, in steps.
    ///
    /// A part of the map in which none of these cells lies belongs to no patch.
    #[param(range = 1..)]
    Patch(u32),
}

impl SpawnGroup {
    /// The plane that a map must have.
    pub(crate) fn requires(self) -> Planes {
        match self {
            SpawnGroup::Room => Plane::Rooms.into(),
            SpawnGroup::Corridor => Plane::Corridors.into(),
            SpawnGroup::Region => Plane::Regions.into(),
            SpawnGroup::Area => Plane::Graph.into(),
            SpawnGroup::Floor | SpawnGroup::Patch(_) => Planes::NONE,
        }
    }

    /// Whether one of them may run through many blocks of an endless world.
    pub(crate) const fn is_large(self) -> bool {
        matches!(self, SpawnGroup::Corridor | SpawnGroup::Area)
    }

    /// What messages call several of them.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            SpawnGroup::Room => "rooms",
            SpawnGroup::Corridor => "corridors",
            SpawnGroup::Region => "regions",
            SpawnGroup::Area => "areas",
            SpawnGroup::Floor => "floors",
            SpawnGroup::Patch(_) => "patches",
        }
    }

    /// The number of the group of each cell, from 1; 0 for none.
    pub(crate) fn of_cells(self, map: &BuilderMap, rng: &mut MapRng) -> Result<Grid<u32>, BuildError> {
        match self {
            SpawnGroup::Region => Ok(map.regions.as_ref().need(Plane::Regions)?.map(|&region| region.into())),
            SpawnGroup::Area => Ok(map.graph.as_ref().need(Plane::Graph)?.area.map(|&area| area.into())),
            SpawnGroup::Floor => {
                Ok(Grid::from_fn(map.size(), |p| map.floor_of(p).map_or(0, |floor| u32::from(floor) + 1)))
            }
            SpawnGroup::Room => {
                let rooms = map.rooms.as_ref().need(Plane::Rooms)?;
                Ok(numbered(map, rooms.iter().map(|room| map.cells_of_room(room))))
            }
            SpawnGroup::Corridor => {
                let corridors = map.corridors.as_ref().need(Plane::Corridors)?;
                let mut group = numbered(map, corridors.iter().map(|corridor| corridor.iter().copied()));
                map.rooms.iter().flatten().flat_map(|room| map.cells_of_room(room)).for_each(|p| group[p] = 0);
                Ok(group)
            }
            SpawnGroup::Patch(size) => {
                let mut open: Vec<u32> = (0..map.size().area()).filter(|&cell| !map.tiles[cell].is_solid()).collect();
                let count = open.len().div_ceil(size.max(1) as usize);
                let seeds: Vec<u32> = (0..count).filter_map(|_| rng.swap_remove(&mut open)).collect();
                let nearest = nearest_source(&map.passages(), seeds);
                Ok(nearest.map(|&seed| if seed == UNREACHED { 0 } else { seed + 1 }))
            }
        }
    }
}

/// The number of the first of some sets of cells in which each cell lies.
fn numbered(map: &BuilderMap, sets: impl Iterator<Item = impl Iterator<Item = Point>>) -> Grid<u32> {
    let mut group = Grid::new(map.size(), 0);
    for (number, cells) in (1..).zip(sets) {
        cells.for_each(|p| group[p] = if group[p] == 0 { number } else { group[p] });
    }
    group
}
