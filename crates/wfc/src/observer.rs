//! Observing the search.

/// Observes which cells are decided and undone during a search, to draw the progress. It does not influence the result,
/// but can stop the search. `()` observes nothing.
pub trait CollapseObserver {
    /// Called with cells that were decided: `(cell, pattern)`, with row-major cell indexes.
    fn decided(&mut self, cells: &[(u32, u32)]);
    /// Called with cells that were undone.
    fn undone(&mut self, cells: &[u32]);
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

impl CollapseObserver for () {
    fn decided(&mut self, _: &[(u32, u32)]) {}
    fn undone(&mut self, _: &[u32]) {}
    fn listens(&self) -> bool {
        false
    }
}
