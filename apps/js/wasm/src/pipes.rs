//! The live pipe board.

use mapwright::core::{BuilderMap, Grid, Point};
use mapwright::pipes::{BoardChange, Session, SolveLimits};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::built::InputMap;
use crate::fault::Fault;
use crate::level::Level;

/// A game of pipes on the map of a level.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pipes {
    session: Session,
}

#[wasm_bindgen]
impl Pipes {
    /// A new game; the map's own solution is kept, or one is looked for.
    #[wasm_bindgen(constructor)]
    pub fn new(level: &Level) -> Result<Pipes, Fault> {
        Pipes::of_map(&level.map)
    }

    /// The same on a map that JavaScript gives.
    pub fn of(map: InputMap) -> Result<Pipes, Fault> {
        Pipes::of_map(&map.0)
    }

    /// `{ width, height, wrap, source, tiles, solved, hints, id }`.
    pub fn board(&self) -> String {
        let (board, puzzle) = (self.session.board(), self.session.board().puzzle());
        let source = puzzle.source();
        json!({
            "width": board.size().w,
            "height": board.size().h,
            "wrap": puzzle.wrap().to_string(),
            "source": [source.x, source.y],
            "tiles": board.counts().tiles,
            "solved": board.solved(),
            "hints": self.session.solution().is_some(),
            "id": self.session.id().ok().map(ToString::to_string),
        })
        .to_string()
    }

    /// A byte a cell: the open sides in the lowest four bits, N E S W, then wet, on a ring, locked.
    pub fn cells(&self) -> Vec<u8> {
        let board = self.session.board();
        let cells = Grid::from_fn(board.size(), |at| {
            let bit = |set: bool, nth: u8| u8::from(set) << nth;
            let sides = board.tile(at).unwrap_or_default().bits();
            sides | bit(board.is_wet(at), 4) | bit(board.is_on_ring(at), 5) | bit(self.session.is_locked(at), 6)
        });
        cells.as_slice().to_vec()
    }

    /// Turns a tile; what changed, as `{ at, quarters, changed: [[x, y], …], wet, tiles, solved }`.
    pub fn turn(&mut self, x: u16, y: u16, quarters: u32) -> Result<String, Fault> {
        let at = Point::new(x, y);
        let change = self.session.turn(at, quarters).map_err(Fault::of)?.clone();
        Ok(self.change_json(at, quarters, &change))
    }

    /// Takes the last turn back.
    pub fn undo(&mut self) -> Option<String> {
        let last = *self.session.moves().last()?;
        let change = self.session.undo()?.clone();
        Some(self.change_json(last.at, 4 - u32::from(last.quarters), &change))
    }

    /// Makes the turn again that was taken back last.
    pub fn redo(&mut self) -> Option<String> {
        let next = *self.session.undone().first()?;
        let change = self.session.redo()?.clone();
        Some(self.change_json(next.at, u32::from(next.quarters), &change))
    }

    /// Locks a tile, or unlocks it.
    pub fn lock(&mut self, x: u16, y: u16) -> Result<bool, Fault> {
        let at = Point::new(x, y);
        let locked = self.session.is_locked(at);
        let done = if locked { self.session.unlock(at) } else { self.session.lock(at) };
        done.map(|()| !locked).map_err(Fault::of)
    }

    /// The next turn to make, `{ at, quarters }`; none when all is done or no solution is known.
    pub fn hint(&self) -> Option<String> {
        let hint = self.session.hint()?;
        Some(json!({ "at": [hint.at.x, hint.at.y], "quarters": hint.quarters }).to_string())
    }

    fn of_map(map: &BuilderMap) -> Result<Pipes, Fault> {
        let mut session = Session::from_map(map).map_err(Fault::of)?;
        if session.solution().is_none() {
            let limits = SolveLimits { steps: 2_000_000, memory: 64 << 20, ..SolveLimits::default() };
            let solution = session.board().puzzle().find_solution(&limits);
            // Without a solution there are no hints.
            let _ = solution.map(|solution| session.set_solution(&solution));
        }
        Ok(Pipes { session })
    }

    fn change_json(&self, at: Point, quarters: u32, change: &BoardChange) -> String {
        let lists = [&change.wet, &change.dry, &change.on_ring, &change.off_ring];
        let changed = lists.into_iter().flatten().map(|at| json!([at.x, at.y]));
        let counts = self.session.board().counts();
        json!({
            "at": [at.x, at.y],
            "quarters": quarters & 3,
            "changed": Value::from_iter(changed),
            "wet": counts.wet,
            "tiles": counts.tiles,
            "rings": counts.on_ring,
            "moves": self.session.moves().len(),
            "solved": change.solved,
        })
        .to_string()
    }
}
