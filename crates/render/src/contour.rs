//! Borders of sets of cells: traced step by step, then cut to straight lines.
//!
//! A border runs along sides of cells, from vertex to vertex, with the set on its right: clockwise around a part and
//! counterclockwise around a hole. Where two cells of the set touch at a corner, all four sides there are borders;
//! the border turns right, around the same cell, and so the cells stay apart. Every step in has one step out and
//! the other way about, hence every step belongs to exactly one closed border.

use mapwright_core::{Point, Size};

/// A corner of cells, counted from the map's upper left corner. Vertices beyond the map are negative or large.
pub(crate) type Vertex = (i32, i32);

/// A set of cells, with a frame of cells around the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    w: usize,
    h: usize,
    frame: i32,
    cells: Vec<bool>,
}

impl Mask {
    /// The cells of a map in a set, and none around it: borders close at the map's edges.
    pub(crate) fn alone(size: Size, is_in: impl Fn(Point) -> bool) -> Self {
        Mask { w: size.w.into(), h: size.h.into(), frame: 0, cells: size.points().map(is_in).collect() }
    }

    /// The cells of a board, framed by two rows and columns all around, which `is_in` is asked for too: borders that reach
    /// an edge run on and close outside.
    pub(crate) fn sampled((w, h): (i32, i32), is_in: impl Fn(i32, i32) -> bool) -> Self {
        const FRAME: i32 = 2;
        let places = (-FRAME..h + FRAME).flat_map(|y| (-FRAME..w + FRAME).map(move |x| (x, y)));
        let side = |cells: i32| usize::try_from(cells + 2 * FRAME).unwrap_or(0);
        Mask { w: side(w), h: side(h), frame: FRAME, cells: places.map(|(x, y)| is_in(x, y)).collect() }
    }

    /// Whether the set has the cell left of and above a vertex, counting cells of the frame.
    fn before(&self, x: usize, y: usize) -> bool {
        (1..=self.w).contains(&x) && (1..=self.h).contains(&y) && self.cells[(y - 1) * self.w + x - 1]
    }

    /// Calls `each` with every border: its vertices in order, without the first one again at the end.
    pub(crate) fn trace(&self, mut each: impl FnMut(&[Vertex])) {
        // The headings of the steps that leave a vertex: east, south, west, north. Upper bits: those traced already.
        let row = self.w + 1;
        let mut steps = Vec::with_capacity(row * (self.h + 1));
        for (y, x) in (0..=self.h).flat_map(|y| (0..=self.w).map(move |x| (y, x))) {
            let (nw, ne) = (self.before(x, y), self.before(x + 1, y));
            let (sw, se) = (self.before(x, y + 1), self.before(x + 1, y + 1));
            let leaves = [se && !ne, sw && !se, nw && !sw, ne && !nw];
            steps.push(leaves.into_iter().rev().fold(0u8, |bits, leaves| bits << 1 | u8::from(leaves)));
        }
        let vertex = |at: usize| {
            let place = |n: usize| i32::try_from(n).unwrap_or(i32::MAX) - self.frame;
            (place(at % row), place(at / row))
        };
        let mut border = Vec::new();
        for start in 0..steps.len() {
            while steps[start] & 15 & !(steps[start] >> 4) != 0 {
                border.clear();
                let mut at = start;
                let mut heading = (steps[start] & 15 & !(steps[start] >> 4)).trailing_zeros();
                // Closed when the step that follows is the first one, the only one traced that can follow.
                while steps[at] >> 4 & 1 << heading == 0 {
                    border.push(vertex(at));
                    steps[at] |= 16 << heading;
                    at = [at.wrapping_add(1), at + row, at.wrapping_sub(1), at.wrapping_sub(row)][heading as usize];
                    let turns = [heading + 1, heading, heading + 3].map(|turn| turn % 4);
                    heading = turns.into_iter().find(|turn| steps[at] >> turn & 1 != 0).unwrap_or(heading);
                }
                each(&border);
            }
        }
    }
}

