//! `observe`: what cells have to become, and how far they are from that.
//!
//! A symbol in a cell is as far as the matches that have to come before the cell is what it is to be. Matches are taken
//! backward, level by level: one is as far as the farthest symbol that it writes, and each symbol that it writes over is
//! one farther. As cells are looked at one by one, no distance exceeds the true number of matches.

use mapwright_core::{BuildCx, BuildError};

use crate::board::{Stamp, SymbolGrid};
use crate::compile::RuleSet;
use crate::path::UNREACHED;
use crate::symbols::Mask;

/// How many symbols have distances: those of a program, and that of all other tiles.
pub(crate) const SYMBOLS: usize = 32;

/// Turns the observed cells into what they begin as. Returns the symbols that each cell of the board may have in the end;
/// `None` if some observed symbol is not there, and then nothing is done.
pub(crate) fn begin(set: &RuleSet, board: &mut SymbolGrid) -> Option<Vec<Mask>> {
    let counts = board.counts();
    if set.observe.iter().any(|one| counts[usize::from(one.of)] == 0) {
        return None;
    }
    let wanted = (0..board.shape.area()).map(|cell| {
        let symbol = board.cells[cell as usize];
        let Some(one) = set.observe.iter().find(|one| one.of == symbol) else { return 1 << symbol };
        board.set(cell, one.from);
        one.to
    });
    Some(wanted.collect())
}

/// Whether every cell is what it has to be.
pub(crate) fn is_reached(wanted: &[Mask], board: &SymbolGrid) -> bool {
    wanted.iter().zip(&board.cells).all(|(mask, symbol)| mask >> symbol & 1 == 1)
}

/// Returns the bytes that measuring distances takes on a map of `area` cells, the distances included.
pub(crate) fn bytes(set: &RuleSet, area: u64) -> u64 {
    area * (12 * SYMBOLS as u64 + set.orientations.len() as u64)
}

/// How far each symbol is in each cell from what the cells have to be.
pub(crate) fn distances(
    set: &RuleSet,
    stamps: &[Stamp],
    wanted: &[Mask],
    board: &SymbolGrid,
    cx: &mut BuildCx<'_>,
) -> Result<Vec<Vec<u32>>, BuildError> {
    let shape = board.shape;
    let mut far = vec![vec![UNREACHED; wanted.len()]; SYMBOLS];
    let mut queue = Vec::new();
    for (cell, mask) in (0u32..).zip(wanted) {
        for symbol in (0..SYMBOLS).filter(|symbol| mask >> symbol & 1 == 1) {
            far[symbol][cell as usize] = 0;
            queue.push((symbol, cell));
        }
    }
    let mut is_taken = vec![false; wanted.len() * stamps.len()];
    let mut next = 0;
    while let Some(&(symbol, cell)) = queue.get(next) {
        next += 1;
        let level = far[symbol][cell as usize];
        for (number, stamp) in stamps.iter().enumerate() {
            for (place, _) in stamp.writes.iter().filter(|(_, to)| usize::from(*to) == symbol) {
                cx.work(1)?;
                let at = shape.before(shape.point(cell), (place.x, place.y));
                let Some(anchor) = stamp.anchor(shape, at) else { continue };
                let is_taken = &mut is_taken[anchor as usize * stamps.len() + number];
                let is_ready = |(cell, to): (u32, u8)| far[usize::from(to)][cell as usize] <= level;
                if *is_taken || !stamp.written(shape, anchor).all(is_ready) {
                    continue;
                }
                *is_taken = true;
                let before = set.orientations[number].writes().map(|(_, _, from, _)| from);
                for ((cell, _), from) in stamp.written(shape, anchor).zip(before) {
                    let is_new = |symbol: &usize| from >> symbol & 1 == 1 && far[*symbol][cell as usize] == UNREACHED;
                    for symbol in (0..SYMBOLS).filter(is_new).collect::<Vec<_>>() {
                        far[symbol][cell as usize] = level + 1;
                        queue.push((symbol, cell));
                    }
                }
            }
        }
    }
    Ok(far)
}

/// How many matches a board needs at least; `None` if it can never be what it has to be.
pub(crate) fn farthest(far: &[Vec<u32>], board: &SymbolGrid) -> Option<u32> {
    let cells = board.cells.iter().enumerate().map(|(cell, &symbol)| far[usize::from(symbol)][cell]);
    cells.max().filter(|&most| most != UNREACHED)
}
