//! The rules of Delve: ten depths, monsters that hunt, locks of pipes. Nothing here draws or reads a key, so tests play
//! whole games in milliseconds.
//!
//! Read it in this order:
//!
//! 1. [`bestiary`]: what the names on a map mean.
//! 2. [`Level`]: a map becomes a place to walk, see and fight in.
//! 3. [`PipeLock`]: a lock that opens when its pipes are joined.
//! 4. [`Game`]: a turn, from command to message.
//! 5. [`save`]: a saved game is a list of commands.

pub mod bestiary;
mod game;
mod level;
mod lock;
pub mod save;

pub use game::{Command, Event, Game, Hero, Message, Status, Tone};
pub use level::{DEPTHS, Level, Monster, Opener};
pub use lock::PipeLock;
