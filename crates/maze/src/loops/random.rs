//! Loops anywhere.

use mapwright_core::{BuildCx, BuildError, threshold};

use super::LoopAmount;
use super::walls::Walls;

/// Opens some walls in random order.
pub(super) fn open(walls: &mut Walls<'_>, amount: LoopAmount, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let mut all = walls.all();
    let wanted = match amount {
        LoopAmount::Count(count) => count.into(),
        // The share of all walls, rounded to the nearest integer, in integer arithmetic.
        LoopAmount::Share(share) => (all.len() as u64 * threshold(share) + (1 << 31)) >> 32,
    };
    let mut opened = 0;
    while opened < wanted {
        cx.work(1)?;
        let Some(wall) = cx.rng.swap_remove(&mut all) else { break };
        // Beside a dug tile, the wall is no longer one tile thick along its length.
        if walls.beyond(wall).is_some() {
            walls.open(wall, cx);
            opened += 1;
        }
    }
    Ok(())
}
