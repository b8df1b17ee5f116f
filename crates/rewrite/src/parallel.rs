//! `prl` and `count`: all matches at once, found 64 cells at a time.

use mapwright_core::MapRng;
use mapwright_graph::lanes::{
    CountSet, around_eight, around_four, bernoulli, bits, low_bits, pack, set_bit, sum_triples,
};

use crate::board::{BoardSize, Cursor, Stamp, SymbolGrid};
use crate::compile::{Oriented, RuleSet};
use crate::node::Around;
use crate::symbols::{ANY, Mask};

/// One turn of `prl`: applies every match, or a share of them: orientation by orientation, and row by row. `fired` counts applications by rule. Returns
/// whether there was a match at all.
pub(crate) fn parallel(
    set: &RuleSet,
    stamps: &[Stamp],
    planes: &mut BitPlanes,
    board: &mut SymbolGrid,
    rng: &mut MapRng,
    fired: &mut [u64],
) -> bool {
    planes.catch_up(board, symbols(set));
    let mut is_any = false;
    let (mut row, mut scratch) = (vec![0; planes.words()], vec![0; planes.words()]);
    for (orientation, stamp) in set.orientations.iter().zip(stamps) {
        for y in 0..stamp.room.1 {
            matches(orientation, stamp, planes, board, y, &mut row, &mut scratch);
            for (&word, first) in row.iter().zip((0..).step_by(64)).filter(|(word, _)| **word != 0) {
                is_any = true;
                let drawn = bernoulli(set.rules[orientation.rule].p, word, rng);
                fired[orientation.rule] += u64::from(drawn.count_ones());
                bits(drawn).for_each(|bit| stamp.write(board, y * board.shape.w + first + bit));
            }
        }
    }
    is_any
}

/// All symbols that have to be told apart.
fn symbols(set: &RuleSet) -> Mask {
    let looked_at =
        set.orientations.iter().flat_map(|orientation| &orientation.from.cells).filter(|mask| **mask != ANY);
    let written = set.orientations.iter().flat_map(Oriented::writes).map(|(_, _, _, to)| 1 << to);
    looked_at.copied().chain(written).fold(0, |all, mask| all | mask)
}

/// The anchors of a row at which an orientation matches and would change something.
fn matches(
    orientation: &Oriented,
    stamp: &Stamp,
    planes: &BitPlanes,
    board: &SymbolGrid,
    y: u32,
    row: &mut [u64],
    scratch: &mut [u64],
) {
    let below = |dy: u32| if y + dy >= board.shape.h { y + dy - board.shape.h } else { y + dy };
    row.fill(u64::MAX);
    keep_low(row, stamp.room.0);
    let places = (0u32..).map(|i| (i % orientation.from.w, i / orientation.from.w));
    for (&from, (dx, dy)) in orientation.from.cells.iter().zip(places).filter(|(from, _)| **from != ANY) {
        planes.window(from, dx, below(dy), scratch);
        row.iter_mut().zip(&*scratch).for_each(|(word, fits)| *word &= fits);
        if row.iter().all(|&word| word == 0) {
            return;
        }
    }
    if !orientation.always_changes() {
        let mut changed = vec![0; row.len()];
        for (dx, dy, _, to) in orientation.writes() {
            planes.window(1 << to, dx, below(dy), scratch);
            changed.iter_mut().zip(&*scratch).for_each(|(word, same)| *word |= !same);
        }
        row.iter_mut().zip(&changed).for_each(|(word, changed)| *word &= changed);
    }
}

/// A rule for single cells: which become what, and how many around them may have what.
struct CellRule {
    number: usize,
    from: Mask,
    to: u8,
    counted: Mask,
    fits: CountSet,
    p: u64,
}

