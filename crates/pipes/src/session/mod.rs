//! A game on a live board: undo and redo, locked tiles, hints.
//!
//! The moves are a list with a cursor. Undo moves the cursor back, redo moves it forward, and a new move
//! discards what comes after it. Locks are not moves: undo does not change them, and also turns locked tiles back.

mod hint;
mod net;
#[cfg(feature = "serde")]
mod saved;

pub use hint::SolutionError;
pub use net::NetSaveError;

use mapwright_core::{BuilderMap, Dirs, Grid, Point};

use crate::{BoardChange, GameId, NoGameIdError, OutsideBoardError, PipeBoard, PipePuzzle, PuzzleError};

/// A game.
///
/// ```
/// use mapwright_core::Point;
/// use mapwright_pipes::{GameId, Session};
///
/// let solved: GameId = "3x1:154".parse()?;
/// let game: GameId = "3x1:2a1".parse()?;
/// let mut session = Session::from_id(game);
/// while let Some(hint) = session.hint_towards(solved.puzzle().tiles())? {
///     session.turn(hint.at, u32::from(hint.quarters))?;
/// }
/// assert!(session.is_solved());
/// assert_eq!(session.moves().len(), 3);
/// assert_eq!(session.undo().map(|change| change.dry.len()), Some(1));
/// assert!(session.redo().is_some_and(|change| change.solved));
///
/// session.lock(Point::new(0, 0))?;
/// let error = session.turn(Point::new(0, 0), 1).unwrap_err();
/// assert_eq!(error.to_string(), "the tile at (0, 0) is locked");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` a session is saved as an object `{"id","moves","cursor","locked"}`: the game ID of the
/// board it began with, all moves as `[x, y, quarters]`, how many of them are made, and the locked cells. A board
/// without a game ID is saved as `"board"` instead of `"id"`, see [`PipePuzzle`], and a known solution as `"solution"`,
/// a digit for each tile as in game IDs. Reading checks everything.
#[derive(Clone, Debug)]
pub struct Session {
    board: PipeBoard,
    /// The board at the beginning of the game.
    first_board: PipePuzzle,
    /// Its game ID.
    id: Result<GameId, NoGameIdError>,
    solution: Option<Grid<Dirs>>,
    moves: Vec<Move>,
    /// How many of them are made; the others are undone.
    cursor: usize,
    locked: Grid<bool>,
}

/// A turn of a tile. In JSON `[x, y, quarters]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16, u8)", into = "(u16, u16, u8)"))]
pub struct Move {
    /// Which tile.
    pub at: Point,
    /// Quarter turns clockwise, 1 to 3.
    pub quarters: u8,
}

/// Why a tile cannot be turned.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum TurnError {
    /// The board has no such cell.
    #[error(transparent)]
    Outside(#[from] OutsideBoardError),
    /// The player locked it.
    #[error("the tile at {at} is locked")]
    Locked {
        /// Which tile.
        at: Point,
    },
}

impl Session {
    /// A new game on a board.
    pub fn new(puzzle: PipePuzzle) -> Self {
        let id = GameId::new(puzzle.clone());
        Session::start(puzzle, id)
    }

    /// A new game on the board of an ID. The ID's parameters are kept.
    pub fn from_id(id: GameId) -> Self {
        Session::start(id.puzzle().clone(), Ok(id))
    }

    /// A new game on a map with sides and a start. It keeps the map's `solution` if it fits the board.
    ///
    /// # Errors
    ///
    /// As [`PipePuzzle::from_map`].
    pub fn from_map(map: &BuilderMap) -> Result<Self, PuzzleError> {
        let mut session = Session::new(PipePuzzle::from_map(map)?);
        if let Some(solution) = &map.solution {
            let dirs = |p: Point| if map.is_open(p) { solution[p].dirs() } else { Dirs::NONE };
            // A solution that does not fit is ignored.
            let _ = session.set_solution(&Grid::from_fn(map.size(), dirs));
        }
        Ok(session)
    }

    fn start(first_board: PipePuzzle, id: Result<GameId, NoGameIdError>) -> Self {
        let (board, locked) = (PipeBoard::new(first_board.clone()), Grid::new(first_board.size(), false));
        Session { board, first_board, id, solution: None, moves: Vec::new(), cursor: 0, locked }
    }

