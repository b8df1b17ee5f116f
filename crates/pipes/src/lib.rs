//! Pipe puzzles on Mapwright maps.
//!
//! A pipe board is a map with sides and a start, the source. Two neighbors are joined when both touching
//! sides are open. A cell is *wet* when it is connected to the source, and *on a ring* when it has a
//! joined side that is not a bridge.
//!
//! * Making: [`UniquePipes`] and [`make_unique`](PipePuzzle::make_unique) give a board exactly one solution, [`PipeShuffler`] turns its cells,
//!   [`RingValidator`] marks wet cells and rings.
//! * Solving: [`solve`](PipePuzzle::solve) deduces and grades ([`Verdict`], [`Difficulty`], [`Grade`]), [`find_solution`](PipePuzzle::find_solution) only finds one.
//! * Playing: a [`Session`] is a game with undo, hints and saving; a [`PipeBoard`] tells what a turn changes.
//! * Files: a [`PipePuzzle`] is a board with its solution, a [`GameId`] a puzzle of Simon Tatham's Net.

mod board;
mod game_id;
mod puzzle;
#[cfg(feature = "serde")]
mod puzzle_json;
mod session;
mod shuffler;
mod solver;
mod unique;
mod validator;

pub use board::{BoardChange, OutsideBoardError, PipeBoard, TileCounts};
pub use game_id::{GameId, GameIdError, GameIdErrorKind, NoGameIdError};
pub use puzzle::{PipePuzzle, PuzzleError};
pub use session::{Move, NetSaveError, Session, SolutionError, TurnError};
pub use shuffler::PipeShuffler;
pub use solver::{Difficulty, Grade, SolveLimits, Solved, Verdict, metrics};
pub use unique::UniquePipes;
pub use validator::RingValidator;

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
