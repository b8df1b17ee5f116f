//! Places vaults one after the other, each at a place drawn from all places where it fits.
//!
//! Places are drawn uniformly until one fits, so all places that fit are equally likely. If as many draws as the map
//! has cells find none, places are rare: then all that fit are listed, and drawn from the list until one cuts nothing
//! off.

use mapwright_core::{BuildCx, BuilderMap, Grid, MapRng, Planes, Point, Size, Template, Wrap};

use super::cut::CutSearch;
use super::stamp::{Placed, stamp};
use super::vault::Vault;
use super::vaults::PrefabVaults;
use crate::is_on_border;

/// Places vaults on a map.
#[derive(Debug)]
pub(super) struct VaultPlacer {
    size: Size,
    wrap: Wrap,
    /// The number of suitable cells in a row that begin at a cell, to the right and across a wrapped border; 0 where no
    /// tile of a vault may be.
    free: Grid<u16>,
    cuts: CutSearch,
    /// Whether a vault was placed.
    has_placed: bool,
}

/// One orientation of a vault.
#[derive(Debug)]
struct Way {
    template: Template,
    /// The runs of cells that must lie on suitable ground: column, row and length.
    runs: Vec<(i32, i32, u16)>,
}

impl VaultPlacer {
    /// In an endless world a vault keeps off the border of its block, because ways may lead over it into the next one. So
    /// the cells there stay open, and what the block joins stays joined.
    pub(super) fn new(stage: &PrefabVaults, map: &BuilderMap, is_block: bool) -> Self {
        let cuts = CutSearch::new(map);
        let has_portal = |p: Point| !cuts.passages.portals(cuts.passages.index(p)).is_empty();
        let has_mark = |p: Point| map.start == Some(p) || map.exit == Some(p) || has_portal(p);
        let is_kept = |p: Point| has_mark(p) || is_block && is_on_border(map.size(), p);
        let free = Grid::from_fn(map.size(), |p| u16::from(stage.ground.has(map.tiles[p]) && !is_kept(p)));
        let mut placer = VaultPlacer { size: map.size(), wrap: map.wrap, free, cuts, has_placed: false };
        (0..placer.size.h).for_each(|y| placer.measure_row(y));
        placer
    }

    /// Recounts the free cells of a row, from right to left.
    fn measure_row(&mut self, y: u16) {
        // The second round continues across the border.
        let rounds = if self.wrap.x() { 2 } else { 1 };
        let mut run = 0u16;
        for x in (0..rounds).flat_map(|_| (0..self.size.w).rev()) {
            let free = &mut self.free[Point::new(x, y)];
            run = if *free > 0 { run.saturating_add(1) } else { 0 };
            *free = run;
        }
    }

    /// Places a vault, if it fits anywhere.
    pub(super) fn put(
        &mut self,
        stage: &PrefabVaults,
        vault: &Vault,
        map: &mut BuilderMap,
        cx: &mut BuildCx<'_>,
    ) -> bool {
        let ways = self.ways(stage, &vault.template.draw(&mut cx.rng));
        self.cuts.allow(PrefabVaults::LOOKS + u64::from(self.size.area()) * PrefabVaults::LOOKS_PER_CELL);
        let place = self.draw(&ways, map, &mut cx.rng).or_else(|| self.search(&ways, map, &mut cx.rng));
        let Some((way, at)) = place else { return false };
        let placed = self.placed(way, at);
        if !std::mem::replace(&mut self.has_placed, true) {
            map.clear(Planes::DERIVED);
        }
        stamp(map, &placed, &mut self.cuts.passages, cx);
        placed.cells().for_each(|(p, _)| self.free[p] = 0);
        for row in (i32::from(at.y)..).take(way.template.size().h.into()) {
            self.wrap.cell_at(0, row, self.size).into_iter().for_each(|p| self.measure_row(p.y));
        }
        true
    }

