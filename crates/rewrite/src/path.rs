//! `path`: a shortest path from some cells to others, painted.

use mapwright_core::MapRng;

use crate::board::SymbolGrid;
use crate::compile::PathRule;
use crate::node::Around;
use crate::symbols::Mask;

/// Paints a path on the cells between its ends. Returns whether that changed a cell.
pub(crate) fn trail(rule: &PathRule, board: &mut SymbolGrid, rng: &mut MapRng) -> bool {
    // Ways lead to an end over free cells, and only there do they touch what they begin at.
    let steps = distances(board, rule.to, rule.on, rule.around);
    let beyond = |cell: u32| -> Option<u32> {
        let ways = board.shape.around(cell, rule.around).into_iter().flatten().map(|next| (next, steps[next as usize]));
        ways.filter(|&(next, steps)| steps == 0 || steps != UNREACHED && board.has(next, rule.on)).map(|(_, s)| s).min()
    };
    let starts = (0..board.shape.area()).filter(|&cell| board.has(cell, rule.from) && !board.has(cell, rule.to));
    let starts: Vec<(u32, u32)> = starts.filter_map(|cell| Some((beyond(cell)?, cell))).collect();
    let distance = starts.iter().map(|&(steps, _)| steps);
    let Some(wanted) = (if rule.longest { distance.max() } else { distance.min() }) else { return false };
    let starts: Vec<u32> = starts.into_iter().filter(|&(steps, _)| steps == wanted).map(|(_, cell)| cell).collect();
    let Some(&start) = rng.pick(&starts) else { return false };

    let (mut here, mut heading, mut painted) = (start, None, Vec::new());
    for steps_left in (1..=wanted).rev() {
        let next = board.shape.around(here, rule.around);
        let fits = |cell: u32| steps[cell as usize] == steps_left && board.has(cell, rule.on);
        let mut ways: Vec<usize> = (0..8).filter(|&dir| next[dir].is_some_and(fits)).collect();
        let heading_on = heading.filter(|_| rule.inertia);
        if let (Some(heading), Around::Eight) = (heading_on, rule.around) {
            turn_least(&mut ways, heading);
        }
        let straight = heading_on.filter(|dir| ways.contains(dir));
        let Some(dir) = straight.or_else(|| rng.pick(&ways).copied()) else { break };
        let Some(cell) = next[dir] else { break };
        painted.push(cell);
        (here, heading) = (cell, Some(dir));
    }
    let did = painted.iter().any(|&cell| !board.has(cell, 1 << rule.paint));
    painted.iter().for_each(|&cell| board.set(cell, rule.paint));
    did
}

/// Leaves the directions that turn least from a heading.
fn turn_least(ways: &mut Vec<usize>, heading: usize) {
    // Eighths of a turn from north; the diagonals come last.
    let eighth = |dir: usize| 2 * (dir % 4) + dir / 4;
    let turn = |dir: usize| {
        let right = (eighth(dir) + 8 - eighth(heading)) % 8;
        right.min(8 - right)
    };
    let least = ways.iter().map(|&dir| turn(dir)).min();
    ways.retain(|&dir| Some(turn(dir)) == least);
}

/// The distance of cells that cannot be reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// How many steps every cell is from the nearest cell of `to`, over cells of `on`.
pub(crate) fn distances(board: &SymbolGrid, to: Mask, on: Mask, around: Around) -> Vec<u32> {
    let mut steps = vec![UNREACHED; board.cells.len()];
    let mut queue: Vec<u32> = (0..board.shape.area()).filter(|&cell| board.has(cell, to)).collect();
    queue.iter().for_each(|&cell| steps[cell as usize] = 0);
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        next += 1;
        for cell in board.shape.around(here, around).into_iter().flatten() {
            if steps[cell as usize] == UNREACHED && board.has(cell, on) {
                steps[cell as usize] = steps[here as usize] + 1;
                queue.push(cell);
            }
        }
    }
    steps
}
