//! Places vaults one after the other, each at a place drawn from all places where it fits.
//!
//! Places are drawn uniformly until one fits, so all places that fit are equally likely. If as many draws as the map
//! has cells find none, places are rare: then all that fit are listed, and drawn from the list until one cuts nothing
//! off. Whether a place does is the search at the end.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, BuilderMap, Dir, Grid, MapRng, Passages, Planes, Point, Size, Template, Tile, Wrap,
};

use super::stamp::{StampedTemplate, stamp};

/// Places vaults on a map.
#[derive(Debug)]
pub(crate) struct VaultPlacer {
    /// Whether vaults may be rotated, and whether they may be mirrored.
    turns: (bool, bool),
    /// How many suitable cells each tile needs all around.
    margin: u8,
    size: Size,
    wrap: Wrap,
    /// The number of suitable cells in a row that begin at a cell, to the right and across a wrapped border; 0 where no
    /// tile of a vault may be.
    free: Grid<u16>,
    cuts: CutSearch,
    /// Whether plain doors that lead nowhere become wall.
    pub(crate) closes_unused: bool,
    /// What goes from the map with the first vault.
    drops: Planes,
    /// How many cells may still be visited for all vaults together.
    left: u64,
}

/// One orientation of a vault.
#[derive(Debug)]
struct Way {
    template: Template,
    /// The runs of cells that must lie on suitable ground: column, row and length.
    runs: Vec<(i32, i32, u16)>,
}

impl VaultPlacer {
    /// The most cells to visit to place a vault: a constant, and so many for each cell of the map. Caves and rooms
    /// take a hundredth of it. Passages just as wide as a vault use it up, because the vault cuts nearly everywhere.
    const LOOKS: u64 = 1 << 20;
    const LOOKS_PER_CELL: u64 = 64;
    /// How many vaults may use that up before no more are placed. Until then the work grows with the number of vaults times
    /// the cells around them.
    const MOST: u64 = 64;
    /// How often a template with choices is drawn until an outcome fits.
    const DRAWS: u32 = 8;

    /// Vaults on cells that are `free`. What is connected by `passages` stays connected.
    pub(crate) fn new(
        map: &BuilderMap,
        passages: Passages,
        free: impl Fn(Point) -> bool,
        turns: (bool, bool),
        margin: u8,
        drops: Planes,
    ) -> Self {
        let (size, wrap) = (map.size(), map.wrap);
        let free = Grid::from_fn(size, |p| u16::from(free(p)));
        let left = Self::MOST * Self::looks(size);
        let cuts = CutSearch::new(passages);
        let mut placer = VaultPlacer { turns, margin, size, wrap, free, cuts, closes_unused: false, drops, left };
        (0..size.h).for_each(|y| placer.measure_row(y));
        placer
    }

