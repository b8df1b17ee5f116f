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

/// The plots of a map, row by row and floor by floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plots {
    /// The size of a floor.
    size: Size,
    /// How many floors there are.
    floors: u16,
    /// Blocks from a floor down to the next.
    pub(super) drop: i32,
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
        Plots { size, floors: 1, drop: 0, pitch: i32::from(pitch), side }
    }

    /// The same on several floors, each so many blocks below the one before.
    pub(super) const fn on_floors(self, floors: u16, drop: i32) -> Self {
        Plots { floors, drop, ..self }
    }

    /// How far the last floor is below the first.
    pub(super) fn depth(&self) -> i32 {
        (i32::from(self.floors) - 1) * self.drop
    }

    /// The floor of a cell, and the cell on it.
    const fn on_floor(&self, cell: Point) -> (u16, Point) {
        let rows = self.size.h as u32 + 1;
        ((cell.y as u32 / rows) as u16, Point::new(cell.x, (cell.y as u32 % rows) as u16))
    }

    const fn across(&self) -> Size {
        Size::new(self.size.w.div_ceil(self.side), self.size.h.div_ceil(self.side))
    }

    /// How many there are.
    pub(super) const fn count(&self) -> u32 {
        self.across().area() * self.floors as u32
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Plot> {
        (0..self.floors).flat_map(move |floor| self.across().points().map(move |p| self.plot(floor, p)))
    }

    fn plot(&self, floor: u16, p: Point) -> Plot {
        // None of the products exceeds the size of the map.
        let corner = Point::new(p.x * self.side, p.y * self.side);
        let size = Size::new(self.side.min(self.size.w - corner.x), self.side.min(self.size.h - corner.y));
        let top = u32::from(floor) * (u32::from(self.size.h) + 1);
        Plot { corner: Point::new(corner.x, corner.y + top as u16), size }
    }

    /// The number of the plot that a cell is in.
    pub(super) const fn of(&self, cell: Point) -> u32 {
        let (floor, cell) = self.on_floor(cell);
        let number = self.across().index(Point::new(cell.x / self.side, cell.y / self.side));
        floor as u32 * self.across().area() + number
    }

    /// The middle of a cell, from the middle of the first cell of its plot.
    pub(super) fn middle(&self, cell: Point) -> RelativePos {
        let (_, on_floor) = self.on_floor(cell);
        let corner = Point::new(cell.x / self.side * self.side, cell.y - on_floor.y % self.side);
        self.offset(corner, cell)
    }

    /// The middle of a cell, from the middle of another.
    pub(super) fn offset(&self, from: Point, to: Point) -> RelativePos {
        let ((top, from), (bottom, to)) = (self.on_floor(from), self.on_floor(to));
        let along = |a: u16, b: u16, step: i32| (i32::from(b) - i32::from(a)) * step;
        [along(from.x, to.x, self.pitch), along(bottom, top, self.drop), along(from.y, to.y, self.pitch)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_cover_each_cell_once_and_number_it() {
        let sizes = [(1, 1), (1, 40), (40, 1), (16, 16), (33, 17), (5, 8)];
        for ((w, h), floors) in sizes.into_iter().flat_map(|size| [(size, 1), (size, 3)]) {
            let plots = Plots::new(Size::new(w, h), 7, 20).on_floors(floors, 6);
            let map = Size::new(w, floors * (h + 1) - 1);
            let mut seen = vec![0; usize::from(map.w) * usize::from(map.h)];
            for (number, plot) in plots.iter().enumerate() {
                for p in plot.size.points() {
                    let cell = Point::new(plot.corner.x + p.x, plot.corner.y + p.y);
                    seen[map.index(cell) as usize] += 1;
                    assert_eq!(plots.of(cell) as usize, number);
                    assert_eq!(plots.middle(cell), [i32::from(p.x) * 7, 0, i32::from(p.y) * 7]);
                    let (floor, row) = (i32::from(cell.y / (h + 1)), i32::from(cell.y % (h + 1)));
                    let expected = [i32::from(cell.x) * 7, floor * -6, row * 7];
                    assert_eq!(plots.offset(Point::new(0, 0), cell), expected);
                }
            }
            for (p, &times) in map.points().zip(&seen) {
                assert_eq!(times, i32::from(p.y % (h + 1) < h), "{w}x{h}, {floors} floors: {p}");
            }
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
