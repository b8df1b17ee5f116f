//! Polyomino packing.

mod bits;
mod board;
mod branches;
mod color;
mod complete;
mod error;
mod explain;
mod ground;
mod kinds;
mod lists;
mod memo;
mod packing;
mod piece;
mod problem;
mod scan;
mod solve;
mod watch;

pub use board::Board;
pub use color::ColorRule;
pub use error::{PackError, PieceError};
pub use explain::Why;
pub use packing::{CheckError, Packing};
pub use piece::Polyomino;
pub use problem::{PackProblem, Piece};
pub use solve::{Answer, Solved};
pub use watch::{PackOptions, PackProgress};
