//! What follows from the tiles alone: the state that rules narrow down, the queue that they run over, and the
//! trail that takes assumptions back.
//!
//! # When a board is solved, in numbers
//!
//! Let `n` be the number of tiles that are not empty. Say that an arrangement has `J` joined pairs of sides, `L`
//! *loose* open sides (against a border, a barrier or a closed side), `k` connected parts and `R = J − n + k`
//! independent rings. Each open side is joined or loose: `2J + L = Σ degree`. Hence
//!
//! ```text
//! L + 2R = Σ degree − 2(n − 1) + 2(k − 1)
//! ```
//!
//! Call `Σ degree − 2(n − 1)` the *spare* sides. An arrangement is solved, `k = 1`, exactly when it wastes no more
//! than these: one for each loose side and two for each ring. A board made from a spanning tree has none to
//! spare, so every side must match and no ring may close; less than none, and there is no solution. One engine
//! does all boards: it counts down what is left to spare.

use mapwright_core::{Dir, Dirs, Passages};

use super::cell::{Cell, Side};
use super::parts::{Part, Parts, UNLINKED};

/// The board cannot be solved from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The rules in use, each with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rules {
    /// Touching sides match.
    Local,
    /// No ring closes.
    Rings,
    /// No part is sealed off.
    Isolation,
}

/// How a run of the rules ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Nothing more follows.
    Done,
    /// The allowance of steps was used up; what was found by then holds.
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
    /// Whether there was none to spare from the beginning: then every told side binds its neighbor at once.
    pub(super) is_tree: bool,
    pub(super) rules: Rules,
    /// Tiles to look at in this round, and in the next.
    queue: Vec<u32>,
    later: Vec<u32>,
    /// How to take back what was done since an assumption.
    trail: Vec<Undo>,
    keeps_trail: bool,
    /// Tiles looked at so far: the measure of all budgets.
    pub(crate) steps: u64,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    Cell(u32, Cell),
    Part(u32, Part),
    Spare(u32),
}

/// Which tiles to wake, when a part changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wake {
    /// Its own.
    Alone,
    /// Those around it too.
    WithNeighbors,
    /// Of both, those that may lead to another part.
    IfTouching(u32),
}

/// A place on the trail to go back to, and whether there was an assumption before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    length: usize,
    kept_trail: bool,
}

impl<'a> Deduction<'a> {
    /// Nothing known yet. It is a contradiction if there are too few open sides to join all tiles.
    pub(crate) fn new(tiles: &[Dirs], ground: &'a Passages) -> Result<Self, Contradiction> {
        Deduction::with_cells(tiles.iter().map(|&tile| Cell::unknown(tile)).collect(), tiles, ground)
    }

