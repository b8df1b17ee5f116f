//! Adds an edge.
//!
//! * Between a wet and a dry cell: everything connected to the dry one becomes wet. The edge is a bridge and no other
//!   edge changes, since a bridge on either side splits its own component as before.
//! * Between two components that are dry: the same, but nothing becomes wet.
//! * Within one component: take any simple path P between its two cells. *The bridges on P become ring edges,
//!   as does the new edge, and nothing else changes.* An edge f that was not a bridge lies on a cycle, which is still
//!   there. A bridge f splits its component in two. If both cells are on one side, the new edge does not cross
//!   between the sides, so f is still the only edge that does: a bridge. If they are on different sides,
//!   the new edge crosses, so f is no longer a bridge; and every path between them crosses too, necessarily by f. So
//!   those are exactly the bridges on P, whichever path P is.

use mapwright_core::Dir;

use super::flow_state::FlowState;
use super::search::Edges;

impl FlowState {
    /// Opens the way from a cell to its neighbor in `dir`, which is closed.
    pub(super) fn join(&mut self, cell: u32, dir: Dir) {
        let next = self.joined.step(cell, dir);
        let wet = [self.is_wet(cell), self.is_wet(next)];
        if wet[0] != wet[1] {
            self.joined.join(cell, dir);
            self.flood(if wet[0] { next } else { cell });
            return;
        }
        // Wet cells are always connected. For dry cells this takes a search, at the cost of the smaller component.
        let is_ring = self.find_path([cell, next], Edges::Joined);
        self.joined.join(cell, dir);
        if is_ring {
            for i in 0..self.path.dirs.len() {
                self.add_ring_edge(self.path.cells[i], self.path.dirs[i]);
            }
            self.add_ring_edge(cell, dir);
        }
    }

    /// Makes a dry cell wet, and all dry cells joined to it.
    pub(super) fn flood(&mut self, start: u32) {
        let mut front = std::mem::take(&mut self.fronts[0]);
        front.cells.clear();
        front.done = 0;
        front.cells.push(start);
        self.set_wet(start, true);
        while let Some(cell) = front.next() {
            for dir in self.ways(cell, Edges::Joined).iter() {
                let next = self.joined.step(cell, dir);
                if !self.is_wet(next) {
                    self.set_wet(next, true);
                    front.cells.push(next);
                }
            }
        }
        self.fronts[0] = front;
    }
}
