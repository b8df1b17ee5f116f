//! Polyomino packing: fills a board exactly with given pieces.
//!
//! A [`PackProblem`] is a [`Board`], [`Piece`]s, and whether they may be rotated or mirrored. It finds one filling,
//! lists or counts all, and checks whether there is only one; see `docs/packing.md` for the methods and what failed.
//! [`PolyominoFill`] and [`RegionDoors`] turn packings into levels, [`PuzzleMaker`] makes puzzles.

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
pub use solve::{SolveAnswer, Solved};
pub use watch::{PackOptions, PackProgress};

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
