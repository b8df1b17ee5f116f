//! Who sees what rerouting does.

use super::tree::{Swap, Tree};

/// Sees the swaps that stay, and says whether to go on. `()` sees nothing and goes on.
pub(super) trait SwapObserver {
    /// A swap was made and stays.
    fn swapped(&mut self, _tree: &Tree<'_>, _swap: Swap) {}
    /// Whether to go on after some tiles were looked at. Once the answer is no, it stays no.
    fn goes_on(&mut self, _tiles: u64) -> bool {
        true
    }
}

impl SwapObserver for () {}

/// Also notes the cells near which something has changed.
pub(super) struct ChangedCells<'w, W> {
    pub(super) changed: Vec<u32>,
    pub(super) observer: &'w mut W,
}

impl<W: SwapObserver> SwapObserver for ChangedCells<'_, W> {
    fn swapped(&mut self, tree: &Tree<'_>, swap: Swap) {
        self.changed.extend([swap.added.0, swap.removed.0]);
        self.observer.swapped(tree, swap);
    }

    fn goes_on(&mut self, tiles: u64) -> bool {
        self.observer.goes_on(tiles)
    }
}
