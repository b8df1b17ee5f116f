//! Things placed by rules, at a distance from each other.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, Layer, MetaMapBuilder, Passages, Plane,
    Planes, Reach, Size, Spawn, Tile, params, threshold,
};

use super::groups::Group;
use super::ring::corners_joined;
use super::rules::{FAR, PlaceRules, reach_of};
use super::scattering;
use super::spread::Spread;
use crate::free_cells::FreeCells;
use crate::is_on_border;
use crate::places::close_sides;

/// Places tiles, spawns or marks by rules.
///
/// Places tiles, spawns or marks, evenly but not in rows: no two are nearer than `spacing`.
///
/// They go on free cells, which have one of the tiles `over` and hold neither start, exit, spawn, portal nor door, and
/// which fit the rules `place`. Cells are tried in random order, each once, until enough are found.
///
/// A solid tile never cuts the way: it goes only where a walk can go around it through the eight cells next to it.
/// Solid tiles, and tiles over solid ones, drop doors, level graph and proof.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{Arena, Scatter, Scattered};
///
/// let pillars = Scatter { what: Scattered::Tile(Tile::PILLAR), spacing: 4, ..Scatter::default() };
/// let map = BuilderChain::start_with(Size::new(40, 20), Arena::default()).with(pillars).build(7)?;
/// let pillars: Vec<_> = map.size().points().filter(|&p| map.tiles[p] == Tile::PILLAR).collect();
/// assert!(pillars.len() > 20);
/// assert!(pillars.iter().all(|a| pillars.iter().all(|b| a == b || a.euclidean_squared(*b) >= 16)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Scatter {
    /// What is placed.
    #[param(default = Scattered::Tile(Tile::GRAVEL))]
    pub what: Scattered,
    /// The tiles on which it may stand.
    #[param(default = vec![Tile::FLOOR])]
    pub over: Vec<Tile>,
    /// Where it may stand.
    pub place: PlaceRules,
    /// The smallest distance between two, in cells.
    #[param(default = 5, range = 1..=1000)]
    pub spacing: u16,
    /// The most to place.
    pub count: Option<u32>,
    /// The largest share of the cells that fit.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub density: f64,
    /// The fewest to place; fewer are an error.
    ///
    /// More than `count` counts as `count`.
    pub min: u32,
    /// Where only one of them may be.
    #[param(default = Unique::No)]
    pub unique: Unique,
}

/// What [`Scatter`] places.
#[derive(Eq, Hash)]
#[params]
pub enum Scattered {
    /// A tile.
    Tile(Tile),
    /// A spawn of this name.
    Spawn(String),
    /// A 1 in the layer of this name; the other cells of a new layer are 0.
    Mark(String),
}

/// Where only one thing may be.
#[params]
pub enum Unique {
    /// Any number may be anywhere.
    #[default]
    No,
    /// One in each room, none elsewhere.
    Room,
    /// One in each region, none elsewhere.
    Region,
    /// One in each area of the level graph, none elsewhere.
    Area,
}

impl Unique {
    const fn group(self) -> Option<Group> {
        match self {
            Unique::No => None,
            Unique::Room => Some(Group::Room),
            Unique::Region => Some(Group::Region),
            Unique::Area => Some(Group::Area),
        }
    }
}

impl Builder for Scatter {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("scatter")
            .title("Scattered things")
            .needs(self.place.requires())
            .needs(self.unique.group().map_or(Planes::NONE, |group| group.plane().into()))
            .gives(match self.what {
                Scattered::Mark(_) => Plane::Layers.into(),
                _ => Planes::NONE,
            })
            .keeps(if self.changes_ways() { Planes::NONE } else { Planes::DERIVED })
            .reach(self.reach_in(block))
    }
}

impl MetaMapBuilder for Scatter {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.place.check()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.sound()?;
        let mut sites = Sites::new(self, map)?;
        cx.check()?;
        if self.changes_ways() {
            map.clear(Planes::DERIVED);
        }
        let mut cells = std::mem::take(&mut sites.cells);
        let most = (u128::from(threshold(self.density)) * cells.len() as u128 + (1 << 31)) >> 32;
        let most = self.count.map_or(most, |count| most.min(count.into()));
        if let Scattered::Mark(name) = &self.what {
            mark(map, name, None);
        }
        if let (Some(place), Reach::Cells(_)) = (cx.place, self.reach_in(cx.block)) {
            let taken = scattering::spread(cells, &mut sites, self.density, place, cx);
            taken.into_iter().for_each(|cell| self.put(map, &sites.passages, cell, cx));
            return Ok(());
        }
        if cx.place.is_some() && self.is_solid() {
            // Ways may lead over the border of a block into the next one.
            cells.retain(|&cell| !is_on_border(map.size(), map.size().point(cell)));
        }
        let mut placed: u32 = 0;
        while u128::from(placed) < most {
            cx.work(1)?;
            let Some(cell) = cx.rng.swap_remove(&mut cells) else { break };
            if sites.take(cell) {
                self.put(map, &sites.passages, cell, cx);
                placed += 1;
            }
        }
        let (what, wanted) = ("things to scatter", u64::from(self.count.map_or(self.min, |count| count.min(self.min))));
        match u64::from(placed) < wanted {
            true => Err(BuildErrorKind::FellShort { what, reached: placed.into(), wanted, tries: 1, budget: 1 }.into()),
            false => Ok(()),
        }
    }
}

