//! Sessions as JSON, or anything else that serde writes.

use mapwright_core::{Grid, Point, Size};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Move, Session};
use crate::{GameId, PipeBoard};

/// A saved session, field for field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    id: GameId,
    moves: Vec<Move>,
    cursor: usize,
    locked: Vec<Point>,
}

/// What no session has written.
#[derive(Debug, thiserror::Error)]
enum SavedError {
    #[error("`moves[{index}]` is at {at}, outside the board of {size}")]
    MoveOutside { index: usize, at: Point, size: Size },
    #[error("`moves[{index}]` has {quarters} quarter turns; allowed is 1 to 3")]
    Quarters { index: usize, quarters: u8 },
    #[error("`cursor` is {cursor}; allowed is 0 to {moves}, the number of moves")]
    Cursor { cursor: usize, moves: usize },
    #[error("`locked[{index}]` is {at}, outside the board of {size}")]
    LockOutside { index: usize, at: Point, size: Size },
    #[error("`locked[{index}]` is {at}; allowed is a cell behind the one before it, row by row")]
    LockOrder { index: usize, at: Point },
}

impl Serialize for Session {
    /// Fails when the board has no game ID.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let id = self.id.clone().map_err(S::Error::custom)?;
        let locked = self.locked().collect();
        Saved { id, moves: self.moves.clone(), cursor: self.cursor, locked }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Session {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer)?.open().map_err(D::Error::custom)
    }
}

impl Saved {
    fn open(self) -> Result<Session, SavedError> {
        let size = self.id.puzzle().size();
        self.check_moves(size)?;
        let locked = self.locks(size)?;
        // The board is searched once, not once a move: a file with many moves on a large board is read as fast as
        // any.
        let mut tiles = self.id.puzzle().tiles().clone();
        for made in self.moves.iter().take(self.cursor) {
            tiles[made.at] = tiles[made.at].turned(u32::from(made.quarters));
        }
        let board = PipeBoard::new(self.id.puzzle().with_tiles(&tiles));
        Ok(Session { board, id: Ok(self.id), moves: self.moves, cursor: self.cursor, locked })
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