/// Cuts a border to straight lines, in halves of a cell: built corners stay, the others are cut from the middle
/// of the step before to the middle of the step after. No line is shorter than half a cell.
pub(crate) fn outline(border: &[Vertex], is_built: impl Fn(Vertex) -> bool) -> Vec<Vertex> {
    let mut cut: Vec<Vertex> = Vec::new();
    let mut put = |p: Vertex| {
        // The end of one cut may be the beginning of the next.
        if cut.last() != Some(&p) {
            cut.push(p);
        }
    };
    for (nth, &(x, y)) in border.iter().enumerate() {
        let (before, after) = around(border, nth);
        if (x - before.0, y - before.1) == (after.0 - x, after.1 - y) {
            continue;
        }
        if is_built((x, y)) {
            put((2 * x, 2 * y));
        } else {
            put((x + before.0, y + before.1));
            put((x + after.0, y + after.1));
        }
    }
    if cut.len() > 1 && cut.first() == cut.last() {
        cut.pop();
    }
    let bends = (0..cut.len()).filter(|&nth| {
        let (before, after) = around(&cut, nth);
        !is_straight(before, cut[nth], after)
    });
    bends.map(|nth| cut[nth]).collect()
}

/// Whether three vertices lie on a line.
pub(crate) fn is_straight(a: Vertex, b: Vertex, c: Vertex) -> bool {
    let product = |x: i32, y: i32| i64::from(x) * i64::from(y);
    product(b.0 - a.0, c.1 - b.1) == product(b.1 - a.1, c.0 - b.0)
}

