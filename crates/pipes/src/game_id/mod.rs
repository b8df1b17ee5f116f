//! Game IDs of Net, the pipe puzzle of Simon Tatham's Portable Puzzle Collection.
//!
//! An ID is the parameters `WxH[w][bN][a]` (wrapped, probability of barriers, ambiguous boards allowed), a colon, and
//! one hex digit for each tile in row-major order: the sum of its open sides, R=1 U=2 L=4 D=8. A `v` after a tile is a
//! barrier on its right, an `h` one below it. The source is the center cell, (w/2, h/2).
//!
//! IDs printed by Net are read and printed again byte for byte. One number is a square, as in `5:`, and the address of a
//! page may stand before the ID, ended by `#`. Barriers on the border have no effect, as in Net. Net skips unknown letters;
//! here they are errors.

mod error;
mod parse;

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
pub(crate) use parse::{parse_board, parse_tiles};

pub use error::{GameIdError, GameIdErrorKind, NoGameIdError};

use mapwright_core::{Dir, Dirs, Grid, Wrap};

use crate::PipePuzzle;

/// A pipe puzzle with the parameters of its game ID.
///
/// ```
/// use mapwright_core::{Dir, Dirs, Point, Wrap};
/// use mapwright_pipes::GameId;
///
/// let id: GameId = "3x2w:1v4a8h26".parse()?;
/// assert_eq!(id.to_string(), "3x2w:1v4a8h26");
/// let puzzle = id.puzzle();
/// assert_eq!((puzzle.wrap(), puzzle.source()), (Wrap::Both, Point::new(1, 1)));
/// assert_eq!(puzzle.tiles()[Point::new(2, 0)], Dirs::NONE.with(Dir::N).with(Dir::S));
///
/// let error = "3x2:1v4a82".parse::<GameId>().unwrap_err();
/// assert_eq!(error.to_string(), "character 11: the text ends after 5 tiles; a board of 3x2 has 6");
/// # Ok::<(), mapwright_pipes::GameIdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameId {
    puzzle: PipePuzzle,
    /// As it was written.
    barrier_probability: Option<String>,
    ambiguous: bool,
}

impl GameId {
    /// The ID of a puzzle. Net has no IDs for boards that wrap along one axis, or whose source is not in the center.
    ///
    /// # Errors
    ///
    /// The board wraps along one axis, or its source is not in the center.
    pub fn new(puzzle: PipePuzzle) -> Result<Self, NoGameIdError> {
        if matches!(puzzle.wrap(), Wrap::X | Wrap::Y) {
            return Err(NoGameIdError::OneAxis(puzzle.wrap()));
        }
        let center = puzzle.size().center();
        if puzzle.source() != center {
            return Err(NoGameIdError::Source { at: puzzle.source(), center });
        }
        Ok(GameId { puzzle, barrier_probability: None, ambiguous: false })
    }

    /// The board.
    pub const fn puzzle(&self) -> &PipePuzzle {
        &self.puzzle
    }

    /// The board, without its ID.
    pub fn into_puzzle(self) -> PipePuzzle {
        self.puzzle
    }

    /// The `N` of `bN`, as written: the probability that the game puts a barrier on a closed side of a *new* board. It
    /// says nothing about this board.
    pub fn barrier_probability(&self) -> Option<&str> {
        self.barrier_probability.as_deref()
    }

    /// Whether the ID has an `a`: a new board may have several solutions.
    pub const fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }

    /// The same parameters with other tiles on the board: a move, or a solution. Cells that `tiles` lacks keep
    /// their tile.
    #[must_use]
    pub fn with_tiles(&self, tiles: &Grid<Dirs>) -> Self {
        GameId { puzzle: self.puzzle.with_tiles(tiles), ..self.clone() }
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        parse::parse(text)
    }
}

#[cfg(feature = "serde")]
mapwright_core::serialize_as_text!(GameId);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzle = &self.puzzle;
        write!(f, "{}", puzzle.size())?;
        if puzzle.wrap() == Wrap::Both {
            f.write_str("w")?;
        }
        if let Some(probability) = &self.barrier_probability {
            write!(f, "b{probability}")?;
        }
        f.write_str(if self.ambiguous { "a:" } else { ":" })?;
        f.write_str(&board_text(puzzle))
    }
}

/// The tiles and barriers of a board, as in its ID.
pub(crate) fn board_text(puzzle: &PipePuzzle) -> String {
    let ground = puzzle.ground();
    let is_barred = |cell, dir| ground.beside(cell, dir).is_some() && !ground.dirs(cell).contains(dir);
    let mut text = String::with_capacity(puzzle.size().area() as usize);
    for (cell, &tile) in (0..).zip(puzzle.tiles().as_slice()) {
        text.push(digit(tile));
        text.extend(BARRIERS.iter().filter(|&&(dir, _)| is_barred(cell, dir)).map(|&(_, mark)| mark));
    }
    text
}

/// The tiles of a board without its barriers.
#[cfg(feature = "serde")]
pub(crate) fn tiles_text(tiles: &Grid<Dirs>) -> String {
    tiles.as_slice().iter().map(|&tile| digit(tile)).collect()
}

fn digit(tile: Dirs) -> char {
    char::from_digit(swapped(tile.bits()).into(), 16).unwrap_or('0')
}

/// The side of a tile that each mark closes, in the order of Net.
const BARRIERS: [(Dir, char); 2] = [(Dir::E, 'v'), (Dir::S, 'h')];

/// Ours is N=1 E=2 S=4 W=8, Net's is E=1 N=2 W=4 S=8: neighboring bits swap places, in both directions.
const fn swapped(bits: u8) -> u8 {
    (bits & 0b0101) << 1 | (bits & 0b1010) >> 1
}
