//! PiecePlacement lists for a scan: what can cover the first free cell, where some of its neighbors are filled.
//!
//! The free cells of a board are numbered along its shorter side, line after line; holes have no number. All cells
//! before the first free one are filled, so what is filled behind it is a short *broken profile*: bit i tells whether
//! the cell i numbers further on is filled. A placement is a mask of such bits.
//!
//! Cells whose placements are alike share one list; on a rectangle, nearly all cells of a row.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Shl, Shr};

use mapwright_core::Point;

use super::board::Board;
use super::color::{Balance, balance_of};
use super::kinds::Kinds;

/// A piece over the first free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PiecePlacement<W> {
    /// The cells, counted from the first.
    pub(super) mask: W,
    /// The piece's part in the colorings.
    pub(super) part: [i8; 3],
    /// Which kind of piece.
    pub(super) kind: u8,
}

/// The board's cells in the order of a scan, with what can be placed on each.
#[derive(Clone, Debug)]
pub(super) struct Lists<W> {
    /// The free cells in their order.
    pub(super) cells: Vec<Point>,
    /// The list of each cell.
    list_of: Vec<u32>,
    /// Where each list begins and ends in `placements`.
    ranges: Vec<(u32, u32)>,
    /// All lists, one after the other.
    placements: Vec<PiecePlacement<W>>,
}

/// Whether a kind may cover some cells.
pub(super) type Allowed<'a> = &'a dyn Fn(usize, &mut dyn Iterator<Item = Point>) -> bool;

/// Numbers of cells, and points from numbers along and across the lines of a scan.
struct CellOrder {
    by_rows: bool,
    lines: i32,
    length: i32,
    /// The number of each cell, line after line; `u32::MAX` for a hole.
    numbers: Vec<u32>,
}

impl CellOrder {
    /// Lines are columns where `by_rows` is false.
    fn new(board: &Board, by_rows: bool) -> (CellOrder, Vec<Point>) {
        let size = board.size();
        let (lines, length) = if by_rows { (size.h, size.w) } else { (size.w, size.h) };
        let mut cells = Vec::with_capacity(board.area() as usize);
        let mut numbers = Vec::with_capacity(size.area() as usize);
        for line in 0..lines {
            for along in 0..length {
                let p = if by_rows { Point::new(along, line) } else { Point::new(line, along) };
                let free = board.is_free(p);
                numbers.push(if free { u32::try_from(cells.len()).unwrap_or(u32::MAX) } else { u32::MAX });
                if free {
                    cells.push(p);
                }
            }
        }
        (CellOrder { by_rows, lines: lines.into(), length: length.into(), numbers }, cells)
    }

    /// Line and place in the line.
    fn place(&self, p: Point) -> (i32, i32) {
        if self.by_rows { (p.y.into(), p.x.into()) } else { (p.x.into(), p.y.into()) }
    }

    /// The number of a free cell of the board.
    fn number(&self, (line, along): (i32, i32)) -> Option<u32> {
        let inside = (0..self.lines).contains(&line) && (0..self.length).contains(&along);
        let at = usize::try_from(line * self.length + along).ok().filter(|_| inside)?;
        self.numbers.get(at).copied().filter(|&number| number != u32::MAX)
    }
}

/// The cells of an orientation from its first one on, as steps over lines and along them.
struct OrientedPiece {
    kind: u8,
    steps: Vec<(i32, i32)>,
    /// What it takes of the colorings with its first cell on even lines and places.
    part: Balance,
}

fn orientations(kinds: &Kinds, by_rows: bool) -> Vec<OrientedPiece> {
    let mut orientations = Vec::new();
    for (kind, nth) in kinds.kinds.iter().zip(0..) {
        for shape in &kind.orientations {
            let turn = |p: &Point| if by_rows { (p.y, p.x) } else { (p.x, p.y) };
            let mut places: Vec<(u16, u16)> = shape.cells().iter().map(turn).collect();
            places.sort_unstable();
            let Some(&(line, along)) = places.first() else { continue };
            let step = |(l, a): (u16, u16)| (i32::from(l) - i32::from(line), i32::from(a) - i32::from(along));
            let mut part = balance_of(shape.cells().iter().copied());
            // The balance of the shape in the corner, as seen from its first cell.
            let (x, y) = if by_rows { (along, line) } else { (line, along) };
            part = signed(part, Point::new(x, y));
            orientations.push(OrientedPiece { kind: nth, steps: places.into_iter().map(step).collect(), part });
        }
    }
    orientations
}

/// A balance, moved by a step of `p`.
fn signed(part: Balance, p: Point) -> Balance {
    let sign = |odd: u16| if odd & 1 == 0 { 1 } else { -1 };
    Balance { u: part.u * sign(p.y), v: part.v * sign(p.x), c: part.c * sign(p.x ^ p.y) }
}

impl<W: Bits> Lists<W> {
    /// Returns the lists of a board in the direction in which profiles are shorter; `None` if no word holds a profile.
    pub(super) fn of(board: &Board, kinds: &Kinds) -> Option<Lists<W>> {
        Lists::allowed(board, kinds, &|_, _| true)
    }

    /// The same with only those places of a kind that are allowed, by their cells.
    pub(super) fn allowed(board: &Board, kinds: &Kinds, allowed: Allowed<'_>) -> Option<Lists<W>> {
        let size = board.size();
        let first = size.w < size.h;
        Lists::along(board, kinds, first, allowed).or_else(|| Lists::along(board, kinds, !first, allowed))
    }