    /// Turns a tile by quarter turns clockwise. Full turns are not a move.
    ///
    /// # Errors
    ///
    /// The board has no such cell, or the player locked it.
    pub fn turn(&mut self, at: impl Into<Point>, quarters: u32) -> Result<&BoardChange, TurnError> {
        let at = at.into();
        if self.is_locked(at) {
            return Err(TurnError::Locked { at });
        }
        let change = self.board.turn(at, quarters)?;
        if let quarters @ 1..=3 = (quarters & 3) as u8 {
            self.moves.truncate(self.cursor);
            self.moves.push(Move { at, quarters });
            self.cursor += 1;
        }
        Ok(change)
    }

    /// Undoes the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<&BoardChange> {
        let cursor = self.cursor.checked_sub(1)?;
        let Move { at, quarters } = *self.moves.get(cursor)?;
        self.cursor = cursor;
        self.board.turn(at, 4 - u32::from(quarters & 3)).ok()
    }

    /// Redoes the move that was undone last; `None` if there is none.
    pub fn redo(&mut self) -> Option<&BoardChange> {
        let Move { at, quarters } = *self.moves.get(self.cursor)?;
        self.cursor += 1;
        self.board.turn(at, u32::from(quarters)).ok()
    }

    /// Takes the game back to its first board, without moves and locks. The solution stays known.
    pub fn reset(&mut self) {
        let start = Session::start(self.first_board.clone(), self.id.clone());
        *self = Session { solution: self.solution.take(), ..start };
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> &[Move] {
        self.moves.get(..self.cursor).unwrap_or_default()
    }

    /// The undone moves, the next one to redo first.
    pub fn undone(&self) -> &[Move] {
        self.moves.get(self.cursor..).unwrap_or_default()
    }

    /// Locks a tile, so that it cannot be turned.
    ///
    /// # Errors
    ///
    /// The board has no such cell.
    pub fn lock(&mut self, at: impl Into<Point>) -> Result<(), OutsideBoardError> {
        self.set_lock(at.into(), true)
    }

    /// Unlocks a tile.
    ///
    /// # Errors
    ///
    /// The board has no such cell.
    pub fn unlock(&mut self, at: impl Into<Point>) -> Result<(), OutsideBoardError> {
        self.set_lock(at.into(), false)
    }

    fn set_lock(&mut self, at: Point, locked: bool) -> Result<(), OutsideBoardError> {
        let size = self.board.size();
        *self.locked.get_mut(at).ok_or(OutsideBoardError { at, size })? = locked;
        Ok(())
    }

    /// Whether a tile is locked. Cells outside the board are not.
    pub fn is_locked(&self, at: impl Into<Point>) -> bool {
        self.locked.get(at.into()).copied().unwrap_or_default()
    }

    /// The locked tiles, row-major.
    pub fn locked(&self) -> impl Iterator<Item = Point> {
        self.locked.iter().filter(|&(_, &locked)| locked).map(|(p, _)| p)
    }

    /// The live board: which tiles are wet or on a ring, and how many.
    pub const fn board(&self) -> &PipeBoard {
        &self.board
    }

    /// Whether every tile is wet.
    pub fn is_solved(&self) -> bool {
        self.board.solved()
    }

    /// The board at the beginning of the game.
    pub const fn first_board(&self) -> &PipePuzzle {
        &self.first_board
    }

    /// The game ID of the first board. A board that wraps along only one axis has none, nor has one whose
    /// source is not in the center.
    ///
    /// # Errors
    ///
    /// Why it has none.
    pub const fn id(&self) -> Result<&GameId, &NoGameIdError> {
        self.id.as_ref()
    }

    /// The solution, if the game knows one.
    pub const fn solution(&self) -> Option<&Grid<Dirs>> {
        self.solution.as_ref()
    }

    /// Sets the solution of the board, which is saved with the game: tiles, or the `solution` of a map.
    ///
    /// # Errors
    ///
    /// The solution has another size, or tiles that no turn of the board gives.
    pub fn set_solution<T: Copy + Into<Dirs>>(&mut self, solution: &Grid<T>) -> Result<(), SolutionError> {
        let solution = solution.map(|&tile| tile.into());
        self.check(&solution)?;
        self.solution = Some(solution);
        Ok(())
    }
}

impl From<(u16, u16, u8)> for Move {
    fn from((x, y, quarters): (u16, u16, u8)) -> Self {
        Move { at: Point::new(x, y), quarters }
    }
}

impl From<Move> for (u16, u16, u8) {
    fn from(Move { at, quarters }: Move) -> Self {
        (at.x, at.y, quarters)
    }
}
