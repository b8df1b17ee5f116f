//! Why a map becomes no pipe pack. All of it is found before anything is written.

use mapwright_core::Size;

use super::super::{BlockError, PackError, Version};

/// A pipe pack that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipePackError {
    /// A namespace that the game would not read.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A block that is none, or none of the version.
    #[error("`{part}`: {error}")]
    Block {
        /// Which of the [`PipeBlocks`](super::PipeBlocks).
        part: &'static str,
        /// What is wrong with it.
        error: BlockError,
    },
    /// A block that would stand for two things.
    #[error("`{one}` and `{other}` are the same block, so nobody could tell them apart")]
    SameBlock {
        /// One of the [`PipeBlocks`](super::PipeBlocks).
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// The game is too old.
    #[error(
        "a pipe pack needs Minecraft 1.20.4 or later, not {0}: it needs markers, and functions that call each other"
    )]
    Version(Version),
    /// The planes of the map contradict each other.
    #[error("{0}")]
    Unsound(String),
    /// A map needs sides to be a board.
    #[error("the map has no `sides`, so it has no pipes")]
    NoSides,
    /// A map needs a start, the source.
    #[error("the map has no `start`, so the board has no source")]
    NoSource,
    /// Water passes through touching sides only.
    #[error("the map has portals; a pipe board has none")]
    Portals,
    /// The game would stop in the middle of a search.
    #[error(
        "the board of {size} is too large for one tick of the game; expected at most {cells} cells, and {side} along a side"
    )]
    TooLarge {
        /// The board's size.
        size: Size,
        /// How many cells it may have.
        cells: u32,
        /// How many columns or rows it may have.
        side: u16,
    },
}
