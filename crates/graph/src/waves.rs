//! Breadth-first search, one wave of cells after the other.
//!
//! A search spends its time on branches that the processor guesses wrong: how many ways a cell has, and
//! which of them lead to something new. So a cell that is reached loses the way it was reached by. Every
//! joint is tried from one end only, in a tree nothing is tried in vain, and what is new is told without a
//! branch: each cell tried is written behind the wave, which then grows by one or by none.
//!
//! Half the time of a queue with a plane of distances beside it, on mazes and caves alike. Tried without
//! gain at 1024×1024: to fold dead-end trees away first, from their leaves (each cell waits for the one
//! before), and four tries a cell without any loop. Not tried: waves as bits, 64 cells a word. The front of an
//! open field is a diamond, which has one or two cells in a row, and that of a maze has no more.

use mapwright_core::{Dir, Passages};

/// A cell that was reached.
const SEEN: u8 = 1 << 4;
/// A cell with a portal, or with a way over a border of the map.
const SPECIAL: u8 = 1 << 5;

/// Calls `visit` with 0 and the sources, 1 and the cells one step away, and so on, as far as one can go.
/// The cells of a wave are in the order in which a queue would have them: by the place of the first neighbor in
/// the wave before, then N, E, S, W, then portals. Sources outside the map are left out.
pub(crate) fn waves(passages: &Passages, sources: impl IntoIterator<Item = u32>, mut visit: impl FnMut(u32, &[u32])) {
    let mut cells = prepared(passages);
    // One more than there are cells: what is not new is written, too. Both are zeros from the system, so what
    // no wave fills takes no memory.
    let (mut wave, mut next_wave) = (vec![0; cells.len() + 1], vec![0; cells.len() + 1]);
    let mut len = 0;
    for source in sources {
        if let Some(cell) = cells.get_mut(source as usize).filter(|cell| **cell & SEEN == 0) {
            *cell |= SEEN;
            wave[len] = source;
            len += 1;
        }
    }
    let mut steps = 0;
    while len > 0 {
        visit(steps, &wave[..len]);
        len = advance(passages, &mut cells, &wave[..len], &mut next_wave);
        std::mem::swap(&mut wave, &mut next_wave);
        steps += 1;
    }
}

/// The ways of each cell, and whether it is special.
fn prepared(passages: &Passages) -> Vec<u8> {
    // A way in the direction of a border on which the cell lies leads over it.
    let crosses = |byte: u8| byte >> 4 & byte != 0;
    let of_byte = |&byte: &u8| byte & 15 | if crosses(byte) { SPECIAL } else { 0 };
    let mut cells: Vec<u8> = passages.as_bytes().iter().map(of_byte).collect();
    passages.portal_ends().for_each(|cell| cells[cell as usize] |= SPECIAL);
    cells
}

/// Writes the cells that are one step beyond `wave` and new, and tells how many there are.
fn advance(passages: &Passages, cells: &mut [u8], wave: &[u32], next_wave: &mut [u32]) -> usize {
    let steps = passages.inner_steps();
    let mut len = 0;
    let mut reach = |cells: &mut [u8], next: u32, back: u8| {
        let cell = &mut cells[next as usize];
        next_wave[len] = next;
        len += usize::from(*cell & SEEN == 0);
        *cell = (*cell | SEEN) & !back;
    };
    for &here in wave {
        let mut ways = cells[here as usize];
        if ways & SPECIAL != 0 {
            passages.neighbors(here).for_each(|next| reach(cells, next, 0));
            continue;
        }
        ways &= 15;
        while ways != 0 {
            let dir = Dir::from_index(ways.trailing_zeros());
            ways &= ways - 1;
            reach(cells, here.wrapping_add(steps[dir as usize]), 1 << dir.opposite() as u8);
        }
    }
    len
}
