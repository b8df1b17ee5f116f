//! The state of the live board: where water passes, which cells are wet, which edges are on rings.

use mapwright_core::{Dir, Dirs, Passages, Point, Size};
use mapwright_graph::CellSet;

use super::change::BoardChange;
use super::search::{Front, Path};

/// The bits of a cell, from the ring edges N E S W up.
const RINGS: u8 = 0x0f;
const WET: u8 = 0x10;
/// Reached by the first or the second end of a search. Clear between searches, as is `ON_PATH`.
pub(super) const SEEN: [u8; 2] = [0x20, 0x40];
pub(super) const ON_PATH: u8 = 0x80;

/// The state of a board. Its methods are in several files.
#[derive(Clone, Debug)]
pub(super) struct FlowState {
    pub(super) joined: Passages,
    pub(super) source: u32,
    /// One byte a cell.
    pub(super) marks: Vec<u8>,
    /// For a cell reached by a search, the direction back to where it was reached from. Otherwise arbitrary.
    pub(super) back: Vec<Dir>,
    n_wet: u32,
    n_on_ring: u32,
    /// Cells that became wet or dry an odd number of times since the last report, so their state has changed.
    wet_changed: CellSet,
    ring_changed: CellSet,
    /// The two ends of a search, and the path it found. Their memory is reused.
    pub(super) fronts: [Front; 2],
    pub(super) path: Path,
    /// The number of joined sides visited: the cost of a turn, for tests.
    pub(super) edges_seen: u64,
}

impl FlowState {
    /// Searches the whole board once.
    pub(super) fn new(joined: Passages, source: u32) -> Self {
        let cells = joined.area() as usize;
        let mut flow = FlowState {
            source,
            marks: (0..joined.area()).map(|cell| joined.ways(cell).bits()).collect(),
            back: vec![Dir::N; cells],
            n_wet: 0,
            n_on_ring: 0,
            wet_changed: CellSet::new(joined.area()),
            ring_changed: CellSet::new(joined.area()),
            fronts: Default::default(),
            path: Path::default(),
            edges_seen: 0,
            joined,
        };
        for (a, b) in mapwright_graph::bridges(&flow.joined) {
            // A bridge is the only edge between its two cells.
            for (from, to) in [(a, b), (b, a)] {
                let way = flow.joined.ways(from).iter().find(|&dir| flow.joined.step(from, dir) == to);
                flow.marks[from as usize] &= !way.map_or(0, bit);
            }
        }
        flow.n_on_ring = flow.marks.iter().filter(|&&cell| cell & RINGS != 0).count() as u32;
        flow.flood(source);
        flow.wet_changed.drain(|_| ());
        flow
    }

    pub(super) const fn joined(&self) -> &Passages {
        &self.joined
    }

    pub(super) fn is_wet(&self, cell: u32) -> bool {
        self.marks[cell as usize] & WET != 0
    }

    pub(super) fn ring_sides(&self, cell: u32) -> Dirs {
        Dirs::from_bits(self.marks[cell as usize])
    }

    /// The number of wet cells, including the source.
    pub(super) const fn n_wet(&self) -> u32 {
        self.n_wet
    }

    pub(super) const fn n_on_ring(&self) -> u32 {
        self.n_on_ring
    }

    /// Makes a dry cell wet, or a wet one dry.
    #[inline]
    pub(super) fn set_wet(&mut self, cell: u32, wet: bool) {
        self.marks[cell as usize] ^= WET;
        self.n_wet = if wet { self.n_wet + 1 } else { self.n_wet - 1 };
        self.wet_changed.toggle(cell);
    }

    /// Makes an edge a ring edge, whether or not it was one.
    pub(super) fn add_ring_edge(&mut self, cell: u32, dir: Dir) {
        for (cell, dir) in [(cell, dir), (self.joined.step(cell, dir), dir.opposite())] {
            let marks = &mut self.marks[cell as usize];
            if *marks & RINGS == 0 {
                self.n_on_ring += 1;
                self.ring_changed.toggle(cell);
            }
            *marks |= bit(dir);
        }
    }

    /// Makes a ring edge a bridge, or removes it.
    pub(super) fn remove_ring_edge(&mut self, cell: u32, dir: Dir) {
        for (cell, dir) in [(cell, dir), (self.joined.step(cell, dir), dir.opposite())] {
            let marks = &mut self.marks[cell as usize];
            *marks &= !bit(dir);
            if *marks & RINGS == 0 {
                self.n_on_ring -= 1;
                self.ring_changed.toggle(cell);
            }
        }
    }

    /// Reports what changed since the last report.
    pub(super) fn report(&mut self, change: &mut BoardChange) {
        for list in [&mut change.wet, &mut change.dry, &mut change.on_ring, &mut change.off_ring] {
            list.clear();
        }
        let (marks, size) = (&self.marks, self.joined.size());
        let mut row = Row::default();
        self.wet_changed.drain(|cell| {
            let list = if marks[cell as usize] & WET != 0 { &mut change.wet } else { &mut change.dry };
            list.push(row.point(size, cell));
        });
        let mut row = Row::default();
        self.ring_changed.drain(|cell| {
            let list = if marks[cell as usize] & RINGS != 0 { &mut change.on_ring } else { &mut change.off_ring };
            list.push(row.point(size, cell));
        });
    }
}

/// The row of the last requested point: most changed cells are in the same row as the one before, and a division is
/// slow.
#[derive(Default)]
struct Row {
    first: u32,
    y: u16,
}

impl Row {
    fn point(&mut self, size: Size, cell: u32) -> Point {
        match cell.checked_sub(self.first).map(u16::try_from) {
            Some(Ok(x)) if x < size.w => Point::new(x, self.y),
            _ => {
                let point = size.point(cell);
                *self = Row { first: cell - u32::from(point.x), y: point.y };
                point
            }
        }
    }
}

/// The bit of a ring edge.
const fn bit(dir: Dir) -> u8 {
    1 << dir as u8
}
