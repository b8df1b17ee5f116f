//! Saved games of Net: lines `KEY     :LENGTH:DATA`, of which `PARAMS` and `DESC` are the game ID and each `MOVE` is a list
//! of turns: `A`, `C` and `F` with a cell turn a tile anticlockwise, clockwise and around, `L` locks and unlocks it.

use mapwright_core::Point;

use super::{Session, TurnError};
use crate::{GameId, GameIdError};

/// Why a text is not a saved game of Net.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum NetSaveError {
    /// A line has another form.
    #[error("line {line}: expected a name, `:`, the number of bytes that follow, `:` and these bytes")]
    Line {
        /// Which line, counted from 1.
        line: usize,
    },
    /// It is of another game of the collection.
    #[error("a saved game of `{0}`; expected one of Net")]
    Game(String),
    /// An entry is missing.
    #[error("there is no `{0}`")]
    Missing(&'static str),
    /// The board is wrong.
    #[error("`PARAMS` and `DESC`: {0}")]
    Board(#[from] GameIdError),
    /// A move cannot be read, or is outside of the board.
    #[error("line {line}: `{text}` is no move; expected A, C, F or L with a cell of the board, such as C3,4")]
    Move {
        /// Which line, counted from 1.
        line: usize,
        /// The move.
        text: String,
    },
    /// It is cut off, or has too much.
    #[error("`NSTATES` is `{found}`; expected {expected}, one more than the moves")]
    States {
        /// What is there.
        found: String,
        /// What it should be.
        expected: usize,
    },
    /// It says to have made more moves than it has, or none at all.
    #[error("`STATEPOS` is `{found}`; expected 1 to {most}, one more than the moves")]
    Position {
        /// What is there.
        found: String,
        /// The most.
        most: usize,
    },
}

/// An entry: its line, name and data.
type Entry<'a> = (usize, &'a str, &'a str);

impl Session {
    /// Whether a text begins as saved games of the collection do.
    pub fn is_net_save(text: &str) -> bool {
        text.trim_start().starts_with("SAVEFILE:")
    }

    /// A game that Net has saved: the board with all moves, those that were undone too, and the locks. A turn of many tiles at
    /// once, as of *Solve* or *Jumble*, becomes a move for each of them. A source or a view that the player
    /// moved is ignored.
    ///
    /// # Errors
    ///
    /// The text is not a saved game of Net, or a part of it is wrong.
    pub fn from_net_save(text: &str) -> Result<Session, NetSaveError> {
        let entries = entries(text)?;
        let find = |name| entries.iter().find(|(_, found, _)| *found == name).map(|(_, _, data)| *data);
        let need = |name| find(name).ok_or(NetSaveError::Missing(name));
        if need("GAME")? != "Net" {
            return Err(NetSaveError::Game(need("GAME")?.to_owned()));
        }
        let id = format!("{}:{}", need("PARAMS")?, need("DESC")?);
        let mut session = Session::from_id(id.parse::<GameId>()?);
        let states: Vec<Entry<'_>> =
            entries.iter().copied().filter(|(_, name, _)| matches!(*name, "MOVE" | "SOLVE" | "RESTART")).collect();
        if let Some(found) = find("NSTATES").filter(|found| found.parse() != Ok(states.len() + 1)) {
            return Err(NetSaveError::States { found: found.to_owned(), expected: states.len() + 1 });
        }
        let position = find("STATEPOS").unwrap_or("1");
        let is_there = |at: &usize| (1..=states.len() + 1).contains(at);
        let made = position.parse().ok().filter(is_there);
        let wrong = || NetSaveError::Position { found: position.to_owned(), most: states.len() + 1 };
        let made = made.ok_or_else(wrong)? - 1;
        for &state in &states[..made] {
            session.net_state(state, true)?;
        }
        let before = session.moves.len();
        for &state in states[made..].iter().take_while(|(_, name, _)| *name != "RESTART") {
            session.net_state(state, false)?;
        }
        for _ in before..session.moves.len() {
            session.undo();
        }
        Ok(session)
    }

    /// Makes what leads to a state. Only states that were not undone lock tiles.
    fn net_state(&mut self, (line, name, data): Entry<'_>, locks: bool) -> Result<(), NetSaveError> {
        if name == "RESTART" {
            self.reset();
            return Ok(());
        }
        let turns = data.strip_prefix(['S', 'J']).unwrap_or(data);
        for text in turns.split(';').filter(|text| !text.is_empty()) {
            self.net_turn(text, locks).ok_or_else(|| NetSaveError::Move { line, text: text.to_owned() })?;
        }
        Ok(())
    }

    fn net_turn(&mut self, text: &str, locks: bool) -> Option<()> {
        let (x, y) = text.get(1..)?.split_once(',')?;
        let at = Point::new(x.parse().ok()?, y.parse().ok()?);
        let quarters = match text.as_bytes()[0] {
            b'A' => 3,
            b'C' => 1,
            b'F' => 2,
            b'L' => return self.set_lock(at, self.is_locked(at) != locks).ok(),
            _ => return None,
        };
        match self.turn(at, quarters) {
            // Net asks its player about locks, not a saved game.
            Err(TurnError::Locked { .. }) => {
                self.set_lock(at, false).ok()?;
                self.turn(at, quarters).ok()?;
                self.set_lock(at, true).ok()
            }
            done => done.ok().map(drop),
        }
    }
}

fn entries(text: &str) -> Result<Vec<Entry<'_>>, NetSaveError> {
    let mut rest = text.trim_start();
    let mut line = 1 + text[..text.len() - rest.len()].matches('\n').count();
    let mut entries = Vec::new();
    while !rest.trim_start().is_empty() {
        let entry = || {
            let (name, after) = rest.split_once(':')?;
            let (length, after) = after.split_once(':')?;
            let (data, after) = after.split_at_checked(length.parse().ok()?)?;
            let after = after.strip_prefix('\r').unwrap_or(after);
            Some(((line, name.trim_end(), data), after.strip_prefix('\n').or_else(|| after.is_empty().then_some(""))?))
        };
        let (found, after) = entry().ok_or(NetSaveError::Line { line })?;
        entries.push(found);
        line += rest[..rest.len() - after.len()].matches('\n').count();
        rest = after;
    }
    Ok(entries)
}
