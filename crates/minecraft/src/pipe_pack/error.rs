//! Errors about pipe packs. All are found before anything is written.

use mapwright_core::Size;

use super::super::DatapackError;

/// Why a pipe pack cannot be made.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum PipePackError {
    /// The game does not accept the namespace.
    #[error(transparent)]
    Pack(#[from] DatapackError),
    /// A block has two meanings.
    #[error("`{one}` and `{other}` are the same block; expected different ones")]
    SameBlock {
        /// One of the [`PipeBlocks`](super::PipeBlocks).
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// The map is invalid.
    #[error("{0}")]
    Unsound(String),
    /// The map has no sides.
    #[error("the map has no `sides`, so it has no pipes")]
    NoSides,
    /// The map has no start, which is the source.
    #[error("the map has no `start`, so the board has no source")]
    NoSource,
    /// The map has portals, but water passes only through touching sides.
    #[error("the map has portals; a pipe board has none")]
    Portals,
    /// The game would stop in the middle of a search.
    #[error(
        "the board of {size} is too large for one tick of the game; expected at most {cells} cells, and {side} along a side"
    )]
    TooLarge {
        /// The board's size.
        size: Size,
        /// The most cells.
        cells: u32,
        /// The most columns or rows.
        side: u16,
    },
}
