//! Patches: cells that are joined side by side, whatever stands between them.

use mapwright_core::{Grid, Passages, Wrap};

/// Drops the chosen cells whose patch has fewer than `least` of them.
pub(super) fn drop_small(chosen: &mut Grid<bool>, wrap: Wrap, least: u32) {
    if least <= 1 {
        return;
    }
    let lattice = Passages::lattice(chosen.size(), wrap);
    let mut seen = Grid::new(chosen.size(), false);
    let mut patch = Vec::new();
    for first in 0..lattice.area() {
        if !chosen[first] || seen[first] {
            continue;
        }
        patch.clear();
        patch.push(first);
        seen[first] = true;
        let mut at = 0;
        while let Some(&here) = patch.get(at) {
            at += 1;
            for next in lattice.neighbors(here) {
                if chosen[next] && !std::mem::replace(&mut seen[next], true) {
                    patch.push(next);
                }
            }
        }
        if patch.len() < least as usize {
            patch.iter().for_each(|&cell| chosen[cell] = false);
        }
    }
}
