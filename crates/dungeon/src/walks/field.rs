//! The part of a map that may be dug, and single steps in it.
//!
//! On an axis that does not wrap, the outermost cells are left alone, so that a map keeps its wall. Places count from
//! the first cell inside. A step against the wall stays in place. That makes jumps simple: a walk that sometimes stays
//! at the wall is a walk on an infinite line folded at the walls like a strip of paper; see [`FieldAxis::leap`].

use mapwright_core::{Point, Size, Wrap};

/// A place in a [`DigField`], counted from the field's first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// One axis of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldAxis {
    /// The number of cells.
    pub(super) length: i32,
    /// Whether the last cell is next to the first.
    pub(super) wraps: bool,
    /// The map coordinate of the first cell.
    offset: i32,
    /// Where a step before the first cell leads, and a step after the last.
    before: i32,
    behind: i32,
}

impl FieldAxis {
    fn new(cells: u16, wraps: bool) -> Self {
        let (length, offset) = if wraps { (cells, 0) } else { (cells.saturating_sub(2), 1) };
        let (length, last) = (i32::from(length), i32::from(length) - 1);
        let (before, behind) = if wraps { (last, 0) } else { (0, last) };
        FieldAxis { length, wraps, offset, before, behind }
    }

    /// Where a step of -1, 0 or 1 leads. Compilers make it branch-free.
    #[inline]
    pub(super) fn step(self, at: i32, by: i32) -> i32 {
        let to = at + by;
        let to = if to < 0 { self.before } else { to };
        if to == self.length { self.behind } else { to }
    }

    /// Where `at + by` on the infinite line is on this axis.
    ///
    /// Fold the line at both walls: cells 0 to n − 1 lie face up, n to 2n − 1 face down, and so on. The two
    /// cells beside a fold, n − 1 and n, coincide. So a step over the fold stays in place, and
    /// every other step of the line is a step of the axis.
    #[inline]
    pub(super) fn leap(self, at: i32, by: i32) -> i32 {
        let to = at + by;
        if 0 <= to && to < self.length { to } else { self.wrapped(to) }
    }

    #[cold]
    fn wrapped(self, to: i32) -> i32 {
        if self.wraps {
            return to.rem_euclid(self.length);
        }
        let to = to.rem_euclid(2 * self.length);
        to.min(2 * self.length - 1 - to)
    }

    /// The place as far from the last cell as `at` is from the first.
    #[inline]
    pub(super) fn mirrored(self, at: i32) -> i32 {
        self.length - 1 - at
    }

    /// The signed distance from one place to another, the shorter way if there are two.
    pub(super) fn way(self, from: i32, to: i32) -> i32 {
        Wrap::way_along(from, to, self.length, self.wraps)
    }

    /// The `n` cells from `first` on, as far as they exist: one range, or two on an axis that wraps.
    #[inline]
    pub(super) fn cells(self, first: i32, n: i32) -> [std::ops::Range<i32>; 2] {
        let end = first + n;
        if 0 <= first && end <= self.length {
            return [first..end, 0..0];
        }
        match self.wraps {
            false => [first.max(0)..end.min(self.length), 0..0],
            true if n >= self.length => [0..self.length, 0..0],
            true if first < 0 => [first + self.length..self.length, 0..end],
            true => [first..self.length, 0..end - self.length],
        }
    }
}

/// The cells that may be dug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigField {
    pub(super) x: FieldAxis,
    pub(super) y: FieldAxis,
    size: Size,
}

/// Steps by number: north, east, south, west.
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

impl DigField {
    /// The field of a map. A map that is all border has an empty field.
    pub(super) fn new(size: Size, wrap: Wrap) -> Self {
        DigField { x: FieldAxis::new(size.w, wrap.x()), y: FieldAxis::new(size.h, wrap.y()), size }
    }

