//! Things placed by rules, at a distance from each other.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, Keep, Layer, MetaMapBuilder, Passages,
    Plane, Planes, Point, Reach, Size, Spawn, Template, Tile, params, threshold,
};

use super::candidates::{Candidates, Spacing, ranked_reach};
use super::rules::{FAR, Placement, reach_of};
use crate::free_cells::FreeCells;
use crate::is_on_border;
use crate::prefab::VaultPlacer;
use crate::spawns::SpawnGroup;

/// Places tiles, spawns or marks by rules.
///
/// Places tiles, spawns or marks, evenly but not in rows: no two are nearer than `spacing`.
///
/// They go on free cells, which have one of the tiles `over` and hold neither start, exit, spawn, portal nor door, and
/// which fit the rules `placement`. Cells are tried in random order, each once, until enough are found.
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
    pub placement: Placement,
    /// The smallest distance between two, in cells.
    #[param(default = 5, range = 1..=1000)]
    pub spacing: u16,
    /// The most to place.
    pub max: Option<u32>,
    /// The share of the cells that fit where something may be placed.
    ///
    /// Others are left out at random, before distances and ways are kept.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub share: f64,
    /// The fewest to place; fewer are an error.
    ///
    /// More than `max` counts as `max`.
    pub min: u32,
    /// The groups of which each gets at most one, and other cells none; if absent, any number may be anywhere.
    pub unique: Option<SpawnGroup>,
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

impl Builder for Scatter {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("scatter")
            .memory(40)
            .title("Scattered things")
            .spares_kept()
            .needs(self.placement.requires())
            .needs(self.unique.map_or(Planes::NONE, SpawnGroup::requires))
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
        self.placement.check()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        let mut candidates = self.candidates(map, None, cx)?;
        cx.keep_going()?;
        if self.changes_ways() {
            map.clear(Planes::DERIVED);
        }
        let mut cells = std::mem::take(&mut candidates.cells);
        if let Scattered::Mark(name) = &self.what {
            mark(map, name, None);
        }
        if let (Some(place), Reach::Cells(_)) = (cx.origin, self.reach_in(cx.block)) {
            let taken = candidates.take_ranked(cells, self.share, place, cx);
            taken.into_iter().for_each(|cell| self.put(map, &candidates.passages, cell, cx));
            return Ok(());
        }
        if cx.origin.is_some() && self.is_solid() {
            // Ways may lead over the border of a block into the next one.
            cells.retain(|&cell| !is_on_border(map.size(), map.size().point(cell)));
        }
        let placed = self.place(map, &mut candidates, cells, cx)?.len() as u64;
        let (what, wanted) = ("things fit", u64::from(self.max.map_or(self.min, |count| count.min(self.min))));
        match placed < wanted {
            true => Err(BuildErrorKind::FellShort { what, reached: placed, wanted, tries: 1, budget: 1 }.into()),
            false => Ok(()),
        }
    }
}

/// A part of a map, for [`Scatter::place_in`].
#[derive(Clone, Copy, Debug)]
pub struct ScatterArea<'a> {
    /// Its cells.
    pub cells: &'a Grid<bool>,
    /// Where one enters it: what [`Landmark::Entrance`](crate::Landmark::Entrance) means.
    pub entrance: &'a [Point],
}

impl Scatter {
    /// Places things in a part of a map, however few there are, and says where.
    ///
    /// Solid tiles leave the part together, and leave its entrance free. No plane is dropped.
    ///
    /// # Errors
    ///
    /// A parameter is wrong, a plane is missing, or the build was stopped.
    pub fn place_in(
        &self,
        map: &mut BuilderMap,
        part: ScatterArea<'_>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Vec<Point>, BuildError> {
        self.check()?;
        let mut candidates = self.candidates(map, Some(part), cx)?;
        let cells = std::mem::take(&mut candidates.cells);
        let placed = self.place(map, &mut candidates, cells, cx)?;
        Ok(placed.into_iter().map(|cell| candidates.passages.point(cell)).collect())
    }

    /// Places a drawing in a part of a map `max` times, or as often as it fits, rotated and mirrored at random, and says
    /// which cells each covers. `what`, `share`, `min` and `unique` do not count.
    ///
    /// All its tiles lie on cells where a solid thing may stand: `over`, `placement`, inside of the part and not beside its
    /// entrance. The part stays together, and all open cells of the drawing belong to it. No plane is dropped.
    ///
    /// # Errors
    ///
    /// A parameter is wrong, a plane is missing, or the build was stopped.
    pub fn draw_in(
        &self,
        template: &Template,
        map: &mut BuilderMap,
        part: ScatterArea<'_>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Vec<Vec<Point>>, BuildError> {
        let solid = Scatter { what: Scattered::Tile(Tile::WALL), ..self.clone() };
        solid.check()?;
        let candidates = solid.candidates(map, Some(part), cx)?;
        // Its open cells are joined to all around them.
        let around = Passages::lattice(map.size(), map.wrap);
        let is_inside = |cell: u32| part.cells[cell] || map.tiles[cell].is_solid();
        let mut free = Grid::new(map.size(), false);
        candidates.cells.iter().for_each(|&cell| free[cell] = around.neighbors(cell).all(is_inside));
        let mut placer = VaultPlacer::new(map, candidates.passages, |p| free[p], (true, true), 0, Planes::NONE);
        let mut placed = Vec::new();
        while self.max.is_none_or(|count| placed.len() < count as usize)
            && let Some(cells) = placer.put(template, map, cx)?
        {
            if self.spacing > 1 {
                let disk = 4 * u32::from(self.spacing).pow(2);
                cells.iter().try_for_each(|_| cx.work(disk))?;
                placer.take(cells.iter().flat_map(|&at| candidates.spacing.around(at)));
            }
            placed.push(cells);
        }
        Ok(placed)
    }

