//! `count`: every cell changes by how many of its neighbors have some symbol, all at once and 64 at a time.

use mapwright_core::MapRng;
use mapwright_graph::lanes::{CountSet, around_eight, around_four, bernoulli, sum_triples};

use crate::board::{Board, Shape};
use crate::compile::CountRule;
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
    planes.catch_up(board, rules.iter().fold(0, |all, rule| all | rule.from | rule.counted));
    let (shape, words) = (board.shape, planes.words());
    let mut taken = vec![0u64; words * shape.h as usize];
    let mut writes: Vec<(u32, usize, u64, &CountRule)> = Vec::new();
    let (mut is_any, mut lanes, mut rows) = (false, vec![0; words], Rows::new(words));
    for (rule, fired) in rules.iter().zip(fired).filter(|(rule, _)| rule.p > 0) {
        rows.start(rule.counted, planes, shape);
        let fits = CountSet::new(rule.fits);
        for (y, taken) in (0..).zip(taken.chunks_exact_mut(words)) {
            rows.advance(rule.counted, planes, shape, y);
            planes.window(rule.from, 0, y, &mut lanes);
            keep_low(&mut lanes, shape.w);
            rows.keep(&mut lanes, around, &fits);
            for (i, (&lanes, taken)) in lanes.iter().zip(taken).enumerate() {
                if lanes & !*taken == 0 {
                    continue;
                }
                is_any = true;
                let drawn = bernoulli(rule.p, lanes & !*taken, rng);
                *taken |= drawn;
                *fired += u64::from(drawn.count_ones());
                writes.push((y, i, drawn, rule));
            }
        }
    }
    for &(y, i, drawn, rule) in &writes {
        let first = y * shape.w + i as u32 * 64;
        bits(drawn).for_each(|bit| board.set(first + bit, rule.to));
        planes.put_word(rule.from, rule.to, (y, i), drawn);
    }
    planes.cursor = board.end();
    is_any
}

/// Three rows in which something is counted, the row before the current one first.
struct Rows([Row; 3]);

/// A row with one word more at either end, and the sum of each cell and the two beside it.
#[derive(Clone)]
struct Row {
    cells: Vec<u64>,
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Rows {
    fn new(words: usize) -> Self {
        Rows([(); 3].map(|()| Row { cells: vec![0; words + 2], ones: vec![0; words], twos: vec![0; words] }))
    }

    /// Reads what the first row needs.
    fn start(&mut self, counted: Mask, planes: &Planes, shape: Shape) {
        self.0[1].read(counted, planes, shape, shape.wrap_y.then(|| shape.h - 1));
        self.0[2].read(counted, planes, shape, Some(0));
    }

    /// Goes on to row `y`.
    fn advance(&mut self, counted: Mask, planes: &Planes, shape: Shape, y: u32) {
        self.0.rotate_left(1);
        let below = if y + 1 < shape.h { Some(y + 1) } else { shape.wrap_y.then_some(0) };
        self.0[2].read(counted, planes, shape, below);
    }

    /// Leaves the cells of the current row that have a number of neighbors in a set.
    fn keep(&self, lanes: &mut [u64], around: Around, fits: &CountSet) {
        let [above, here, below] = &self.0;
        let sums = |row: &Row, i: usize| (row.ones[i], row.twos[i]);
        for (i, lane) in lanes.iter_mut().enumerate().filter(|(_, lane)| **lane != 0) {
            let cell = here.cells[i + 1];
            *lane &= fits.has(match around {
                Around::Eight => around_eight(cell, sums(above, i), sums(here, i), sums(below, i)),
                Around::Four => around_four(cell, above.cells[i + 1], sums(here, i), below.cells[i + 1]),
            });
        }
    }
}

impl Row {
    /// Reads a row, or one beyond the border, where nothing is.
    fn read(&mut self, counted: Mask, planes: &Planes, shape: Shape, y: Option<u32>) {
        let Some(y) = y else {
            return [&mut self.cells, &mut self.ones, &mut self.twos].into_iter().for_each(|row| row.fill(0));
        };
        planes.window(counted, 0, y, &mut self.cells[1..]);
        // On a wrapped axis the planes have the first cell once more behind the last; the last belongs before the first.
        let last = shape.w as usize + 63;
        self.cells[0] = if shape.wrap_x { self.cells[last / 64] << (63 - last % 64) & 1 << 63 } else { 0 };
        sum_triples(&self.cells, &mut self.ones, &mut self.twos);
    }
}
