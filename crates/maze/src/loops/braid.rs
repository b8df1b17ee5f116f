//! Loops at dead ends.

use mapwright_core::{BuildCx, BuildError};
use mapwright_graph::dead_ends;

use super::walls::{Wall, Walls};

/// Opens one wall of each randomly chosen dead end, if possible to another dead end, so that one opening removes two.
pub(super) fn open(walls: &mut Walls<'_>, p: f64, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let mut ends: Vec<u32> = dead_ends(&walls.passages).collect();
    cx.rng.shuffle(&mut ends);
    for end in ends {
        cx.work(1)?;
        let is_dead_end = |cell: u32| walls.passages.neighbors(cell).take(2).count() == 1;
        if !cx.rng.chance(p) || !is_dead_end(end) {
            continue;
        }
        let all: Vec<(Wall, u32)> = walls.of(end).collect();
        let to_dead_ends: Vec<(Wall, u32)> = all.iter().copied().filter(|&(_, beyond)| is_dead_end(beyond)).collect();
        let choice = if to_dead_ends.is_empty() { &all } else { &to_dead_ends };
        if let Some(&(wall, _)) = cx.rng.pick(choice) {
            walls.open(wall, cx);
        }
    }
    Ok(())
}
