//! Patches: cells that are joined side by side, whatever stands between them.

use mapwright_core::{Grid, Passages, Wrap};

/// Drops the chosen cells whose patch has fewer than `least` of them.
pub(super) fn drop_small(chosen: &mut Grid<bool>, wrap: Wrap, least: u32) {
    if least <= 1 {
        return;
    }
    let (_, cells, ends) = parts(&Passages::lattice(chosen.size(), wrap), |cell| chosen[cell]);
    let mut first = 0;
    for end in ends {
        let patch = &cells[std::mem::replace(&mut first, end)..end];
        if patch.len() < least as usize {
            patch.iter().for_each(|&cell| chosen[cell] = false);
        }
    }
}

/// No part.
pub(super) const NONE: u32 = u32::MAX;

/// The number of each cell's part or [`NONE`], the cells part by part, and where the cells of each part end.
pub(super) type Parts = (Vec<u32>, Vec<u32>, Vec<usize>);

/// The parts into which the cells that fit fall.
pub(super) fn parts(passages: &Passages, fits: impl Fn(u32) -> bool) -> Parts {
    let mut part = vec![NONE; passages.area() as usize];
    let (mut cells, mut ends) = (Vec::new(), Vec::new());
    for first in (0..passages.area()).filter(|&cell| fits(cell)) {
        if part[first as usize] != NONE {
            continue;
        }
        let (number, mut at) = (ends.len() as u32, cells.len());
        part[first as usize] = number;
        cells.push(first);
        while let Some(&here) = cells.get(at) {
            at += 1;
            for next in passages.neighbors(here) {
                if fits(next) && part[next as usize] == NONE {
                    part[next as usize] = number;
                    cells.push(next);
                }
            }
        }
        ends.push(cells.len());
    }
    (part, cells, ends)
}
