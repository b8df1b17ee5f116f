//! `prl`: all matches at once, found 64 anchors at a time.

use mapwright_core::MapRng;
use mapwright_graph::lanes::bernoulli;

use crate::board::Board;
use crate::compile::{Image, RuleSet};
use crate::planes::{Planes, keep_low};
use crate::stamp::Stamp;
use crate::symbols::{ANY, Mask};
use crate::tree::bits;

/// Applies every match, or a share of them: image by image, and row by row. `fired` counts applications by rule. Returns
/// whether there was a match at all.
pub(crate) fn parallel(
    set: &RuleSet,
    stamps: &[Stamp],
    planes: &mut Planes,
    board: &mut Board,
    rng: &mut MapRng,
    fired: &mut [u64],
) -> bool {
    planes.catch_up(board, symbols(set));
    let mut is_any = false;
    let (mut row, mut scratch) = (vec![0; planes.words()], vec![0; planes.words()]);
    for (image, stamp) in set.images.iter().zip(stamps) {
        for y in 0..stamp.room.1 {
            matches(image, stamp, planes, board, y, &mut row, &mut scratch);
            for (&word, first) in row.iter().zip((0..).step_by(64)).filter(|(word, _)| **word != 0) {
                is_any = true;
                let drawn = bernoulli(set.rules[image.rule].p, word, rng);
                fired[image.rule] += u64::from(drawn.count_ones());
                bits(drawn).for_each(|bit| stamp.write(board, y * board.shape.w + first + bit));
            }
        }
    }
    is_any
}

/// All symbols that have to be told apart.
fn symbols(set: &RuleSet) -> Mask {
    let looked_at = set.images.iter().flat_map(|image| &image.from.cells).filter(|mask| **mask != ANY);
    let written = set.images.iter().flat_map(Image::writes).map(|(_, _, _, to)| 1 << to);
    looked_at.copied().chain(written).fold(0, |all, mask| all | mask)
}

/// The anchors of a row at which an image matches and would change something.
fn matches(image: &Image, stamp: &Stamp, planes: &Planes, board: &Board, y: u32, row: &mut [u64], scratch: &mut [u64]) {
    let below = |dy: u32| if y + dy >= board.shape.h { y + dy - board.shape.h } else { y + dy };
    row.fill(u64::MAX);
    keep_low(row, stamp.room.0);
    let places = (0u32..).map(|i| (i % image.from.w, i / image.from.w));
    for (&from, (dx, dy)) in image.from.cells.iter().zip(places).filter(|(from, _)| **from != ANY) {
        planes.window(from, dx, below(dy), scratch);
        row.iter_mut().zip(&*scratch).for_each(|(word, fits)| *word &= fits);
        if row.iter().all(|&word| word == 0) {
            return;
        }
    }
    if !image.always_changes() {
        let mut changed = vec![0; row.len()];
        for (dx, dy, _, to) in image.writes() {
            planes.window(1 << to, dx, below(dy), scratch);
            changed.iter_mut().zip(&*scratch).for_each(|(word, same)| *word |= !same);
        }
        row.iter_mut().zip(&changed).for_each(|(word, changed)| *word &= changed);
    }
}
