//! A board for a scan: cells in any order, and the pieces that may begin at each.
//!
//! The board has a rim of filled cells, as wide as the largest piece, so that placements need no comparison with
//! its borders.

use mapwright_core::Point;

use super::board::Board;
use super::color::{Balance, balance_of};
use super::kinds::Kinds;

/// The order in which cells are filled: strip after strip, row after row in each, from left to right. A strip
/// that is as wide as the board makes a plain row-major scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// Columns of a strip.
    pub(super) width: u16,
    /// Whether rows and columns are exchanged.
    pub(super) transposed: bool,
}

/// A cell in the order of a route.
#[derive(Clone, Copy, Debug)]
pub(super) struct RouteCell {
    /// Its number on the rimmed board.
    pub(super) cell: u32,
    /// Which lists are its own.
    pub(super) class: u8,
    /// Whether it is on an odd column (1) and on an odd row (2).
    parity: u8,
}

/// An orientation of a piece, placed by its first cell.
#[derive(Clone, Debug)]
pub(super) struct Orientation {
    /// The steps from that cell to the others.
    pub(super) steps: Vec<i32>,
    /// Its contribution to the colorings if that cell is on an even column and row.
    part: Balance,
}

/// The contribution of an orientation to the colorings, at a spot.
#[inline(always)]
pub(super) fn part_at(orientation: &Orientation, spot: RouteCell) -> Balance {
    let sign = |odd: u8| 1 - 2 * i32::from(odd & 1);
    let (x, y) = (sign(spot.parity), sign(spot.parity >> 1));
    Balance { u: orientation.part.u * y, v: orientation.part.v * x, c: orientation.part.c * x * y }
}

/// A board in the order of a route.
#[derive(Clone, Debug)]
pub(super) struct ScanBoard {
    pub(super) spots: Vec<RouteCell>,
    /// Whether a cell of the rimmed board is filled before any piece lies there.
    pub(super) filled: Vec<bool>,
    /// `lists[class * kinds + kind]`: how a kind may begin at the cells of a class.
    pub(super) lists: Vec<Vec<Orientation>>,
    stride: usize,
    rim: usize,
}

impl ScanBoard {
    /// The widest strip that has lists of its own for each column.
    pub(super) const MAX_WIDTH: u16 = 64;

    pub(super) fn new(board: &Board, kinds: &Kinds, route: Route) -> ScanBoard {
        let reach = kinds
            .kinds
            .iter()
            .flat_map(|kind| &kind.orientations)
            .map(|orientation| orientation.w().max(orientation.h()) - 1)
            .max();
        let rim = usize::from(reach.unwrap_or(0).max(1));
        let (w, h) = (usize::from(board.size().w), usize::from(board.size().h));
        let stride = w + 2 * rim;
        let mut scan_board = ScanBoard {
            spots: Vec::with_capacity(board.area() as usize),
            filled: vec![true; stride * (h + 2 * rim)],
            lists: Vec::new(),
            stride,
            rim,
        };
        scan_board.number(board, route);
        let wide = scan_board.classes(board, route);
        let strip = (wide > 1).then_some(i32::from(route.width));
        for class in 0..wide {
            for kind in &kinds.kinds {
                let orientations =
                    kind.orientations.iter().flat_map(|shape| beginnings(shape.cells(), class.into(), strip, route));
                let orientations = orientations.map(|places| scan_board.orientation(&places)).collect();
                scan_board.lists.push(orientations);
            }
        }
        scan_board
    }

    /// How many kinds of columns a strip has. A strip as wide as the board has one: nothing crosses into another.
    fn classes(&self, board: &Board, route: Route) -> u16 {
        let across = if route.transposed { board.size().h } else { board.size().w };
        if route.width >= across || route.width > ScanBoard::MAX_WIDTH { 1 } else { route.width.max(1) }
    }

    fn number(&mut self, board: &Board, route: Route) {
        let size = board.size();
        let (across, down) = if route.transposed { (size.h, size.w) } else { (size.w, size.h) };
        let many = self.classes(board, route) > 1;
        let width = if many { route.width } else { across };
        for left in (0..across).step_by(usize::from(width.max(1))) {
            for a in 0..down {
                for b in left..across.min(left.saturating_add(width)) {
                    let p = if route.transposed { Point::new(a, b) } else { Point::new(b, a) };
                    if board.is_free(p) {
                        let cell = self.cell(p);
                        self.filled[cell] = false;
                        let class = if many { u8::try_from(b - left).unwrap_or(0) } else { 0 };
                        let parity = u8::from(p.x & 1 == 1) | u8::from(p.y & 1 == 1) << 1;
                        self.spots.push(RouteCell { cell: u32::try_from(cell).unwrap_or(u32::MAX), class, parity });
                    }
                }
            }
        }
    }

    fn cell(&self, p: Point) -> usize {
        (usize::from(p.y) + self.rim) * self.stride + usize::from(p.x) + self.rim
    }

    /// The point of a cell of the rimmed board.
    pub(super) fn point(&self, cell: usize) -> Point {
        let axis = |at: usize| u16::try_from(at - self.rim).unwrap_or(u16::MAX);
        Point::new(axis(cell % self.stride), axis(cell / self.stride))
    }

    /// The steps to the four neighbors.
    pub(super) fn beside(&self) -> [i32; 4] {
        let stride = i32::try_from(self.stride).unwrap_or(i32::MAX);
        [1, stride, -1, -stride]
    }

    fn orientation(&self, places: &[(i32, i32)]) -> Orientation {
        let stride = i32::try_from(self.stride).unwrap_or(i32::MAX);
        let steps = places.iter().map(|&(x, y)| y * stride + x).filter(|&step| step != 0).collect();
        // An even offset keeps all coordinates positive.
        let even = |at: i32| u16::try_from(at + 256).unwrap_or(0);
        let part = balance_of(places.iter().map(|&(x, y)| Point::new(even(x), even(y))));
        Orientation { steps, part }
    }
}

/// The cells of a shape as steps from the one that a route meets first, if the shape begins in column `class` of a
/// strip: one way for each cell that can be the first.
fn beginnings(cells: &[Point], class: i32, strip: Option<i32>, route: Route) -> Vec<Vec<(i32, i32)>> {
    let step = |from: Point, to: Point| (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let place = |(x, y): (i32, i32)| {
        let (a, b) = if route.transposed { (x, y) } else { (y, x) };
        (strip.map_or(0, |width| (class + b).div_euclid(width)), a, b)
    };
    let from = |&first: &Point| {
        let steps: Vec<(i32, i32)> = cells.iter().map(|&cell| step(first, cell)).collect();
        steps.iter().all(|&to| place(to) >= (0, 0, 0)).then_some(steps)
    };
    cells.iter().filter_map(from).collect()
}
