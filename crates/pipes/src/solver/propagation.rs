//! Processes a tile: announces what is known about it to its neighbors, and updates the parts of the board.

use mapwright_core::Dirs;

use super::cell::Side;
use super::deduction::{Contradiction, Deduction, Rules, Undo};
use super::parts::{Part, UNLINKED};

/// Which tiles to queue when a part changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wake {
    /// Its own tiles.
    Alone,
    /// Also those around it.
    WithNeighbors,
    /// Of both, those that may lead to another part.
    IfTouching(u32),
}

impl Deduction<'_> {
    /// Announces what is known about a tile, and drops what the rules forbid, until neither changes it.
    pub(super) fn look(&mut self, at: u32) -> Result<(), Contradiction> {
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
            if narrowed.known() & !narrowed.announced() == 0 {
                return Ok(());
            }
        }
    }

    /// Announces newly known sides to the neighbors. The second of two touching sides to be announced
    /// decides what becomes of both.
    fn tell(&mut self, at: u32) -> Result<(), Contradiction> {
        let cell = self.cell(at);
        let fresh = cell.known() & !cell.announced();
        if fresh == 0 {
            return Ok(());
        }
        self.set_cell(at, cell.with_announced(cell.known()));
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

    /// Water passes between two tiles: their parts are united, or a ring closes.
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
        // A tile that touches both now has two ways into one part; it is beside the smaller one, or in it.
        self.wake_rim(small, Wake::IfTouching(big));
        // That may have unlinked tiles.
        let smaller = self.parts[small];
        let (joined, hung) = Part::united(big, larger, smaller);
        (self.parts[big], self.parts[small]) = (joined, hung);
        self.note(Undo::United(big, small));
        self.wake_if_nearly_sealed(big);
        Ok(())
    }

    /// Counts open sides of a part that join nothing new.
    fn waste(&mut self, at: u32, sides: u32) -> Result<(), Contradiction> {
        let root = self.root(at);
        let part = self.parts[root];
        let spare = self.spare.checked_sub(sides).ok_or(Contradiction)?;
        if part.free == sides && part.size < self.n_tiles {
            return Err(Contradiction);
        }
        self.note(Undo::Wasted(root, sides));
        self.spare = spare;
        self.parts[root].free -= sides;
        self.wake_if_nearly_sealed(root);
        // Processing a single tile can waste up to eight sides, so from here on the rules may apply anywhere. Under an
        // assumption this is skipped: it would only find contradictions a little earlier.
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

    /// Queues open tiles of a part and around it, and unlinks those that are settled.
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
                let after = self.parts[next].next;
                self.set_next(next, UNLINKED);
                next = after;
            }
            if next != self.parts[last].next {
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

    /// Whether a tile has a side that may lead to a part.
    fn touches(&mut self, at: u32, part: u32) -> bool {
        self.sides_in_play(at).iter().any(|dir| {
            let next = self.ground.step(at, dir);
            self.root(next) == part
        })
    }

    /// The sides of a tile where water can pass and nothing is announced.
    fn sides_in_play(&self, at: u32) -> Dirs {
        Dirs::from_bits(self.ground.ways(at).bits() & self.cell(at).unannounced().bits())
    }

    #[inline]
    fn wake_if_open(&mut self, at: u32) {
        if !self.cell(at).is_settled() {
            self.wake(at);
        }
    }
}
