//! Breadth-first search, one wave of cells at a time.
//!
//! A search spends its time on mispredicted branches: how many ways a cell has, and which of them lead to a new cell.
//! So the loop over a wave has none. A table gives for each set of ways the steps to up to four neighbors, without
//! gaps. All four are written behind the next wave, which then grows by as many as there are. Whether a neighbor is new
//! is asked only once its own turn comes: if it was reached before, its entry has no ways. Each entry knows the way by
//! which it was reached, which is not tried again, so in a tree nothing is reached twice.
//!
//! Tried without gain at 1024×1024: folding dead-end trees from their leaves first (each cell waits for the one before).
//! Not tried: waves as bits, 64 cells a word. The front of an open field is a diamond with one or two cells in a row,
//! and that of a maze has no more.

use mapwright_core::{Dir, Passages};

/// A cell that was reached.
const SEEN: u8 = 1 << 4;
/// A cell with a portal, or with a way over a border of the map.
const SPECIAL: u8 = 1 << 5;

/// Calls `visit` with 0 and the sources, 1 and the cells one step away, and so on.
/// The cells of a wave are in the order of a queue: by the position of their first neighbor in
/// the wave before, then N, E, S, W, then portals. Sources outside the map are skipped.
pub(crate) fn waves(passages: &Passages, sources: impl IntoIterator<Item = u32>, mut visit: impl FnMut(u32, &[u32])) {
    let mut cells = prepared(passages);
    let fans = fans(passages);
    let (mut wave, mut next_wave) = (Front::default(), Front::default());
    for source in sources.into_iter().filter(|&source| source < passages.area()) {
        wave.make_room(1);
        wave.push(source, 0);
    }
    let mut steps = 0;
    loop {
        let new = wave.advance(passages, &fans, &mut cells, &mut next_wave);
        if new.is_empty() {
            return;
        }
        visit(steps, new);
        std::mem::swap(&mut wave, &mut next_wave);
        steps += 1;
    }
}

/// The ways of each cell, and whether it is special.
fn prepared(passages: &Passages) -> Vec<u8> {
    // A way towards a border on which the cell lies leads over that border.
    let crosses = |byte: u8| byte >> 4 & byte != 0;
    let of_byte = |&byte: &u8| byte & 15 | if crosses(byte) { SPECIAL } else { 0 };
    let mut cells: Vec<u8> = passages.as_bytes().iter().map(of_byte).collect();
    passages.portal_ends().for_each(|cell| cells[cell as usize] |= SPECIAL);
    cells
}

/// Where some ways lead inside the map, without gaps.
#[derive(Clone, Copy, Debug, Default)]
struct Fan {
    /// What each adds to the index of a cell.
    steps: [u32; 4],
    /// The ways back.
    backs: [u8; 4],
    /// How many there are.
    len: u32,
}

/// The fan of each set of ways; with [`SEEN`], none.
fn fans(passages: &Passages) -> [Fan; 32] {
    let mut fans = [Fan::default(); 32];
    for (ways, fan) in fans.iter_mut().enumerate().take(16) {
        for dir in Dir::ALL.into_iter().filter(|&dir| ways >> dir as u8 & 1 == 1) {
            fan.steps[fan.len as usize] = passages.inner_steps()[dir as usize];
            fan.backs[fan.len as usize] = 1 << dir.opposite() as u8;
            fan.len += 1;
        }
    }
    fans
}

/// Cells to look at, some of which were reached before. The lists are longer than what they hold.
#[derive(Debug, Default)]
struct Front {
    cells: Vec<u32>,
    /// The way of each by which it was reached, as a bit.
    backs: Vec<u8>,
    len: usize,
}

impl Front {
    /// Makes room for more cells.
    fn make_room(&mut self, more: usize) {
        let wanted = self.len + more;
        if self.cells.len() < wanted {
            let wanted = wanted.max(2 * self.cells.len());
            self.cells.resize(wanted, 0);
            self.backs.resize(wanted, 0);
        }
    }

    fn push(&mut self, cell: u32, back: u8) {
        (self.cells[self.len], self.backs[self.len]) = (cell, back);
        self.len += 1;
    }

    /// Drops the cells that were reached before, and returns the others; `next` gets the cells beyond these.
    fn advance(&mut self, passages: &Passages, fans: &[Fan; 32], cells: &mut [u8], next: &mut Front) -> &[u32] {
        next.len = 0;
        next.make_room(4 * self.len + 4);
        let mut new = 0;
        for nth in 0..self.len {
            let here = self.cells[nth];
            let cell = cells[here as usize];
            cells[here as usize] = cell | SEEN;
            self.cells[new] = here;
            new += usize::from(cell & SEEN == 0);
            if cell & (SPECIAL | SEEN) == SPECIAL {
                let rest = 4 * (self.len - nth);
                next.make_room(passages.portals(here).len() + rest + 4);
                passages.neighbors(here).for_each(|cell| next.push(cell, 0));
                continue;
            }
            let fan = &fans[usize::from(cell & (SEEN | 15) & !self.backs[nth])];
            let end = next.len;
            for (to, step) in next.cells[end..end + 4].iter_mut().zip(fan.steps) {
                *to = here.wrapping_add(step);
            }
            next.backs[end..end + 4].copy_from_slice(&fan.backs);
            next.len = end + fan.len as usize;
        }
        self.len = 0;
        &self.cells[..new]
    }
}
