//! Painting terrain.
//!
//! # Fords
//!
//! Painting closes cells without parting those that stay open.
//!
//! The open cells that are to be closed divide the others into dry components. Those that were joined are joined again by
//! fords: cells that stay open after all. To find few of them, one search from all dry components gives every wet cell to
//! the nearest one. Where the cells of two components meet, they have a crossing, as long as the ways back to both.
//! Kruskal's algorithm takes the shortest crossings that join components (Mehlhorn, *A faster approximation algorithm for
//! the Steiner problem in graphs*, 1988).
//!
//! All dry components that were joined are joined again. Proof: take a path between two of them. Each wet cell on it belongs
//! to some component, as the path itself leads to one. So from component to component along the path there are crossings,
//! and a spanning forest of the crossings joins whatever crossings join. The ways back from a crossing run through cells of
//! one component only, so they end there.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, Keep, MetaMapBuilder, Passages, Planes, Reach, Size, Tile,
    Wrap, params, threshold,
};
use mapwright_graph::{Components, DisjointSets};

use super::noise::Noise;
use super::rules::{FAR, Placement, reach_of};
use crate::spawns::SpawnGroup;

/// Paints lakes, grass, rubble and roads.
///
/// Paints tiles over other tiles: lakes, grass, rubble, roads, moss near water.
///
/// The cells that may be painted have one of the tiles `over` and fit the rules `placement`. Of these a `share` is painted,
/// chosen by noise or as whole groups, such as rooms.
///
/// A solid tile never cuts the way: open cells that were connected stay connected. Where water, say, would part them,
/// the cells of a shortest ford stay as they are, or get the tile `ford`. Dry crumbs of fewer than `min_cells` cells
/// between the water and a wall are painted too. Start, exit, spawns, portals, doors and the cells before doors always stay
/// open, and `dry` keeps even shallow water off all of them but those before doors.
///
/// Painting open tiles over open tiles leaves doors, level graph and proof as they are; painting that opens or closes
/// cells drops them.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{CellularAutomata, Paint};
/// use mapwright_graph::Components;
///
/// let cave = BuilderChain::start_with(Size::new(60, 40), CellularAutomata::default());
/// let dry = cave.build(7)?;
/// let lake = Paint { tile: Tile::DEEP_WATER, share: 0.2, min_cells: 12, ..Paint::default() };
/// let cave = BuilderChain::start_with(Size::new(60, 40), CellularAutomata::default()).with(lake);
/// let wet = cave.build(7)?;
/// assert!(wet.tiles.as_slice().contains(&Tile::DEEP_WATER));
/// let parts = |map| Components::from_map(map, &map.passages()).sizes.len();
/// assert!(parts(&wet) <= parts(&dry));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Paint {
    /// The tile to paint.
    #[param(default = Tile::GRASS)]
    pub tile: Tile,
    /// The tiles that may be painted over.
    #[param(default = vec![Tile::FLOOR])]
    pub over: Vec<Tile>,
    /// Where it may be painted.
    pub placement: Placement,
    /// The groups that are painted as a whole; if absent, the cells where smooth noise is highest.
    pub by: Option<SpawnGroup>,
    /// The share of these cells to paint.
    #[param(default = 0.3, range = 0.0..=1.0)]
    pub share: f64,
    /// The distance between the largest hills of the noise, in cells.
    ///
    /// With 1 every cell is on its own.
    #[param(default = 10, range = 1..=1000)]
    pub scale: u16,
    /// How ragged the noise is.
    #[param(default = 2, range = 1..=6)]
    pub octaves: u8,
    /// The smallest patch, in cells.
    ///
    /// Smaller ones are not painted.
    #[param(default = 1, range = 1..=100_000)]
    pub min_cells: u32,
    /// The tile of cells left open so that solid paint does not cut the way.
    ///
    /// `None` or a solid tile: they stay as they are.
    pub ford: Option<Tile>,
    /// Whether solid paint may cut the way.
    pub cut: bool,
    /// Whether to keep water off start, exit, spawns, portals and doors.
    #[param(default = true)]
    pub dry: bool,
}

impl Builder for Paint {
    fn facts(&self, block: Size) -> Facts {
        Facts::new("paint")
            .memory(40)
            .title("Painted ground")
            .spares_kept()
            .needs(self.placement.requires())
            .needs(self.by.map_or(Planes::NONE, SpawnGroup::requires))
            .keeps(if self.changes_ways() { Planes::NONE } else { Planes::DERIVED })
            .reach(self.reach_in(block))
    }
}

