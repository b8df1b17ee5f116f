//! `count`: every cell changes by how many of its neighbors have some symbol, all at once and 64 at a time.

use mapwright_core::MapRng;
use mapwright_graph::lanes::{CountSet, around_eight, around_four, bernoulli, sum_triples};

use crate::board::{Board, Shape};
use crate::compile::{Image, RuleSet};
use crate::node::Around;
use crate::planes::{Planes, keep_low};
use crate::symbols::Mask;

/// A rule for single cells: which become what, and how many around them may have what.
struct Rule {
    number: usize,
    from: Mask,
    to: u8,
    counted: Mask,
    fits: CountSet,
    p: u64,
}

/// One turn. Of several rules that fit a cell, the first is applied. The changes are logged only if somebody reads the
/// log. Returns whether a rule fits anywhere.
pub(crate) fn count(
    set: &RuleSet,
    around: Around,
    planes: &mut Planes,
    board: &mut Board,
    rng: &mut MapRng,
    fired: &mut [u64],
    is_logged: bool,
) -> bool {
    let rules: Vec<Rule> = set.images.iter().filter_map(|image| Rule::new(set, image)).collect();
    planes.catch_up(board, rules.iter().fold(0, |all, rule| all | rule.from | rule.counted));
    let (shape, words) = (board.shape, planes.words());
    let mut drawn = vec![0u64; rules.len() * words * shape.h as usize];
    let (mut is_any, mut rows) = (false, Rows::new(words));
    // Rules that draw nothing and count the same share their sums; else the order of draws is rule by rule.
    let share = rules.iter().all(|rule| rule.p >= 1 << 32 && rule.counted == rules[0].counted);
    let pass = if share { rules.len().max(1) } else { 1 };
    for first in (0..rules.len()).step_by(pass) {
        rows.start(rules[first].counted, planes, shape);
        for y in 0..shape.h {
            rows.advance(rules[first].counted, planes, shape, y);
            for (i, rule) in rules.iter().enumerate().skip(first).take(pass) {
                let at = |rule: usize| (rule * shape.h as usize + y as usize) * words;
                let (before, lanes) = drawn.split_at_mut(at(i));
                let lanes = &mut lanes[..words];
                planes.window(rule.from, 0, y, lanes);
                keep_low(lanes, shape.w);
                rows.keep(lanes, around, &rule.fits);
                // Cells that an earlier rule changes are taken.
                for earlier in (0..i).map(|rule| &before[at(rule)..][..words]) {
                    lanes.iter_mut().zip(earlier).for_each(|(lanes, taken)| *lanes &= !taken);
                }
                is_any |= lanes.iter().any(|&lanes| lanes != 0);
                lanes.iter_mut().for_each(|lanes| *lanes = bernoulli(rule.p, *lanes, rng));
            }
        }
    }
    for (rule, lanes) in rules.iter().zip(drawn.chunks_exact(words * shape.h as usize)) {
        for (y, row) in (0..).zip(lanes.chunks_exact(words)) {
            for (x, &lanes) in (0..).step_by(64).zip(row).filter(|(_, lanes)| **lanes != 0) {
                fired[rule.number] += board.set_word(y * shape.w + x, lanes, rule.to, is_logged);
            }
        }
        planes.rewrite(rule.from, rule.to, lanes);
    }
    planes.cursor = board.end();
    is_any
}

impl Rule {
    fn new(set: &RuleSet, Image { rule: number, from, to }: &Image) -> Option<Self> {
        let rule = &set.rules[*number];
        let (counted, fits) = rule.condition?;
        let (from, to) = (from.cells[0], to.cells[0]);
        Some(Rule { number: *number, from, to, counted, fits: CountSet::new(fits), p: rule.p })
    }
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
    fn keep<'a>(&'a self, lanes: &mut [u64], around: Around, fits: &CountSet) {
        let [above, here, below] = &self.0;
        let sums = |row: &'a Row| row.ones.iter().copied().zip(row.twos.iter().copied());
        let cells = |row: &'a Row| row.cells[1..].iter().copied();
        let lanes = lanes.iter_mut().zip(cells(here).zip(sums(here)));
        match around {
            Around::Eight => {
                lanes.zip(sums(above).zip(sums(below))).for_each(|((lane, (cell, here)), (above, below))| {
                    *lane &= fits.has(around_eight(cell, above, here, below));
                })
            }
            Around::Four => {
                lanes.zip(cells(above).zip(cells(below))).for_each(|((lane, (cell, here)), (above, below))| {
                    *lane &= fits.has(around_four(cell, above, here, below));
                })
            }
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
