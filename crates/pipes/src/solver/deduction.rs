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
//! Call `Σ degree − 2(n − 1)` the *slack*. An arrangement is solved, `k = 1`, exactly when it uses at most
//! this slack: one for each loose side and two for each ring. A board made from a spanning tree has no
//! slack, so every side must match and no ring may close. If the number is negative, there is no solution. One engine
//! solves all boards: it counts down the slack.
//!
//! # Which orientations the rules allow
//!
//! On a board without slack, opening a side of a tile joins whatever lies beyond. So of the sides that an
//! orientation opens,
//!
//! * none may lead to the tile's own component, and no two to one component: that would close a ring;
//! * not all may lead to components with one free side while the tile's own component has no other free sides, unless
//!   that brings all tiles together. Joining components with `f₁ … f_k` free sides to one with `f` leaves
//!   `f − k + Σ(fᵢ − 1)`, and none left means sealed off.

use mapwright_core::{Dirs, Passages};

use super::cell::{Cell, Side};
use super::components::PipeComponents;

/// The board cannot be solved from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The rules in use; each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ruleset {
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
    pub(super) components: PipeComponents,
    /// Tiles that are not empty.
    pub(super) n_tiles: u32,
    /// Tiles with more than one possible orientation.
    n_open: u32,
    /// The slack that is left.
    pub(super) slack: u32,
    /// Whether there is no slack from the beginning: then every propagated side binds its neighbor at once.
    pub(super) is_tree: bool,
    pub(super) rules: Ruleset,
    /// Tiles to process in this round, and in the next.
    queue: Vec<u32>,
    later: Vec<u32>,
    /// How to take back what was done since an assumption.
    pub(super) trail: Vec<Undo>,
    pub(super) keeps_trail: bool,
    /// Tiles processed so far: the measure of all budgets.
    pub(crate) steps: u64,
}

/// How to take back one change. A board with much slack is solved guess by guess, so these lists grow with it:
/// an entry takes twelve bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    /// What was known about a tile.
    Cell(u32, Cell),
    /// Two roots were united; the first stayed one.
    United(u32, u32),
    /// A root's component used some slack.
    UsedSlack(u32, u32),
    /// A root's free sides.
    Free(u32, u32),
    /// The tile that came after another in its component.
    Next(u32, u32),
}

