//! A pipe board to play on.

use mapwright::core::Point;
use mapwright::pipes::{Move, Session};
use numpy::PyArray1;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods};

use crate::fault::raised_of;
use crate::map::Map;

/// A pipe board to play on.
#[pyclass(module = "mapwright_levels._native")]
#[derive(Debug)]
pub(crate) struct Board {
    session: Session,
}

#[pymethods]
impl Board {
    /// The board of a map with sides and a start.
    #[new]
    fn new(level: PyRef<'_, Map>) -> PyResult<Board> {
        Ok(Board { session: Session::from_map(&level.map).map_err(raised_of)? })
    }

    /// Column and row of the source.
    #[getter]
    fn source(&self) -> (u16, u16) {
        let source = self.session.board().puzzle().source();
        (source.x, source.y)
    }

    /// Turns a tile by quarter turns clockwise; whether the board is solved then.
    fn turn(&mut self, x: u16, y: u16, quarters: u32) -> PyResult<bool> {
        let change = self.session.turn(Point::new(x, y), quarters).map_err(raised_of)?;
        Ok(change.solved)
    }

    /// Whether every tile is wet.
    fn solved(&self) -> bool {
        self.session.is_solved()
    }

    /// How many tiles there are, and how many are wet.
    fn counts(&self) -> (u32, u32) {
        let counts = self.session.board().counts();
        (counts.tiles, counts.wet)
    }

    /// A move towards the solution, if one is known: column, row, quarter turns.
    fn hint(&self) -> Option<(u16, u16, u8)> {
        self.session.hint().map(|Move { at, quarters, .. }| (at.x, at.y, quarters))
    }

    /// The open sides of each tile: bits N, E, S and W, the lowest first; and 16 where it is wet.
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (board, size) = (self.session.board(), self.session.board().size());
        let tile = |at: Point| board.tile(at).map_or(0, |dirs| dirs.bits()) | u8::from(board.is_wet(at)) << 4;
        PyArray1::from_iter(py, size.points().map(tile)).call_method1("reshape", ((size.h, size.w),))
    }
}
