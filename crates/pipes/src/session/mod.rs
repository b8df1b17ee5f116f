//! A game on a live board: turns that can be taken back, locked tiles, hints.
//!
//! The moves made are a list with a cursor. Undoing moves the cursor back, redoing moves it on, and a new move
//! cuts off what was behind it. Locks are no moves: undoing does not touch them, and turns a locked tile back too.

mod hint;
#[cfg(feature = "serde")]
mod saved;

pub use hint::SolutionError;

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
/// while let Some(hint) = session.hint(solved.puzzle().tiles())? {
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
/// without a game ID is saved as `"board"` in place of `"id"`, see [`PipePuzzle`], and a known solution as
/// `"solution"`, a digit a tile as in game IDs. What is read back is checked: only what a session could have written
/// is one.
#[derive(Clone, Debug)]
pub struct Session {
    board: PipeBoard,
    /// The board as it was at first.
    first_board: PipePuzzle,
    /// Its game ID.
    id: Result<GameId, NoGameIdError>,
    solution: Option<Grid<Dirs>>,
    moves: Vec<Move>,
    /// How many of them are made; the others were taken back.
    cursor: usize,
    locked: Grid<bool>,
}

/// A tile turned. In JSON `[x, y, quarters]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16, u8)", into = "(u16, u16, u8)"))]
pub struct Move {
    /// Which tile.
    pub at: Point,
    /// Quarter turns clockwise, 1 to 3.
    pub quarters: u8,
}

/// Why a tile does not turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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

    /// A new game on the board of an ID, whose parameters are kept.
    pub fn from_id(id: GameId) -> Self {
        Session::start(id.puzzle().clone(), Ok(id))
    }

    /// A new game on a map with sides and a start. The map's `solution` is kept if it is one of this board.
    pub fn from_map(map: &BuilderMap) -> Result<Self, PuzzleError> {
        let mut session = Session::new(PipePuzzle::from_map(map)?);
        if let Some(solution) = &map.solution {
            let dirs = |p| if map.is_open(p) { solution[p].dirs() } else { Dirs::NONE };
            // A solution that does not fit is none.
            let _ = session.set_solution(&Grid::from_fn(map.size(), dirs));
        }
        Ok(session)
    }

    fn start(first_board: PipePuzzle, id: Result<GameId, NoGameIdError>) -> Self {
        let (board, locked) = (PipeBoard::new(first_board.clone()), Grid::new(first_board.size(), false));
        Session { board, first_board, id, solution: None, moves: Vec::new(), cursor: 0, locked }
    }

    /// Turns a tile by quarter turns clockwise. A whole number of full turns is no move.
    pub fn turn(&mut self, at: Point, quarters: u32) -> Result<&BoardChange, TurnError> {
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

    /// Takes the last move back; `None` when there is none.
    pub fn undo(&mut self) -> Option<&BoardChange> {
        let cursor = self.cursor.checked_sub(1)?;
        let Move { at, quarters } = *self.moves.get(cursor)?;
        self.cursor = cursor;
        self.board.turn(at, 4 - u32::from(quarters & 3)).ok()
    }

    /// Makes the move again that was taken back last; `None` when there is none.
    pub fn redo(&mut self) -> Option<&BoardChange> {
        let Move { at, quarters } = *self.moves.get(self.cursor)?;
        self.cursor += 1;
        self.board.turn(at, u32::from(quarters)).ok()
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> &[Move] {
        self.moves.get(..self.cursor).unwrap_or_default()
    }

    /// The moves taken back, the next one to redo first.
    pub fn undone(&self) -> &[Move] {
        self.moves.get(self.cursor..).unwrap_or_default()
    }

    /// Locks a tile, so that it does not turn.
    pub fn lock(&mut self, at: Point) -> Result<(), OutsideBoardError> {
        self.set_lock(at, true)
    }

    /// Unlocks a tile.
    pub fn unlock(&mut self, at: Point) -> Result<(), OutsideBoardError> {
        self.set_lock(at, false)
    }

    fn set_lock(&mut self, at: Point, locked: bool) -> Result<(), OutsideBoardError> {
        let size = self.board.size();
        *self.locked.get_mut(at).ok_or(OutsideBoardError { at, size })? = locked;
        Ok(())
    }

    /// Whether a tile is locked. Outside the board nothing is.
    pub fn is_locked(&self, at: Point) -> bool {
        self.locked.get(at).copied().unwrap_or_default()
    }

    /// The locked tiles, row-major.
    pub fn locked(&self) -> impl Iterator<Item = Point> {
        self.locked.iter().filter(|&(_, &locked)| locked).map(|(p, _)| p)
    }

    /// The board as it lies: what is wet, on a ring, and how many.
    pub const fn board(&self) -> &PipeBoard {
        &self.board
    }

    /// Whether every tile is wet.
    pub fn is_solved(&self) -> bool {
        self.board.solved()
    }

    /// The board as it was at first.
    pub const fn first_board(&self) -> &PipePuzzle {
        &self.first_board
    }

    /// The game ID of the board as it was at first. A board that wraps along one axis alone has none, or one whose
    /// source is not in the center.
    pub const fn id(&self) -> Result<&GameId, &NoGameIdError> {
        self.id.as_ref()
    }

    /// The solution that the game knows, if it knows one.
    pub const fn solution(&self) -> Option<&Grid<Dirs>> {
        self.solution.as_ref()
    }

    /// Keeps a solution of the board, which is saved with the game: tiles, or the `solution` of a map.
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
