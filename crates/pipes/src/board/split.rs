//! Removes a ring edge, and finds the edges that become bridges.
//!
//! A *block* here is a set of cells that ring edges join: a 2-edge-connected component. Take edge e = uv out of
//! block B. B stays joined, and an edge of another block stays what it is. Let P be any path from u to v in B − e.
//!
//! **Only edges of P become bridges.** If f is a bridge of B − e and not one of B, then e ran between its two
//! sides, so u and v are on different sides, and P crosses by f.
//!
//! **An edge of P stays a ring edge exactly when a detour spans it**: when some path outside P, that is without an
//! edge of P, joins a cell of P before the edge with one behind it. With such a detour there is a cycle through the
//! edge. Without one, every path from u to v passes the edge: take one that does not, the last of its cells that is
//! a cell of P before the edge, and the first behind the edge after that; between these two it has no cell of
//! P, so no edge of P either: a detour.
//!
//! So from u we search outside P. Whenever the search comes upon a cell of P, all edges of P up to there are spanned,
//! and since the cells between belong to the same block now, the search goes on from each of them as well. When
//! nothing is left to search, the next edge of P is a bridge, and a new search begins behind it. From v the same is
//! done backwards, in step with the first: when the two searches meet, all edges between are spanned, and
//! when they arrive at one cell of P, all edges are decided.
//!
//! The cost is that of all the blocks that B falls apart into, *but for the largest one*, twice at most: while one
//! search is in it, the other does the rest, or meets the first. A low-link search through B would cost all of B,
//! and on a board with loops everywhere B is nearly all of the board.

use super::flow_state::{FlowState, ON_PATH, SEEN};
use super::search::Edges;

/// How far a search got.
enum Progress {
    More,
    /// There is nothing left to search.
    Through,
    /// It came upon the other search.
    Met,
}

impl FlowState {
    /// Finds the edges that become bridges when the edge between two cells of a block was taken away.
    pub(super) fn split(&mut self, ends: [u32; 2]) {
        // There is a path, or the edge would have been a bridge.
        if !self.find_path(ends, Edges::Rings) {
            return;
        }
        // Edges of the path are no ring edges until a detour is found, so that searches stay outside it.
        for i in 0..self.path.dirs.len() {
            self.remove_ring_edge(self.path.cells[i], self.path.dirs[i]);
        }
        self.mark_path(true);
        self.begin(ends);
        self.find_detours();
        self.clear(0);
        self.clear(1);
        self.mark_path(false);
    }

    /// Searches from both ends of the path until each of its edges is decided.
    fn find_detours(&mut self) {
        // Where on the path the two searches are.
        let mut at = [0, self.path.dirs.len()];
        loop {
            for side in [0, 1] {
                match self.search_outside(side, &mut at) {
                    Progress::More => {}
                    Progress::Met => return (at[0]..at[1]).for_each(|i| self.restore(i)),
                    Progress::Through => {
                        // The next edge of the path is a bridge.
                        at[side] = ahead(side, at[side]);
                        if at[0] == at[1] {
                            return;
                        }
                        self.reach(side, self.path.cells[at[side]]);
                    }
                }
            }
        }
    }

    /// Looks at one cell.
    fn search_outside(&mut self, side: usize, at: &mut [usize; 2]) -> Progress {
        let Some(cell) = self.fronts[side].next() else { return Progress::Through };
        for dir in self.ways(cell, Edges::Rings).iter() {
            let next = self.joined.step(cell, dir);
            let marks = self.marks[next as usize];
            if marks & SEEN[side] != 0 {
                continue;
            }
            if marks & SEEN[1 - side] != 0 {
                return Progress::Met;
            }
            if marks & ON_PATH == 0 {
                self.reach(side, next);
                continue;
            }
            // Neither search was there, so it is between the two.
            while self.path.cells[at[side]] != next {
                self.restore(at[side] - side);
                at[side] = ahead(side, at[side]);
                self.reach(side, self.path.cells[at[side]]);
            }
        }
        Progress::More
    }

    /// An edge of the path is a ring edge after all.
    fn restore(&mut self, i: usize) {
        self.add_ring_edge(self.path.cells[i], self.path.dirs[i]);
    }

    fn mark_path(&mut self, on: bool) {
        for &cell in &self.path.cells {
            let marks = &mut self.marks[cell as usize];
            *marks = if on { *marks | ON_PATH } else { *marks & !ON_PATH };
        }
    }
}

/// The next place on the path: the first search goes forwards, the second backwards.
const fn ahead(side: usize, at: usize) -> usize {
    if side == 0 { at + 1 } else { at - 1 }
}
