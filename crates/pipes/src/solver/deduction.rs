//! Deduction from the tiles alone: the state that the rules narrow down, their queue, and the trail that undoes
//! assumptions.
//!
//! # When a board is solved, in numbers
//!
//! Let `n` be the number of tiles that are not empty. Say that an arrangement has `J` joined pairs of sides, `L`
//! *loose* open sides (against a border, a barrier or a closed side), `k` connected components and `R = J − n + k`
//! independent rings. Each open side is joined or loose: `2J + L = Σ degree`. Hence
//!
//! ```text
//! L + 2R = Σ degree − 2(n − 1) + 2(k − 1)
//! ```
//!
//! Call `Σ degree − 2(n − 1)` the *spare* sides. An arrangement is solved, `k = 1`, exactly when it wastes at most
//! these: one for each loose side and two for each ring. A board made from a spanning tree has none to
//! spare, so every side must match and no ring may close. If the number is negative, there is no solution. One engine
//! solves all boards: it counts down what is left to spare.

use mapwright_core::{Dirs, Passages};

use super::cell::Cell;
use super::parts::Parts;

/// The board cannot be solved from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The rules in use; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rules {
    /// Touching sides match.
    Local,
    /// No ring closes.
    Rings,
    /// No component is sealed off.
    Isolation,
}

/// How a run of the rules ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Nothing more follows.
    Done,
    /// The step budget was used up; what was found so far holds.
    Stopped,
}

/// The state of a board on the way to a solution.
#[derive(Debug)]
pub(crate) struct Deduction<'a> {
    pub(super) ground: &'a Passages,
    pub(super) cells: Vec<Cell>,
    pub(super) parts: Parts,
    /// Tiles that are not empty.
    pub(super) n_tiles: u32,
    /// Tiles with more than one possible orientation.
    n_open: u32,
    /// Sides that may still be wasted.
    pub(super) spare: u32,
    /// Whether there are none to spare from the beginning: then every announced side binds its neighbor at once.
    pub(super) is_tree: bool,
    pub(super) rules: Rules,
    /// Tiles to process in this round, and in the next.
    queue: Vec<u32>,
    later: Vec<u32>,
    /// How to take back what was done since an assumption.
    pub(super) trail: Vec<Undo>,
    pub(super) keeps_trail: bool,
    /// Tiles processed so far: the measure of all budgets.
    pub(crate) steps: u64,
}

/// How to take back one change. A board with many sides to spare is solved guess by guess, so these lists grow with it:
/// an entry takes twelve bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    /// What was known about a tile.
    Cell(u32, Cell),
    /// Two roots were united; the first stayed one.
    United(u32, u32),
    /// A root's part wasted some sides.
    Wasted(u32, u32),
    /// A root's free sides.
    Free(u32, u32),
    /// The tile that came after another in its part.
    Next(u32, u32),
}

/// A point on the trail to go back to, and whether there was an assumption before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    length: usize,
    kept_trail: bool,
}

impl<'a> Deduction<'a> {
    /// Nothing is known yet. It is a contradiction if there are too few open sides to connect all tiles.
    pub(crate) fn new(tiles: &[Dirs], ground: &'a Passages) -> Result<Self, Contradiction> {
        Deduction::with_cells(tiles.iter().map(|&tile| Cell::unknown(tile)).collect(), tiles, ground)
    }

    pub(super) fn with_cells(cells: Vec<Cell>, tiles: &[Dirs], ground: &'a Passages) -> Result<Self, Contradiction> {
        let degrees = || tiles.iter().map(|tile| tile.len());
        let n_tiles = degrees().map(|degree| u32::from(degree > 0)).sum();
        let open_sides: u64 = degrees().map(u64::from).sum();
        let needed = 2 * u64::from(n_tiles).saturating_sub(1);
        let spare = open_sides.checked_sub(needed).and_then(|spare| u32::try_from(spare).ok()).ok_or(Contradiction)?;
        let n_open = cells.iter().map(|cell| u32::from(!cell.is_settled())).sum();
        Ok(Deduction {
            ground,
            parts: Parts::new(degrees()),
            cells,
            n_tiles,
            n_open,
            spare,
            is_tree: spare == 0,
            rules: Rules::Local,
            queue: Vec::new(),
            later: Vec::with_capacity(tiles.len() / 2),
            trail: Vec::with_capacity(64),
            keeps_trail: false,
            steps: 0,
        })
    }

    /// The number of tiles with more than one possible orientation.
    pub(crate) const fn n_open(&self) -> u32 {
        self.n_open
    }

    #[inline]
    pub(crate) fn cell(&self, at: u32) -> Cell {
        self.cells[at as usize]
    }