impl MetaMapBuilder for Paint {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        self.placement.check()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        let passages = map.passages();
        let may = self.may_be_painted(map, &passages, cx)?;
        cx.keep_going()?;
        let mut chosen = self.choose(map, &may, cx)?;
        cx.keep_going()?;
        drop_small(&mut chosen, map.wrap, self.min_cells);
        let mut fords = Vec::new();
        if self.tile.is_solid() && !self.cut {
            let mut ways = Ways::new(&passages, &map.tiles, &mut chosen);
            cx.keep_going()?;
            ways.flood_crumbs(self.min_cells, &may);
            cx.keep_going()?;
            fords = ways.ford();
            // A ford may leave a patch too small. It can stay dry: that only joins more.
            drop_small(&mut chosen, map.wrap, self.min_cells);
            if self.min_cells > 1 {
                fords.retain(|&cell| passages.neighbors(cell).any(|next| chosen[next]));
            }
        }
        cx.keep_going()?;
        if self.changes_ways() {
            map.clear(Planes::DERIVED);
        }
        let painted: Vec<u32> = (0..passages.area()).filter(|&cell| chosen[cell]).collect();
        for &cell in &painted {
            map.tiles[cell] = self.tile;
            if self.tile.is_solid() {
                map.close_sides(&passages, cell);
            }
        }
        if let Some(ford) = self.ford.filter(|ford| !ford.is_solid()) {
            fords.iter().for_each(|&cell| map.tiles[cell] = ford);
        }
        cx.step(&map.tiles, painted.into_iter().chain(fords));
        Ok(())
    }
}

impl Paint {
    fn reach_in(&self, block: Size) -> Reach {
        if self.tile.is_solid() && !self.cut {
            return Reach::Global(
                "whether it cuts the map in two depends on all of it; use `cut`, and `join-components` after it",
            );
        }
        // A solid cell closes the sides of its neighbors.
        let reach = self.placement.reach(block).and_then(|reach| reach.checked_add(self.tile.is_solid().into()));
        match (self.by, reach) {
            // A patch that is too small is wholly near.
            (None, Some(reach)) if self.min_cells > 1 => reach_of(reach.saturating_add(self.min_cells)),
            (None, Some(reach)) => reach_of(reach),
            (Some(group), Some(_)) if !group.is_large() => Reach::BLOCK,
            _ => FAR,
        }
    }

    /// Whether cells may open or close.
    fn changes_ways(&self) -> bool {
        self.over.iter().any(|over| over.is_solid() != self.tile.is_solid())
    }

    /// The cells that may be painted.
    fn may_be_painted(
        &self,
        map: &BuilderMap,
        passages: &Passages,
        cx: &mut BuildCx<'_>,
    ) -> Result<Grid<bool>, BuildError> {
        let mut may = self.placement.cells(map, passages, self.over.iter().any(|tile| tile.is_solid()), cx)?;
        for (may, tile) in may.as_mut_slice().iter_mut().zip(map.tiles.as_slice()) {
            *may &= self.over.contains(tile);
        }
        if map.has_kept() {
            let may_paint = |at| map.keep_at(at) < Keep::Tile && map.may_put(at, self.tile);
            map.size().points().filter(|&at| !may_paint(at)).for_each(|at| may[at] = false);
        }
        if self.tile.is_solid() {
            may.as_mut_slice().iter_mut().zip(map.may_block().as_slice()).for_each(|(may, &open)| *may &= open);
        } else if self.dry && self.tile == Tile::WATER {
            let doors = map.doors.iter().flatten().flat_map(|door| door.cells.iter().copied());
            map.marked().chain(doors).for_each(|p| may[p] = false);
        }
        Ok(may)
    }

    /// The share of the cells that is painted.
    fn choose(&self, map: &BuilderMap, may: &Grid<bool>, cx: &mut BuildCx<'_>) -> Result<Grid<bool>, BuildError> {
        let Some(group) = self.by else { return self.choose_by_noise(map, may, cx) };
        let (size, group) = (map.size(), group.of_cells(map, &mut cx.rng)?);
        let cells = || (0..size.area()).filter(|&cell| may[cell] && group[cell] != 0);
        let mut groups: Vec<u32> = cells().map(|cell| group[cell]).collect::<BTreeSet<u32>>().into_iter().collect();
        cx.rng.shuffle(&mut groups);
        groups.truncate(self.share_of(groups.len()));
        groups.sort_unstable();
        let mut chosen = Grid::new(size, false);
        cells().filter(|&cell| groups.binary_search(&group[cell]).is_ok()).for_each(|cell| chosen[cell] = true);
        Ok(chosen)
    }

