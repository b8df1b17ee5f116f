//! Sessions for serde.

use mapwright_core::{Grid, Point, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Move, Session};
use crate::game_id::{parse_tiles, tiles_text};
use crate::{GameId, GameIdError, PipeBoard, PipePuzzle, SolutionError};

/// A saved session, field by field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<GameId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<PipePuzzle>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    moves: Vec<Move>,
    cursor: usize,
    locked: Vec<Point>,
}

/// Why saved data is not a session.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
enum SavedError {
    #[error("expected either `id` or `board`")]
    Board,
    #[error("`solution`: {0}")]
    SolutionText(#[from] GameIdError),
    #[error("`solution`: {0}")]
    Solution(#[from] SolutionError),
    #[error("`moves[{index}]` is at {at}, outside the board of {size}")]
    MoveOutside { index: usize, at: Point, size: Size },
    #[error("`moves[{index}]` has {quarters} quarter turns; expected 1 to 3")]
    Quarters { index: usize, quarters: u8 },
    #[error("`cursor` is {cursor}; expected 0 to {moves}, the number of moves")]
    Cursor { cursor: usize, moves: usize },
    #[error("`locked[{index}]` is {at}, outside the board of {size}")]
    LockOutside { index: usize, at: Point, size: Size },
    #[error("`locked[{index}]` is {at}; expected a cell after the one before it, row by row")]
    LockOrder { index: usize, at: Point },
}

impl Serialize for Session {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = self.id.as_ref().ok().cloned();
        let board = if id.is_none() { Some(self.first_board.clone()) } else { None };
        let solution = self.solution.as_ref().map(tiles_text);
        let (moves, cursor, locked) = (self.moves.clone(), self.cursor, self.locked().collect());
        Saved { id, board, solution, moves, cursor, locked }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Session {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer)?.open().map_err(D::Error::custom)
    }
}

impl Saved {
    fn open(mut self) -> Result<Session, SavedError> {
        let mut session = match (self.id.take(), self.board.take()) {
            (Some(id), None) => Session::from_id(id),
            (None, Some(board)) => Session::new(board),
            _ => return Err(SavedError::Board),
        };
        let size = session.first_board().size();
        self.check_moves(size)?;
        session.locked = self.locks(size)?;
        if let Some(text) = &self.solution {
            session.set_solution(&parse_tiles(text, size)?)?;
        }
        // The board is searched once, not for each move: a file with many moves on a large board is read as fast as
        // any.
        let mut tiles = session.first_board().tiles().clone();
        for made in self.moves.iter().take(self.cursor) {
            tiles[made.at] = tiles[made.at].turned(u32::from(made.quarters));
        }
        session.board = PipeBoard::new(session.first_board().with_tiles(&tiles));
        (session.moves, session.cursor) = (self.moves, self.cursor);
        Ok(session)
    }

    fn check_moves(&self, size: Size) -> Result<(), SavedError> {
        for (index, &Move { at, quarters }) in self.moves.iter().enumerate() {
            if !size.contains(at) {
                return Err(SavedError::MoveOutside { index, at, size });
            }
            if !(1..=3).contains(&quarters) {
                return Err(SavedError::Quarters { index, quarters });
            }
        }
        if self.cursor > self.moves.len() {
            return Err(SavedError::Cursor { cursor: self.cursor, moves: self.moves.len() });
        }
        Ok(())
    }

    fn locks(&self, size: Size) -> Result<Grid<bool>, SavedError> {
        let mut locked = Grid::new(size, false);
        let mut free = 0;
        for (index, &at) in self.locked.iter().enumerate() {
            if !size.contains(at) {
                return Err(SavedError::LockOutside { index, at, size });
            }
            if size.index(at) < free {
                return Err(SavedError::LockOrder { index, at });
            }
            free = size.index(at) + 1;
            locked[at] = true;
        }
        Ok(locked)
    }
}