    fn along(board: &Board, kinds: &Kinds, by_rows: bool, allowed: Allowed<'_>) -> Option<Lists<W>> {
        let orientations = orientations(kinds, by_rows);
        let (order, cells) = CellOrder::new(board, by_rows);
        let (list_of, ranges, placements) = (Vec::with_capacity(cells.len()), Vec::new(), Vec::new());
        let mut lists = Lists { cells, list_of, ranges, placements };
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        for nth in 0..lists.cells.len() {
            let list = list_at(&order, &orientations, &lists.cells, nth, allowed)?;
            // Two lines back the colors are the same again.
            let (line, along) = order.place(lists.cells[nth]);
            let like = order.number((line - 2, along)).map(|like| lists.list_of[like as usize]);
            let like = like.filter(|&like| *lists.get_list(like as usize) == list);
            let own = like.unwrap_or_else(|| {
                let from = narrow(lists.placements.len());
                lists.placements.extend(list);
                lists.ranges.push((from, narrow(lists.placements.len())));
                narrow(lists.ranges.len() - 1)
            });
            lists.list_of.push(own);
        }
        Some(lists)
    }

    /// The number of lists.
    pub(super) const fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The list of cell number `at`.
    #[inline(always)]
    pub(super) fn list_of(&self, at: u32) -> usize {
        self.list_of[at as usize] as usize
    }

    /// What may be placed on a cell of a list, its first: a range for [`get`](Self::get).
    #[inline(always)]
    pub(super) fn range(&self, list: usize) -> (u32, u32) {
        self.ranges[list]
    }

    fn get_list(&self, list: usize) -> &[PiecePlacement<W>] {
        let (from, to) = self.ranges[list];
        self.all(from, to)
    }

    #[inline(always)]
    pub(super) fn get(&self, place: u32) -> PiecePlacement<W> {
        self.placements[place as usize]
    }

    /// The placements from one to before another.
    #[inline(always)]
    pub(super) fn all(&self, from: u32, to: u32) -> &[PiecePlacement<W>] {
        &self.placements[from as usize..to as usize]
    }

    /// Every placement, list by list.
    pub(super) fn placements(&self) -> &[PiecePlacement<W>] {
        &self.placements
    }

    /// For each cell, and for the end, the kinds that can begin there or later, as bits.
    pub(super) fn to_come(&self) -> Vec<u64> {
        let own = |list| self.get_list(list).iter().fold(0, |kinds, placement| kinds | 1 << placement.kind);
        let own: Vec<u64> = (0..self.len()).map(own).collect();
        let mut to_come = vec![0; self.cells.len() + 1];
        for at in (0..self.cells.len()).rev() {
            to_come[at] = to_come[at + 1] | own[self.list_of[at] as usize];
        }
        to_come
    }
}

/// Everything that fits over the cell `p`, number `nth`; `None` where it does not fit into a profile.
fn list_at<W: Bits>(
    order: &CellOrder,
    orientations: &[OrientedPiece],
    cells: &[Point],
    nth: usize,
    allowed: Allowed<'_>,
) -> Option<Vec<PiecePlacement<W>>> {
    let p = cells[nth];
    let (line, along) = order.place(p);
    let number = |(over, on): (i32, i32)| order.number((line + over, along + on));
    let further = |number: u32| number.checked_sub(u32::try_from(nth).unwrap_or(u32::MAX));
    let mut placements = Vec::with_capacity(orientations.len());
    for orientation in orientations {
        let mut mask = Some(W::NONE);
        for &step in &orientation.steps {
            match number(step).and_then(further) {
                Some(far) if far >= W::BITS => return None,
                far => mask = mask.zip(far).map(|(mask, far)| mask | W::from(true) << far),
            }
        }
        let Some(mask) = mask else { continue };
        let covered = orientation.steps.iter().filter_map(|&step| number(step)).map(|number| cells[number as usize]);
        if !allowed(orientation.kind.into(), &mut covered.into_iter()) {
            continue;
        }
        let Balance { u, v, c } = signed(orientation.part, p);
        let part = [u, v, c].map(|part| i8::try_from(part).unwrap_or(0));
        placements.push(PiecePlacement { mask, part, kind: orientation.kind });
    }
    Some(placements)
}

/// A fixed number of bits; bit 0 is the lowest.
pub(super) trait Bits:
    Copy
    + Debug
    + Send
    + Sync
    + PartialEq
    + From<bool>
    + Into<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const NONE: Self;

    /// Returns the number of trailing ones.
    fn run(self) -> u32;
    /// Returns the number of bits set.
    fn ones(self) -> u32;
    /// Returns the `n` lowest bits.
    fn low(self, n: u32) -> usize;

    /// Whether they have a bit in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }
    /// Moves the bits down by 1 to `BITS`.
    #[inline(always)]
    fn drop_low(self, n: u32) -> Self {
        self >> 1 >> (n - 1)
    }
    /// Returns the number that the bits are.
    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline(always)]
            fn run(self) -> u32 {
                self.trailing_ones()
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn low(self, n: u32) -> usize {
                (self & ((1 << n) - 1)) as usize
            }
        }
    };
}

bits!(u64);
bits!(u128);
