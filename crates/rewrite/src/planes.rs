//! Where each symbol is, 64 cells a word.
//!
//! Cell `x` of a row is bit `x % 64` of word `x / 64`. On a wrapped axis the first cells of a row stand once more behind
//! its last one, so that a window may run over the border.

use mapwright_graph::lanes::{low_bits, pack, put};

use crate::board::{Board, Cursor, Shape};
use crate::symbols::Mask;
use crate::tree::bits;

/// Cells that a window may reach over the border.
const REACH: u32 = 32;

/// A plane of bits for each symbol.
#[derive(Debug)]
pub(crate) struct Planes {
    shape: Shape,
    /// Words a row.
    pub(crate) stride: usize,
    /// Empty for symbols that nobody asked for.
    planes: Vec<Vec<u64>>,
    pub(crate) cursor: Cursor,
}

impl Planes {
    pub(crate) fn new(shape: Shape) -> Self {
        let stride = (shape.w + REACH) as usize / 64 + 2;
        Planes { shape, stride, planes: vec![Vec::new(); 32], cursor: 0 }
    }

    /// The bytes that so many planes take.
    pub(crate) fn bytes(shape: Shape, planes: usize) -> u64 {
        Planes::new(Shape { h: 0, ..shape }).stride as u64 * 8 * u64::from(shape.h) * planes as u64
    }

    /// Takes in what has changed on the board, and sees to it that there are planes for some symbols.
    pub(crate) fn catch_up(&mut self, board: &Board, symbols: Mask) {
        let missing = (0..32).filter(|&s| symbols >> s & 1 == 1 && self.planes[s].is_empty());
        let missing: Vec<usize> = missing.collect();
        match board.read(&mut self.cursor) {
            Some(changes) => {
                for change in changes {
                    self.put(change.old, change.cell, false);
                    self.put(change.new, change.cell, true);
                }
                missing.into_iter().for_each(|symbol| self.fill(board, symbol));
            }
            None => {
                let here = |s: &usize| !self.planes[*s].is_empty() || missing.contains(s);
                let here: Vec<usize> = (0..32).filter(here).collect();
                here.into_iter().for_each(|symbol| self.fill(board, symbol));
            }
        }
    }

    /// Reads a plane off the board.
    fn fill(&mut self, board: &Board, symbol: usize) {
        let (w, stride) = (self.shape.w as usize, self.stride);
        let mut plane = std::mem::take(&mut self.planes[symbol]);
        plane.clear();
        plane.resize(stride * self.shape.h as usize, 0);
        for (row, cells) in plane.chunks_exact_mut(stride).zip(board.cells.chunks_exact(w)) {
            for (word, cells) in row.iter_mut().zip(cells.chunks(64)) {
                *word = pack(cells, |&cell| usize::from(cell) == symbol);
            }
            repeat(self.shape, row);
        }
        self.planes[symbol] = plane;
    }

    fn put(&mut self, symbol: u8, cell: u32, value: bool) {
        let plane = &mut self.planes[usize::from(symbol)];
        if plane.is_empty() {
            return;
        }
        let (x, y) = self.shape.point(cell);
        let row = &mut plane[y as usize * self.stride..][..self.stride];
        put(row, x as usize, value);
        if self.shape.wrap_x && x < REACH {
            put(row, (self.shape.w + x) as usize, value);
        }
    }

    /// Gives cells that have one of some symbols another one: those of `lanes`, as many words a row as the cells take.
    pub(crate) fn rewrite(&mut self, from: Mask, to: u8, lanes: &[u64]) {
        let (shape, words) = (self.shape, self.words());
        for symbol in bits((from | 1 << to).into()) {
            let rows = self.planes[symbol as usize].chunks_exact_mut(self.stride);
            for (row, lanes) in rows.zip(lanes.chunks_exact(words)) {
                let pairs = row.iter_mut().zip(lanes);
                match symbol == to.into() {
                    true => pairs.for_each(|(word, lanes)| *word |= lanes),
                    false => pairs.for_each(|(word, lanes)| *word &= !lanes),
                }
                repeat(shape, row);
            }
        }
    }

    /// The cells of a row, from column `x` on, that have one of some symbols: at least as many words as a row has
    /// cells. There must be a symbol, and all of them must have been asked for.
    pub(crate) fn window(&self, symbols: Mask, x: u32, y: u32, words: &mut [u64]) {
        let (from, shift, n) = (x as usize / 64, x % 64, words.len());
        for (i, plane) in bits(symbols.into()).map(|s| &self.planes[s as usize]).enumerate() {
            let row = &plane[y as usize * self.stride..][..self.stride];
            match (i, shift) {
                (0, 0) => words.copy_from_slice(&row[from..from + n]),
                (_, 0) => words.iter_mut().zip(&row[from..]).for_each(|(word, bits)| *word |= bits),
                _ => {
                    let kept = if i == 0 { 0 } else { u64::MAX };
                    let pairs = row[from..].iter().zip(&row[from + 1..]);
                    let shifted = pairs.map(|(low, high)| low >> shift | high << (64 - shift));
                    words.iter_mut().zip(shifted).for_each(|(word, bits)| *word = *word & kept | bits);
                }
            }
        }
    }

    /// Words that the cells of a row take.
    pub(crate) fn words(&self) -> usize {
        (self.shape.w as usize).div_ceil(64)
    }
}

/// On a wrapped axis, puts the first cells of a row behind its last one.
fn repeat(shape: Shape, row: &mut [u64]) {
    if shape.wrap_x {
        let (first, at, shift) = (row[0] & low_bits(shape.w.min(REACH)), shape.w as usize / 64, shape.w % 64);
        row[at] = row[at] & low_bits(shift) | first << shift;
        row[at + 1] = first.checked_shr(64 - shift).unwrap_or(0);
    }
}

/// Leaves the `n` lowest bits, counted over all words.
pub(crate) fn keep_low(words: &mut [u64], n: u32) {
    let mut beyond = words.iter_mut().skip(n as usize / 64);
    if let Some(word) = beyond.next() {
        *word &= low_bits(n % 64);
    }
    beyond.for_each(|word| *word = 0);
}
