//! Observing the search.

use mapwright_core::Grid;

/// Observes which cells are decided and undone while a board is solved, to draw the progress. It influences the result
/// only by rejecting solutions. `()` observes nothing and accepts all.
pub trait Watch {
    /// Called with cells that were decided: `(cell, pattern)`, with row-major cell indexes.
    fn decided(&mut self, cells: &[(u32, u32)]);
    /// Called with cells that were undone.
    fn undone(&mut self, cells: &[u32]);
    /// Whether to accept a solution; if not, the search restarts.
    fn accepts(&mut self, _patterns: &Grid<u32>) -> bool {
        true
    }
    /// Whether to go on; asked before each choice, and while a choice has many consequences. Once the answer is no, the
    /// search ends with [`Stopped`](crate::CollapseError::Stopped).
    fn goes_on(&mut self) -> bool {
        true
    }
    /// Whether `decided` and `undone` are to be called.
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