    /// The most cells to visit to place a vault on a map of this size.
    fn looks(size: Size) -> u64 {
        Self::LOOKS + u64::from(size.area()) * Self::LOOKS_PER_CELL
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

    /// Places a vault, if it fits anywhere, and says where: the cells that got a tile.
    pub(crate) fn put(
        &mut self,
        template: &Template,
        map: &mut BuilderMap,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<Vec<Point>>, BuildError> {
        for _ in 0..if template.has_choices() { Self::DRAWS } else { 1 } {
            let ways = self.ways(&template.draw(&mut cx.rng));
            let budget = Self::looks(self.size).min(self.left);
            self.cuts.allow(budget);
            let place = self.draw(&ways, map, &mut cx.rng).or_else(|| self.search(&ways, map, &mut cx.rng));
            self.left -= budget - self.cuts.budget();
            cx.work(u32::try_from(budget - self.cuts.budget()).unwrap_or(u32::MAX))?;
            let Some((way, at)) = place else { continue };
            let placed = self.placed(way, at);
            let closed = if self.closes_unused { placed.blind_doors(map) } else { Vec::new() };
            let placed = StampedTemplate { closed: &closed, ..placed };
            map.clear(std::mem::take(&mut self.drops));
            stamp(map, &placed, &mut self.cuts.passages, cx);
            let cells: Vec<Point> = placed.cells().map(|(p, _)| p).collect();
            self.take(cells.iter().copied());
            return Ok(Some(cells));
        }
        Ok(None)
    }

    /// No vault may be on these cells from now on.
    pub(crate) fn take(&mut self, cells: impl Iterator<Item = Point>) {
        let mut rows = BTreeSet::new();
        for p in cells {
            self.free[p] = 0;
            rows.insert(p.y);
        }
        rows.into_iter().for_each(|y| self.measure_row(y));
    }

    /// The orientations of a vault. On an axis that wraps it must be shorter than the axis, or it would be its
    /// own neighbor.
    fn ways(&self, template: &Template) -> Vec<Way> {
        let (rotate, mirror) = self.turns;
        let templates = template.trimmed().map(|template| template.orientations(rotate, mirror));
        let is_shorter = |template: &Template| {
            let (size, Size { w, h }) = (template.size(), self.size);
            (size.w < w || !self.wrap.x()) && (size.h < h || !self.wrap.y())
        };
        let longest = if self.wrap.x() { self.size.w } else { u16::MAX };
        let templates = templates.unwrap_or_default().into_iter().filter(is_shorter);
        templates.map(|template| Way { runs: runs(&template, self.margin, longest), template }).collect()
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

    /// Whether every open cell of the template can be entered from outside, nothing is cut off, and kept cells stay.
    fn is_good(&mut self, way: &Way, at: Point, map: &BuilderMap) -> bool {
        let placed = self.placed(way, at);
        self.cuts.spend(way.template.tiles().as_slice().len());
        if !placed.cells().all(|(p, tile)| map.may_put(p, tile)) {
            return false;
        }
        let is_open = |x, y| placed.cell_at(x, y).is_some_and(|p| map.is_open(p));
        way.template.sealed_cell(is_open).is_none() && self.cuts.leaves_joined(map, &placed)
    }

    fn placed<'w>(&self, way: &'w Way, at: Point) -> StampedTemplate<'w> {
        StampedTemplate {
            template: &way.template,
            corner: (at.x.into(), at.y.into()),
            size: self.size,
            wrap: self.wrap,
            closed: &[],
        }
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

// Checks whether a prefab would cut the map.
//
// Let the *footprint* be the cells that get a tile. Take the connected components of its open cells before. The *rim*
// of a component is the cells outside of the footprint that are one step away from it. The map is not cut if, for
// each component, its rim and those of its cells that stay open are connected afterwards, and the rim is not empty.
//
// Proof. Take a path between two cells that are open before and after. It runs outside of the footprint, except for
// stretches inside one component each. Such a stretch comes from a cell of the component's rim, or begins the path in
// a cell that stays open, and it ends the same way; these two cells are connected afterwards. So are the ends of the
// path. If the rim is empty, a whole component of the map lies in the footprint, and might vanish. Conversely, two
// cells of a rim were connected before through the component, so if they are not afterwards, the map has been cut.
//
// A breadth-first flood from one of these cells stops as soon as it has met all others. So it takes as long as
// the way around the prefab, and floods a whole side of the map only if there is a cut.

/// A cell of the footprint that will be solid.
const SOLID: u8 = 1;
/// A cell of the footprint that will be open.
const OPEN: u8 = 2;
const FOOTPRINT: u8 = SOLID | OPEN;
/// A cell of a component that was visited.
const SEEN: u8 = 4;
/// A cell that the flood must meet.
const GOAL: u8 = 8;
/// A cell that the flood has reached.
const FLOODED: u8 = 16;

/// The search for cuts on one map.
#[derive(Debug)]
pub(super) struct CutSearch {
    /// The passages of the current map.
    pub(super) passages: Passages,
    marks: Grid<u8>,
    /// How many cells may still be visited.
    budget: u64,
}

impl CutSearch {
    pub(super) fn new(passages: Passages) -> Self {
        CutSearch { marks: Grid::new(passages.size(), 0), passages, budget: 0 }
    }

    /// Sets how many cells may be visited from now on.
    pub(super) fn allow(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// How many cells may still be visited.
    pub(super) fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether the budget is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// Counts visited cells.
    pub(super) fn spend(&mut self, cells: usize) {
        self.budget = self.budget.saturating_sub(cells as u64);
    }

    /// Whether everything connected stays connected with a prefab on the map. Also false if the budget runs out.
    pub(super) fn leaves_joined(&mut self, map: &BuilderMap, placed: &StampedTemplate<'_>) -> bool {
        let cells: Vec<(u32, Tile)> = placed.cells().map(|(p, tile)| (map.size().index(p), tile)).collect();
        for &(cell, tile) in &cells {
            self.marks[cell] = if tile.is_solid() { SOLID } else { OPEN };
        }
        let is_diagonal = placed.template.legend().moves_diagonally();
        let stays_joined = cells.iter().all(|&(cell, _)| {
            let is_known = map.tiles[cell].is_solid() || self.marks[cell] & SEEN != 0;
            is_known || self.goals(cell, is_diagonal).is_some_and(|goals| self.meets_all(map, &goals))
        });
        cells.iter().for_each(|&(cell, _)| self.marks[cell] = 0);
        stays_joined
    }

    /// The cells that must be connected afterwards because of the component of an open cell of the footprint; `None`
    /// if its rim is empty. If the game moves diagonally, the template's own cells may be joined over corners, which was checked.
    fn goals(&mut self, first: u32, is_diagonal: bool) -> Option<Vec<u32>> {
        let (mut queue, mut goals, mut has_rim) = (vec![first], Vec::new(), false);
        self.marks[first] |= SEEN;
        while let Some(here) = queue.pop() {
            if self.marks[here] & OPEN != 0 && !is_diagonal {
                goals.push(here);
            }
            for dir in self.passages.dirs(here).iter() {
                let next = self.passages.step(here, dir);
                if self.marks[next] & FOOTPRINT == 0 {
                    goals.push(next);
                    has_rim = true;
                } else if self.marks[next] & SEEN == 0 {
                    self.marks[next] |= SEEN;
                    queue.push(next);
                }
            }
        }
        has_rim.then_some(goals)
    }

    /// Whether a flood from the first goal meets all others.
    fn meets_all(&mut self, map: &BuilderMap, goals: &[u32]) -> bool {
        let mut flood = Flood { cells: Vec::new(), missing: 0 };
        for &goal in goals {
            // A cell of the rim may be a neighbor twice.
            flood.missing += u32::from(self.marks[goal] & GOAL == 0);
            self.marks[goal] |= GOAL;
        }
        goals.first().into_iter().for_each(|&first| self.reach(first, &mut flood));
        let mut front = 0;
        while flood.missing > 0
            && !self.is_spent()
            && let Some(&here) = flood.cells.get(front)
        {
            front += 1;
            self.spend(1);
            for dir in Dir::ALL {
                if let Some(next) = self.passages.beside(here, dir).filter(|&next| self.will_lead(map, here, dir, next))
                {
                    self.reach(next, &mut flood);
                }
            }
            for i in 0..self.passages.portals(here).len() {
                let (_, far) = self.passages.portals(here)[i];
                self.reach(far, &mut flood);
            }
        }
        goals.iter().for_each(|&goal| self.marks[goal] &= !GOAL);
        flood.cells.iter().for_each(|&cell| self.marks[cell] &= !FLOODED);
        flood.missing == 0
    }

    fn reach(&mut self, cell: u32, flood: &mut Flood) {
        if self.marks[cell] & FLOODED == 0 {
            flood.missing -= u32::from(self.marks[cell] & GOAL != 0);
            self.marks[cell] |= FLOODED;
            flood.cells.push(cell);
        }
    }

    /// Whether there will be a way from a cell that will be open to the next one. A stamped open cell is joined to
    /// all its open neighbors.
    fn will_lead(&self, map: &BuilderMap, here: u32, dir: Dir, next: u32) -> bool {
        match (self.marks[here] & FOOTPRINT, self.marks[next] & FOOTPRINT) {
            (0, 0) => self.passages.dirs(here).contains(dir),
            (_, SOLID) => false,
            (_, 0) => !map.tiles[next].is_solid(),
            (_, _) => true,
        }
    }
}

/// The cells that a flood has reached, in order, and how many goals it has not met.
struct Flood {
    cells: Vec<u32>,
    missing: u32,
}
