//! What can be wrong with a game ID, and where.

use mapwright_core::{Point, Size, Wrap};

/// A text that is no game ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {}: {kind}", .at + 1)]
pub struct GameIdError {
    /// Which character of the text is wrong, from 0; its length when something is missing in the end.
    pub at: usize,
    /// What is wrong.
    pub kind: GameIdErrorKind,
}

/// What can be wrong with a game ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameIdErrorKind {
    /// It must begin with a size.
    #[error("{} where a size should be; an ID begins with one, such as 11x11", shown(.found))]
    NoSize {
        /// What is there; `None` at the end.
        found: Option<char>,
    },
    /// A board without cells, or with more than can be numbered.
    #[error("the {what} is {found}; expected 1 to 65535")]
    Side {
        /// `width` or `height`.
        what: &'static str,
        /// The digits.
        found: String,
    },
    /// A letter that is no parameter.
    #[error("{} among the parameters; expected `w`, `b` with a probability, `a`, and then `:`", shown(.found))]
    Parameter {
        /// What is there; `None` at the end.
        found: Option<char>,
    },
    /// A parameter a second time.
    #[error("`{0}` is there twice")]
    Repeated(char),
    /// `b` needs a probability.
    #[error("the probability of barriers is `{0}`; expected 0 to 1, such as 0.25")]
    Probability(String),
    /// Net knows IDs that say from which random seed to make a board.
    #[error("a random seed cannot be read, as only the game itself makes its board; expected `:` and the tiles")]
    RandomSeed,
    /// A character that is neither tile nor barrier.
    #[error("`{0}` is no tile; expected one hex digit a tile, the sum of R=1 U=2 L=4 D=8")]
    Tile(char),
    /// Too few tiles.
    #[error("the text ends after {tiles} tiles; a board of {size} has {}", .size.area())]
    TooShort {
        /// Tiles there are.
        tiles: usize,
        /// The size that the parameters name.
        size: Size,
    },
    /// A barrier belongs to the tile before it.
    #[error("barrier `{0}` before the first tile; it comes after its tile, `v` for the right side and `h` for below")]
    BarrierFirst(char),
    /// A barrier where there is no neighbor.
    #[error("barrier `{found}` at {cell}, which has no neighbor there; expected a side between two cells")]
    BarrierOutside {
        /// `v` or `h`.
        found: char,
        /// The tile before it.
        cell: Point,
    },
    /// The same barrier a second time.
    #[error("barrier `{found}` at {cell} is there twice")]
    BarrierTwice {
        /// `v` or `h`.
        found: char,
        /// The tile before it.
        cell: Point,
    },
    /// There is more after the last tile.
    #[error("`{found}` after the last tile; a board of {size} has {} and nothing more", .size.area())]
    TooLong {
        /// What is there.
        found: char,
        /// The size that the parameters name.
        size: Size,
    },
}

/// Why a puzzle cannot be written as a game ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoGameIdError {
    /// Net wraps both axes or none.
    #[error("a board that wraps along {0} alone has no game ID; expected none or both")]
    OneAxis(Wrap),
    /// Net's source is in the center.
    #[error("a board with its source at {at} has no game ID; expected the center, {center}")]
    Source {
        /// Where it is.
        at: Point,
        /// Where it would have to be.
        center: Point,
    },
}

fn shown(found: &Option<char>) -> String {
    found.map_or_else(|| "the text ends".to_owned(), |found| format!("`{found}`"))
}
