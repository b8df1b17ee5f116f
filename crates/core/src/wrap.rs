//! Wrapped borders: which borders of a map are joined to the opposite one.

use std::fmt;

use crate::{Dir, Dirs, Point, Size};

/// Which axes wrap. On a torus (`Both`) a map has no border at all.
#[crate::params(exhaustive)]
pub enum Wrap {
    /// No borders are joined.
    #[default]
    None,
    /// West and east are joined.
    X,
    /// North and south are joined.
    Y,
    /// West and east are joined, and north and south.
    Both,
}

impl Wrap {
    /// All four.
    pub const ALL: [Wrap; 4] = [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both];

    /// Whether a step east or west leaves one border and enters at the other.
    pub const fn x(self) -> bool {
        matches!(self, Wrap::X | Wrap::Both)
    }

    /// Whether a step north or south does.
    pub const fn y(self) -> bool {
        matches!(self, Wrap::Y | Wrap::Both)
    }

    /// The borders of a map of this size that a step can cross. One cell cannot be its own
    /// neighbor, so an axis of one cell joins nothing.
    pub const fn crossings(self, size: Size) -> Dirs {
        let mut dirs = Dirs::NONE;
        if self.x() && size.w > 1 {
            dirs = dirs.with(Dir::E).with(Dir::W);
        }
        if self.y() && size.h > 1 {
            dirs = dirs.with(Dir::N).with(Dir::S);
        }
        dirs
    }

    /// The cell in column `x` and row `y`, counted across wrapped borders; `None` beyond other borders.
    #[inline]
    pub fn cell_at(self, x: i32, y: i32, size: Size) -> Option<Point> {
        let along = |at: i32, length: u16, wraps: bool| {
            let at = if wraps { at.rem_euclid(i32::from(length).max(1)) } else { at };
            u16::try_from(at).ok().filter(|&at| at < length)
        };
        Some(Point::new(along(x, size.w, self.x())?, along(y, size.h, self.y())?))
    }

    /// The columns and rows between two cells of a map of this size, each the shorter way around where the map wraps.
    pub fn apart(self, a: Point, b: Point, size: Size) -> (u32, u32) {
        let along = |a: u16, b: u16, length: u16, wraps: bool| {
            let apart = a.abs_diff(b);
            u32::from(if wraps { apart.min(length.saturating_sub(apart)) } else { apart })
        };
        (along(a.x, b.x, size.w, self.x()), along(a.y, b.y, size.h, self.y()))
    }

    /// Returns how far one column or row is from another, negative to the west or north, the shorter way around where the
    /// axis wraps. Of two ways of the same length, it is the one that crosses no border.
    ///
    /// ```
    /// use mapwright_core::Wrap;
    ///
    /// assert_eq!([(1, 3), (0, 4), (0, 5), (5, 1)].map(|(from, to)| Wrap::way_along(from, to, 6, true)), [2, -2, -1, 2]);
    /// assert_eq!([Wrap::way_along(0, 5, 6, false), Wrap::way_along(0, 3, 6, true)], [5, 3]);
    /// ```
    #[inline]
    pub const fn way_along(from: i32, to: i32, length: i32, wraps: bool) -> i32 {
        let way = to - from;
        if wraps && 2 * way.abs() > length { way - way.signum() * length } else { way }
    }

    /// Returns how many columns to the east and rows to the south one cell of a map of this size is from another; see
    /// [`way_along`](Self::way_along).
    pub fn way(self, from: Point, to: Point, size: Size) -> (i32, i32) {
        let along = |from: u16, to: u16, length: u16, wraps: bool| {
            Wrap::way_along(from.into(), to.into(), length.into(), wraps)
        };
        (along(from.x, to.x, size.w, self.x()), along(from.y, to.y, size.h, self.y()))
    }

    /// The square of the Euclidean distance between two cells of a map of this size, the shorter way
    /// around where it wraps.
    pub fn square_distance(self, a: Point, b: Point, size: Size) -> u64 {
        let (dx, dy) = self.apart(a, b, size);
        u64::from(dx).pow(2) + u64::from(dy).pow(2)
    }

    /// The cell nearest to `place` in a straight line, on a map of this size, across borders where it wraps. Of
    /// several, the first.
    pub fn nearest(self, cells: impl IntoIterator<Item = Point>, place: Point, size: Size) -> Option<Point> {
        cells.into_iter().min_by_key(|&p| self.square_distance(p, place, size))
    }
}

impl fmt::Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wrap::None => "none",
            Wrap::X => "x",
            Wrap::Y => "y",
            Wrap::Both => "both",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_apart_the_shorter_way_round() {
        let size = Size::new(5, 8);
        let apart = |wrap: Wrap, a: (u16, u16), b: (u16, u16)| wrap.apart(a.into(), b.into(), size);
        let expected = [(4, 6), (1, 6), (4, 2), (1, 2)];
        for (wrap, expected) in Wrap::ALL.into_iter().zip(expected) {
            assert_eq!((apart(wrap, (0, 1), (4, 7)), apart(wrap, (4, 7), (0, 1))), (expected, expected), "{wrap}");
        }
        assert_eq!(apart(Wrap::Both, (3, 3), (3, 3)), (0, 0));
        assert_eq!(apart(Wrap::Both, (1, 0), (3, 4)), (2, 4));
    }

    #[test]
    fn cells_are_counted_on_across_joined_borders() {
        let size = Size::new(5, 8);
        for wrap in Wrap::ALL {
            for (x, y) in (-11..=11).flat_map(|x| (-17..=17).map(move |y| (x, y))) {
                let inside = |at: i32, length: i32, wraps: bool| wraps || (0..length).contains(&at);
                let expected = Point::new(((x + 15) % 5) as u16, ((y + 24) % 8) as u16);
                let is_there = inside(x, 5, wrap.x()) && inside(y, 8, wrap.y());
                assert_eq!(wrap.cell_at(x, y, size), is_there.then_some(expected), "{wrap} {x} {y}");
            }
            assert_eq!(wrap.cell_at(i32::MIN, i32::MAX, Size::new(0, 0)), None);
        }
    }

    #[test]
    fn the_nearest_cell_is_found_round_the_map() {
        let size = Size::new(5, 8);
        let nearest = |wrap: Wrap, cells: &[(u16, u16)], place: (u16, u16)| {
            wrap.nearest(cells.iter().map(|&p| p.into()), place.into(), size)
        };
        assert_eq!(nearest(Wrap::Both, &[], (0, 0)), None);
        let cells = [(4, 0), (0, 3), (2, 7)];
        for (wrap, expected) in [(Wrap::None, (0, 3)), (Wrap::X, (4, 0)), (Wrap::Y, (2, 7)), (Wrap::Both, (4, 0))] {
            assert_eq!(nearest(wrap, &cells, (0, 0)), Some(expected.into()), "{wrap}");
        }
        assert_eq!(nearest(Wrap::None, &cells, (2, 5)), Some((2, 7).into()), "nearer than (0, 3)");
        assert_eq!(nearest(Wrap::None, &[(2, 3), (2, 7)], (2, 5)), Some((2, 3).into()), "the first of two");
    }
}
