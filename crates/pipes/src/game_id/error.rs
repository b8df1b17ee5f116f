//! Why a game ID cannot be read, and where.

use mapwright_core::{Point, Size, Wrap};

/// Why a text is not a game ID.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error("character {}: {kind}", .at + 1)]
pub struct GameIdError {
    /// The index of the wrong character; the length of the text if something is missing at the end.
    pub at: usize,
    /// What is wrong.
    pub kind: GameIdErrorKind,
}

/// What can be wrong with a game ID.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum GameIdErrorKind {
    /// It must begin with a size.
    #[error("{} instead of a size; expected an ID that begins with one, such as 11x11, or the address of a page with an ID after its `#`", shown(.found))]
    NoSize {
        /// The character there; `None` at the end.
        found: Option<char>,
    },
    /// The board has no cells, or more than can be numbered.
    #[error("the {what} is {found}; expected 1 to 65535")]
    Side {
        /// `width` or `height`.
        what: &'static str,
        /// The digits.
        found: String,
    },
    /// A letter is not a parameter.
    #[error("{} among the parameters; expected `w`, `b` with a probability, `a`, and then `:`", shown(.found))]
    Parameter {
        /// The character there; `None` at the end.
        found: Option<char>,
    },
    /// A parameter is given twice.
    #[error("`{0}` is given twice")]
    Repeated(char),
    /// `b` needs a probability.
    #[error("the probability of barriers is `{0}`; expected 0 to 1, such as 0.25")]
    Probability(String),
    /// The ID names a random seed, from which only Net can make the board.
    #[error("a random seed, from which only Net itself makes the board; expected `:` and the tiles")]
    RandomSeed,
    /// A character is neither a tile nor a barrier.
    #[error("`{0}` is not a tile; expected one hex digit for each tile, the sum of R=1 U=2 L=4 D=8")]
    Tile(char),
    /// There are too few tiles.
    #[error("the text ends after {tiles} tiles; a board of {size} has {}", .size.area())]
    TooShort {
        /// The number of tiles.
        tiles: usize,
        /// The size that the parameters name.
        size: Size,
    },
    /// A barrier comes before the first tile.
    #[error(
        "barrier `{0}` before the first tile; expected it after its tile, `v` for the right side and `h` for below"
    )]
    BarrierFirst(char),
    /// A barrier is given twice.
    #[error("barrier `{found}` at {cell} is given twice")]
    BarrierTwice {
        /// `v` or `h`.
        found: char,
        /// The tile before it.
        cell: Point,
    },
    /// The text continues after the last tile.
    #[error("`{found}` after the last tile; a board of {size} has only {}", .size.area())]
    TooLong {
        /// The character there.
        found: char,
        /// The size that the parameters name.
        size: Size,
    },
}

/// Why a puzzle cannot be written as a game ID.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum NoGameIdError {
    /// The board wraps along one axis; Net wraps both or none.
    #[error("a board that wraps only along {0} has no game ID; expected none or both")]
    OneAxis(Wrap),
    /// The source is not in the center, as in Net.
    #[error("a board with its source at {at} has no game ID; expected the center, {center}")]
    Source {
        /// Where it is.
        at: Point,
        /// Where it must be.
        center: Point,
    },
}

fn shown(found: &Option<char>) -> String {
    found.map_or_else(|| "the text ends".to_owned(), |found| format!("`{found}`"))
}
