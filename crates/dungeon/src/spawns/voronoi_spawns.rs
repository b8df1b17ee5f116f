//! Spawns all over the map, area by area.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, MetaMapBuilder, Need, Plane, Planes, Reach, Size, Touch,
    params,
};
use mapwright_graph::{UNREACHED, nearest_source};

use super::spawn_table::SpawnTable;
use super::spawner::{MOST, SpawnParams, StartArea, shared};

/// Places spawns all over the map, with or without rooms: it is split into areas, and each gets some. Each spawn is on its
/// own cell: open, not a door or stairs, and without start, exit or portal.
///
/// The areas are the map's regions or, if it has none, areas around random open cells: each cell belongs to the
/// nearest, in steps. A component without such a cell gets no spawns; the larger it is, the less likely that is.
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
#[params]
pub struct VoronoiSpawns {
    /// What the areas are.
    pub areas: SpawnAreas,
    /// The average size of an area around a random cell, in open cells.
    #[param(default = 100, range = 1..=1_000_000)]
    pub area_size: u32,
    /// What may appear.
    pub table: SpawnTable,
    /// The depth of the level, for the table.
    #[param(default = 1)]
    pub depth: u32,
    /// The fewest spawns of an area; fewer if there is no room for more.
    #[param(default = 0, range = 0..=MOST)]
    pub min: u32,
    /// The most spawns of an area, `min` or more.
    #[param(default = 3, range = 0..=MOST)]
    pub max: u32,
    /// The probability that an area gets any.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub chance: f64,
    /// How much deeper the table counts at the end of the way than at the start: what is met grows with every step. The
    /// way is the walk of the proof, if the map has one.
    #[param(range = 0..=MOST)]
    pub rise: u32,
    /// Whether the area with the start gets any.
    pub start_area: StartArea,
}

/// Which areas get spawns.
#[params]
pub enum SpawnAreas {
    /// The map's regions if it has any, else areas around random cells.
    #[default]
    Auto,
    /// Areas around random cells.
    Seeds,
    /// The map's regions.
    Regions,
}

impl VoronoiSpawns {
    fn params(&self) -> SpawnParams<'_> {
        shared!(self)
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
        cx.check()?;
        Ok(nearest_source(&map.passages(), seeds))
    }
}

impl Builder for VoronoiSpawns {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("voronoi-spawns")
            .title("Things in areas")
            .needs(self.params().requires())
            .needs(match self.areas {
                SpawnAreas::Regions => Plane::Regions.into(),
                SpawnAreas::Auto | SpawnAreas::Seeds => Planes::NONE,
            })
            .touch(Touch::Keeps)
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for VoronoiSpawns {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.params().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        cx.claim_with(map.size().w.into(), map.size().h.into(), 32)?;
        self.check_ranges()?;
        let mut spawner = self.params().spawner(map)?;
        cx.check()?;
        let areas = self.areas(map, cx)?;
        cx.check()?;
        let at_start = map.start.and_then(|start| areas.get(start).copied());
        let left_out = at_start.filter(|_| self.start_area == StartArea::Empty);
        let (cells, ends) = by_label(&areas);
        let mut first = 0;
        for (area, end) in (0..).zip(ends) {
            let own = &cells[first as usize..end as usize];
            first = end;
            cx.work(own.len() as u32)?;
            if Some(area) != left_out && !own.is_empty() {
                spawner.area(map, own.to_vec(), cx);
            }
        }
        Ok(())
    }
}

/// The cells sorted by label, row-major for each label, and where the cells of each label end: a counting sort.
fn by_label(labels: &Grid<u32>) -> (Vec<u32>, Vec<u32>) {
    let labelled = || (0..).zip(labels.as_slice()).filter(|&(_, &label)| label != UNREACHED);
    let n_labels = labelled().map(|(_, &label)| label as usize + 1).max().unwrap_or(0);
    let mut ends = vec![0; n_labels];
    labelled().for_each(|(_, &label)| ends[label as usize] += 1);
    let mut sum = 0;
    for end in &mut ends {
        // At first where they begin; each cell added moves it towards the end.
        (*end, sum) = (sum, sum + *end);
    }
    let mut cells = vec![0; sum as usize];
    for (cell, &label) in labelled() {
        let end = &mut ends[label as usize];
        cells[*end as usize] = cell;
        *end += 1;
    }
    (cells, ends)
}