/// The vertices before and after the nth one of a closed line.
pub(crate) fn around<T: Copy>(line: &[T], nth: usize) -> (T, T) {
    let count = line.len();
    (line[(nth + count - 1) % count], line[(nth + 1) % count])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Axes;
    use mapwright_core::{Grid, Wrap};
    use proptest::prelude::*;

    fn borders(mask: &Mask) -> Vec<Vec<Vertex>> {
        let mut all = Vec::new();
        mask.trace(|border| all.push(border.to_vec()));
        all
    }

    /// Twice the area to the right of a closed line.
    fn area2(line: &[Vertex]) -> i32 {
        (0..line.len()).map(|nth| (line[nth], around(line, nth).1)).map(|((a, b), (c, d))| a * d - c * b).sum()
    }

    /// How many parts a set of cells has.
    fn parts(cells: &Grid<bool>, diagonal: bool) -> usize {
        let mut seen = cells.clone();
        let mut count = 0;
        for p in cells.size().points() {
            let mut open = vec![p];
            count += usize::from(seen[p]);
            while let Some(p) = open.pop() {
                if std::mem::take(&mut seen[p]) {
                    let near = |q: &Point| {
                        let (dx, dy) = (p.x.abs_diff(q.x), p.y.abs_diff(q.y));
                        dx.max(dy) == 1 && (diagonal || dx + dy == 1)
                    };
                    open.extend(cells.size().points().filter(near));
                }
            }
        }
        count
    }

    fn grids() -> impl Strategy<Value = Grid<bool>> {
        (1u16..8, 1u16..8).prop_flat_map(|(w, h)| {
            let cells = prop::collection::vec(any::<bool>(), usize::from(w) * usize::from(h));
            cells.prop_map(move |cells| Grid::from_vec(Size::new(w, h), cells).unwrap())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        /// Every side between the set and the rest once, with the set on the right; one border around each part, and
        /// one for each hole, where cells of a hole may touch at corners and cells of a part may not.
        #[test]
        fn borders_bound_parts_and_holes(cells in grids()) {
            let size = cells.size();
            let all = borders(&Mask::alone(size, |p| cells[p]));
            let at = |x: i32, y: i32| {
                let p = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(|(x, y)| Point::new(x, y));
                p.is_some_and(|p| size.contains(p) && cells[p])
            };
            let mut steps = Vec::new();
            for border in &all {
                for (nth, &(x, y)) in border.iter().enumerate() {
                    let (_, (c, d)) = around(border, nth);
                    let (right, left) = match (c - x, d - y) {
                        (1, 0) => ((x, y), (x, y - 1)),
                        (0, 1) => ((x - 1, y), (x, y)),
                        (-1, 0) => ((x - 1, y - 1), (x - 1, y)),
                        (0, -1) => ((x, y - 1), (x - 1, y - 1)),
                        step => return Err(TestCaseError::fail(format!("a step of {step:?}"))),
                    };
                    prop_assert!(at(right.0, right.1) && !at(left.0, left.1));
                    steps.push((x, y, c, d));
                }
            }
            let count = steps.len();
            steps.sort_unstable();
            steps.dedup();
            prop_assert_eq!(steps.len(), count);
            let (w, h) = (i32::from(size.w), i32::from(size.h));
            let sides = (-1..=w).flat_map(|x| (-1..=h).map(move |y| (x, y)));
            let differ = sides.map(|(x, y)| usize::from(at(x, y) != at(x + 1, y)) + usize::from(at(x, y) != at(x, y + 1)));
            prop_assert_eq!(count, differ.sum::<usize>());

            let mut rest = Grid::new(Size::new(size.w + 2, size.h + 2), true);
            size.points().for_each(|p| rest[Point::new(p.x + 1, p.y + 1)] = !cells[p]);
            prop_assert_eq!(all.iter().filter(|border| area2(border) > 0).count(), parts(&cells, false));
            prop_assert_eq!(all.iter().filter(|border| area2(border) < 0).count() + 1, parts(&rest, true));
        }

        /// Cut or not, the lines turn at each point and none is shorter than half a cell.
        #[test]
        fn outlines_have_no_short_lines(cells in grids(), built in any::<u64>()) {
            let mask = Mask::alone(cells.size(), |p| cells[p]);
            let is_built = |(x, y): Vertex| built >> ((x * 8 + y) % 64) & 1 != 0;
            for border in borders(&mask) {
                let square = outline(&border, |_| true);
                prop_assert_eq!(area2(&square), 4 * area2(&border));
                let line = outline(&border, is_built);
                prop_assert!(line.len() >= 4);
                for (nth, &(x, y)) in line.iter().enumerate() {
                    let ((a, b), (c, d)) = around(&line, nth);
                    prop_assert!((x - a).abs() + (y - b).abs() >= 1);
                    prop_assert!((x - a) * (d - y) != (y - b) * (c - x));
                }
            }
        }
    }

    #[test]
    fn a_framed_mask_goes_on_beyond_the_edges() {
        let size = Size::new(3, 1);
        let framed = |wrap| {
            let axes = Axes::new(size, wrap);
            Mask::sampled((3, 1), move |x, y| axes.cell(x, y) == 0)
        };
        let mask = framed(Wrap::X);
        // Columns 1, 2 | 0, 1, 2 | 0, 1 of the map, five rows of the same.
        assert_eq!(
            borders(&mask),
            [
                vec![
                    (0, -2),
                    (1, -2),
                    (1, -1),
                    (1, 0),
                    (1, 1),
                    (1, 2),
                    (1, 3),
                    (0, 3),
                    (0, 2),
                    (0, 1),
                    (0, 0),
                    (0, -1)
                ],
                vec![
                    (3, -2),
                    (4, -2),
                    (4, -1),
                    (4, 0),
                    (4, 1),
                    (4, 2),
                    (4, 3),
                    (3, 3),
                    (3, 2),
                    (3, 1),
                    (3, 0),
                    (3, -1)
                ]
            ]
        );
        let still = framed(Wrap::None);
        assert_eq!(borders(&still).concat().iter().map(|v| v.0).min(), Some(-2));
        for wrap in Wrap::ALL {
            let axes = Axes::new(Size::new(1, 1), wrap);
            assert_eq!(borders(&Mask::sampled((1, 1), |x, y| axes.cell(x, y) == 0)).len(), 1);
        }
    }

    #[test]
    fn natural_corners_are_cut_in_the_middle() {
        let square = [(0, 0), (1, 0), (1, 1), (0, 1)];
        assert_eq!(outline(&square, |_| true), [(0, 0), (2, 0), (2, 2), (0, 2)]);
        assert_eq!(outline(&square, |_| false), [(0, 1), (1, 0), (2, 1), (1, 2)]);
        assert_eq!(outline(&square, |v| v == (1, 0)), [(0, 1), (1, 0), (2, 0), (2, 1), (1, 2)]);
    }
}
