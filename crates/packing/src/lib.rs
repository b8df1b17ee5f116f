//! Polyomino packing: fills a board exactly with given pieces.
//!
//! * The problem: a [`PackProblem`] is a [`Board`], [`Piece`]s of [`Polyomino`]s, and whether they may be rotated or mirrored. It
//!   can be written as text.
//! * Answers: `solve` finds one filling, a [`Packing`]; `count` counts all; [`Fillings`] lists them; [`NoFilling`] says why there
//!   is none. [`PackOptions`] limits the work and reports [`PackProgress`].
//! * Levels: [`PolyominoFill`] fills a map with a [`PieceSet`], [`RegionDoors`] opens doors between regions; both are stages.
//!
//! # How it works
//!
//! Each step earned its place by measurement; the files of this crate give the numbers.
//!
//! 1. **Area**, then the **color test** (`color.rs`). Color the rows alternately, or the columns, or the cells like a
//!    chessboard. Every tetromino covers a fixed part of each imbalance: S, Z and O none; I two of rows or of columns; L and J
//!    one of rows and one of columns; T one of the chessboard and one of rows or of columns. Which sums are possible is a
//!    closed form, proved in the file and tested against all sums of up to 15 pieces. It implies that a rectangle takes an even
//!    number of T. The search repeats the test at every node.
//! 2. **A plain scan** (`scan.rs`) along the shorter side, for a few hundred nodes. It fills the first free cell, preferring the
//!    kind with the most pieces left. Easy boards take few more nodes than they have pieces.
//! 3. **Strips** four columns wide, on boards of some hundred cells. The search rejects islands of a size that no pieces have,
//!    and restarts after a small budget. A front four cells wide has few ways to go wrong: 48 × 48 cells take a few thousand
//!    nodes.
//! 4. **The complete search** (`complete.rs`). What can still be filled depends only on the pieces left and on which cells just
//!    behind the first free one are filled, a profile of a few lines. Both fit in one 64-bit number. Failed states are stored
//!    in a table and not searched again. Which pieces fit is looked up, six cells of the profile at a time (`fits.rs`).
//! 5. **Counting** (`count.rs`) needs no search: it computes in how many ways each state is reached. States with the same profile
//!    are handled together. Counts are exact up to 2¹²⁸ − 1; larger ones are an error.
//!
//! Fillings *up to symmetry* count as one if a rotation or reflection of the board maps one to the other. If some kind has a single
//! piece, it is placed in only one of each set of symmetric places. The number of classes comes from Burnside's lemma: the
//! mean number of fillings that a symmetry leaves unchanged. Those are found by placing each piece with all its images.
//!
//! On many cores, each branch of the first steps is searched on its own, with its own budget. The first branch in order that
//! has a filling wins, so the answer does not depend on the number of threads.
//!
//! # What did not help
//!
//! * Rejecting pockets of one or two cells by shifts of the profile: 2 % fewer nodes. Flooding the profile around the first free
//!   cell for regions of impossible size: 7 % fewer for pentominoes. Both cost more than they save, since the table of failed
//!   states catches most of them a few nodes later.
//! * Looking up every node in that table on entry. Many nodes have no child, and finding that out first is faster than a memory
//!   access: the hardest board went from 0.35 s to 0.19 s.
//! * Storing no states with fewer than 15 free cells. Pentominoes on 6×10 take 0.4 % more nodes, and the
//!   limits of callers are in nodes.
//! * Two slots per key in a table filled to one half. Eight keys per cache line, filled to three quarters, took it from 0.64 s
//!   to 0.35 s: the table is smaller, and a look-up is one access.
//! * Counting with one table of states. A list behind each profile takes a sixth of the time.
//! * Listing all fillings from the states of a frontier, pruned backward: the same time, four times the memory.
//! * Dancing links: crates that use it take 15 to 60 times as long. The naive twin in `crates/packing/tests/it/naive` uses it as an
//!   oracle.

mod board;
mod branches;
mod budget;
mod color;
mod complete;
mod count;
mod doors;
mod error;
mod explain;
mod fill;
mod fillings;
mod fits;
mod frontier;
mod kinds;
mod lists;
mod memo;
mod packing;
mod piece;
mod piece_set;
mod problem;
mod scan;
mod scan_board;
mod solve;
mod symmetry;

pub use board::Board;
pub use budget::{PackOptions, PackProgress};
pub use color::ColorRule;
pub use count::{CountAnswer, Counted};
pub use doors::RegionDoors;
pub use error::{CheckError, PackError, PieceError};
pub use explain::NoFilling;
pub use fill::PolyominoFill;
pub use fillings::{Fillings, ListAnswer};
pub use packing::Packing;
pub use piece::Polyomino;
pub use piece_set::PieceSet;
pub use problem::{PackProblem, Piece};
pub use solve::{SolveAnswer, SolveOutcome};

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
