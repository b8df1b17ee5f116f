//! Sizes, points and rectangles, all measured in cells with the origin in the top left corner.

use std::fmt;
use std::num::TryFromIntError;

use crate::Dir;

/// Width and height of a map, in cells. Every cell index of any size fits a `u32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Size {
    /// Columns.
    pub w: u16,
    /// Rows.
    pub h: u16,
}

impl Size {
    /// `w` columns by `h` rows.
    pub const fn new(w: u16, h: u16) -> Self {
        Size { w, h }
    }

    /// The number of cells: at most 65535², which fits a `u32`.
    pub const fn area(self) -> u32 {
        self.w as u32 * self.h as u32
    }

    /// Whether `p` is inside.
    pub const fn contains(self, p: Point) -> bool {
        p.x < self.w && p.y < self.h
    }

    /// The row-major index of `p`, which must lie inside.
    pub const fn index(self, p: Point) -> u32 {
        p.y as u32 * self.w as u32 + p.x as u32
    }

    /// The point at a row-major index. On an empty size it is the origin.
    pub const fn point(self, index: u32) -> Point {
        if self.w == 0 {
            return Point::new(0, 0);
        }
        Point::new((index % self.w as u32) as u16, (index / self.w as u32) as u16)
    }

    /// Every point in row-major order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.h).flat_map(move |y| (0..self.w).map(move |x| Point { x, y }))
    }

    /// The center cell, `(w/2, h/2)`.
    pub const fn center(self) -> Point {
        Point::new(self.w / 2, self.h / 2)
    }
}

impl From<(u16, u16)> for Size {
    fn from((w, h): (u16, u16)) -> Self {
        Size { w, h }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.w, self.h)
    }
}

/// A cell: column `x` from the left, row `y` from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16)", into = "(u16, u16)"))]
pub struct Point {
    /// Column.
    pub x: u16,
    /// Row.
    pub y: u16,
}

impl Point {
    /// Column `x`, row `y`.
    pub const fn new(x: u16, y: u16) -> Self {
        Point { x, y }
    }

    /// The point `dx` columns to the right and `dy` rows down; `None` if a coordinate leaves 0 to 65535.
    ///
    /// ```
    /// use mapwright_core::Point;
    ///
    /// assert_eq!(Point::new(3, 4).offset(-2, 1), Some(Point::new(1, 5)));
    /// assert_eq!(Point::new(3, 4).offset(-4, 0), None);
    /// ```
    pub fn offset(self, dx: i32, dy: i32) -> Option<Point> {
        let moved = |at: u16, by: i32| u16::try_from(i64::from(at) + i64::from(by)).ok();
        Some(Point::new(moved(self.x, dx)?, moved(self.y, dy)?))
    }

    /// The point one step in a direction; `None` if a coordinate leaves 0 to 65535. It ignores the size and the wrap of
    /// a map; [`Passages`](crate::Passages) respect them.
    pub fn step(self, dir: Dir) -> Option<Point> {
        let (dx, dy) = dir.delta();
        self.offset(dx, dy)
    }

    /// The up to four points that share a side with this one, clockwise from north. See [`step`](Self::step).
    pub fn neighbors(self) -> impl Iterator<Item = Point> {
        Dir::ALL.into_iter().filter_map(move |dir| self.step(dir))
    }

    /// The distance in steps to the four sides: |dx| + |dy|.
    pub const fn manhattan(self, other: Point) -> u32 {
        self.x.abs_diff(other.x) as u32 + self.y.abs_diff(other.y) as u32
    }

    /// The distance in steps that may also be diagonal: the larger of |dx| and |dy|.
    pub const fn chebyshev(self, other: Point) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32);
        if dx < dy { dy } else { dx }
    }

    /// The square of the Euclidean distance: dx² + dy².
    pub const fn euclidean_squared(self, other: Point) -> u64 {
        let (dx, dy) = (self.x.abs_diff(other.x) as u64, self.y.abs_diff(other.y) as u64);
        dx * dx + dy * dy
    }
}

/// Converts from wider types; a coordinate outside of 0 to 65535 is an error.
macro_rules! try_from_wider {
    ($($wide:ty),*) => {$(
        impl TryFrom<($wide, $wide)> for Point {
            type Error = TryFromIntError;
            fn try_from((x, y): ($wide, $wide)) -> Result<Self, TryFromIntError> {
                Ok(Point::new(x.try_into()?, y.try_into()?))
            }
        }

        impl TryFrom<($wide, $wide)> for Size {
            type Error = TryFromIntError;
            fn try_from((w, h): ($wide, $wide)) -> Result<Self, TryFromIntError> {
                Ok(Size::new(w.try_into()?, h.try_into()?))
            }
        }
    )*};
}

try_from_wider!(u32, usize, i32, i64);

impl From<(u16, u16)> for Point {
    fn from((x, y): (u16, u16)) -> Self {
        Point { x, y }
    }
}

