//! One round of a life-like automaton, 64 cells at a time.
//!
//! Neighbors are counted by bit slicing, see `mapwright_graph::lanes`. The rule is a polynomial over the bits of the
//! count, so every rule costs the same.
//!
//! The map is changed in place, a strip of rows at a time: the sums hold what the rows below need of the
//! strip. A strip's sums stay in the first-level cache.

use mapwright_graph::lanes::{CountSet, Counts, around_eight, sum_triples};

use super::{LifeRule, bitmap::Bitmap};

/// The number of words that are processed at a time. Longer rows are not split.
const STRIP: usize = 512;

/// An automaton for maps of one width.
#[derive(Debug)]
pub(crate) struct Life {
    birth: CountSet,
    /// Where birth and survival differ, if they do.
    differ: Option<CountSet>,
    /// How many words a strip has, a whole number of rows.
    strip: usize,
    /// The ones and twos of the sums, from the row above the strip to the row below it.
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Life {
    /// An automaton for maps with rows of `stride` words.
    pub(crate) fn new(rule: LifeRule, stride: usize) -> Self {
        let strip = (STRIP / stride).max(1) * stride;
        let sums = vec![0; strip + 2 * stride];
        Life {
            birth: CountSet::new(rule.birth()),
            differ: (rule.birth() != rule.survival()).then(|| CountSet::new(rule.birth() ^ rule.survival())),
            strip,
            ones: sums.clone(),
            twos: sums,
        }
    }

    /// One round on a framed map. Afterwards the frame is invalid.
    pub(crate) fn round(&mut self, map: &mut Bitmap) {
        let stride = map.stride();
        let (head, words) = (2 * stride, map.words_mut());
        let (above, mut done) = (1 + stride, 0);
        let cells = words.len().saturating_sub(2 + head);
        sum_triples(&words[..head + 2], &mut self.ones[..head], &mut self.twos[..head]);
        while done < cells {
            let n = self.strip.min(cells - done);
            let below = &words[done + head..][..n + 2];
            sum_triples(below, &mut self.ones[head..][..n], &mut self.twos[head..][..n]);
            self.turn(stride, &mut words[above + done..][..n]);
            self.ones.copy_within(n..n + head, 0);
            self.twos.copy_within(n..n + head, 0);
            done += n;
        }
    }

    /// Applies the rule to the cells of a strip whose sums are ready.
    fn turn(&self, stride: usize, cells: &mut [u64]) {
        let sums = [0, stride, 2 * stride].map(|row| (&self.ones[row..], &self.twos[row..]));
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
