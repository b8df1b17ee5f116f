//! Loops anywhere.

use mapwright_core::{BuildCx, threshold};

use super::walls::Walls;

/// Opens `count` walls, or the share of all, in random order.
pub(super) fn open(walls: &mut Walls<'_>, count: Option<u32>, share: f64, cx: &mut BuildCx<'_>) {
    let mut all = walls.all();
    // The share of all walls, rounded to the nearest integer, in integer arithmetic.
    let shared = (all.len() as u64 * threshold(share) + (1 << 31)) >> 32;
    let wanted = count.map_or(shared, u64::from);
    let mut opened = 0;
    while opened < wanted {
        let Some(wall) = cx.rng.swap_remove(&mut all) else { return };
        // Beside a dug tile, the wall is no longer one tile thick along its length.
        if walls.beyond(wall).is_some() {
            walls.open(wall, cx);
            opened += 1;
        }
    }
}
