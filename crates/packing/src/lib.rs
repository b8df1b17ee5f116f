//! Polyomino packing: fills a board exactly with given pieces.
//!
//! * The problem: a [`PackProblem`] is a [`Board`], [`Piece`]s of [`Polyomino`]s, and whether they may be rotated or mirrored. It
//!   can be written as text.
//! * Answers: `solve` finds one filling, a [`Packing`]; `count` counts all; [`Fillings`] lists them; [`NoFilling`] says why there
//!   is none. [`PackOptions`] limits the work and reports [`PackProgress`].
//! * Levels: [`PolyominoFill`] fills a map with a [`PieceSet`], [`RegionDoors`] opens doors between regions; both are stages.
//! * Puzzles: [`PuzzleMaker`] makes a [`PackPuzzle`] with one solution.
//!
//! `docs/packing.md` has the methods and what failed.

mod bits;
mod board;
mod branches;
mod color;
mod complete;
mod count;
mod doors;
mod error;
mod explain;
mod fill;
mod fillings;
mod fits;
mod kinds;
mod layers;
mod lists;
mod memo;
mod packing;
mod piece;
mod piece_set;
mod problem;
mod puzzle;
mod scan;
mod scan_board;
mod solve;
mod symmetry;
mod watch;

pub use board::Board;
pub use color::ColorRule;
pub use count::{CountAnswer, Counted};
pub use doors::RegionDoors;
pub use error::{PackError, PieceError};
pub use explain::NoFilling;
pub use fill::PolyominoFill;
pub use fillings::{Fillings, ListAnswer};
pub use packing::{CheckError, Packing};
pub use piece::Polyomino;
pub use piece_set::PieceSet;
pub use problem::{PackProblem, Piece};
pub use puzzle::{PackPuzzle, PuzzleMaker};
pub use solve::{SolveAnswer, SolveOutcome};
pub use watch::{PackOptions, PackProgress};

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