impl From<Point> for (u16, u16) {
    fn from(p: Point) -> Self {
        (p.x, p.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A block of cells: `w` columns and `h` rows from `(x, y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[u16; 4]", into = "[u16; 4]"))]
pub struct Rect {
    /// Leftmost column.
    pub x: u16,
    /// Topmost row.
    pub y: u16,
    /// Columns.
    pub w: u16,
    /// Rows.
    pub h: u16,
}

impl Rect {
    /// `w` by `h` cells with `(x, y)` in the top left corner.
    pub const fn new(x: u16, y: u16, w: u16, h: u16) -> Self {
        Rect { x, y, w, h }
    }

    /// Whether `p` is inside.
    pub const fn contains(self, p: Point) -> bool {
        self.x <= p.x
            && p.x as u32 - (self.x as u32) < self.w as u32
            && self.y <= p.y
            && p.y as u32 - (self.y as u32) < self.h as u32
    }

    /// Whether the rectangle lies entirely inside `size`.
    pub const fn fits(self, size: Size) -> bool {
        self.x as u32 + self.w as u32 <= size.w as u32 && self.y as u32 + self.h as u32 <= size.h as u32
    }

    /// Whether the two share a cell. An empty rectangle shares none.
    pub const fn intersects(self, other: Rect) -> bool {
        self.w > 0
            && self.h > 0
            && other.w > 0
            && other.h > 0
            && (self.x as u32) < other.x as u32 + other.w as u32
            && (other.x as u32) < self.x as u32 + self.w as u32
            && (self.y as u32) < other.y as u32 + other.h as u32
            && (other.y as u32) < self.y as u32 + self.h as u32
    }

    /// The middle cell.
    pub const fn center(self) -> Point {
        Point::new(self.x.saturating_add(self.w / 2), self.y.saturating_add(self.h / 2))
    }

    /// Every point in row-major order, up to the largest coordinate.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (right, bottom) = (self.x.saturating_add(self.w), self.y.saturating_add(self.h));
        (self.y..bottom).flat_map(move |y| (self.x..right).map(move |x| Point { x, y }))
    }
}

impl From<[u16; 4]> for Rect {
    fn from([x, y, w, h]: [u16; 4]) -> Self {
        Rect { x, y, w, h }
    }
}

impl From<Rect> for [u16; 4] {
    fn from(r: Rect) -> Self {
        [r.x, r.y, r.w, r.h]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_point_are_inverse_over_odd_sizes() {
        for size in [(1, 1), (1, 7), (7, 1), (5, 8)].map(|(w, h)| Size::new(w, h)) {
            let points: Vec<Point> = size.points().collect();
            assert_eq!(points.len(), size.area() as usize);
            for (i, &p) in points.iter().enumerate() {
                assert_eq!(size.index(p), i as u32);
                assert_eq!(size.point(i as u32), p);
            }
        }
    }

    #[test]
    fn the_largest_size_has_an_index_for_every_cell() {
        let size = Size::new(u16::MAX, u16::MAX);
        let last = Point::new(u16::MAX - 1, u16::MAX - 1);
        assert_eq!(size.index(last), size.area() - 1);
        assert_eq!(size.point(size.area() - 1), last);
    }

    #[test]
    fn offsets_neighbors_and_distances() {
        let corner = Point::new(u16::MAX, 0);
        assert_eq!(corner.offset(1, 0), None);
        assert_eq!(corner.offset(-65_535, 65_535), Some(Point::new(0, u16::MAX)));
        assert_eq!(corner.offset(i32::MIN, i32::MAX), None);
        assert_eq!(corner.neighbors().collect::<Vec<_>>(), [Point::new(u16::MAX, 1), Point::new(u16::MAX - 1, 0)]);
        let size = Size::new(5, 8);
        for (a, b) in size.points().flat_map(|a| size.points().map(move |b| (a, b))) {
            let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            assert_eq!(a.offset(dx as i32, dy as i32), Some(b));
            assert_eq!(i64::from(a.manhattan(b)), dx.abs() + dy.abs());
            assert_eq!(i64::from(a.chebyshev(b)), dx.abs().max(dy.abs()));
            assert_eq!(a.euclidean_squared(b) as i64, dx * dx + dy * dy);
            assert_eq!(a.neighbors().any(|n| n == b), a.manhattan(b) == 1);
        }
        assert_eq!(corner.euclidean_squared(Point::new(0, u16::MAX)), 2 * 65_535 * 65_535);
    }

    #[test]
    fn conversions_that_can_fail_say_so() {
        assert_eq!(Point::try_from((3u32, 4)), Ok(Point::new(3, 4)));
        assert!(Point::try_from((-1i32, 4)).is_err() && Size::try_from((70_000usize, 1)).is_err());
        assert_eq!(Size::from((3, 4)), Size::new(3, 4));
    }

    #[test]
    fn rectangles_meet_when_they_share_a_cell() {
        let rect = Rect::new(2, 3, 4, 5);
        let sizes = [(0, 0), (1, 0), (0, 3), (1, 1), (3, 2)];
        for other in Size::new(9, 10).points().flat_map(|p| sizes.map(|(w, h)| Rect::new(p.x, p.y, w, h))) {
            let shared = other.points().any(|p| rect.contains(p));
            assert_eq!(rect.intersects(other), shared, "{other:?}");
            assert_eq!(other.intersects(rect), shared, "{other:?}");
        }
        assert_eq!(rect.points().filter(|&p| rect.contains(p)).count(), 20);
    }
}
