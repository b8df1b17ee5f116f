//! Removes an edge.
//!
//! * A ring edge: its ends stay connected, so nothing dries. `split.rs` finds which edges become bridges.
//! * A bridge: no ring ran through it, so every ring stays. If it was wet, the end without the source dries.
//!
//! To find that end, both ends grow in step until one of them is complete, and so has no source, or until one of them
//! meets the source, and so it is the other end. The work is what dries, and at most as much again at the other end.

use mapwright_core::Dir;

use super::flow_state::{FlowState, SEEN};
use super::search::Edges;

impl FlowState {
    /// Closes the way from a cell to its neighbor in `dir`, which is open.
    pub(super) fn part(&mut self, cell: u32, dir: Dir) {
        let ends = [cell, self.joined.step(cell, dir)];
        if self.ring_sides(cell).contains(dir) {
            self.remove_ring_edge(cell, dir);
            self.joined.part(cell, dir);
            self.split(ends);
        } else {
            self.joined.part(cell, dir);
            if self.is_wet(cell) {
                self.dry_without_source(ends);
            }
        }
    }

    /// Of two wet cells, dries the one that is not connected to the source, and everything connected to it.
    fn dry_without_source(&mut self, ends: [u32; 2]) {
        self.begin(ends);
        let side = self.side_without_source(ends);
        self.clear(1 - side);
        let mut front = std::mem::take(&mut self.fronts[side]);
        for &cell in &front.cells {
            self.marks[cell as usize] &= !SEEN[side];
            self.set_wet(cell, false);
        }
        while let Some(cell) = front.next() {
            for dir in self.ways(cell, Edges::Joined).iter() {
                let next = self.joined.step(cell, dir);
                if self.is_wet(next) {
                    self.set_wet(next, false);
                    front.cells.push(next);
                }
            }
        }
        self.fronts[side] = front;
    }

    /// Grows both ends, which are not connected, until it is clear which of them has no source.
    fn side_without_source(&mut self, ends: [u32; 2]) -> usize {
        if let Some(side) = ends.iter().position(|&end| end == self.source) {
            return 1 - side;
        }
        loop {
            for side in [0, 1] {
                let Some(cell) = self.fronts[side].next() else { return side };
                for dir in self.ways(cell, Edges::Joined).iter() {
                    let next = self.joined.step(cell, dir);
                    if self.marks[next as usize] & SEEN[side] == 0 {
                        self.reach(side, next);
                        if next == self.source {
                            return 1 - side;
                        }
                    }
                }
            }
        }
    }
}
