//! Being told of decisions.

/// Is told which cells are decided while a board is solved, for pictures of the work. Nothing it does changes what is
/// decided. `()` does not listen.
pub trait Watch {
    /// These cells are decided now, and have these patterns: `(cell, pattern)`, cells row-major.
    fn decided(&mut self, cells: &[(u32, u32)]);
    /// These cells are open again.
    fn undone(&mut self, cells: &[u32]);
    /// Whether it listens at all.
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