/// A point on the trail to go back to, and whether there was an assumption before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailMark {
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
        let slack = open_sides.checked_sub(needed).and_then(|slack| u32::try_from(slack).ok()).ok_or(Contradiction)?;
        let n_open = cells.iter().map(|cell| u32::from(!cell.is_settled())).sum();
        Ok(Deduction {
            ground,
            components: PipeComponents::new(degrees()),
            cells,
            n_tiles,
            n_open,
            slack,
            is_tree: slack == 0,
            rules: Ruleset::Local,
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
    pub(crate) fn sweep(&mut self, rules: Ruleset, goes_on: &mut dyn FnMut(u64) -> bool) -> Result<(), Contradiction> {
        let is_first = rules == Ruleset::Local || self.steps == 0;
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
                self.propagate(at)?;
            }
        }
        Ok(())
    }

    /// Closes the sides where no water can pass, on a board without slack.
    pub(super) fn bound_by_border(&mut self, at: u32) -> Result<(), Contradiction> {
        let walls = self.ground.dirs(at).complement().bits();
        if self.slack > 0 || walls == 0 { Ok(()) } else { self.narrow(at, self.cell(at).fitting(walls << 4)) }
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
                self.propagate(at)?;
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
            self.propagate(at)?;
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
    pub(crate) fn mark(&mut self) -> TrailMark {
        let mark = TrailMark { length: self.trail.len(), kept_trail: self.keeps_trail };
        self.keeps_trail = true;
        mark
    }

    /// Undoes every change since the mark, and clears the queue.
    pub(crate) fn undo(&mut self, mark: TrailMark) {
        self.drop_queue();
        while self.trail.len() > mark.length {
            match self.trail.pop() {
                Some(Undo::Cell(at, cell)) => {
                    let was_open = u32::from(!cell.is_settled());
                    self.n_open = self.n_open + was_open - u32::from(!self.cell(at).is_settled());
                    self.cells[at as usize] = cell.queued(false);
                }
                Some(Undo::United(big, small)) => self.components.split(big, small),
                Some(Undo::UsedSlack(root, sides)) => {
                    self.slack += sides;
                    self.components[root].free += sides;
                }
                Some(Undo::Free(root, free)) => self.components[root].free = free,
                Some(Undo::Next(at, next)) => self.components[at].next = next,
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
        self.note(Undo::Next(at, self.components[at].next));
        self.components[at].next = next;
    }

    #[inline]
    pub(super) fn set_free(&mut self, root: u32, free: u32) {
        self.note(Undo::Free(root, self.components[root].free));
        self.components[root].free = free;
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
        if self.keeps_trail { self.components.find(at) } else { self.components.find_and_shorten(at) }
    }
}

const NO_PART: u32 = u32::MAX;

impl Deduction<'_> {
    /// The allowed orientations, one bit each, on a board without slack; propagated sides are not checked again.
    pub(super) fn allowed_in_tree(&mut self, at: u32) -> u8 {
        if self.rules == Ruleset::Local {
            return 15;
        }
        let (cell, own) = (self.cell(at), self.root(at));
        let sides = cell.unpropagated();
        let mut beyond = [NO_PART; 4];
        let (mut shut, mut ends, mut allowed) = (0, 0, 15);
        for dir in sides.iter() {
            let component = self.ground.step(at, dir);
            let component = self.root(component);
            let bit = 1 << dir as u8;
            if component == own {
                shut |= bit;
            } else if self.components[component].free == 1 {
                ends |= bit;
            }
            // West comes last, so it is no twin of a side that comes after it.
            let is_twin = |other: usize| u8::from(beyond[other] == component) << other;
            let twins = is_twin(0) | is_twin(1) | is_twin(2);
            if twins != 0 {
                // An orientation with both sides open would close a ring.
                let with_both = |twin: u8| if twins & twin == 0 { 0 } else { cell.fitting(bit | twin) };
                allowed &= !(with_both(1) | with_both(2) | with_both(4));
            }
            beyond[dir as usize] = component;
        }
        allowed &= cell.fitting(shut << 4);
        let free = self.components[own].free;
        if ends == 0 || free > 4 || self.rules < Ruleset::Isolation {
            return allowed;
        }
        let left = cell.possible() & allowed;
        for i in (0..4).filter(|i| left >> i & 1 == 1) {
            let opened = Dirs::from_bits(cell.orientation(i) & sides.bits());
            if opened.len() == free && opened.bits() & !ends == 0 {
                let sizes = opened.iter().map(|dir| self.components[beyond[dir as usize]].size);
                if sizes.sum::<u32>() + self.components[own].size < self.n_tiles {
                    allowed &= !(1 << i);
                }
            }
        }
        allowed
    }

    /// The allowed orientations on any board: those that use no more than the slack, and seal nothing
    /// off.
    pub(super) fn allowed(&mut self, at: u32) -> u8 {
        let possible = self.cell(at).possible();
        (0..4).filter(|&i| possible >> i & 1 == 1 && self.may_lie(at, i)).fold(0, |allowed, i| allowed | 1 << i)
    }

    /// Whether a tile may have its `i`-th orientation, given the propagated sides around it.
    fn may_lie(&mut self, at: u32, i: u32) -> bool {
        let open = Dirs::from_bits(self.cell(at).orientation(i));
        let own = self.root(at);
        let mut effect =
            TurnEffect { components: [own; 5], n_components: 1, joints: 0, rings: 0, loose: 0, loose_beyond: 0 };
        let mut unknown = Dirs::NONE;
        // A side that both have propagated was counted then.
        for dir in self.cell(at).unpropagated().iter() {
            let beyond = self.ground.next(at, dir);
            let side = beyond.map_or(Side::Closed, |next| self.cell(next).side(dir.opposite()));
            match (open.contains(dir), side, beyond) {
                (true, Side::Open, Some(next)) => effect.join(self.root(next)),
                (true, Side::Unknown, _) => unknown = unknown.with(dir),
                (true, ..) => effect.loose += 1,
                (false, Side::Open, Some(next)) => {
                    effect.loose_beyond += 1;
                    if self.is_sealed_without(next, own) {
                        return false;
                    }
                }
                (false, ..) => (),
            }
        }
        if effect.slack_used(self.rules) > self.slack {
            return false;
        }
        if effect.slack_used(Ruleset::Isolation) == self.slack {
            // No slack is left after this: what lies beyond the other sides must join too.
            for dir in unknown.iter() {
                if let Some(next) = self.ground.next(at, dir) {
                    effect.join(self.root(next));
                }
            }
            if effect.slack_used(self.rules) > self.slack {
                return false;
            }
        }
        self.rules < Ruleset::Isolation || !self.seals_off(&effect)
    }

    /// Whether a component with one free side would be sealed off if that were loose.
    fn is_sealed_without(&mut self, next: u32, own: u32) -> bool {
        let root = self.root(next);
        let component = self.components[root];
        self.rules == Ruleset::Isolation && root != own && component.free == 1
    }

    fn seals_off(&self, effect: &TurnEffect) -> bool {
        let components = || effect.components.iter().take(effect.n_components).map(|&root| self.components[root]);
        let free: u32 = components().map(|component| component.free).sum();
        let size: u32 = components().map(|component| component.size).sum();
        // Sides left loose beyond may belong to other components: then this is a bound, and a weaker rule.
        free == 2 * (effect.joints + effect.rings) + effect.loose && size < self.n_tiles
    }
}

/// What an orientation would bring about.
struct TurnEffect {
    /// The components that would be one; the first is the tile's own.
    components: [u32; 5],
    n_components: usize,
    joints: u32,
    rings: u32,
    loose: u32,
    loose_beyond: u32,
}

impl TurnEffect {
    fn join(&mut self, root: u32) {
        if self.components.iter().take(self.n_components).any(|&component| component == root) {
            self.rings += 1;
        } else {
            self.components[self.n_components] = root;
            self.n_components += 1;
            self.joints += 1;
        }
    }

    fn slack_used(&self, rules: Ruleset) -> u32 {
        let rings = if rules == Ruleset::Local { 0 } else { self.rings };
        self.loose + self.loose_beyond + 2 * rings
    }
}
