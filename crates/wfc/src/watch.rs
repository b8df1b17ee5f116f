//! Being told of decisions.

use mapwright_core::Grid;

/// Is told which cells are decided while a board is solved, for pictures of the work. Nothing it does changes what is
/// decided, but for what it does not accept. `()` does not listen and accepts all.
pub trait Watch {
    /// These cells are decided now, and have these patterns: `(cell, pattern)`, cells row-major.
    fn decided(&mut self, cells: &[(u32, u32)]);
    /// These cells are open again.
    fn undone(&mut self, cells: &[u32]);
    /// Whether a board with a pattern in every cell will do; if not, it is begun anew.
    fn accepts(&mut self, _patterns: &Grid<u32>) -> bool {
        true
    }
    /// Whether it wants to be told of cells at all.
    fn listens(&self) -> bool {
        true
    }
}

impl Watch for () {
    fn decided(&mut self, _: &[(u32, u32)]) {}
    fn undone(&mut self, _: &[u32]) {}
    fn listens(&self) -> bool {
        false
    }
}
