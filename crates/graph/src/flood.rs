//! What can be reached, 64 cells at a time.
//!
//! Row by row, cell `x` is bit `x % 64` of word `x / 64`. Of the joints between cells two bits a cell are
//! kept: whether one can go east, and whether one can go south. A word that was reached in new places is
//! spread along its row at once, through all joints, and what is new then is handed to the four words around it.
//! Words wait their turn on a stack. A word is looked at again only for a cell that was not reached
//! before, so there are at most as many looks as cells, and on caves a fraction of that.
//!
//! The spread along a row is an addition: with the joints as a number, a carry that starts at a reached cell
//! runs up through the joints and stops in the first cell that has none to go on by. (The trick is
//! that of the sliding pieces in chess programs.)

use mapwright_core::{Grid, Passages};

/// Which cells can be reached from `source`, on a map without portals.
pub(crate) fn flood(passages: &Passages, source: u32) -> Grid<bool> {
    let mut flood = Flood::new(passages);
    if source < passages.area() {
        let (row, x) = (source / u32::from(passages.size().w), source % u32::from(passages.size().w));
        flood.reach(row as usize * flood.stride + x as usize / 64, 1 << (x % 64));
        flood.run();
    }
    flood.into_grid(passages)
}

struct Flood {
    /// Words a row.
    stride: usize,
    /// The bit of the last column in the last word of a row.
    last: u64,
    /// From which cells one can go east, but not over the border, and south, over the border too.
    east: Vec<u64>,
    south: Vec<u64>,
    /// In which rows one can go from the last column to the first.
    round: Vec<bool>,
    reached: Vec<u64>,
    /// What is reached and not spread yet; the words with any are on the stack.
    fresh: Vec<u64>,
    stack: Vec<u32>,
}

impl Flood {
    fn new(passages: &Passages) -> Self {
        let w = usize::from(passages.size().w);
        let stride = w.div_ceil(64);
        let rows = || passages.as_bytes().chunks_exact(w.max(1));
        let mut east: Vec<u64> = rows().flat_map(|row| bits(row, 1)).collect();
        let south: Vec<u64> = rows().flat_map(|row| bits(row, 2)).collect();
        let last = 1 << (w.wrapping_sub(1) % 64);
        let mut round = vec![false; usize::from(passages.size().h)];
        for (round, row) in round.iter_mut().zip(east.chunks_exact_mut(stride.max(1))) {
            let end = &mut row[stride - 1];
            *round = *end & last != 0;
            *end &= !last;
        }
        let none = vec![0; east.len()];
        Flood { stride, last, reached: none.clone(), fresh: none, east, south, round, stack: Vec::new() }
    }

    /// Marks cells of a word, to be spread later.
    fn reach(&mut self, word: usize, cells: u64) {
        let new = cells & !self.reached[word];
        if new != 0 {
            self.reached[word] |= new;
            if self.fresh[word] == 0 {
                self.stack.push(word as u32);
            }
            self.fresh[word] |= new;
        }
    }

    fn run(&mut self) {
        let (stride, words) = (self.stride, self.east.len());
        while let Some(word) = self.stack.pop() {
            let word = word as usize;
            let fresh = std::mem::take(&mut self.fresh[word]);
            let spread = spread(fresh, self.east[word]);
            // What was reached before was spread or is in `fresh`.
            let new = fresh | spread & !self.reached[word];
            self.reached[word] |= new;
            let (below, above) = (if word + stride < words { word + stride } else { word + stride - words }, if word >= stride { word - stride } else { word + words - stride });
            self.reach(below, new & self.south[word]);
            self.reach(above, new & self.south[above]);
            if new & (1 | 1 << 63 | self.last) != 0 {
                self.over_the_ends(word, new);
            }
        }
    }

    /// Hands on what is new in the first and last cell of a word or row.
    fn over_the_ends(&mut self, word: usize, new: u64) {
        let column = word % self.stride;
        let (first, end) = (word - column, word - column + self.stride - 1);
        let round = self.round[word / self.stride];
        if new & self.east[word] >> 63 << 63 != 0 {
            self.reach(word + 1, 1);
        }
        if new & 1 != 0 && column > 0 && self.east[word - 1] >> 63 == 1 {
            self.reach(word - 1, 1 << 63);
        }
        if round && word == end && new & self.last != 0 {
            self.reach(first, 1);
        }
        if round && word == first && new & 1 != 0 {
            self.reach(end, self.last);
        }
    }

    fn into_grid(self, passages: &Passages) -> Grid<bool> {
        let size = passages.size();
        let mut grid = Grid::new(size, false);
        let rows = grid.as_mut_slice().chunks_exact_mut(usize::from(size.w).max(1));
        for (cells, words) in rows.zip(self.reached.chunks_exact(self.stride.max(1))) {
            for (cells, word) in cells.chunks_mut(64).zip(words) {
                cells.iter_mut().zip(0..).for_each(|(cell, bit)| *cell = word >> bit & 1 == 1);
            }
        }
        grid
    }
}

/// All cells of a word that hang together with `cells` along the row.
fn spread(cells: u64, east: u64) -> u64 {
    // The joint of a cell to its west, seen from the mirrored word, is one to its east.
    let west = (east << 1).reverse_bits();
    carry(cells, east) | carry(cells.reverse_bits(), west).reverse_bits()
}

/// All cells that hang together with `cells` towards the high bits. The carry from a cell turns the joints
/// that it runs through to 0 and the cell where it stops to 1, which has no joint of its own; so it never
/// runs on into other joints. A second cell on its way is added into a 0, and is known anyhow.
fn carry(cells: u64, joints: u64) -> u64 {
    joints.wrapping_add(cells & joints) ^ joints | cells
}

/// One bit of each byte, 64 bytes a word.
fn bits(row: &[u8], bit: u32) -> impl Iterator<Item = u64> {
    row.chunks(64).map(move |cells| {
        let (eights, rest) = cells.as_chunks();
        let rest = rest.iter().rev().fold(0, |word, &byte| word << 1 | u64::from(byte >> bit & 1));
        let start = rest.checked_shl(8 * eights.len() as u32).unwrap_or(0);
        eights.iter().zip(0..).fold(start, |word, (&eight, at)| word | gather(u64::from_le_bytes(eight) >> bit) << (8 * at))
    })
}

/// The lowest bits of eight bytes. The product moves each to a place of its own in the highest byte.
fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
