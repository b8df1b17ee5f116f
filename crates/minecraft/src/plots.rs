//! A map cut into plots: blocks of cells that the game can load and build at one time.
//!
//! The game runs at most 65,536 commands from one call, and keeps at most 256 chunks loaded for one command.

use mapwright_core::{Point, Size};

use super::script::RelativePos;

/// How many blocks a plot may be across: with 8 blocks more on each side for chunks that it only touches, and one for
/// gates, that is 15 chunks of 16, and 15² < 256.
const MOST_BLOCKS: u16 = 208;

/// How many cells a plot is across where nothing else limits it.
const MOST_CELLS: u16 = 16;

/// How many commands a plot may take, with some to spare for what else runs in its tick.
const MOST_COMMANDS: usize = 60_000;

/// The plots of a map, row by row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plots {
    size: Size,
    /// Blocks from a cell to the next.
    pitch: i32,
    /// Cells from a plot to the next.
    pub(super) side: u16,
}

/// Some cells of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plot {
    /// Its north-western cell.
    pub(super) corner: Point,
    /// How many cells it has.
    pub(super) size: Size,
}

impl Plots {
    /// Plots as large as the limits allow, if a room takes this many commands.
    pub(super) fn new(size: Size, pitch: u16, commands_a_room: usize) -> Self {
        let blocks = MOST_BLOCKS / pitch.max(1);
        let fits = |&side: &u16| usize::from(side).pow(2) * (commands_a_room + 2) <= MOST_COMMANDS && side <= blocks;
        let side = (1..=MOST_CELLS).rev().find(fits).unwrap_or(1);
        Plots { size, pitch: i32::from(pitch), side }
    }

    const fn across(&self) -> Size {
        Size::new(self.size.w.div_ceil(self.side), self.size.h.div_ceil(self.side))
    }

    /// How many there are.
    pub(super) const fn count(&self) -> u32 {
        self.across().area()
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Plot> {
        self.across().points().map(|p| self.plot(p))
    }

    fn plot(&self, p: Point) -> Plot {
        // Neither product exceeds the size of the map.
        let corner = Point::new(p.x * self.side, p.y * self.side);
        let size = Size::new(self.side.min(self.size.w - corner.x), self.side.min(self.size.h - corner.y));
        Plot { corner, size }
    }

    /// The number of the plot that a cell is in.
    pub(super) const fn of(&self, cell: Point) -> u32 {
        self.across().index(Point::new(cell.x / self.side, cell.y / self.side))
    }

    /// The middle of a cell, from the middle of another.
    pub(super) fn offset(&self, from: Point, to: Point) -> RelativePos {
        let along = |a: u16, b: u16| (i32::from(b) - i32::from(a)) * self.pitch;
        [along(from.x, to.x), 0, along(from.y, to.y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_cover_each_cell_once_and_number_it() {
        for (w, h) in [(1, 1), (1, 40), (40, 1), (16, 16), (33, 17), (5, 8)] {
            let plots = Plots::new(Size::new(w, h), 7, 20);
            let mut seen = vec![0; usize::from(w) * usize::from(h)];
            for (number, plot) in plots.iter().enumerate() {
                for p in plot.size.points() {
                    let cell = Point::new(plot.corner.x + p.x, plot.corner.y + p.y);
                    seen[plots.size.index(cell) as usize] += 1;
                    assert_eq!(plots.of(cell) as usize, number);
                }
            }
            assert!(seen.iter().all(|&times| times == 1), "{w}x{h}");
            assert_eq!(plots.iter().count(), plots.count() as usize);
        }
    }

    #[test]
    fn plots_keep_within_the_limits() {
        for pitch in (3..=127).step_by(2) {
            for commands in [10, 100, 300, 2000] {
                let side = Plots::new(Size::new(100, 100), pitch, commands).side;
                let chunks = (i32::from(side * pitch) + 2 + 15 + 15) / 16;
                assert!(chunks * chunks <= 256, "{pitch}");
                assert!(usize::from(side).pow(2) * commands < 65_536, "{pitch} {commands}");
            }
        }
        assert_eq!(Plots::new(Size::new(100, 100), 7, 25).side, 16);
        assert_eq!(Plots::new(Size::new(100, 100), 127, 25).side, 1);
    }
}
