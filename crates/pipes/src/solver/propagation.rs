//! Processes a tile: propagates what is known about it to its neighbors, and updates the components of the board.
//!
//! # Replaced tiles
//!
//! The generator of unique boards replaces tiles on a board that was already deduced, which has no slack.

use mapwright_core::{Dir, Dirs, Passages};

use super::cell::{Cell, Side};
use super::components::{PipeComponent, UNLINKED};
use super::deduction::{Contradiction, Deduction, Ruleset, Undo};

/// Which tiles to queue when a component changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wake {
    /// Its own tiles.
    Alone,
    /// Also those around it.
    WithNeighbors,
    /// Of both, those that may lead to another component.
    IfTouching(u32),
}

impl Deduction<'_> {
    /// Propagates what is known about a tile, and drops what the rules forbid, until neither changes it.
    pub(super) fn propagate(&mut self, at: u32) -> Result<(), Contradiction> {
        self.steps += 1;
        loop {
            self.propagate_sides(at)?;
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
            if narrowed.known() & !narrowed.propagated() == 0 {
                return Ok(());
            }
        }
    }

    /// Propagates newly known sides to the neighbors. The second of two touching sides to be propagated
    /// decides what becomes of both.
    fn propagate_sides(&mut self, at: u32) -> Result<(), Contradiction> {
        let cell = self.cell(at);
        let fresh = cell.known() & !cell.propagated();
        if fresh == 0 {
            return Ok(());
        }
        self.set_cell(at, cell.with_propagated(cell.known()));
        let open = Dirs::from_bits(fresh);
        for dir in Dirs::from_bits(fresh | fresh >> 4).iter() {
            let side = if open.contains(dir) { Side::Open } else { Side::Closed };
            if !self.ground.dirs(at).contains(dir) {
                self.match_sides(at, side, at, Side::Closed)?;
                continue;
            }
            let next = self.ground.step(at, dir);
            match self.cell(next).side(dir.opposite()) {
                Side::Unknown if self.slack == 0 => {
                    self.narrow(next, self.cell(next).fitting(side.known(dir.opposite())))?;
                }
                Side::Unknown => self.wake_if_open(next),
                other => self.match_sides(at, side, next, other)?,
            }
        }
        Ok(())
    }

    /// Both of two touching sides are known.
    fn match_sides(&mut self, here: u32, side: Side, next: u32, other: Side) -> Result<(), Contradiction> {
        match (side, other) {
            (Side::Open, Side::Open) => self.join(here, next),
            (Side::Open, _) => self.use_slack(here, 1),
            (_, Side::Open) => self.use_slack(next, 1),
            _ => Ok(()),
        }
    }

    /// Water passes between two tiles: their components are united, or a ring closes.
    fn join(&mut self, here: u32, next: u32) -> Result<(), Contradiction> {
        let (a, b) = (self.root(here), self.root(next));
        if a == b {
            return self.use_slack(a, 2);
        }
        let (big, small) = self.components.by_size(a, b);
        let (larger, smaller) = (self.components[big], self.components[small]);
        if larger.free + smaller.free == 2 && larger.size + smaller.size < self.n_tiles {
            return Err(Contradiction);
        }
        // A tile that touches both now has two ways into one component; it is beside the smaller one, or in it.
        self.wake_rim(small, Wake::IfTouching(big));
        // That may have unlinked tiles.
        let smaller = self.components[small];
        let (joined, hung) = PipeComponent::united(big, larger, smaller);
        (self.components[big], self.components[small]) = (joined, hung);
        self.note(Undo::United(big, small));
        self.wake_if_nearly_sealed(big);
        Ok(())
    }

    /// Counts open sides of a component that join nothing new.
    fn use_slack(&mut self, at: u32, sides: u32) -> Result<(), Contradiction> {
        let root = self.root(at);
        let component = self.components[root];
        let slack = self.slack.checked_sub(sides).ok_or(Contradiction)?;
        if component.free == sides && component.size < self.n_tiles {
            return Err(Contradiction);
        }
        self.note(Undo::UsedSlack(root, sides));
        self.slack = slack;
        self.components[root].free -= sides;
        self.wake_if_nearly_sealed(root);
        // Processing a single tile can use up to eight units of slack, so from here on the rules may apply anywhere. Under an
        // assumption this is skipped: it would only find contradictions a little earlier.
        if slack < 8 && !self.keeps_trail {
            (0..self.ground.area()).for_each(|at| self.wake_if_open(at));
        }
        Ok(())
    }

    /// With one free side left, a component may be sealed off by a neighbor; with up to three (and four where
    /// slack is left), by a tile of its own.
    fn wake_if_nearly_sealed(&mut self, root: u32) {
        let free = self.components[root].free;
        let few = if self.is_tree { 3 } else { 8 };
        if free <= few {
            self.wake_rim(root, if free == 1 || !self.is_tree { Wake::WithNeighbors } else { Wake::Alone });
        }
    }

    /// Queues open tiles of a component and around it, and unlinks those that are settled.
    fn wake_rim(&mut self, root: u32, which: Wake) {
        if self.rules == Ruleset::Local {
            return;
        }
        let mut last = root;
        loop {
            if !self.cell(last).is_settled() {
                self.wake_some(last, which);
            }
            let mut next = self.components[last].next;
            while next != root && self.cell(next).is_settled() {
                let after = self.components[next].next;
                self.set_next(next, UNLINKED);
                next = after;
            }
            if next != self.components[last].next {
                self.set_next(last, next);
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

    /// Whether a tile has a side that may lead to a component.
    fn touches(&mut self, at: u32, component: u32) -> bool {
        self.sides_in_play(at).iter().any(|dir| {
            let next = self.ground.step(at, dir);
            self.root(next) == component
        })
    }

    /// The sides of a tile where water can pass and nothing is propagated.
    fn sides_in_play(&self, at: u32) -> Dirs {
        Dirs::from_bits(self.ground.dirs(at).bits() & self.cell(at).unpropagated().bits())
    }

    #[inline]
    fn wake_if_open(&mut self, at: u32) {
        if !self.cell(at).is_settled() {
            self.wake(at);
        }
    }
}

/// After how many tiles [`Deduction::resume`] asks whether to go on.
const ASKS_AFTER: u32 = 1 << 16;

impl<'a> Deduction<'a> {
    /// Continues from the propagated sides of a board without slack, except for the tiles of `open`, which may be
    /// new: their knowledge and propagated sides are dropped. Ends as after a contradiction when `goes_on`, which is asked
    /// after some tiles, says no.
    pub(crate) fn resume(
        mut cells: Vec<Cell>,
        tiles: &[Dirs],
        ground: &'a Passages,
        (open, rules): (&[u32], Ruleset),
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Result<Self, Contradiction> {
        for &at in open {
            cells[at as usize] = Cell::unknown(tiles[at as usize]);
        }
        let mut board = Deduction::with_cells(cells, tiles, ground)?;
        board.rules = rules;
        for at in 0..ground.area() {
            if at % ASKS_AFTER == 0 && !goes_on(ASKS_AFTER.into()) {
                return Err(Contradiction);
            }
            let propagated_open = Dirs::from_bits(board.cell(at).propagated());
            for dir in [Dir::E, Dir::S].into_iter().filter(|&dir| propagated_open.contains(dir)) {
                let next = ground.step(at, dir);
                if board.cell(next).side(dir.opposite()) == Side::Open {
                    board.components.unite(at, next);
                }
            }
        }
        for (nth, &at) in (0..).zip(open) {
            if nth % ASKS_AFTER == 0 && !goes_on(ASKS_AFTER.into()) {
                return Err(Contradiction);
            }
            board.bound_by_border(at)?;
            for dir in Dir::ALL {
                if let Some(next) = board.ground.next(at, dir) {
                    let side = board.cell(next).side(dir.opposite());
                    board.narrow(at, board.cell(at).fitting(side.known(dir)))?;
                }
            }
            board.wake(at);
        }
        Ok(board)
    }

    /// What is known about each tile.
    pub(crate) fn into_cells(mut self) -> Vec<Cell> {
        self.drop_queue();
        self.cells
    }

    /// Replaces a tile, if none of the sides that change is propagated. What is known about other
    /// tiles stays, and still holds for any solution with the propagated sides.
    pub(crate) fn replace(&mut self, at: u32, tile: Dirs) {
        let (old, root) = (self.cell(at), self.root(at));
        let component = self.components[root];
        self.set_free(root, component.free + tile.len() - old.degree());
        self.set_cell(at, old.replaced(tile));
        self.wake(at);
    }

    /// Takes back the propagation that a side and the one it touches are closed.
    pub(crate) fn forget(&mut self, at: u32, dir: Dir) {
        if self.cell(at).side(dir) != Side::Closed {
            return;
        }
        let Some(next) = self.ground.next(at, dir) else { return };
        for (at, dir) in [(at, dir), (next, dir.opposite())] {
            let cell = self.cell(at);
            self.set_cell(at, cell.with_propagated(cell.propagated() & !(16 << dir as u8)));
            let root = self.root(at);
            if self.components[at].next == UNLINKED {
                let next = self.components[root].next;
                self.set_next(at, next);
                self.set_next(root, at);
            }
        }
    }

    /// Drops what is known about a tile but not propagated.
    pub(crate) fn reset(&mut self, at: u32) {
        let cell = self.cell(at);
        self.set_cell(at, cell.replaced(cell.first()));
        self.wake(at);
    }
}
