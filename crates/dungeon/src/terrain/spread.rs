//! Things that keep their distance: Poisson disks (Cook, *Stochastic sampling in computer graphics*, 1986).

use mapwright_core::{Grid, Point, Size, Wrap};

/// The cells that are too near to one that was taken. Taken cells are `spacing` apart, so only a few disks overlap anywhere,
/// and all together mark each cell a bounded number of times.
#[derive(Debug)]
pub(super) struct Spread {
    near: Grid<bool>,
    wrap: Wrap,
    spacing: i32,
}

impl Spread {
    pub(super) fn new(size: Size, wrap: Wrap, spacing: u16) -> Self {
        Spread { near: Grid::new(size, false), wrap, spacing: spacing.into() }
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
