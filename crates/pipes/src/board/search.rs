//! Searches from two ends in step.
//!
//! Both ends take turns to visit one cell each. So when one of them is complete, or they meet, the other has
//! not visited more cells either.

use mapwright_core::{Dir, Dirs};

use super::flow_state::{FlowState, SEEN};

/// One end of a search: the cells it reached, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Front {
    pub(super) cells: Vec<u32>,
    /// How many of them were visited.
    pub(super) done: usize,
}

/// A simple path: its cells, and the direction from each but the last to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub(super) cells: Vec<u32>,
    pub(super) dirs: Vec<Dir>,
}

/// Which edges a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edges {
    Joined,
    Rings,
}

/// The edge on which two ends met: from a cell reached by `side` to one reached by the other.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    side: usize,
    from: u32,
    dir: Dir,
    to: u32,
}

impl Front {
    /// The next cell to visit.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u32> {
        let cell = *self.cells.get(self.done)?;
        self.done += 1;
        Some(cell)
    }
}

impl FlowState {
    /// Where a search may go from a cell.
    #[inline]
    pub(super) fn ways(&mut self, cell: u32, edges: Edges) -> Dirs {
        let ways = match edges {
            Edges::Joined => self.joined.ways(cell),
            Edges::Rings => self.ring_sides(cell),
        };
        self.edges_seen += u64::from(ways.len());
        ways
    }

    /// Begins a search from two ends.
    pub(super) fn begin(&mut self, ends: [u32; 2]) {
        for (side, end) in ends.into_iter().enumerate() {
            self.fronts[side].cells.clear();
            self.fronts[side].done = 0;
            self.reach(side, end);
        }
    }

    /// Adds a cell to an end of a search.
    #[inline]
    pub(super) fn reach(&mut self, side: usize, cell: u32) {
        self.marks[cell as usize] |= SEEN[side];
        self.fronts[side].cells.push(cell);
    }

    /// Clears the marks of one end of a search.
    pub(super) fn clear(&mut self, side: usize) {
        for &cell in &self.fronts[side].cells {
            self.marks[cell as usize] &= !SEEN[side];
        }
    }

    /// Searches for a path between two different cells, and stores it in `path`. Returns `false` if there is none,
    /// after as much work as the smaller of their two components takes.
    pub(super) fn find_path(&mut self, ends: [u32; 2], edges: Edges) -> bool {
        self.begin(ends);
        let meeting = self.meet(edges);
        if let Some(meeting) = meeting {
            self.trace(ends, meeting);
        }
        self.clear(0);
        self.clear(1);
        meeting.is_some()
    }

    fn meet(&mut self, edges: Edges) -> Option<Meeting> {
        loop {
            for side in [0, 1] {
                let from = self.fronts[side].next()?;
                for dir in self.ways(from, edges).iter() {
                    let to = self.joined.step(from, dir);
                    let marks = self.marks[to as usize];
                    if marks & SEEN[1 - side] != 0 {
                        return Some(Meeting { side, from, dir, to });
                    }
                    if marks & SEEN[side] == 0 {
                        self.back[to as usize] = dir.opposite();
                        self.reach(side, to);
                    }
                }
            }
        }
    }

    /// Stores the path on which the ends met, from the first to the second. It is simple: each half follows
    /// a search tree, and no cell is in both trees.
    fn trace(&mut self, ends: [u32; 2], meeting: Meeting) {
        let (mut here, mut beyond) = (meeting.from, meeting.to);
        let mut dir = meeting.dir;
        if meeting.side == 1 {
            (here, beyond, dir) = (beyond, here, dir.opposite());
        }
        self.path.cells.clear();
        self.path.dirs.clear();
        self.path.cells.push(here);
        while here != ends[0] {
            let back = self.back[here as usize];
            here = self.joined.step(here, back);
            self.path.cells.push(here);
            self.path.dirs.push(back.opposite());
        }
        self.path.cells.reverse();
        self.path.dirs.reverse();
        self.path.dirs.push(dir);
        self.path.cells.push(beyond);
        while beyond != ends[1] {
            let back = self.back[beyond as usize];
            beyond = self.joined.step(beyond, back);
            self.path.cells.push(beyond);
            self.path.dirs.push(back);
        }
    }
}