    /// The tiles with more than one possible orientation.
    pub(crate) fn open_tiles(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.cells).filter(|(_, cell)| !cell.is_settled()).map(|(at, _)| at)
    }

    /// Every tile in its first possible orientation: the solution, once all are settled.
    pub(crate) fn arrangement(&self) -> Vec<Dirs> {
        self.cells.iter().map(|cell| cell.first()).collect()
    }

    /// Processes every tile once, row by row, with these rules and those before them. [`run`](Self::run) continues. Once
    /// `goes_on`, which gets the number of tiles of a row, says no, the rest is left as it is.
    pub(crate) fn sweep(&mut self, rules: Rules, goes_on: &mut dyn FnMut(u64) -> bool) -> Result<(), Contradiction> {
        let is_first = rules == Rules::Local || self.steps == 0;
        self.rules = rules;
        let width = u32::from(self.ground.size().w);
        for at in 0..self.ground.area() {
            if at % width == 0 && !goes_on(width.into()) {
                break;
            }
            if is_first {
                self.bound_by_border(at)?;
            }
            if is_first || !self.cell(at).is_settled() {
                self.look(at)?;
            }
        }
        Ok(())
    }

    /// Closes the sides where no water can pass, on a board without spare sides.
    pub(super) fn bound_by_border(&mut self, at: u32) -> Result<(), Contradiction> {
        let walls = self.ground.ways(at).complement().bits();
        if self.spare > 0 || walls == 0 { Ok(()) } else { self.narrow(at, self.cell(at).fitting(walls << 4)) }
    }

    /// Runs the rules over the queue until nothing more follows, round by round: what a round finds is processed
    /// in the next. `after_round` gets the number of tiles settled in each.
    pub(crate) fn run_rounds(&mut self, mut after_round: impl FnMut(u32)) -> Result<(), Contradiction> {
        loop {
            std::mem::swap(&mut self.queue, &mut self.later);
            if self.queue.is_empty() {
                return Ok(());
            }
            let before = self.n_open;
            let mut next = 0;
            while let Some(&at) = self.queue.get(next) {
                next += 1;
                self.cells[at as usize] = self.cell(at).queued(false);
                self.look(at)?;
            }
            self.queue.clear();
            after_round(before - self.n_open);
        }
    }

    /// The same for at most `steps` steps, without rounds. A run that was stopped can be continued.
    pub(crate) fn run(&mut self, steps: u64) -> Result<Run, Contradiction> {
        let last = self.steps.saturating_add(steps);
        let mut next = 0;
        while let Some(&at) = self.later.get(next) {
            if self.steps >= last {
                self.later.drain(..next);
                return Ok(Run::Stopped);
            }
            next += 1;
            self.cells[at as usize] = self.cell(at).queued(false);
            self.look(at)?;
        }
        self.later.clear();
        Ok(Run::Done)
    }

    /// Clears the queue.
    pub(crate) fn drop_queue(&mut self) {
        for at in self.queue.drain(..).chain(self.later.drain(..)) {
            self.cells[at as usize] = self.cells[at as usize].queued(false);
        }
    }

    /// Records every change from here on, so that it can be undone.
    pub(crate) fn mark(&mut self) -> Mark {
        let mark = Mark { length: self.trail.len(), kept_trail: self.keeps_trail };
        self.keeps_trail = true;
        mark
    }

    /// Undoes every change since the mark, and clears the queue.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.drop_queue();
        while self.trail.len() > mark.length {
            match self.trail.pop() {
                Some(Undo::Cell(at, cell)) => {
                    let was_open = u32::from(!cell.is_settled());
                    self.n_open = self.n_open + was_open - u32::from(!self.cell(at).is_settled());
                    self.cells[at as usize] = cell.queued(false);
                }
                Some(Undo::United(big, small)) => self.parts.split(big, small),
                Some(Undo::Wasted(root, sides)) => {
                    self.spare += sides;
                    self.parts[root].free += sides;
                }
                Some(Undo::Free(root, free)) => self.parts[root].free = free,
                Some(Undo::Next(at, next)) => self.parts[at].next = next,
                None => break,
            }
        }
        self.keeps_trail = mark.kept_trail;
    }

    /// Makes every change so far final.
    pub(crate) fn commit(&mut self) {
        self.trail.clear();
        self.keeps_trail = false;
    }

    /// Restricts a tile to the orientations in `allowed`.
    #[inline]
    pub(crate) fn narrow(&mut self, at: u32, allowed: u8) -> Result<(), Contradiction> {
        let cell = self.cell(at);
        let possible = cell.possible() & allowed;
        if possible == cell.possible() {
            return Ok(());
        }
        if possible == 0 {
            return Err(Contradiction);
        }
        let narrowed = cell.with_possible(possible);
        self.set_cell(at, narrowed);
        self.wake(at);
        Ok(())
    }

    #[inline]
    pub(super) fn set_cell(&mut self, at: u32, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[at as usize], cell);
        self.n_open = self.n_open + u32::from(!cell.is_settled()) - u32::from(!old.is_settled());
        self.note(Undo::Cell(at, old));
    }

    /// Records how to take back a change, under an assumption.
    #[inline]
    pub(super) fn note(&mut self, undo: Undo) {
        if self.keeps_trail {
            self.trail.push(undo);
        }
    }

    #[inline]
    pub(super) fn set_next(&mut self, at: u32, next: u32) {
        self.note(Undo::Next(at, self.parts[at].next));
        self.parts[at].next = next;
    }

    #[inline]
    pub(super) fn set_free(&mut self, root: u32, free: u32) {
        self.note(Undo::Free(root, self.parts[root].free));
        self.parts[root].free = free;
    }

    /// Queues a tile, unless it is queued already.
    #[inline]
    pub(crate) fn wake(&mut self, at: u32) {
        let cell = self.cell(at);
        if !cell.is_queued() {
            self.cells[at as usize] = cell.queued(true);
            self.later.push(at);
        }
    }

    /// The representative of a tile's component.
    #[inline]
    pub(super) fn root(&mut self, at: u32) -> u32 {
        if self.keeps_trail { self.parts.find(at) } else { self.parts.find_and_shorten(at) }
    }
}