/// One turn of `count`: every cell changes by how many of its neighbors have some symbol. Of several rules that fit a cell, the first is applied. The changes are logged only if somebody reads the
/// log. Returns whether a rule fits anywhere.
pub(crate) fn count(
    set: &RuleSet,
    around: Around,
    planes: &mut BitPlanes,
    board: &mut SymbolGrid,
    rng: &mut MapRng,
    fired: &mut [u64],
    is_logged: bool,
) -> bool {
    let rules: Vec<CellRule> =
        set.orientations.iter().filter_map(|orientation| CellRule::new(set, orientation)).collect();
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

impl CellRule {
    fn new(set: &RuleSet, Oriented { rule: number, from, to }: &Oriented) -> Option<Self> {
        let rule = &set.rules[*number];
        let (counted, fits) = rule.condition?;
        let (from, to) = (from.cells[0], to.cells[0]);
        Some(CellRule { number: *number, from, to, counted, fits: CountSet::new(fits), p: rule.p })
    }
}

/// Three rows in which something is counted, the row before the current one first.
struct Rows([CountRow; 3]);

/// A row with one word more at either end, and the sum of each cell and the two beside it.
#[derive(Clone)]
struct CountRow {
    cells: Vec<u64>,
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Rows {
    fn new(words: usize) -> Self {
        Rows([(); 3].map(|()| CountRow { cells: vec![0; words + 2], ones: vec![0; words], twos: vec![0; words] }))
    }

    /// Reads what the first row needs.
    fn start(&mut self, counted: Mask, planes: &BitPlanes, shape: BoardSize) {
        self.0[1].read(counted, planes, shape, shape.wrap_y.then(|| shape.h - 1));
        self.0[2].read(counted, planes, shape, Some(0));
    }

    /// Goes on to row `y`.
    fn advance(&mut self, counted: Mask, planes: &BitPlanes, shape: BoardSize, y: u32) {
        self.0.rotate_left(1);
        let below = if y + 1 < shape.h { Some(y + 1) } else { shape.wrap_y.then_some(0) };
        self.0[2].read(counted, planes, shape, below);
    }

    /// Leaves the cells of the current row that have a number of neighbors in a set.
    fn keep<'a>(&'a self, lanes: &mut [u64], around: Around, fits: &CountSet) {
        let [above, here, below] = &self.0;
        let sums = |row: &'a CountRow| row.ones.iter().copied().zip(row.twos.iter().copied());
        let cells = |row: &'a CountRow| row.cells[1..].iter().copied();
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

impl CountRow {
    /// Reads a row, or one beyond the border, where nothing is.
    fn read(&mut self, counted: Mask, planes: &BitPlanes, shape: BoardSize, y: Option<u32>) {
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

/// Cells that a window may reach over the border.
const REACH: u32 = 32;

/// A plane of bits for each symbol, 64 cells a word.
///
/// Cell `x` of a row is bit `x % 64` of word `x / 64`. On a wrapped axis the first cells of a row stand once more behind
/// its last one, so that a window may run over the border.
#[derive(Debug)]
pub(crate) struct BitPlanes {
    shape: BoardSize,
    /// Words a row.
    pub(crate) stride: usize,
    /// Empty for symbols that nobody asked for.
    planes: Vec<Vec<u64>>,
    pub(crate) cursor: Cursor,
}

impl BitPlanes {
    pub(crate) fn new(shape: BoardSize) -> Self {
        let stride = (shape.w + REACH) as usize / 64 + 2;
        BitPlanes { shape, stride, planes: vec![Vec::new(); 32], cursor: 0 }
    }

    /// The bytes that so many planes take.
    pub(crate) fn bytes(shape: BoardSize, planes: usize) -> u64 {
        BitPlanes::new(BoardSize { h: 0, ..shape }).stride as u64 * 8 * u64::from(shape.h) * planes as u64
    }

    /// Takes in what has changed on the board, and sees to it that there are planes for some symbols.
    pub(crate) fn catch_up(&mut self, board: &SymbolGrid, symbols: Mask) {
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
    fn fill(&mut self, board: &SymbolGrid, symbol: usize) {
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
        set_bit(row, x as usize, value);
        if self.shape.wrap_x && x < REACH {
            set_bit(row, (self.shape.w + x) as usize, value);
        }
    }

    /// Gives cells that have one of some symbols another one: those of `lanes`, as many words a row as the cells take.
    pub(crate) fn rewrite(&mut self, from: Mask, to: u8, lanes: &[u64]) {
        let (shape, words) = (self.shape, self.words());
        for symbol in bits((from | 1 << to).into()) {
            let rows = self.planes[symbol as usize].chunks_exact_mut(self.stride);
            for (row, lanes) in rows.zip(lanes.chunks_exact(words)) {
                let pairs = row.iter_mut().zip(lanes);
                match symbol == u32::from(to) {
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
fn repeat(shape: BoardSize, row: &mut [u64]) {
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
