//! Packings: ours, the naive twin, and the exact cover crates.
//!
//! A packing is an exact cover: an item for each cell and for each single piece, an option for each place of a piece.
//! The crates are given that. Of the pentominoes all fillings of 6×10 are asked for, but for symmetry; so the crates get
//! the X only in one quarter of the board, which comes to the same 2339. Pieces that are alike are items of
//! their own, as the crates know nothing else; so they are asked for first fillings only where there are such pieces.
//!
//! The seed chooses nothing here. A size below a row's own, which is how the processes warm up, takes smaller boards.

use std::hint::black_box;

use dancing_links::ExactCover;
use mapwright::packing::{Board, PackOptions, PackProblem, Piece, SolveAnswer};
use mapwright::prelude::Size;
use xcov::{DlxBuilder, ExactCoverProblem, MrvExactCoverSearch};

use crate::row::Work;

/// The data that the solver is tested with.
const DATA: &str = include_str!("../../../crates/packing/tests/data/packing.json");

/// All fillings of 6×10 with the twelve pentominoes, but for symmetry.
pub const PENTOMINOES: Option<Work> = Some(Work::Whole(|size, _| {
    let fillings = pentominoes(size).fillings(usize::MAX, true, &PackOptions::default());
    fillings.expect("a sound problem").packings.len() as u64
}));
/// A first filling of each board of the game.
pub const GAME_FIRST: Option<Work> = Some(Work::Whole(|size, _| solved(boards("talos", size))));
/// The number of fillings of each board of the game.
pub const GAME_COUNT: Option<Work> = Some(Work::Whole(|size, _| {
    let count = |problem: PackProblem| problem.count(&PackOptions::default()).ok()?.count();
    boards("talos", size).filter_map(count).sum::<u128>() as u64
}));
/// The board that takes most nodes of all.
pub const HARD: Option<Work> = Some(Work::Whole(|size, _| solved(boards("hard-inf-10x12-1", size))));
/// Boards up to 40×40.
pub const BIG: Option<Work> = Some(Work::Whole(|size, _| solved(boards("big", size))));
/// Boards of 48×48, in two mixes.
pub const HUGE: Option<Work> = Some(Work::Whole(|size, _| solved(boards("48x48", size))));
/// A board that a coloring refutes.
pub const REFUTED: Option<Work> = Some(Work::Whole(|size, _| solved(boards("inf-Todd-10x10", size))));

/// Places of pieces, as the cells and the piece that they take.
struct Cover {
    items: usize,
    options: Vec<Vec<usize>>,
}

fn pentominoes(size: Size) -> PackProblem {
    let (w, h) = if size.w < 60 { (20, 3) } else { (10, 6) };
    let board = Board::rect(w, h).expect("a board");
    PackProblem { mirror: true, ..PackProblem::new(board, Piece::pentominoes(1)) }
}

/// The boards of the data with a word in their names; only two when the process warms up.
fn boards(word: &'static str, size: Size) -> impl Iterator<Item = PackProblem> {
    let ids =
        DATA.split("\"id\": \"").skip(1).filter(move |part| part.split('"').next().is_some_and(|id| id.contains(word)));
    let line = |part: &str| part.split("\"line\": \"").nth(1)?.split('"').next()?.parse().ok();
    ids.filter_map(line).take(if size.w < 9 && word != "inf-Todd-10x10" { 2 } else { usize::MAX })
}

fn solved(boards: impl Iterator<Item = PackProblem>) -> u64 {
    boards.fold(1, |sum, problem| {
        let answer = black_box(problem.solve(&PackOptions::default()).expect("a sound problem").answer);
        sum << 1 | u64::from(matches!(answer, SolveAnswer::Filled(_)))
    })
}

/// A problem as exact cover. With `quarter`, the X lies in the first quarter of the board only.
fn cover(problem: &PackProblem, quarter: bool) -> Cover {
    let size = problem.board.size();
    let (w, h) = (usize::from(size.w), usize::from(size.h));
    let mut cover = Cover { items: w * h, options: Vec::new() };
    for piece in problem.pieces.iter().flat_map(|piece| (0..piece.count).map(move |_| piece)) {
        let item = cover.items;
        cover.items += 1;
        for lie in piece.shape.orientations(problem.turn, problem.mirror) {
            let (right, bottom) = (w + 1 - usize::from(lie.w()).min(w + 1), h + 1 - usize::from(lie.h()).min(h + 1));
            for (x, y) in (0..bottom).flat_map(|y| (0..right).map(move |x| (x, y))) {
                if quarter && piece.name == "X" && (2 * x + 2 >= w || 2 * y + 2 >= h) && h > 3 {
                    continue;
                }
                let cell = |p: &mapwright::core::Point| (y + usize::from(p.y)) * w + x + usize::from(p.x);
                cover.options.push(lie.cells().iter().map(cell).chain([item]).collect());
            }
        }
    }
    cover
}

fn covers(size: Size) -> impl Iterator<Item = Cover> {
    boards("talos", size).map(|problem| cover(&problem, false))
}

/// The naive twin: everything that covers the first free cell, in turn.
struct Naive {
    /// The options by their first items, which are cells.
    starting: Vec<Vec<Vec<usize>>>,
    taken: Vec<bool>,
    cells: usize,
}

