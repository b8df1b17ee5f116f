//! Spawns all over the map, area by area.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, MetaMapBuilder, Need, Plane, Planes};
use mapwright_graph::{UNREACHED, nearest_source};

use super::spawn_table::SpawnTable;
use super::stock::{StartArea, Stock};

/// Parts the map into areas and gives each some spawns, each on a cell of its own: open, no door or stairs, and
/// without start, exit or portal. So they are spread over the whole map, rooms or not.
///
/// The areas are those around random open cells: each cell belongs to the one that the fewest steps lead to. A
/// part of the map without such a cell gets no spawns; the larger it is, the less likely that is. Or the
/// areas are the map's regions.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Arena, VoronoiSpawns};
///
/// let spawns = VoronoiSpawns { area_size: 50, min: 1, max: 1, ..VoronoiSpawns::default() };
/// let map = BuilderChain::start_with(Size::new(22, 12), Arena::default()).with(spawns).build(1)?;
/// assert_eq!(map.spawns.len(), 20 * 10 / 50);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct VoronoiSpawns {
    /// What the areas are.
    pub areas: SpawnAreas,
    /// How many open cells an area has on average, where they are made here; 1 to 1,000,000.
    pub area_size: u32,
    /// What may appear.
    pub table: SpawnTable,
    /// How deep down the level lies, for the table.
    pub depth: u32,
    /// How many spawns an area gets at least, 0 to 1000; fewer where there is no room for more.
    pub min: u32,
    /// How many it gets at most, `min` to 1000.
    pub max: u32,
    /// The probability that an area gets any, 0 to 1.
    pub chance: f64,
    /// Whether the area with the start gets any.
    pub start_area: StartArea,
}

/// What the areas are that get spawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SpawnAreas {
    /// The map's regions where it has them, else areas around random cells.
    #[default]
    Auto,
    /// Areas around random cells.
    Seeds,
    /// The map's regions.
    Regions,
}

impl Default for VoronoiSpawns {
    /// Up to three from the default table for a hundred open cells.
    fn default() -> Self {
        VoronoiSpawns {
            areas: SpawnAreas::default(),
            area_size: 100,
            table: SpawnTable::default(),
            depth: 1,
            min: 0,
            max: 3,
            chance: 1.0,
            start_area: StartArea::default(),
        }
    }
}

impl VoronoiSpawns {
    const MAX_AREA: u32 = 1_000_000;

    fn stock(&self) -> Stock<'_> {
        Stock { table: &self.table, depth: self.depth, min: self.min, max: self.max, chance: self.chance }
    }

    /// The number of each cell's area, or [`UNREACHED`].
    fn areas(&self, map: &BuilderMap, cx: &mut BuildCx<'_>) -> Result<Grid<u32>, BuildError> {
        let regions = match self.areas {
            SpawnAreas::Auto => map.regions.as_ref(),
            SpawnAreas::Seeds => None,
            SpawnAreas::Regions => Some(map.regions.as_ref().need(Plane::Regions)?),
        };
        if let Some(regions) = regions {
            return Ok(regions.map(|&region| u32::from(region).checked_sub(1).unwrap_or(UNREACHED)));
        }
        let tiles = (0..).zip(map.tiles.as_slice());
        let mut open: Vec<u32> = tiles.filter(|(_, tile)| !tile.is_solid()).map(|(cell, _)| cell).collect();
        let count = open.len().div_ceil(self.area_size as usize);
        let seeds: Vec<u32> = (0..count).filter_map(|_| cx.rng.swap_remove(&mut open)).collect();
        Ok(nearest_source(&map.passages(), seeds))
    }
}

impl MetaMapBuilder for VoronoiSpawns {
    fn name(&self) -> &'static str {
        "voronoi-spawns"
    }

    fn requires(&self) -> Planes {
        match self.areas {
            SpawnAreas::Regions => Plane::Regions.into(),
            SpawnAreas::Auto | SpawnAreas::Seeds => Planes::NONE,
        }
    }

    fn check(&self) -> Result<(), BuildError> {
        if !(1..=Self::MAX_AREA).contains(&self.area_size) {
            return Err(BuildError::parameter("area_size", self.area_size, format_args!("1 to {}", Self::MAX_AREA)));
        }
        self.stock().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        let mut stocker = self.stock().open(map)?;
        let areas = self.areas(map, cx)?;
        let at_start = map.start.and_then(|start| areas.get(start).copied());
        let left_out = at_start.filter(|_| self.start_area == StartArea::Empty);
        for (area, cells) in by_label(&areas) {
            if Some(area) != left_out {
                stocker.area(map, cells, cx);
            }
        }
        Ok(())
    }
}

/// The cells of each label, row-major, in the order of labels.
fn by_label(labels: &Grid<u32>) -> impl Iterator<Item = (u32, Vec<u32>)> {
    let mut cells: Vec<u32> = (0..labels.size().area()).filter(|&cell| labels[cell] != UNREACHED).collect();
    cells.sort_by_key(|&cell| labels[cell]);
    let mut rest = cells.into_iter().peekable();
    std::iter::from_fn(move || {
        let label = labels[*rest.peek()?];
        let mut own = Vec::new();
        while let Some(cell) = rest.next_if(|&cell| labels[cell] == label) {
            own.push(cell);
        }
        Some((label, own))
    })
}