    fn choose_by_noise(
        &self,
        map: &BuilderMap,
        may: &Grid<bool>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Grid<bool>, BuildError> {
        let size = map.size();
        if let Some(place) = cx.origin {
            let noise =
                Noise::new(size, map.wrap, self.scale, self.octaves.into(), cx.bits_at((0, 0), 0)).placed(place);
            let least = noise.exceeded_by(threshold(self.share));
            return Ok(Grid::from_fn(size, |p| may[p] && noise.at(p) >= least));
        }
        let noise = Noise::new(size, map.wrap, self.scale, self.octaves.into(), cx.rng.bits());
        let mut cells: Vec<u32> = (0..size.area()).filter(|&cell| may[cell]).collect();
        let wanted = self.share_of(cells.len());
        if wanted < cells.len() {
            // The highest first; of equally high ones, the first.
            let mut heights = Vec::with_capacity(cells.len());
            for &cell in &cells {
                cx.work(1)?;
                heights.push((!noise.at(size.point(cell)), cell));
            }
            heights.select_nth_unstable(wanted);
            cells = heights[..wanted].iter().map(|&(_, cell)| cell).collect();
        }
        let mut chosen = Grid::new(size, false);
        cells.into_iter().for_each(|cell| chosen[cell] = true);
        Ok(chosen)
    }

    /// The share of `n`, rounded.
    fn share_of(&self, n: usize) -> usize {
        let share = u128::from(threshold(self.share)) * n as u128;
        ((share + (1 << 31)) >> 32) as usize
    }
}

/// Cells to be closed, on the passages of the map as it still is.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    passages: &'a Passages,
    tiles: &'a Grid<Tile>,
    wet: &'a mut Grid<bool>,
}

impl<'a> Ways<'a> {
    pub(super) const fn new(passages: &'a Passages, tiles: &'a Grid<Tile>, wet: &'a mut Grid<bool>) -> Self {
        Ways { passages, tiles, wet }
    }

    /// Labels the dry components. Returns their cells too, component by component.
    fn dry_components(&self) -> (Components, Vec<u32>) {
        components(self.passages, |cell| !self.tiles[cell].is_solid() && !self.wet[cell])
    }

    /// Floods the crumbs: dry components of fewer than `least` cells that touch a wet cell and of which every cell may be
    /// wet.
    pub(super) fn flood_crumbs(&mut self, least: u32, may_be_wet: &Grid<bool>) {
        let (components, cells) = self.dry_components();
        for own in each_of(&components, &cells) {
            let is_crumb = own.len() < least as usize
                && own.iter().all(|&cell| may_be_wet[cell])
                && own.iter().any(|&cell| self.passages.neighbors(cell).any(|next| self.wet[next]));
            if is_crumb {
                own.iter().for_each(|&cell| self.wet[cell] = true);
            }
        }
    }

    /// Makes the cells of the fords dry again, and returns them in order.
    pub(super) fn ford(self) -> Vec<u32> {
        let (Components { label: mut nearest, sizes }, mut queue) = self.dry_components();
        let mut back = vec![0u32; nearest.as_slice().len()];
        let mut steps = vec![0u32; nearest.as_slice().len()];
        let mut crossings = Vec::new();
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            for next in self.passages.neighbors(here) {
                let (own, other) = (nearest[here], nearest[next]);
                if other == 0 {
                    nearest[next] = own;
                    back[next as usize] = here;
                    steps[next as usize] = steps[here as usize] + 1;
                    queue.push(next);
                } else if other != own && here < next {
                    // The other one sees the same crossing.
                    crossings.push((steps[here as usize] + steps[next as usize], here, next));
                }
            }
        }
        crossings.sort_unstable();
        let mut joined = DisjointSets::new(sizes.len() as u32 + 1);
        let mut fords = Vec::new();
        for (_, a, b) in crossings {
            if joined.unite(nearest[a], nearest[b]) {
                for mut cell in [a, b] {
                    while self.wet[cell] {
                        self.wet[cell] = false;
                        fords.push(cell);
                        cell = back[cell as usize];
                    }
                }
            }
        }
        fords.sort_unstable();
        fords
    }
}

/// Drops the chosen cells whose patch has fewer than `least` of them.
pub(super) fn drop_small(chosen: &mut Grid<bool>, wrap: Wrap, least: u32) {
    if least <= 1 {
        return;
    }
    let (components, cells) = components(&Passages::lattice(chosen.size(), wrap), |cell| chosen[cell]);
    for patch in each_of(&components, &cells) {
        if patch.len() < least as usize {
            patch.iter().for_each(|&cell| chosen[cell] = false);
        }
    }
}

/// Labels the components of the cells that fit. Returns their cells too, component by component.
pub(super) fn components(passages: &Passages, fits: impl Fn(u32) -> bool) -> (Components, Vec<u32>) {
    let mut cells = Vec::new();
    let around = |cell| passages.neighbors(cell).filter(|&next| fits(next));
    let components = Components::of(passages, &fits, around, |own| cells.extend_from_slice(own));
    (components, cells)
}

/// Returns the cells of each component.
fn each_of<'a>(components: &Components, mut cells: &'a [u32]) -> impl Iterator<Item = &'a [u32]> {
    components.sizes.iter().filter_map(move |&size| {
        let (own, rest) = cells.split_at_checked(size as usize)?;
        cells = rest;
        Some(own)
    })
}