    /// The smallest size of a map with this wrap whose field is not empty.
    pub(super) fn least_size(&self) -> Size {
        let [w, h] = [self.x, self.y].map(|axis| if axis.wraps { 1 } else { 3 });
        Size::new(w, h)
    }

    /// The map's row-major index of a place.
    #[inline]
    pub(super) fn cell(&self, at: Offset) -> u32 {
        let (x, y) = (at.x + self.x.offset, at.y + self.y.offset);
        y.cast_unsigned() * u32::from(self.size.w) + x.cast_unsigned()
    }

    /// The place of the map's center, `(w/2, h/2)`, which every nonempty field has.
    pub(super) fn center(&self) -> Offset {
        let Point { x, y } = self.size.center();
        Offset { x: i32::from(x) - self.x.offset, y: i32::from(y) - self.y.offset }
    }

    /// Every place, row by row.
    pub(super) fn places(self) -> impl Iterator<Item = Offset> {
        (0..self.y.length).flat_map(move |y| (0..self.x.length).map(move |x| Offset { x, y }))
    }

    /// Where a step leads, by its number 0 to 3; only the two lowest bits count.
    #[inline]
    pub(super) fn step(&self, at: Offset, number: u64) -> Offset {
        let (dx, dy) = STEPS[(number & 3) as usize];
        Offset { x: self.x.step(at.x, dx), y: self.y.step(at.y, dy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes() -> impl Iterator<Item = FieldAxis> {
        (1..9).flat_map(|length: u16| [FieldAxis::new(length + 2, false), FieldAxis::new(length, true)])
    }

    #[test]
    fn a_leap_ends_where_as_many_single_steps_end() {
        // From each place: how many of the 3ⁿ walks of n steps of -1, 0 and 1 end where, step by step on the
        // axis, and on the endless line with one leap at the end.
        for axis in axes() {
            for from in 0..axis.length {
                let mut on_axis = vec![0u64; axis.length.cast_unsigned() as usize];
                on_axis[from.cast_unsigned() as usize] = 1;
                let mut on_line = std::collections::BTreeMap::from([(0, 1u64)]);
                for _ in 0..30 {
                    let mut next = vec![0; on_axis.len()];
                    let mut far = std::collections::BTreeMap::new();
                    for by in [-1, 0, 1] {
                        for (at, walks) in (0..).zip(&on_axis) {
                            next[axis.step(at, by).cast_unsigned() as usize] += walks;
                        }
                        on_line.iter().for_each(|(at, walks)| *far.entry(at + by).or_insert(0) += walks);
                    }
                    (on_axis, on_line) = (next, far);
                    let mut folded = vec![0; on_axis.len()];
                    for (&by, walks) in &on_line {
                        folded[axis.leap(from, by).cast_unsigned() as usize] += walks;
                    }
                    assert_eq!(folded, on_axis, "{axis:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn ranges_ways_and_mirrors_are_what_single_cells_say() {
        for axis in axes() {
            for from in 0..axis.length {
                assert_eq!(axis.mirrored(axis.mirrored(from)), from);
                for to in 0..axis.length {
                    let way = axis.way(from, to);
                    let walked = (0..way.abs()).fold(from, |at, _| axis.step(at, way.signum()));
                    assert_eq!(walked, to);
                    assert!(!axis.wraps || 2 * way.abs() <= axis.length);
                }
            }
            for (first, n) in (-axis.length..axis.length).flat_map(|first| (0..17).map(move |n| (first, n))) {
                if first < 0 && n < -first && axis.wraps {
                    continue;
                }
                let mut cells: Vec<i32> = axis.cells(first, n).into_iter().flatten().collect();
                cells.sort_unstable();
                let there = (first..first + n).filter(|at| axis.wraps || (0..axis.length).contains(at));
                let mut expected: Vec<i32> = there.map(|at| at.rem_euclid(axis.length)).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(cells, expected, "{axis:?} {first} {n}");
            }
        }
    }
}