    /// The orientations of a vault. On an axis that wraps it must be shorter than the axis, or it would be its
    /// own neighbor.
    fn ways(&self, stage: &PrefabVaults, template: &Template) -> Vec<Way> {
        let templates = template.trimmed().map(|template| template.orientations(stage.rotate, stage.mirror));
        let is_shorter = |template: &Template| {
            let (size, Size { w, h }) = (template.size(), self.size);
            (size.w < w || !self.wrap.x()) && (size.h < h || !self.wrap.y())
        };
        let longest = if self.wrap.x() { self.size.w } else { u16::MAX };
        let templates = templates.unwrap_or_default().into_iter().filter(is_shorter);
        templates.map(|template| Way { runs: runs(&template, stage.margin, longest), template }).collect()
    }

    /// A good place, found by drawing from all places.
    fn draw<'w>(&mut self, ways: &'w [Way], map: &BuilderMap, rng: &mut MapRng) -> Option<(&'w Way, Point)> {
        for _ in 0..self.size.area() {
            let way = rng.pick(ways).filter(|_| !self.cuts.is_spent())?;
            let at = self.size.point(rng.below(self.size.area()));
            if self.fits(way, at) && self.is_good(way, at, map) {
                return Some((way, at));
            }
        }
        None
    }

    /// A good place, found by drawing from all places where the ground fits.
    fn search<'w>(&mut self, ways: &'w [Way], map: &BuilderMap, rng: &mut MapRng) -> Option<(&'w Way, Point)> {
        let size = self.size;
        // There are at most eight orientations.
        let mut places: Vec<(u8, u32)> = Vec::new();
        for (way, i) in ways.iter().zip(0..) {
            let fitting = size.points().filter(|&at| self.fits(way, at));
            places.extend(fitting.map(|at| (i, size.index(at))));
        }
        while let Some((i, cell)) = rng.swap_remove(&mut places).filter(|_| !self.cuts.is_spent()) {
            let (way, at) = (&ways[usize::from(i)], size.point(cell));
            if self.is_good(way, at, map) {
                return Some((way, at));
            }
        }
        None
    }

    /// Whether the ground is suitable under all tiles of a template and within the margin around them.
    fn fits(&mut self, way: &Way, at: Point) -> bool {
        if self.cuts.is_spent() {
            return false;
        }
        let is_free = |&(dx, dy, length): &(i32, i32, u16)| {
            let run = self.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, self.size);
            run.is_some_and(|run| self.free[run] >= length)
        };
        let misfit = way.runs.iter().position(|run| !is_free(run));
        self.cuts.spend(misfit.map_or(way.runs.len(), |looks| looks + 1));
        misfit.is_none()
    }

    /// Whether every open cell of the template can be entered from outside, and nothing is cut off.
    fn is_good(&mut self, way: &Way, at: Point, map: &BuilderMap) -> bool {
        let placed = self.placed(way, at);
        self.cuts.spend(way.template.tiles().as_slice().len());
        let is_open = |x, y| placed.cell_at(x, y).is_some_and(|p| map.is_open(p));
        way.template.sealed_cell(is_open).is_none() && self.cuts.leaves_joined(map, &placed)
    }

    fn placed<'w>(&self, way: &'w Way, at: Point) -> Placed<'w> {
        Placed { template: &way.template, corner: (at.x.into(), at.y.into()), size: self.size, wrap: self.wrap }
    }
}

/// The runs of cells that get a tile, or that lie in the margin around one. None is longer than `longest`.
fn runs(template: &Template, margin: u8, longest: u16) -> Vec<(i32, i32, u16)> {
    let (width, margin) = (usize::from(template.size().w), usize::from(margin));
    let mut rows = vec![vec![false; width + 2 * margin]; usize::from(template.size().h) + 2 * margin];
    for (row, y) in template.tiles().rows().zip(0..) {
        for (_, x) in row.iter().zip(0..).filter(|(tile, _)| tile.is_some()) {
            let near = &mut rows[y..=y + 2 * margin];
            near.iter_mut().for_each(|row| row[x..=x + 2 * margin].fill(true));
        }
    }
    let mut runs = Vec::new();
    for (row, y) in rows.iter().zip(-(margin as i32)..) {
        let mut x = -(margin as i32);
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] {
                runs.push((x, y, u16::try_from(run.len()).unwrap_or(u16::MAX).min(longest)));
            }
            x += run.len() as i32;
        }
    }
    runs
}
