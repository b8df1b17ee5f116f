//! The lines between cells: the walls of a maze, the borders between regions.
//!
//! A map of w×h cells has (w+1)×(h+1) vertices. A line runs from a vertex to the next one, along a
//! side of a cell. Text and pictures draw these lines, wherever they come from.

use crate::{Dir, Dirs, Grid, Passages, Size, Wrap};

/// Which sides of cells have a line along them.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    size: Size,
    /// Above each cell, row by row, and one more row for the bottom: w·(h+1).
    across: Vec<bool>,
    /// Left of each cell, row by row, each row with one more for its end: (w+1)·h.
    down: Vec<bool>,
}

impl Lines {
    /// No lines.
    pub fn none(size: Size) -> Self {
        let (w, h) = (usize::from(size.w), usize::from(size.h));
        Lines { size, across: vec![false; w * (h + 1)], down: vec![false; (w + 1) * h] }
    }

    /// A wall on each side that leads nowhere.
    pub fn walls(passages: &Passages) -> Self {
        Lines::where_closed(passages.size(), |cell, dir| passages.dirs(cell).contains(dir))
    }

    /// A line between any two cells of different regions, and around the map.
    pub fn borders(regions: &Grid<u16>, wrap: Wrap) -> Self {
        let lattice = Passages::lattice(regions.size(), wrap);
        Lines::where_closed(regions.size(), |cell, dir| {
            lattice.beside(cell, dir).is_some_and(|next| regions[next] == regions[cell])
        })
    }

    /// A line on each side that is not open from both cells.
    fn where_closed(size: Size, is_open: impl Fn(u32, Dir) -> bool) -> Self {
        let mut lines = Lines::none(size);
        for p in size.points() {
            for dir in Dir::ALL {
                lines.set(p.into(), dir, !is_open(size.index(p), dir));
            }
        }
        lines
    }

    /// Draws or removes the line along one side of a cell.
    pub fn set(&mut self, (x, y): (u16, u16), side: Dir, line: bool) {
        let (x, y, w) = (usize::from(x), usize::from(y), usize::from(self.size.w));
        match side {
            Dir::N => self.across[y * w + x] = line,
            Dir::S => self.across[(y + 1) * w + x] = line,
            Dir::W => self.down[y * (w + 1) + x] = line,
            Dir::E => self.down[y * (w + 1) + x + 1] = line,
        }
    }

    /// Width and height in cells.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether a line runs right from vertex (x, y).
    pub fn across(&self, x: u16, y: u16) -> bool {
        x < self.size.w && y <= self.size.h && self.across[usize::from(y) * usize::from(self.size.w) + usize::from(x)]
    }

    /// Whether a line runs down from vertex (x, y).
    pub fn down(&self, x: u16, y: u16) -> bool {
        x <= self.size.w
            && y < self.size.h
            && self.down[usize::from(y) * (usize::from(self.size.w) + 1) + usize::from(x)]
    }

    /// All lines that run right, each as long as it goes: where it begins, and its length.
    pub fn runs_across(&self) -> impl Iterator<Item = (u16, u16, u16)> {
        (0..=self.size.h)
            .flat_map(move |y| runs(self.size.w, move |x| self.across(x, y)).map(move |(x, length)| (x, y, length)))
    }

    /// All lines that run down, each as long as it goes: where it begins, and its length.
    pub fn runs_down(&self) -> impl Iterator<Item = (u16, u16, u16)> {
        (0..=self.size.w)
            .flat_map(move |x| runs(self.size.h, move |y| self.down(x, y)).map(move |(y, length)| (x, y, length)))
    }

    /// The directions in which lines leave vertex (x, y).
    pub fn at(&self, x: u16, y: u16) -> Dirs {
        let ways = [
            (Dir::N, y > 0 && self.down(x, y.wrapping_sub(1))),
            (Dir::E, self.across(x, y)),
            (Dir::S, self.down(x, y)),
            (Dir::W, x > 0 && self.across(x.wrapping_sub(1), y)),
        ];
        ways.into_iter().filter(|&(_, line)| line).map(|(dir, _)| dir).collect()
    }
}

/// The runs of lines along an axis, each with its first place and its length.
fn runs(end: u16, is_drawn: impl Fn(u16) -> bool) -> impl Iterator<Item = (u16, u16)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = (at..end).find(|&at| is_drawn(at))?;
        at = (from..end).find(|&at| !is_drawn(at)).unwrap_or(end);
        Some((from, at - from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn regions_are_parted_where_they_differ_and_joined_over_wrapped_borders() {
        let size = Size::new(3, 2);
        let regions = Grid::from_vec(size, vec![1, 1, 1, 1, 2, 2]).unwrap();
        let lines = Lines::borders(&regions, Wrap::None);
        assert!((0..3).all(|x| lines.across(x, 0) && lines.across(x, 2)));
        assert_eq!([0, 1, 2].map(|x| lines.across(x, 1)), [false, true, true]);
        assert_eq!([0, 1, 2, 3].map(|x| lines.down(x, 1)), [true, true, false, true]);
        let wrapped = Lines::borders(&regions, Wrap::X);
        assert_eq!([0, 3].map(|x| wrapped.down(x, 0)), [false, false]);
        assert_eq!([0, 3].map(|x| wrapped.down(x, 1)), [true, true]);
        assert_eq!(lines.at(1, 1), Dirs::NONE.with(Dir::E).with(Dir::S));
        assert_eq!(lines.at(0, 0), Dirs::NONE.with(Dir::E).with(Dir::S));
        assert_eq!(lines.at(3, 2), Dirs::NONE.with(Dir::N).with(Dir::W));
    }

    #[test]
    fn one_cell_is_walled_in_whatever_the_wrap() {
        for wrap in Wrap::ALL {
            let regions = Grid::from_fn(Size::new(1, 1), |_: Point| 1);
            let lines = Lines::borders(&regions, wrap);
            assert!(lines.across(0, 0) && lines.across(0, 1) && lines.down(0, 0) && lines.down(1, 0));
        }
    }
}