    fn with_cells(cells: Vec<Cell>, tiles: &[Dirs], ground: &'a Passages) -> Result<Self, Contradiction> {
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

    /// Goes on from what was told on a board without spare sides, but for some tiles, of which nothing is
    /// known any more. With each tile of `open`, which may be others than before, its own told sides are forgotten.
    pub(crate) fn resume(
        mut cells: Vec<Cell>,
        tiles: &[Dirs],
        ground: &'a Passages,
        open: &[u32],
        rules: Rules,
    ) -> Result<Self, Contradiction> {
        for &at in open {
            cells[at as usize] = Cell::unknown(tiles[at as usize]);
        }
        let mut board = Deduction::with_cells(cells, tiles, ground)?;
        board.rules = rules;
        for at in 0..ground.area() {
            let told_open = Dirs::from_bits(board.cell(at).told());
            for dir in [Dir::E, Dir::S].into_iter().filter(|&dir| told_open.contains(dir)) {
                let next = ground.step(at, dir);
                if board.cell(next).side(dir.opposite()) == Side::Open {
                    board.parts.unite(at, next);
                }
            }
        }
        for &at in open {
            board.bound_by_border(at)?;
            for dir in Dir::ALL {
                if let Some(next) = board.beyond(at, dir) {
                    let side = board.cell(next).side(dir.opposite());
                    board.narrow(at, board.cell(at).fitting(side.known(dir)))?;
                }
            }
            board.wake(at);
        }
        Ok(board)
    }

    /// What is known of each tile.
    pub(crate) fn into_cells(mut self) -> Vec<Cell> {
        self.drop_queue();
        self.cells
    }

    /// How many tiles have more than one possible orientation.
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

    /// Looks at every tile once, row by row, with these rules and those before them. [`run`](Self::run) goes on.
    pub(crate) fn sweep(&mut self, rules: Rules) -> Result<(), Contradiction> {
        let is_first = rules == Rules::Local || self.steps == 0;
        self.rules = rules;
        for at in 0..self.ground.area() {
            if is_first {
                self.bound_by_border(at)?;
            }
            if is_first || !self.cell(at).is_settled() {
                self.look(at)?;
            }
        }
        Ok(())
    }

    /// Where no water passes, no side of a board without spare sides is open.
    fn bound_by_border(&mut self, at: u32) -> Result<(), Contradiction> {
        let walls = self.ground.ways(at).complement().bits();
        if self.spare > 0 || walls == 0 { Ok(()) } else { self.narrow(at, self.cell(at).fitting(walls << 4)) }
    }

    /// Runs the rules over the queue until nothing more follows, round by round: what a round finds is looked at
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

    /// The same for at most so many steps, without word of the rounds.
    pub(crate) fn run(&mut self, steps: u64) -> Result<Run, Contradiction> {
        let last = self.steps.saturating_add(steps);
        let mut next = 0;
        while let Some(&at) = self.later.get(next) {
            if self.steps >= last {
                return Ok(Run::Stopped);
            }
            next += 1;
            self.cells[at as usize] = self.cell(at).queued(false);
            self.look(at)?;
        }
        self.later.clear();
        Ok(Run::Done)
    }

    /// Forgets what was still to be looked at.
    pub(crate) fn drop_queue(&mut self) {
        for at in self.queue.drain(..).chain(self.later.drain(..)) {
            self.cells[at as usize] = self.cells[at as usize].queued(false);
        }
    }

    /// From here on every change is noted, so that it can be taken back.
    pub(crate) fn mark(&mut self) -> Mark {
        let mark = Mark { length: self.trail.len(), kept_trail: self.keeps_trail };
        self.keeps_trail = true;
        mark
    }

    /// Takes back every change since the mark, and the queue with it.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.drop_queue();
        while self.trail.len() > mark.length {
            match self.trail.pop() {
                Some(Undo::Cell(at, cell)) => {
                    let was_open = u32::from(!cell.is_settled());
                    self.n_open = self.n_open + was_open - u32::from(!self.cell(at).is_settled());
                    self.cells[at as usize] = cell.queued(false);
                }
                Some(Undo::Part(at, part)) => self.parts[at] = part,
                Some(Undo::Spare(spare)) => self.spare = spare,
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

    /// Puts another tile in a place where none of the sides that change was told of. What is known of other
    /// tiles stays, and still holds of any solution in which the told sides are as they were.
    pub(crate) fn replace(&mut self, at: u32, tile: Dirs) {
        let (old, root) = (self.cell(at), self.root(at));
        let part = self.parts[root];
        self.set_part(root, Part { free: part.free + tile.len() - old.degree(), ..part });
        self.set_cell(at, old.replaced(tile));
        self.wake(at);
    }

    /// Takes back that a side and the one it touches were told to be closed.
    pub(crate) fn forget(&mut self, at: u32, dir: Dir) {
        if self.cell(at).side(dir) != Side::Closed {
            return;
        }
        let Some(next) = self.beyond(at, dir) else { return };
        for (at, dir) in [(at, dir), (next, dir.opposite())] {
            let cell = self.cell(at);
            self.set_cell(at, cell.with_told(cell.told() & !(16 << dir as u8)));
            let root = self.root(at);
            if self.parts[at].next == UNLINKED {
                let next = self.parts[root].next;
                self.set_part(at, Part { next, ..self.parts[at] });
                self.set_part(root, Part { next: at, ..self.parts[root] });
            }
        }
    }

    /// Forgets what a tile knows but did not tell.
    pub(crate) fn reset(&mut self, at: u32) {
        let cell = self.cell(at);
        self.set_cell(at, cell.replaced(cell.first()));
        self.wake(at);
    }

    /// Leaves a tile only the orientations in `allowed`.
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
    fn set_cell(&mut self, at: u32, cell: Cell) {
        let old = std::mem::replace(&mut self.cells[at as usize], cell);
        self.n_open = self.n_open + u32::from(!cell.is_settled()) - u32::from(!old.is_settled());
        if self.keeps_trail {
            self.trail.push(Undo::Cell(at, old));
        }
    }

    #[inline]
    fn set_part(&mut self, at: u32, part: Part) {
        if self.keeps_trail {
            self.trail.push(Undo::Part(at, self.parts[at]));
        }
        self.parts[at] = part;
    }

    /// The tile will be looked at, if it is not waiting for that already.
    #[inline]
    pub(crate) fn wake(&mut self, at: u32) {
        let cell = self.cell(at);
        if !cell.is_queued() {
            self.cells[at as usize] = cell.queued(true);
            self.later.push(at);
        }
    }

    /// The representative of the part that a tile belongs to.
    #[inline]
    pub(super) fn root(&mut self, at: u32) -> u32 {
        if self.keeps_trail { self.parts.find(at) } else { self.parts.find_and_shorten(at) }
    }

    /// Tells the neighbors what is known of a tile, and drops what the rules forbid, until neither changes it.
    fn look(&mut self, at: u32) -> Result<(), Contradiction> {
        self.steps += 1;
        loop {
            self.tell(at)?;
            let cell = self.cell(at);
            if cell.is_settled() {
                return Ok(());
            }
            let allowed = if self.is_tree { self.allowed_in_tree(at) } else { self.allowed(at) };
            if cell.possible() & !allowed == 0 {
                return Ok(());
            }
            let possible = cell.possible() & allowed;
            if possible == 0 {
                return Err(Contradiction);
            }
            let narrowed = cell.with_possible(possible);
            self.set_cell(at, narrowed);
            if narrowed.known() & !narrowed.told() == 0 {
                return Ok(());
            }
        }
    }

    /// Tells the neighbors of the sides that are newly known. The second of two touching sides that is told of
    /// decides what becomes of both.
    fn tell(&mut self, at: u32) -> Result<(), Contradiction> {
        let cell = self.cell(at);
        let fresh = cell.known() & !cell.told();
        if fresh == 0 {
            return Ok(());
        }
        self.set_cell(at, cell.with_told(cell.known()));
        let open = Dirs::from_bits(fresh);
        for dir in Dirs::from_bits(fresh | fresh >> 4).iter() {
            let side = if open.contains(dir) { Side::Open } else { Side::Closed };
            if !self.ground.ways(at).contains(dir) {
                self.meet(at, side, at, Side::Closed)?;
                continue;
            }
            let next = self.ground.step(at, dir);
            match self.cell(next).side(dir.opposite()) {
                Side::Unknown if self.spare == 0 => {
                    self.narrow(next, self.cell(next).fitting(side.known(dir.opposite())))?;
                }
                Side::Unknown => self.wake_if_open(next),
                other => self.meet(at, side, next, other)?,
            }
        }
        Ok(())
    }

    /// Both of two touching sides are known.
    fn meet(&mut self, here: u32, side: Side, next: u32, other: Side) -> Result<(), Contradiction> {
        match (side, other) {
            (Side::Open, Side::Open) => self.join(here, next),
            (Side::Open, _) => self.waste(here, 1),
            (_, Side::Open) => self.waste(next, 1),
            _ => Ok(()),
        }
    }

    /// Water passes from tile to tile: their parts become one, or a ring closes.
    fn join(&mut self, here: u32, next: u32) -> Result<(), Contradiction> {
        let (a, b) = (self.root(here), self.root(next));
        if a == b {
            return self.waste(a, 2);
        }
        let (big, small) = self.parts.by_size(a, b);
        let (larger, smaller) = (self.parts[big], self.parts[small]);
        if larger.free + smaller.free == 2 && larger.size + smaller.size < self.n_tiles {
            return Err(Contradiction);
        }
        // Whoever touches both has two ways into one part now; it is beside the smaller one, or in it.
        self.wake_rim(small, Wake::IfTouching(big));
        // That may have unlinked tiles.
        let smaller = self.parts[small];
        let (joined, hung) = Part::united(big, larger, smaller);
        self.set_part(big, joined);
        self.set_part(small, hung);
        self.wake_if_nearly_sealed(big);
        Ok(())
    }

    /// Open sides of a part that join nothing new.
    fn waste(&mut self, at: u32, sides: u32) -> Result<(), Contradiction> {
        let root = self.root(at);
        let part = self.parts[root];
        let spare = self.spare.checked_sub(sides).ok_or(Contradiction)?;
        if part.free == sides && part.size < self.n_tiles {
            return Err(Contradiction);
        }
        if self.keeps_trail {
            self.trail.push(Undo::Spare(self.spare));
        }
        self.spare = spare;
        self.set_part(root, Part { free: part.free - sides, ..part });
        self.wake_if_nearly_sealed(root);
        // A single look can waste as many as eight sides, so from here on the rules may bite anywhere. Under an
        // assumption that is left out: it would only find contradictions a little earlier.
        if spare < 8 && !self.keeps_trail {
            (0..self.ground.area()).for_each(|at| self.wake_if_open(at));
        }
        Ok(())
    }

    /// With one free side left, a part may be sealed off by a neighbor; with up to three (and four where
    /// sides can be wasted), by a tile of its own.
    fn wake_if_nearly_sealed(&mut self, root: u32) {
        let free = self.parts[root].free;
        let few = if self.is_tree { 3 } else { 8 };
        if free <= few {
            self.wake_rim(root, if free == 1 || !self.is_tree { Wake::WithNeighbors } else { Wake::Alone });
        }
    }

    /// Wakes open tiles of a part and around it; unlinks those that are settled.
    fn wake_rim(&mut self, root: u32, which: Wake) {
        if self.rules == Rules::Local {
            return;
        }
        let mut last = root;
        loop {
            if !self.cell(last).is_settled() {
                self.wake_some(last, which);
            }
            let mut next = self.parts[last].next;
            while next != root && self.cell(next).is_settled() {
                let part = self.parts[next];
                self.set_part(next, Part { next: UNLINKED, ..part });
                next = part.next;
            }
            if next != self.parts[last].next {
                self.set_part(last, Part { next, ..self.parts[last] });
            }
            if next == root {
                return;
            }
            last = next;
        }
    }

    fn wake_some(&mut self, at: u32, which: Wake) {
        match which {
            Wake::IfTouching(other) if !self.touches(at, other) => (),
            _ => self.wake(at),
        }
        if which == Wake::Alone {
            return;
        }
        for dir in self.sides_in_play(at).iter() {
            let next = self.ground.step(at, dir);
            let cell = self.cell(next);
            let is_wanted = match which {
                Wake::IfTouching(other) => !cell.is_queued() && !cell.is_settled() && self.touches(next, other),
                _ => !cell.is_settled(),
            };
            if is_wanted {
                self.wake(next);
            }
        }
    }

    /// Whether a tile has a side that may lead to a part.
    fn touches(&mut self, at: u32, part: u32) -> bool {
        self.sides_in_play(at).iter().any(|dir| {
            let next = self.ground.step(at, dir);
            self.root(next) == part
        })
    }

    /// The sides of a tile where water can pass, and of which nothing was told.
    fn sides_in_play(&self, at: u32) -> Dirs {
        Dirs::from_bits(self.ground.ways(at).bits() & self.cell(at).untold().bits())
    }

    #[inline]
    fn wake_if_open(&mut self, at: u32) {
        if !self.cell(at).is_settled() {
            self.wake(at);
        }
    }

    /// The neighbor beyond a side where water can pass.
    #[inline]
    pub(super) fn beyond(&self, at: u32, dir: Dir) -> Option<u32> {
        self.ground.ways(at).contains(dir).then(|| self.ground.step(at, dir))
    }
}
