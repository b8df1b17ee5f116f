//! Distances over cells of some symbols.

use crate::board::Board;
use crate::symbols::Mask;

/// The distance of cells that cannot be reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// How many steps every cell is from the nearest cell of `to`, over cells of `on`.
pub(crate) fn distances(board: &Board, to: Mask, on: Mask) -> Vec<u32> {
    let mut steps = vec![UNREACHED; board.cells.len()];
    let mut queue: Vec<u32> = (0..board.shape.area()).filter(|&cell| board.has(cell, to)).collect();
    queue.iter().for_each(|&cell| steps[cell as usize] = 0);
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        next += 1;
        for cell in board.shape.neighbors(here).into_iter().flatten() {
            if steps[cell as usize] == UNREACHED && board.has(cell, on) {
                steps[cell as usize] = steps[here as usize] + 1;
                queue.push(cell);
            }
        }
    }
    steps
}