impl Scatter {
    fn reach_in(&self, block: Size) -> Reach {
        // A solid cell closes the sides of its neighbors.
        let reach = self.place.reach(block).and_then(|reach| reach.checked_add(self.is_solid().into()));
        let Some(reach) = reach else { return FAR };
        match (self.count, self.min, self.unique) {
            // Cells that far apart cannot close the way around each other.
            (None, 0, Unique::No) if !self.is_solid() || self.spacing >= 3 => {
                reach_of(reach.saturating_add(scattering::reach(self.spacing)))
            }
            (_, _, Unique::Area) => FAR,
            // The count is that of each block.
            _ => Reach::BLOCK,
        }
    }

    /// Whether cells may open or close.
    fn changes_ways(&self) -> bool {
        match self.what {
            Scattered::Tile(tile) => self.over.iter().any(|over| over.is_solid() != tile.is_solid()),
            Scattered::Spawn(_) | Scattered::Mark(_) => false,
        }
    }

    fn is_solid(&self) -> bool {
        matches!(self.what, Scattered::Tile(tile) if tile.is_solid())
    }

    fn put(&self, map: &mut BuilderMap, passages: &Passages, cell: u32, cx: &mut BuildCx<'_>) {
        match &self.what {
            Scattered::Tile(tile) => {
                map.tiles[cell] = *tile;
                if tile.is_solid() {
                    close_sides(map, passages, cell);
                }
                cx.step(&map.tiles, [cell]);
                return;
            }
            Scattered::Spawn(what) => map.spawns.push(Spawn::new(map.size().point(cell), what.clone())),
            Scattered::Mark(name) => mark(map, name, Some(cell)),
        }
        if cx.step_is_due(1) {
            cx.step_frame(map, "");
        }
    }
}

/// Marks a cell in a layer of bytes; what else had the name is replaced.
fn mark(map: &mut BuilderMap, name: &str, cell: Option<u32>) {
    let size = map.size();
    if !matches!(map.layers.get(name), Some(Layer::U8(_))) {
        map.layers.insert(name.to_owned(), Layer::U8(Grid::new(size, 0)));
    }
    if let (Some(Layer::U8(layer)), Some(cell)) = (map.layers.get_mut(name), cell) {
        layer[cell] = 1;
    }
}

/// The candidate cells, and data about those taken.
pub(super) struct Sites {
    pub(super) passages: Passages,
    cells: Vec<u32>,
    pub(super) spread: Spread,
    closes: bool,
    /// The room, region or area of each cell, 0 for none, where only one thing may be.
    owner: Option<Grid<u32>>,
    owners_served: BTreeSet<u32>,
}

impl Sites {
    fn new(stage: &Scatter, map: &BuilderMap) -> Result<Self, BuildError> {
        let (size, passages, free) = (map.size(), map.passages(), FreeCells::from_map(map));
        let is_solid_ground = |cell: u32| map.tiles[cell].is_solid();
        let fits = stage.place.cells(map, &passages, stage.over.iter().any(|tile| tile.is_solid()))?;
        let mut is_door = Grid::new(size, false);
        map.doors.iter().flatten().flat_map(|door| &door.cells).for_each(|&p| is_door[p] = true);
        let is_tile = matches!(stage.what, Scattered::Tile(_));
        let may = |&cell: &u32| {
            let free = free.is_free(cell) || is_tile && is_solid_ground(cell);
            fits[cell] && free && !is_door[cell] && stage.over.contains(&map.tiles[cell])
        };
        let cells = (0..size.area()).filter(may).collect();
        let owner = stage.unique.group().map(|group| group.of_cells(map)).transpose()?;
        let spread = Spread::new(size, map.wrap, stage.spacing);
        Ok(Sites { passages, cells, spread, closes: stage.is_solid(), owner, owners_served: BTreeSet::new() })
    }

    /// Whether a cell may be closed. That parts nothing if its neighbors are joined around it. A cell without a way out
    /// would vanish.
    pub(super) fn may_close(&self, cell: u32) -> bool {
        let ways = self.passages.ways(cell);
        !self.closes || !ways.is_empty() && corners_joined(&self.passages, cell) + 1 >= ways.len()
    }

    /// Takes a cell, if all taken before leave room for it.
    pub(super) fn take(&mut self, cell: u32) -> bool {
        let owner = self.owner.as_ref().map(|owner| owner[cell]);
        if self.spread.is_near(cell) || !self.may_close(cell) || owner == Some(0) {
            return false;
        }
        if owner.is_some_and(|owner| !self.owners_served.insert(owner)) {
            return false;
        }
        self.spread.take(self.passages.point(cell));
        if self.closes {
            Dir::ALL.into_iter().for_each(|dir| self.passages.part(cell, dir));
        }
        true
    }
}