impl Naive {
    fn new(problem: &PackProblem, quarter: bool) -> Self {
        let cover = cover(problem, quarter);
        let cells = problem.board.area() as usize;
        let mut starting = vec![Vec::new(); cells];
        cover.options.into_iter().for_each(|option| starting[option[0]].push(option));
        Naive { starting, taken: vec![false; cover.items], cells }
    }

    fn count(&mut self, cell: usize, limit: u64) -> u64 {
        let Some(cell) = (cell..self.cells).find(|&cell| !self.taken[cell]) else { return 1 };
        let mut found = 0;
        for nth in 0..self.starting[cell].len() {
            let option = self.starting[cell][nth].clone();
            if found < limit && option.iter().all(|&item| !self.taken[item]) {
                option.iter().for_each(|&item| self.taken[item] = true);
                found += self.count(cell + 1, limit - found);
                option.iter().for_each(|&item| self.taken[item] = false);
            }
        }
        found
    }
}

/// All fillings of 6×10 by the naive twin.
pub fn naive_pentominoes(size: Size, _: u64) -> u64 {
    Naive::new(&pentominoes(size), true).count(0, u64::MAX)
}

/// First fillings by the naive twin.
pub fn naive_first(size: Size, _: u64) -> u64 {
    boards("talos", size).map(|problem| Naive::new(&problem, false).count(0, 1)).sum()
}

/// Counts by the naive twin, where pieces that are alike are told apart.
pub fn naive_count(size: Size, _: u64) -> u64 {
    boards("talos", size).map(|problem| Naive::new(&problem, false).count(0, u64::MAX)).sum()
}

/// The problem as `dancing-links` wants it.
struct Links {
    options: Vec<Vec<usize>>,
    items: Vec<usize>,
}

impl ExactCover for Links {
    type Possibility = Vec<usize>;
    type Constraint = usize;

    fn satisfies(&self, option: &Vec<usize>, item: &usize) -> bool {
        option.contains(item)
    }
    fn is_optional(&self, _: &usize) -> bool {
        false
    }
    fn possibilities(&self) -> &[Vec<usize>] {
        &self.options
    }
    fn constraints(&self) -> &[usize] {
        &self.items
    }
}

impl From<Cover> for Links {
    fn from(cover: Cover) -> Self {
        Links { options: cover.options, items: (0..cover.items).collect() }
    }
}

/// All fillings of 6×10 by `dancing-links`.
pub fn dancing_links_pentominoes(size: Size, _: u64) -> u64 {
    let links = Links::from(cover(&pentominoes(size), true));
    black_box(links.solver().count() as u64)
}

/// First fillings by `dancing-links`.
pub fn dancing_links_first(size: Size, _: u64) -> u64 {
    covers(size).map(|cover| u64::from(black_box(Links::from(cover).solver().next()).is_some())).sum()
}

fn xcov_search(cover: &Cover) -> MrvExactCoverSearch {
    let mut builder = DlxBuilder::new(cover.items, 0);
    for option in &cover.options {
        // Items count from 1.
        let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
        builder.add_option(&items);
    }
    MrvExactCoverSearch::new(builder.build())
}

/// All fillings of 6×10 by `xcov`.
pub fn xcov_pentominoes(size: Size, _: u64) -> u64 {
    let mut search = xcov_search(&cover(&pentominoes(size), true));
    let mut found = 0;
    while search.search() {
        found += 1;
    }
    found
}

/// First fillings by `xcov`.
pub fn xcov_first(size: Size, _: u64) -> u64 {
    covers(size).map(|cover| u64::from(xcov_search(&cover).search())).sum()
}

fn dlx_rs_solver(cover: &Cover) -> dlx_rs::Solver<usize> {
    let mut solver = dlx_rs::Solver::new(cover.items);
    for (nth, option) in cover.options.iter().enumerate() {
        let items: Vec<usize> = option.iter().map(|item| item + 1).collect();
        solver.add_option(nth, &items);
    }
    solver
}

/// All fillings of 6×10 by `dlx-rs`.
pub fn dlx_rs_pentominoes(size: Size, _: u64) -> u64 {
    black_box(dlx_rs_solver(&cover(&pentominoes(size), true)).count() as u64)
}

/// First fillings by `dlx-rs`.
pub fn dlx_rs_first(size: Size, _: u64) -> u64 {
    covers(size).map(|cover| u64::from(black_box(dlx_rs_solver(&cover).next()).is_some())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::square;

    /// The same fillings, whoever counts them: 3×20 has 2, in four positions each.
    #[test]
    fn all_find_the_same_fillings() {
        let small = square(5);
        let Some(Work::Whole(ours)) = PENTOMINOES else { panic!("ours is there") };
        assert_eq!((ours(small, 0), naive_pentominoes(small, 0)), (2, 8));
        assert_eq!(
            [dancing_links_pentominoes, xcov_pentominoes, dlx_rs_pentominoes].map(|work| work(small, 0)),
            [8; 3]
        );
        assert_eq!([naive_first, dancing_links_first, xcov_first, dlx_rs_first].map(|work| work(small, 0)), [2; 4]);
    }
}
