//! Cells that keep their distance from each other.

use mapwright_core::{Grid, Point, Size, Wrap};

/// Which cells are too near to one that was taken: Poisson disks (Cook, *Stochastic sampling in computer graphics*,
/// 1986). Taken cells are `spacing` apart, so only a few disks overlap anywhere, and all together mark each cell a
/// bounded number of times.
#[derive(Debug)]
pub(super) struct Spread {
    near: Grid<bool>,
    wrap: Wrap,
    spacing: i64,
}

impl Spread {
    pub(super) fn new(size: Size, wrap: Wrap, spacing: u16) -> Self {
        Spread { near: Grid::new(size, false), wrap, spacing: spacing.into() }
    }

    pub(super) fn is_near(&self, cell: u32) -> bool {
        self.near[cell]
    }

    /// Marks all cells whose centers are less than `spacing` away, in a straight line.
    pub(super) fn take(&mut self, at: Point) {
        let size = self.near.size();
        let reach = self.spacing - 1;
        for dy in -reach..=reach {
            let Some(y) = moved(at.y, dy, size.h, self.wrap.y()) else { continue };
            for dx in -reach..=reach {
                if dx * dx + dy * dy >= self.spacing * self.spacing {
                    continue;
                }
                if let Some(x) = moved(at.x, dx, size.w, self.wrap.x()) {
                    self.near[Point::new(x, y)] = true;
                }
            }
        }
    }
}

/// The place so far along an axis, around its end where it wraps.
fn moved(at: u16, by: i64, length: u16, wraps: bool) -> Option<u16> {
    let to = i64::from(at) + by;
    let to = if wraps { to.rem_euclid(length.into()) } else { to };
    u16::try_from(to).ok().filter(|&to| to < length)
}
