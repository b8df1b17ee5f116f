//! Things scattered over an endless plane.
//!
//! Every cell that fits has a hashed rank. Each of a few rounds takes the cells with the highest rank within the spacing,
//! and rules out all cells near them. So whether a cell is taken depends only on the cells around it, in no particular
//! order. After three rounds little space is left.

use mapwright_core::{BuildCx, Grid, Point, threshold};

use super::scatter::Sites;
use super::spread::Spread;

const ROUNDS: u32 = 3;
/// Salts of the numbers by place.
const RANK: u64 = 0;
const KEPT: u64 = 1;

/// How far around a cell the cells lie that decide about it: in each round what is taken, and after all but the last what
/// is ruled out.
pub(super) fn reach(spacing: u16) -> u32 {
    (2 * ROUNDS - 1) * u32::from(spacing.saturating_sub(1)) + 1
}

/// The cells of a window that are taken, of `cells` that fit; each is left out with a chance of 1 - `density` first.
pub(super) fn spread(
    cells: Vec<u32>,
    sites: &mut Sites,
    density: f64,
    (left, top): (i64, i64),
    cx: &BuildCx<'_>,
) -> Vec<u32> {
    let size = sites.passages.size();
    let (ranks, kept, most) = (cx.place_bits(RANK), cx.place_bits(KEPT), threshold(density));
    let mut rank = Grid::new(size, 0);
    let mut rest = Vec::new();
    for cell in cells {
        let Point { x, y } = size.point(cell);
        let (x, y) = (left + i64::from(x), top + i64::from(y));
        if kept.at(x, y) >> 32 < most && sites.may_close(cell) {
            rank[cell] = ranks.at(x, y).max(1);
            rest.push(cell);
        }
    }
    let disk = sites.spread.disk();
    let mut taken = Vec::new();
    for _ in 0..ROUNDS {
        let leads = |&&cell: &&u32| {
            let (at, own) = (size.point(cell), rank[cell]);
            let near = disk.iter().filter_map(|&(dx, dy)| at.offset(dx, dy).filter(|&p| size.contains(p)));
            near.into_iter().all(|p| rank[p] <= own)
        };
        let round: Vec<u32> = rest.iter().filter(leads).copied().collect();
        for &cell in &round {
            sites.take(cell);
        }
        rest.retain(|&cell| {
            let is_out = sites.spread.is_near(cell);
            rank[cell] = if is_out { 0 } else { rank[cell] };
            !is_out
        });
        taken.extend(round);
    }
    taken.sort_unstable();
    taken
}

impl Spread {
    /// The steps to all cells nearer than the spacing, the nearest first, since these most often have a higher rank.
    fn disk(&self) -> Vec<(i32, i32)> {
        let far = i32::from(self.spacing()) - 1;
        let square = |(dx, dy): &(i32, i32)| i64::from(*dx).pow(2) + i64::from(*dy).pow(2);
        let all = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy)));
        let mut disk: Vec<(i32, i32)> =
            all.filter(|step| (1..i64::from(self.spacing()).pow(2)).contains(&square(step))).collect();
        disk.sort_unstable_by_key(|step| (square(step), *step));
        disk
    }
}
