//! The map while it is rewritten: a symbol for each cell, a log of changes, and orientations of rules that lie on it.

use mapwright_core::{Size, Wrap};
use mapwright_graph::lanes::bits;

use crate::compile::{Oriented, RuleSet};
use crate::node::Around;
use crate::parse::KEEP;
use crate::symbols::{ANY, Mask};

/// A cell that got another symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) cell: u32,
    pub(crate) old: u8,
    pub(crate) new: u8,
}

impl Change {
    /// Returns whether the old symbol is in `mask`.
    pub(crate) fn was_in(self, mask: Mask) -> bool {
        mask >> self.old & 1 == 1
    }

    /// Returns whether the new symbol is in `mask`.
    pub(crate) fn is_in(self, mask: Mask) -> bool {
        mask >> self.new & 1 == 1
    }
}

/// Size and wrapped axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardSize {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// An axis of one cell joins nothing.
    pub(crate) wrap_x: bool,
    pub(crate) wrap_y: bool,
}

impl BoardSize {
    pub(crate) fn new(size: Size, wrap: Wrap) -> Self {
        let (w, h) = (u32::from(size.w), u32::from(size.h));
        BoardSize { w, h, wrap_x: wrap.x() && w > 1, wrap_y: wrap.y() && h > 1 }
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

    /// The cells north, east, south and west of a cell, and with eight around it those northeast, southeast, southwest and
    /// northwest.
    pub(crate) fn around(self, cell: u32, around: Around) -> [Option<u32>; 8] {
        let four = self.neighbors(cell);
        let beside = |of: usize, toward: usize| {
            let near = four[of].filter(|_| around == Around::Eight)?;
            self.neighbors(near)[toward]
        };
        let [north, east, south, west] = four;
        [north, east, south, west, beside(0, 1), beside(2, 1), beside(2, 3), beside(0, 3)]
    }

    /// The cells north, east, south and west of a cell.
    pub(crate) fn neighbors(self, cell: u32) -> [Option<u32>; 4] {
        let (x, y) = self.point(cell);
        let BoardSize { w, h, wrap_x, wrap_y } = self;
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
pub(crate) struct SymbolGrid {
    pub(crate) shape: BoardSize,
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

impl SymbolGrid {
    pub(crate) fn new(shape: BoardSize, cells: Vec<u8>) -> Self {
        SymbolGrid { shape, cells, log: Vec::new(), begin: 1, turn: 0, is_cut: false }
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
    pub(crate) fn set_word(&mut self, first: u32, lanes: u64, new: u8, is_logged: bool) -> u64 {
        if is_logged {
            return bits(lanes).map(|bit| self.set(first + bit, new)).count() as u64;
        }
        let cells = &mut self.cells[first as usize..];
        bits(lanes).for_each(|bit| cells[bit as usize] = new);
        lanes.count_ones().into()
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

/// An orientation and where it lies: the row-major index of its anchor, the cell under its top left one.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// How many columns and rows the anchor may be in.
    pub(crate) room: (u32, u32),
    /// The places that have to fit; those that fit nearly anywhere come last.
    checks: Vec<(CellOffset, Mask)>,
    pub(crate) writes: Vec<(CellOffset, u8)>,
    /// Whether every match changes something.
    always_changes: bool,
}

/// A place of an orientation: its column and row, and how far behind the anchor it is if the orientation lies within the borders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellOffset {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) behind: u32,
}

impl Stamp {
    /// A stamp for each orientation of some rules.
    pub(crate) fn all(set: &RuleSet, shape: BoardSize) -> Vec<Stamp> {
        set.orientations.iter().map(|orientation| Stamp::new(orientation, shape)).collect()
    }

    pub(crate) fn new(orientation: &Oriented, shape: BoardSize) -> Self {
        let places = || CellOffset::all(orientation, shape);
        Stamp {
            w: orientation.from.w,
            h: orientation.from.h,
            room: shape.room(orientation.from.w, orientation.from.h),
            checks: places().zip(orientation.from.cells.iter().copied()).filter(|&(_, mask)| mask != ANY).collect(),
            writes: places().zip(orientation.to.cells.iter().copied()).filter(|&(_, to)| to != KEEP).collect(),
            always_changes: orientation.always_changes(),
        }
    }

    /// Puts those places first that fit the fewest cells of a board.
    pub(crate) fn sort(&mut self, counts: &[u32; 32]) {
        let fitting = |mask: Mask| (0..32).filter(|s| mask >> s & 1 == 1).map(|s| u64::from(counts[s])).sum::<u64>();
        self.checks.sort_by_key(|&(_, mask)| fitting(mask));
    }

    /// Returns how many looks one test of a match counts as: more for large orientations.
    pub(crate) fn looks(&self) -> u64 {
        1 + self.checks.len() as u64 / 16
    }

    /// The symbols that fit the first place, and where it is.
    pub(crate) fn rarest(&self) -> (Mask, (u32, u32)) {
        self.checks.first().map_or((ANY, (0, 0)), |(place, mask)| (*mask, (place.x, place.y)))
    }

    /// The row-major index of an anchor if it is in the room.
    #[inline]
    pub(crate) fn anchor(&self, shape: BoardSize, (x, y): (u32, u32)) -> Option<u32> {
        (x < self.room.0 && y < self.room.1).then(|| y * shape.w + x)
    }

    /// Whether the orientation does not run over a border.
    fn is_inner(&self, shape: BoardSize, (x, y): (u32, u32)) -> bool {
        x + self.w <= shape.w && y + self.h <= shape.h
    }

    /// Whether the orientation matches at an anchor in its room, and would change something.
    #[inline]
    pub(crate) fn is_live(&self, board: &SymbolGrid, at: (u32, u32)) -> bool {
        match self.is_inner(board.shape, at) {
            true => self.is_live_inside(board, at.1 * board.shape.w + at.0),
            false => self.fits(board, |place| board.shape.cell(at, (place.x, place.y))),
        }
    }

    /// The same for an orientation that lies within the borders.
    #[inline]
    pub(crate) fn is_live_inside(&self, board: &SymbolGrid, anchor: u32) -> bool {
        self.fits(board, |place| anchor + place.behind)
    }

    #[inline]
    fn fits(&self, board: &SymbolGrid, cell: impl Fn(&CellOffset) -> u32) -> bool {
        let changes = |(place, to): &(CellOffset, u8)| board.cells[cell(place) as usize] != *to;
        self.checks.iter().all(|(place, mask)| board.has(cell(place), *mask))
            && (self.always_changes || self.writes.iter().any(changes))
    }

    /// The cells that a match at an anchor writes, and what.
    pub(crate) fn written(&self, shape: BoardSize, anchor: u32) -> impl Iterator<Item = (u32, u8)> {
        let at = shape.point(anchor);
        let is_inner = self.is_inner(shape, at);
        let cell =
            move |place: CellOffset| if is_inner { anchor + place.behind } else { shape.cell(at, (place.x, place.y)) };
        self.writes.iter().map(move |&(place, to)| (cell(place), to))
    }

    /// Applies the match at an anchor.
    pub(crate) fn write(&self, board: &mut SymbolGrid, anchor: u32) {
        self.written(board.shape, anchor).for_each(|(cell, to)| board.set(cell, to));
    }
}

/// An anchor and the number of an orientation.
pub(crate) type Match = (u32, usize);

/// Returns the match with this number among those of `orientations` orientations.
pub(crate) const fn match_of(number: u32, orientations: usize) -> Match {
    (number / orientations as u32, (number % orientations as u32) as usize)
}

impl CellOffset {
    /// The places of an orientation, row by row. An orientation larger than the board has no room, and is never behind an anchor.
    pub(crate) fn all(orientation: &Oriented, shape: BoardSize) -> impl Iterator<Item = CellOffset> {
        let w = orientation.from.w;
        let places = (0..orientation.from.h).flat_map(move |y| (0..w).map(move |x| (x, y)));
        places.map(move |(x, y)| CellOffset { x, y, behind: y.wrapping_mul(shape.w).wrapping_add(x) })
    }
}