    /// Finds the cells where something may be placed, in a part of a map or on all of it.
    fn candidates(
        &self,
        map: &BuilderMap,
        part: Option<ScatterArea<'_>>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Candidates, BuildError> {
        let (size, mut passages, free) = (map.size(), map.passages(), FreeCells::from_map(map));
        let is_solid_ground = |cell: u32| map.tiles[cell].is_solid();
        let (over_solid, entrance) = (self.over.iter().any(|tile| tile.is_solid()), part.map(|part| part.entrance));
        let mut fits = self.placement.cells_from(map, &passages, over_solid, entrance, cx)?;
        if let Some(ScatterArea { cells, entrance }) = part {
            fits.as_mut_slice().iter_mut().zip(cells.as_slice()).for_each(|(fits, &is_inside)| *fits &= is_inside);
            if self.is_solid() {
                let near = entrance.iter().flat_map(|&at| passages.neighbors(passages.index(at)));
                near.collect::<Vec<u32>>().into_iter().for_each(|cell| fits[cell] = false);
                // A walk goes around it inside.
                for cell in (0..size.area()).filter(|&cell| !cells[cell]) {
                    Dir::ALL.into_iter().for_each(|dir| passages.part(cell, dir));
                }
            }
        }
        let may_block = self.is_solid().then(|| map.may_block());
        let mut is_door = Grid::new(size, false);
        map.doors.iter().flatten().flat_map(|door| &door.cells).for_each(|&p| is_door[p] = true);
        let tile = if let Scattered::Tile(tile) = self.what { Some(tile) } else { None };
        let has_kept = map.has_kept();
        let is_kept = |cell: u32| {
            let at = size.point(cell);
            map.keep_at(at) == Keep::Tile || tile.is_some_and(|tile| !map.may_put(at, tile))
        };
        let may = |&cell: &u32| {
            let free = free.is_free(cell) || tile.is_some() && is_solid_ground(cell);
            let stays_open = is_door[cell] || may_block.as_ref().is_some_and(|may| !may[cell]);
            fits[cell] && free && !stays_open && !(has_kept && is_kept(cell)) && self.over.contains(&map.tiles[cell])
        };
        let cells = (0..size.area()).filter(may).collect();
        let owner = self.unique.map(|group| group.of_cells(map, &mut cx.rng)).transpose()?;
        let spacing = Spacing::new(size, map.wrap, self.spacing);
        Ok(Candidates { passages, cells, spacing, closes: self.is_solid(), owner, owners_served: BTreeSet::new() })
    }

    /// Places things on some cells in random order, until there are enough.
    fn place(
        &self,
        map: &mut BuilderMap,
        candidates: &mut Candidates,
        mut cells: Vec<u32>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Vec<u32>, BuildError> {
        // As in worlds: cells are left out first, and what is taken then keeps its distance.
        let share = (u128::from(threshold(self.share)) * cells.len() as u128 + (1 << 31)) >> 32;
        let most = self.max.map_or(usize::MAX, |count| count as usize);
        let mut placed = Vec::new();
        for _ in 0..share {
            if placed.len() >= most {
                break;
            }
            cx.work(1)?;
            let Some(cell) = cx.rng.swap_remove(&mut cells) else { break };
            if candidates.take(cell) {
                self.put(map, &candidates.passages, cell, cx);
                placed.push(cell);
            }
        }
        Ok(placed)
    }

    fn reach_in(&self, block: Size) -> Reach {
        // A solid cell closes the sides of its neighbors.
        let reach = self.placement.reach(block).and_then(|reach| reach.checked_add(self.is_solid().into()));
        let Some(reach) = reach else { return FAR };
        match (self.max, self.min, self.unique) {
            // Cells that far apart cannot close the way around each other.
            (None, 0, None) if !self.is_solid() || self.spacing >= 3 => {
                reach_of(reach.saturating_add(ranked_reach(self.spacing)))
            }
            (_, _, Some(group)) if group.is_large() => FAR,
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
                    map.close_sides(passages, cell);
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
