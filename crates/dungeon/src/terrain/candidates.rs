//! The cells where something may be placed, and which of them are taken, at a distance from each other: Poisson disks (Cook,
//! *Stochastic sampling in computer graphics*, 1986).
//!
//! # On endless planes
//!
//! Every cell that fits has a hashed rank. Each of a few rounds takes the cells with the highest rank within the spacing,
//! and rules out all cells near them. So whether a cell is taken depends only on the cells around it, in no particular
//! order. After three rounds little space is left.

use std::collections::BTreeSet;

use mapwright_core::{BuildCx, Dir, Grid, Passages, Point, Size, Wrap, threshold};

/// The candidate cells, and data about those taken.
pub(super) struct Candidates {
    pub(super) passages: Passages,
    pub(super) cells: Vec<u32>,
    pub(super) spacing: Spacing,
    pub(super) closes: bool,
    /// The room, region or area of each cell, 0 for none, where only one thing may be.
    pub(super) owner: Option<Grid<u32>>,
    pub(super) owners_served: BTreeSet<u32>,
}

impl Candidates {
    /// Whether a cell may be closed. That parts nothing if its neighbors are joined around it. A cell without a way out
    /// would vanish.
    fn may_close(&self, cell: u32) -> bool {
        !self.closes || self.passages.may_close(cell)
    }

    /// Takes a cell, if all taken before leave room for it.
    pub(super) fn take(&mut self, cell: u32) -> bool {
        let owner = self.owner.as_ref().map(|owner| owner[cell]);
        if self.spacing.is_near(cell) || !self.may_close(cell) || owner == Some(0) {
            return false;
        }
        if owner.is_some_and(|owner| !self.owners_served.insert(owner)) {
            return false;
        }
        self.spacing.take(self.passages.point(cell));
        if self.closes {
            Dir::ALL.into_iter().for_each(|dir| self.passages.part(cell, dir));
        }
        true
    }

    /// Takes cells of a window, of `cells` that fit, and returns them; each is left out with a chance of 1 - `share` first.
    pub(super) fn take_ranked(
        &mut self,
        cells: Vec<u32>,
        density: f64,
        (left, top): (i64, i64),
        cx: &BuildCx<'_>,
    ) -> Vec<u32> {
        let size = self.passages.size();
        let (ranks, kept, most) = (cx.cell_bits(RANK), cx.cell_bits(KEPT), threshold(density));
        let mut rank = Grid::new(size, 0);
        let mut rest = Vec::new();
        for cell in cells {
            let Point { x, y } = size.point(cell);
            let (x, y) = (left + i64::from(x), top + i64::from(y));
            if kept.at(x, y) >> 32 < most && self.may_close(cell) {
                rank[cell] = ranks.at(x, y).max(1);
                rest.push(cell);
            }
        }
        let disk = self.spacing.disk();
        let mut taken = Vec::new();
        for _ in 0..ROUNDS {
            let leads = |&&cell: &&u32| {
                let (at, own) = (size.point(cell), rank[cell]);
                let near = disk.iter().filter_map(|&(dx, dy)| at.offset(dx, dy).filter(|&p| size.contains(p)));
                near.into_iter().all(|p| rank[p] <= own)
            };
            let round: Vec<u32> = rest.iter().filter(leads).copied().collect();
            for &cell in &round {
                self.take(cell);
            }
            rest.retain(|&cell| {
                let is_out = self.spacing.is_near(cell);
                rank[cell] = if is_out { 0 } else { rank[cell] };
                !is_out
            });
            taken.extend(round);
        }
        taken.sort_unstable();
        taken
    }
}

const ROUNDS: u32 = 3;
/// Salts of the numbers by place.
const RANK: u64 = 0;
const KEPT: u64 = 1;

/// How far around a cell the cells lie that decide about it: in each round what is taken, and after all but the last what
/// is ruled out.
pub(super) fn ranked_reach(spacing: u16) -> u32 {
    (2 * ROUNDS - 1) * u32::from(spacing.saturating_sub(1)) + 1
}

/// The cells that are too near to one that was taken. Taken cells are `spacing` apart, so only a few disks overlap anywhere,
/// and all together mark each cell a bounded number of times.
#[derive(Debug)]
pub(super) struct Spacing {
    near: Grid<bool>,
    wrap: Wrap,
    spacing: i32,
}

impl Spacing {
    pub(super) fn new(size: Size, wrap: Wrap, spacing: u16) -> Self {
        Spacing { near: Grid::new(size, false), wrap, spacing: spacing.into() }
    }

    pub(super) fn spacing(&self) -> u16 {
        u16::try_from(self.spacing).unwrap_or(u16::MAX)
    }

    pub(super) fn is_near(&self, cell: u32) -> bool {
        self.near[cell]
    }

    /// Marks the [cells around](Self::around) one.
    pub(super) fn take(&mut self, at: Point) {
        for near in cells_around(at, self.spacing, self.wrap, self.near.size()) {
            self.near[near] = true;
        }
    }

    /// The cells that are too near to one.
    pub(super) fn around(&self, at: Point) -> impl Iterator<Item = Point> + use<> {
        cells_around(at, self.spacing, self.wrap, self.near.size())
    }

    /// The steps to all cells nearer than the spacing, the nearest first, since these most often have a higher rank.
    pub(super) fn disk(&self) -> Vec<(i32, i32)> {
        let far = i32::from(self.spacing()) - 1;
        let square = |(dx, dy): &(i32, i32)| i64::from(*dx).pow(2) + i64::from(*dy).pow(2);
        let all = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy)));
        let mut disk: Vec<(i32, i32)> =
            all.filter(|step| (1..i64::from(self.spacing()).pow(2)).contains(&square(step))).collect();
        disk.sort_unstable_by_key(|step| (square(step), *step));
        disk
    }
}

/// The cells whose centers are less than `spacing` away, in a straight line.
fn cells_around(at: Point, spacing: i32, wrap: Wrap, size: Size) -> impl Iterator<Item = Point> {
    let reach = spacing - 1;
    let steps = (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let near = steps.filter(move |(dx, dy)| dx * dx + dy * dy < spacing * spacing);
    near.filter_map(move |(dx, dy)| wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, size))
}
