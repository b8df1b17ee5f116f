//! Polyomino packing.

mod bits;
mod board;
mod branches;
mod color;
mod complete;
mod count;
mod error;
mod explain;
mod fillings;
mod ground;
mod kinds;
mod layers;
mod lists;
mod memo;
mod packing;
mod piece;
mod problem;
mod scan;
mod solve;
mod symmetry;
mod watch;

pub use board::Board;
pub use color::ColorRule;
pub use count::{Count, Counted};
pub use error::{PackError, PieceError};
pub use explain::Why;
pub use fillings::{Fillings, Listed};
pub use packing::{CheckError, Packing};
pub use piece::Polyomino;
pub use problem::{PackProblem, Piece};
pub use solve::{Answer, Solved};
pub use watch::{PackOptions, PackProgress};
