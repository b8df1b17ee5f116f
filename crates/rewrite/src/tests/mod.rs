//! Tests of the insides: the fast interpreter against a naive twin, the live set against new scans.

mod chances;
mod ending;
mod language;
mod observe;
mod random;
mod search;
mod twin;

use mapwright_core::{BuildCx, MapRng, Size, Wrap};

use crate::RewriteRules;
use crate::board::{BoardSize, SymbolGrid};
use crate::compile::Program;
use crate::meter::Meter;
use crate::run::Run;

/// Runs a program on symbols of its own, and returns what is left of the board and of the random numbers.
fn run(source: &RewriteRules, program: &Program, shape: BoardSize, cells: Vec<u8>, seed: u64) -> (Vec<u8>, MapRng) {
    let mut cx = BuildCx::new(seed, "rewrite", 0);
    let mut run =
        Run::new(program, SymbolGrid::new(shape, cells), &[], (Meter::new(shape, u64::MAX), u64::MAX), &mut cx);
    run.run().unwrap_or_else(|error| panic!("{error}: {source:?}"));
    let cells = run.board.cells;
    (cells, cx.rng)
}

/// Sizes whose rows end before, at and after the end of a word, and thin ones.
const SIZES: [(u16, u16); 15] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 7),
    (7, 1),
    (2, 2),
    (2, 5),
    (3, 3),
    (5, 8),
    (9, 4),
    (17, 11),
    (63, 2),
    (64, 3),
    (65, 3),
    (130, 2),
];

fn shapes() -> impl Iterator<Item = BoardSize> {
    SIZES.into_iter().flat_map(|(w, h)| Wrap::ALL.map(|wrap| BoardSize::new(Size::new(w, h), wrap)))
}
