//! The map while it is rewritten: a symbol for each cell, and a log of what changed.

use mapwright_core::{Size, Wrap};

use crate::symbols::Mask;
use crate::tree::bits;

/// A cell that got another symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) cell: u32,
    pub(crate) old: u8,
    pub(crate) new: u8,
}

/// Size and wrapped axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// An axis of one cell joins nothing.
    pub(crate) wrap_x: bool,
    pub(crate) wrap_y: bool,
}

impl Shape {
    pub(crate) fn new(size: Size, wrap: Wrap) -> Self {
        let (w, h) = (u32::from(size.w), u32::from(size.h));
        Shape { w, h, wrap_x: wrap.x() && w > 1, wrap_y: wrap.y() && h > 1 }
    }

    pub(crate) fn size(self) -> Size {
        // Both came from a size.
        Size::new(self.w as u16, self.h as u16)
    }

    pub(crate) fn area(self) -> u32 {
        self.w * self.h
    }

    /// How many columns and rows a picture of this size may have its top left cell in.
    pub(crate) fn room(self, w: u32, h: u32) -> (u32, u32) {
        let along = |length: u32, part: u32, wraps| match length.checked_sub(part) {
            None => 0,
            Some(_) if wraps => length,
            Some(rest) => rest + 1,
        };
        (along(self.w, w, self.wrap_x), along(self.h, h, self.wrap_y))
    }

    /// The cell some columns and rows on, round the map.
    #[inline]
    pub(crate) fn cell(self, (x, y): (u32, u32), (dx, dy): (u32, u32)) -> u32 {
        let along = |at: u32, length: u32| if at >= length { at - length } else { at };
        along(y + dy, self.h) * self.w + along(x + dx, self.w)
    }

    /// The column and row some columns and rows before, round the map. Where nothing wraps, a place before the border is
    /// now behind the room of any picture that reaches so far.
    #[inline]
    pub(crate) fn before(self, (x, y): (u32, u32), (dx, dy): (u32, u32)) -> (u32, u32) {
        let along = |at: u32, length: u32, d: u32| if at >= d { at - d } else { (at + length).wrapping_sub(d) };
        (along(x, self.w, dx), along(y, self.h, dy))
    }

    #[inline]
    pub(crate) fn point(self, cell: u32) -> (u32, u32) {
        (cell % self.w, cell / self.w)
    }

    /// The cells north, east, south and west of a cell.
    pub(crate) fn neighbors(self, cell: u32) -> [Option<u32>; 4] {
        let (x, y) = self.point(cell);
        let Shape { w, h, wrap_x, wrap_y } = self;
        [
            if y > 0 { Some(cell - w) } else { wrap_y.then(|| cell + (h - 1) * w) },
            if x + 1 < w { Some(cell + 1) } else { wrap_x.then(|| cell + 1 - w) },
            if y + 1 < h { Some(cell + w) } else { wrap_y.then_some(x) },
            if x > 0 { Some(cell - 1) } else { wrap_x.then(|| cell + w - 1) },
        ]
    }
}

/// Symbols and the log of their changes.
///
/// A reader of the log keeps a cursor into it. When the log is cut, readers who have not read to its end look at the whole
/// board anew.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<u8>,
    log: Vec<Change>,
    /// The cursor to the beginning of the log.
    begin: Cursor,
    /// Where the turn began that is now taken.
    turn: usize,
    /// Whether the log was full, so that changes are missing in it.
    is_cut: bool,
}

/// How many changes somebody has read, and one more; 0 for nothing at all.
pub(crate) type Cursor = u64;

impl Board {
    pub(crate) fn new(shape: Shape, cells: Vec<u8>) -> Self {
        Board { shape, cells, log: Vec::new(), begin: 1, turn: 0, is_cut: false }
    }

    /// Gives a cell a symbol.
    #[inline]
    pub(crate) fn set(&mut self, cell: u32, new: u8) {
        let old = std::mem::replace(&mut self.cells[cell as usize], new);
        if old == new {
            return;
        }
        if self.log.len() < 2 * self.limit() {
            self.log.push(Change { cell, old, new });
        } else {
            self.is_cut = true;
        }
    }

    /// Gives up to 64 cells another symbol than they have, those of `lanes` from `first` on. Returns how many these are.
    pub(crate) fn set_word(&mut self, first: u32, mut lanes: u64, new: u8, is_logged: bool) -> u64 {
        if is_logged {
            return bits(lanes).map(|bit| self.set(first + bit, new)).count() as u64;
        }
        let (cells, mut n) = (&mut self.cells[first as usize..], 0);
        while lanes != 0 {
            cells[lanes.trailing_zeros() as usize] = new;
            lanes &= lanes - 1;
            n += 1;
        }
        n
    }

    /// Whether a cell has one of some symbols.
    #[inline]
    pub(crate) fn has(&self, cell: u32, mask: Mask) -> bool {
        mask >> self.cells[cell as usize] & 1 == 1
    }

    /// How many cells have each symbol.
    pub(crate) fn counts(&self) -> [u32; 32] {
        let mut counts = [0; 32];
        self.cells.iter().for_each(|&cell| counts[usize::from(cell & 31)] += 1);
        counts
    }

    /// What changed since a cursor, which moves to the end; `None` if that is not known.
    pub(crate) fn read(&self, cursor: &mut Cursor) -> Option<&[Change]> {
        let from = std::mem::replace(cursor, self.end()).checked_sub(self.begin)?;
        (!self.is_cut).then(|| &self.log[from as usize..])
    }

    /// The cursor of one who knows the board as it is.
    pub(crate) fn end(&self) -> Cursor {
        self.begin + self.log.len() as u64
    }

    /// What changed in this turn; `None` if that is not known.
    pub(crate) fn turn(&self) -> Option<&[Change]> {
        (!self.is_cut).then(|| &self.log[self.turn..])
    }

    /// Begins a turn. A log that has become long is cut first.
    pub(crate) fn begin_turn(&mut self) {
        if self.is_cut || self.log.len() > self.limit() {
            // Where changes are missing, nobody has read to the end.
            self.begin = self.end() + u64::from(self.is_cut);
            self.log.clear();
            self.is_cut = false;
        }
        self.turn = self.log.len();
    }

    /// About as many changes as make looking at the whole board cheaper than reading them.
    fn limit(&self) -> usize {
        self.cells.len() / 2 + 256
    }
}
