//! Rounds of life-like automata, 64 cells at a time.
//!
//! Neighbors are counted by bit slicing, see `mapwright_graph::lanes`. The rule is a polynomial over the bits of the
//! count, so every rule costs the same.
//!
//! A round looks at a copy of the map, so that bands of rows can be done at once. In a band it goes by strips of rows: the
//! sums hold what the rows below need of a strip, and stay in the first-level cache.

use std::sync::Mutex;

use mapwright_core::bands;
use mapwright_graph::lanes::{CountSet, Counts, around_eight, sum_triples};

use super::bitmap::Bitmap;
use super::life_rule::LifeRule;

/// The number of words that are processed at a time. Longer rows are not split.
const STRIP: usize = 512;

/// An automaton for maps of one width.
#[derive(Debug)]
pub(crate) struct Life {
    birth: CountSet,
    /// Where birth and survival differ, if they do.
    differ: Option<CountSet>,
    /// How many words a row has, and a strip, which is a whole number of rows.
    stride: usize,
    strip: usize,
    /// The map before the round.
    before: Vec<u64>,
    /// What bands left over for others.
    sums: Mutex<Vec<[Vec<u64>; 2]>>,
}

impl Life {
    /// An automaton for maps with rows of `stride` words.
    pub(crate) fn new(rule: LifeRule, stride: usize) -> Self {
        Life {
            birth: CountSet::new(rule.birth()),
            differ: (rule.birth() != rule.survival()).then(|| CountSet::new(rule.birth() ^ rule.survival())),
            stride,
            strip: (STRIP / stride).max(1) * stride,
            before: Vec::new(),
            sums: Mutex::default(),
        }
    }

    /// One round on a framed map. Afterwards the frame is invalid.
    pub(crate) fn round(&mut self, map: &mut Bitmap) {
        let (stride, words) = (self.stride, map.words_mut());
        self.before.clear();
        self.before.extend_from_slice(words);
        let cells = words.len().saturating_sub(2 + 2 * stride);
        bands(&mut words[1 + stride..][..cells], stride, |first, band| {
            self.band(&self.before[first * stride..][..band.len() + 2 * stride + 2], band);
        });
    }

    /// Rows of cells. `words` has them too, between the row above and the row below, with a word more at either end.
    fn band(&self, words: &[u64], cells: &mut [u64]) {
        let (head, length) = (2 * self.stride, self.strip + 2 * self.stride);
        let left_over = self.sums.lock().ok().and_then(|mut sums| sums.pop());
        // The ones and twos of the sums, from the row above the strip to the row below it.
        let mut sums = left_over.unwrap_or_else(|| [vec![0; length], vec![0; length]]);
        let [ones, twos] = &mut sums;
        sum_triples(&words[..head + 2], &mut ones[..head], &mut twos[..head]);
        let mut done = 0;
        for strip in cells.chunks_mut(self.strip) {
            let n = strip.len();
            sum_triples(&words[done + head..][..n + 2], &mut ones[head..][..n], &mut twos[head..][..n]);
            self.turn([ones, twos], strip);
            ones.copy_within(n..n + head, 0);
            twos.copy_within(n..n + head, 0);
            done += n;
        }
        if let Ok(mut left_over) = self.sums.lock() {
            left_over.push(sums);
        }
    }

    /// Applies the rule to the cells of a strip whose sums are ready.
    fn turn(&self, [ones, twos]: [&[u64]; 2], cells: &mut [u64]) {
        let sums = [0, self.stride, 2 * self.stride].map(|row| (&ones[row..], &twos[row..]));
        let birth = &self.birth;
        match &self.differ {
            None => turn_with(cells, sums, |_, count| birth.has(count)),
            Some(differ) => turn_with(cells, sums, |cell, count| birth.has(count) ^ cell & differ.has(count)),
        }
    }
}

/// The ones and twos of three rows: the one above, the one to change, and the one below.
type Sums<'a> = [(&'a [u64], &'a [u64]); 3];

/// Changes cells by their neighbors' counts.
fn turn_with(cells: &mut [u64], sums: Sums<'_>, next: impl Fn(u64, Counts) -> u64) {
    let [above, here, below] = sums.map(|(ones, twos)| ones.iter().copied().zip(twos.iter().copied()));
    for (((cell, above), here), below) in cells.iter_mut().zip(above).zip(here).zip(below) {
        *cell = next(*cell, around_eight(*cell, above, here, below));
    }
}
