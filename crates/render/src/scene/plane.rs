//! A value for each cell, and for two cells more on every side: what lies beyond a border is like the last cell, or comes
//! around from the other side. So whoever looks at the neighbors of a cell need not ask whether there are any.

use mapwright_core::{Size, Wrap};

/// How far beyond a border one may look.
const BEYOND: usize = 2;

/// The cells of a map, and how they go on beyond its borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axes {
    pub(crate) w: i32,
    pub(crate) h: i32,
    pub(crate) wrap: Wrap,
}

/// A place along an axis of some cells, at least one.
const fn along(at: i32, cells: i32, wraps: bool) -> i32 {
    if wraps {
        at.rem_euclid(cells)
    } else if at < 0 {
        0
    } else if at >= cells {
        cells - 1
    } else {
        at
    }
}

impl Axes {
    pub(crate) fn new(size: Size, wrap: Wrap) -> Axes {
        Axes { w: size.w.into(), h: size.h.into(), wrap }
    }

    /// The column of the map that a column is or repeats.
    pub(crate) const fn x(self, x: i32) -> i32 {
        along(x, self.w, self.wrap.x())
    }

    /// The row of the map that a row is or repeats.
    pub(crate) const fn y(self, y: i32) -> i32 {
        along(y, self.h, self.wrap.y())
    }

    /// The number of a cell on the map, for a place on the map or beyond.
    #[inline]
    pub(crate) const fn cell(self, x: i32, y: i32) -> usize {
        self.y(y) as usize * self.w as usize + self.x(x) as usize
    }

    /// All cells, row by row.
    pub(crate) fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.h).flat_map(move |y| (0..self.w).map(move |x| (x, y)))
    }

    /// For each cell, the chamfer distance to the nearest goal in fifths of a cell: 5 a straight step, 7 a slanting one,
    /// and never more than `most`. Distances go on around a wrapped border.
    pub(crate) fn distances(self, goal: impl Fn(usize) -> bool, most: u8) -> Vec<u8> {
        let area = self.w as usize * self.h as usize;
        let mut steps: Vec<u8> = (0..area).map(|cell| if goal(cell) { 0 } else { most }).collect();
        // Two sweeps settle a plane; a path around the border takes two more.
        let rounds = if self.wrap == Wrap::None { 1 } else { 2 };
        for _ in 0..rounds {
            for y in 0..self.h {
                (0..self.w).for_each(|x| self.step(&mut steps, x, y, -1));
            }
            for y in (0..self.h).rev() {
                (0..self.w).rev().for_each(|x| self.step(&mut steps, x, y, 1));
            }
        }
        steps
    }

    /// Takes the shortest way from the four neighbors that a sweep has passed.
    fn step(self, steps: &mut [u8], x: i32, y: i32, dir: i32) {
        let here = self.cell(x, y);
        if steps[here] == 0 {
            return;
        }
        let from = |dx: i32, dy: i32, length: u8| steps[self.cell(x + dx, y + dy)].saturating_add(length);
        let straight = from(dir, 0, 5).min(from(0, dir, 5));
        let slanting = from(dir, dir, 7).min(from(-dir, dir, 7));
        steps[here] = steps[here].min(straight).min(slanting);
    }
}

/// A value for each cell and a little beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Margined<T> {
    stride: usize,
    cells: Vec<T>,
}

impl<T: Copy> Margined<T> {
    /// From the value of each cell on the map, by its number.
    pub(crate) fn new(axes: Axes, value: impl Fn(usize) -> T) -> Margined<T> {
        Margined::from_fn(axes, |x, y| value(axes.cell(x, y)))
    }

    /// From the value of each place on the map and beyond.
    pub(crate) fn from_fn(axes: Axes, value: impl Fn(i32, i32) -> T) -> Margined<T> {
        let beyond = BEYOND as i32;
        let stride = axes.w as usize + 2 * BEYOND;
        let mut cells = Vec::with_capacity(stride * (axes.h as usize + 2 * BEYOND));
        for y in -beyond..axes.h + beyond {
            cells.extend((-beyond..axes.w + beyond).map(|x| value(x, y)));
        }
        Margined { stride, cells }
    }

    /// The values of a row from two columns before a place on.
    fn from(&self, x: i32, y: i32) -> &[T] {
        let (x, y) = ((x + BEYOND as i32) as usize, (y + BEYOND as i32) as usize);
        &self.cells[y * self.stride + x..]
    }

    #[inline]
    pub(crate) fn at(&self, x: i32, y: i32) -> T {
        self.from(x, y)[0]
    }

    /// The values of a cell and its eight neighbors.
    #[inline]
    pub(crate) fn around(&self, x: i32, y: i32) -> [[T; 3]; 3] {
        let row = |dy: i32| {
            let row = &self.from(x - 1, y + dy)[..3];
            [row[0], row[1], row[2]]
        };
        [row(-1), row(0), row(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    #[test]
    fn beyond_a_border_lies_what_the_wrap_says() {
        for wrap in Wrap::ALL {
            for (w, h) in [(1, 1), (1, 4), (5, 2)] {
                let axes = Axes::new(Size::new(w, h), wrap);
                let plane = Margined::new(axes, |cell| cell);
                for (x, y) in axes.cells() {
                    let cell = |dx, dy| axes.cell(x + dx, y + dy);
                    assert_eq!(plane.at(x, y), (y * i32::from(w) + x) as usize);
                    assert_eq!(plane.around(x, y), [-1, 0, 1].map(|dy| [-1, 0, 1].map(|dx| cell(dx, dy))));
                }
                assert_eq!(plane.at(-1, 0), usize::from(if wrap.x() { w - 1 } else { 0 }));
            }
        }
    }

    /// Steps of 5 and 7 until nothing changes.
    #[test]
    fn distances_are_those_of_patient_steps() {
        let mut rng = MapRng::new(3);
        for wrap in Wrap::ALL {
            for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (13, 11), (30, 20)] {
                let axes = Axes::new(Size::new(w, h), wrap);
                let goals: Vec<bool> = axes.cells().map(|_| rng.chance(0.03)).collect();
                let mut naive: Vec<u8> = goals.iter().map(|&goal| if goal { 0 } else { 30 }).collect();
                for _ in 0..60 {
                    for (x, y) in axes.cells() {
                        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                            let by = [0, 5, 7][usize::from(dx != 0) + usize::from(dy != 0)];
                            let there = naive[axes.cell(x + dx, y + dy)].saturating_add(by);
                            let here = &mut naive[axes.cell(x, y)];
                            *here = there.min(*here);
                        }
                    }
                }
                assert_eq!(axes.distances(|cell| goals[cell], 30), naive, "{w}x{h} {wrap}");
            }
        }
    }
}
