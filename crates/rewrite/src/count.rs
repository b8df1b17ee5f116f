//! `count`: every cell changes by how many of its neighbors have some symbol, all at once and 64 at a time.
//!
//! Neighbors are added bit by bit (bit slicing), as in Mapwright's caves.

use mapwright_core::MapRng;

use crate::board::Board;
use crate::compile::CountRule;
use crate::draw::coins;
use crate::node::Around;
use crate::planes::{Planes, keep_low};
use crate::symbols::Mask;
use crate::tree::bits;

/// One turn. Of several rules that fit a cell, the first is applied. Returns whether a rule fits anywhere.
pub(crate) fn count(
    rules: &[CountRule],
    around: Around,
    planes: &mut Planes,
    board: &mut Board,
    rng: &mut MapRng,
    fired: &mut [u64],
) -> bool {
    let symbols = rules.iter().fold(0, |all, rule| all | rule.from | rule.counted);
    planes.catch_up(board, symbols);
    let words = planes.words();
    let mut taken = vec![0u64; words * board.shape.h as usize];
    let mut writes: Vec<(usize, u64, u8)> = Vec::new();
    let (mut is_any, mut lanes, mut known) = (false, vec![0; words], None::<(Mask, Sums)>);
    for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.p > 0) {
        // Rules that count the same share their sums.
        if known.as_ref().is_none_or(|(counted, _)| *counted != rule.counted) {
            known = Some((rule.counted, Sums::of(rule.counted, around, planes, board)));
        }
        let Some((_, sums)) = &known else { continue };
        for (y, taken) in (0..).zip(taken.chunks_exact_mut(words)) {
            planes.window(rule.from, 0, y, &mut lanes);
            keep_low(&mut lanes, board.shape.w);
            sums.keep_fitting(rule.fits, y as usize, &mut lanes);
            for (i, (&fits, taken)) in
                lanes.iter().zip(taken).enumerate().filter(|(_, (fits, taken))| **fits & !**taken != 0)
            {
                is_any = true;
                let drawn = coins(rng, rule.p, fits & !*taken);
                *taken |= drawn;
                fired[number] += u64::from(drawn.count_ones());
                writes.push((y as usize * board.shape.w as usize + i * 64, drawn, rule.to));
            }
        }
    }
    for (first, drawn, to) in writes {
        bits(drawn).for_each(|bit| board.set(first as u32 + bit, to));
    }
    is_any
}

/// How many neighbors each cell has, a bit of the count to a plane.
struct Sums {
    words: usize,
    bits: [Vec<u64>; 4],
}

/// A row, and the same row seen one cell to the west and to the east.
#[derive(Clone, Default)]
struct Row {
    here: Vec<u64>,
    west: Vec<u64>,
    east: Vec<u64>,
}

impl Row {
    fn read(&mut self, counted: Mask, planes: &Planes, board: &Board, y: Option<u32>) {
        let words = planes.words();
        for row in [&mut self.here, &mut self.west, &mut self.east] {
            row.clear();
            row.resize(words, 0);
        }
        let Some(y) = y else { return };
        let w = board.shape.w;
        // East of the last cell there is nothing, or on a wrapped axis the first cell again.
        planes.window(counted, 1, y, &mut self.east);
        planes.window(counted, 0, y, &mut self.here);
        let last = (w - 1) as usize;
        let mut carry = if board.shape.wrap_x { self.here[last / 64] >> (last % 64) & 1 } else { 0 };
        for (west, here) in self.west.iter_mut().zip(&self.here) {
            *west = here << 1 | carry;
            carry = here >> 63;
        }
    }
}

impl Sums {
    fn of(counted: Mask, around: Around, planes: &Planes, board: &Board) -> Self {
        let (words, h) = (planes.words(), board.shape.h);
        let mut sums = Sums { words, bits: [(); 4].map(|()| vec![0; words * h as usize]) };
        let above = |y: u32| if y > 0 { Some(y - 1) } else { board.shape.wrap_y.then(|| h - 1) };
        let below = |y: u32| if y + 1 < h { Some(y + 1) } else { board.shape.wrap_y.then_some(0) };
        let mut rows: [Row; 3] = Default::default();
        rows[1].read(counted, planes, board, above(0));
        rows[2].read(counted, planes, board, Some(0));
        for y in 0..h {
            rows.rotate_left(1);
            rows[2].read(counted, planes, board, below(y));
            let [north, here, south] = &rows;
            for i in 0..words {
                let mut sum = [0; 4];
                let straight = [here.west[i], here.east[i], north.here[i], south.here[i]];
                add(&mut sum, straight);
                if around == Around::Eight {
                    add(&mut sum, [north.west[i], north.east[i], south.west[i], south.east[i]]);
                }
                let at = y as usize * words + i;
                sums.bits.iter_mut().zip(sum).for_each(|(plane, sum)| plane[at] = sum);
            }
        }
        sums
    }

    /// Leaves those cells of a row whose count fits.
    fn keep_fitting(&self, fits: u16, y: usize, lanes: &mut [u64]) {
        for (lane, at) in lanes.iter_mut().zip(y * self.words..).filter(|(lane, _)| **lane != 0) {
            let counts = (0..9).filter(|n| fits >> n & 1 == 1);
            let is = |n: u16| {
                (0..4).fold(u64::MAX, |all, bit| {
                    let plane = self.bits[bit][at];
                    all & if n >> bit & 1 == 1 { plane } else { !plane }
                })
            };
            *lane &= counts.fold(0, |any, n| any | is(n));
        }
    }
}

/// Adds four bits to a sum.
fn add(sum: &mut [u64; 4], bits: [u64; 4]) {
    for mut carry in bits {
        for plane in sum.iter_mut() {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
}
