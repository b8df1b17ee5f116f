//! Things that keep their distance: Poisson disks (Cook, *Stochastic sampling in computer graphics*, 1986).

use mapwright_core::{Grid, Point, Size, Wrap};

/// The cells that are too near to one that was taken. Taken cells are `spacing` apart, so only a few disks overlap anywhere,
/// and all together mark each cell a bounded number of times.
#[derive(Debug)]
pub(super) struct Spread {
    pub(super) near: Grid<bool>,
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

    /// Marks all cells whose centers are less than `spacing` away, in a straight line.
    pub(super) fn take(&mut self, at: Point) {
        let size = self.near.size();
        let reach = self.spacing - 1;
        for dy in -reach..=reach {
            for dx in (-reach..=reach).filter(|dx| dx * dx + dy * dy < self.spacing * self.spacing) {
                if let Some(near) = self.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, size) {
                    self.near[near] = true;
                }
            }
        }
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
