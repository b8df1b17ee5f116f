//! The complete search: along the shorter side, with a color test at each node and a memo of failed states.
//!
//! Some piece must cover the first free cell; all that can cover it are tried in turn. The rest of the search
//! depends only on the broken profile, the filled cells after the first free one, and on the counts of the remaining pieces,
//! not on how the cells before were filled. So a state without a filling is stored in a
//! [`Memo`] and not searched again. Window and counts fit into 64 bits on all boards that can be searched
//! completely; the index of the first free cell follows from them. If they do not fit, nothing is stored.
//!
//! A large search spends much of its time waiting for the memory of the memo. So a node is looked up only once a piece
//! has been placed in it: many nodes have no child, and finding that out is cheaper than a look-up.
//!
//! Measured and dropped: pockets of one or two cells, found by shifts of the profile (2 % fewer nodes), and regions
//! around the first free cell of a size that no pieces have (7 % fewer; both cost more than they save, because the memo
//! finds most of them a few nodes later); not storing states with few remaining pieces (more nodes, no less time);
//! dancing links (crates that use them take 15 to 60 times as long; the tests' twin is simpler and serves as an
//! oracle).

use std::ops::ControlFlow;

use mapwright_graph::lanes::pack;

use super::budget::{Halt, Quota};
use super::color::{Balance, Colors, TypeCounts, balance_of, balances, balances_with_spares};
use super::fits::Fits;
use super::kinds::Kinds;
use super::lists::{Bits, Lists, PiecePlacement};
use super::memo::Memo;
use super::problem::PackProblem;

/// A piece on the board: the index of its first cell, its cells from there on, its kind.
pub(super) type Placed<W> = (u32, W, u8);

/// A visitor that gets a filling, piece by piece, and can stop the search.
pub(super) type Visit<'a, W> = &'a mut dyn FnMut(&mut dyn Iterator<Item = Placed<W>>) -> ControlFlow<()>;

/// A state of the board, with all cells before `at` filled.
#[derive(Clone, Debug)]
pub(super) struct State<W> {
    /// The first free cell.
    pub(super) at: u32,
    /// The filled cells from there on.
    pub(super) profile: W,
    /// The remaining pieces of each kind.
    pub(super) counts: [u32; KINDS],
    balance: Balance,
    /// The pieces on the board.
    pub(super) placed: Vec<Placed<W>>,
}

/// Room for all kinds; an index below it needs no check.
const KINDS: usize = PackProblem::MAX_KINDS;

/// A node: a state, and which of the placements on its first free cell is next.
#[derive(Clone, Copy, Debug)]
struct SearchNode<W> {
    profile: W,
    at: u32,
    /// The placements from here to `end` have not been looked at.
    next: u32,
    end: u32,
    /// Those from `first` on that fit, as bits, and which of them was placed last.
    fits: u64,
    first: u32,
    chosen: u32,
    balance: Balance,
    /// The state in the memo; 0 if it does not fit.
    key: u64,
    /// Whether some piece could be placed.
    grown: bool,
    /// Fillings found when the node was entered.
    found: u64,
}

/// Whether a list has tables in [`Fits`].
#[derive(Clone, Copy, Debug)]
enum Tables {
    /// It was not needed yet.
    Unknown,
    /// Their number, and the place of its first placement.
    Some(u32, u32),
    /// It cannot have any.
    None,
}

/// The complete search of one problem.
#[derive(Clone, Debug)]
pub(super) struct Complete<W> {
    pub(super) lists: Lists<W>,
    fits: Fits,
    tables: Vec<Tables>,
    colors: Option<Colors>,
    spares: bool,
    /// For each cell, the kinds that cannot be placed there or later: none of them may remain.
    gone: Vec<u64>,
    /// The number of cells to fill.
    area: u32,
    counts: [u32; KINDS],
    /// The remaining kinds, as bits.
    left: u64,
    type_counts: TypeCounts,
    /// The counts as one number, at least 1.
    radix: u64,
    /// What each piece of a kind adds to it.
    places: [u64; KINDS],
    /// The number of bits of a key that hold the profile.
    profile_bits: u32,
    memo: Memo,
    frames: Vec<SearchNode<W>>,
    found: u64,
}

impl<W: Bits> Complete<W> {
    /// A search with a memo of at most `memory` bytes.
    pub(super) fn new(lists: Lists<W>, kinds: &Kinds, spares: bool, memory: u64) -> Self {
        let (places, states) = radix_of(kinds);
        let profile_bits = states.map_or(0, |states| u64::leading_zeros(states + 1));
        Complete {
            colors: Colors::of(kinds),
            spares,
            gone: lists.to_come().into_iter().map(|kinds| if spares { 0 } else { !kinds }).collect(),
            area: u32::try_from(lists.cells.len()).unwrap_or(u32::MAX),
            counts: [0; KINDS],
            left: 0,
            type_counts: TypeCounts::default(),
            radix: 1,
            places,
            profile_bits,
            memo: Memo::new(memory),
            frames: Vec::new(),
            found: 0,
            fits: Fits::new(lists.placements()),
            tables: vec![Tables::Unknown; lists.len()],
            lists,
        }
    }

    /// The same search with an empty memo of at most `memory` bytes.
    #[cfg(feature = "parallel")]
    pub(super) fn with_memo(&self, memory: u64) -> Self {
        Complete { memo: Memo::new(memory), ..self.clone() }
    }

    /// The empty board.
    pub(super) fn start(&self, kinds: &Kinds) -> State<W> {
        let mut counts = [0; KINDS];
        counts.iter_mut().zip(&kinds.kinds).for_each(|(count, kind)| *count = kind.count);
        let balance = balance_of(self.lists.cells.iter().copied());
        State { at: 0, profile: W::NONE, counts, balance, placed: Vec::new() }
    }

    /// All states after one more piece, in the order of the search.
    pub(super) fn children(&mut self, state: &State<W>) -> Vec<State<W>> {
        self.load(state);
        let (from, to) = self.lists.range(self.lists.list_of(state.at));
        let mut children = Vec::new();
        for nth in from..to {
            let placement = self.lists.get(nth);
            let kind = usize::from(placement.kind);
            if self.left >> kind & 1 == 0 || state.profile.meets(placement.mask) {
                continue;
            }
            let filled = state.profile | placement.mask;
            let (at, profile) = (state.at + filled.run(), filled.drop_low(filled.run()));
            let balance = state.balance.less(placement.part);
            self.take::<true>(kind);
            let colored = self.colors.is_some();
            let may = if colored {
                self.may_be_filled::<true>(balance, at, profile)
            } else {
                self.may_be_filled::<false>(balance, at, profile)
            };
            if may {
                let placed = [&state.placed[..], &[(state.at, placement.mask, placement.kind)]].concat();
                children.push(State { at, profile, counts: self.counts, balance, placed });
            }
            self.put_back::<true>(kind);
        }
        children
    }

    /// Searches everything below `state`, in a fixed order, and passes each filling to `visit`. Returns whether `visit`
    /// stopped the search.
    pub(super) fn search(
        &mut self,
        state: &State<W>,
        quota: &mut Quota<'_, '_>,
        visit: Visit<'_, W>,
    ) -> Result<ControlFlow<()>, Halt> {
        if state.at >= self.area {
            return Ok(visit(&mut state.placed.iter().copied()));
        }
        match self.colors {
            Some(_) => self.run::<true>(state, quota, visit),
            None => self.run::<false>(state, quota, visit),
        }
    }

    /// The search itself, with the color test or without.
    fn run<const COLORED: bool>(
        &mut self,
        state: &State<W>,
        quota: &mut Quota<'_, '_>,
        visit: Visit<'_, W>,
    ) -> Result<ControlFlow<()>, Halt> {
        self.load(state);
        self.frames.clear();
        let Some(mut top) = self.node(state.at, state.profile, state.balance) else {
            return Ok(ControlFlow::Continue(()));
        };
        loop {
            let Some(placement) = self.next_fitting(&mut top) else {
                self.fail(&top);
                let Some(before) = self.frames.pop() else { break };
                top = before;
                let (_, _, kind) = self.chosen(&top);
                self.put_back::<COLORED>(kind.into());
                continue;
            };
            let kind = usize::from(placement.kind);
            let filled = top.profile | placement.mask;
            let (at, profile) = (top.at + filled.run(), filled.drop_low(filled.run()));
            let balance = if COLORED { top.balance.less(placement.part) } else { top.balance };
            quota.node(self.frames.len())?;
            self.take::<COLORED>(kind);
            if at >= self.area {
                self.found += 1;
                let placed = self.frames.iter().chain([&top]).map(|frame| self.chosen(frame));
                if visit(&mut state.placed.iter().copied().chain(placed)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if self.may_be_filled::<COLORED>(balance, at, profile) {
                if !top.grown {
                    top.grown = true;
                    if top.key != 0 && self.memo.has(top.key) {
                        (top.next, top.fits, top.key) = (top.end, 0, 0);
                        self.put_back::<COLORED>(kind);
                        continue;
                    }
                }
                if let Some(next) = self.node(at, profile, balance) {
                    self.frames.push(std::mem::replace(&mut top, next));
                    continue;
                }
            }
            self.put_back::<COLORED>(kind);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A node, if anything can be placed there.
    #[inline(always)]
    fn node(&mut self, at: u32, profile: W, balance: Balance) -> Option<SearchNode<W>> {
        let found = self.found;
        let (next, end, first, chosen, fits, grown) = (0, 0, 0, 0, 0, false);
        let mut node = SearchNode { profile, at, next, end, fits, first, chosen, balance, key: 0, grown, found };
        let list = self.lists.list_of(at);
        match self.tables[list] {
            Tables::Some(number, first) => {
                (node.first, node.fits) = (first, self.fits.of(number, profile, self.left));
            }
            Tables::Unknown => self.first_look(&mut node, list),
            Tables::None => (node.next, node.end) = self.lists.range(list),
        }
        if node.fits == 0 && !self.look(&mut node) {
            return None;
        }
        node.key = self.key(profile);
        // The load runs while the next placement is searched: 8 % less time.
        std::hint::black_box(self.memo.peek(node.key));
        Some(node)
    }

    /// Makes the tables of a list, and looks at a node.
    #[cold]
    fn first_look(&mut self, node: &mut SearchNode<W>, list: usize) {
        let (first, end) = self.lists.range(list);
        self.tables[list] = match self.fits.add(self.lists.all(first, end)) {
            Some(number) => {
                (node.first, node.fits) = (first, self.fits.of(number, node.profile, self.left));
                Tables::Some(number, first)
            }
            None => {
                (node.next, node.end) = (first, end);
                Tables::None
            }
        };
    }

    /// The next placement of a node that fits, with a remaining piece.
    #[inline(always)]
    fn next_fitting(&self, top: &mut SearchNode<W>) -> Option<PiecePlacement<W>> {
        if top.fits == 0 && !self.look(top) {
            return None;
        }
        top.chosen = top.first + top.fits.trailing_zeros();
        top.fits &= top.fits - 1;
        Some(self.lists.get(top.chosen))
    }

    /// Finds the next placements that fit in a list without tables, up to 64 at once and without a branch for each.
    /// Returns whether there are any.
    fn look(&self, node: &mut SearchNode<W>) -> bool {
        let (left, profile) = (self.left, node.profile);
        while node.fits == 0 && node.next < node.end {
            let to = node.end.min(node.next + 64);
            let fits =
                |placement: &PiecePlacement<W>| (left >> placement.kind & 1 == 1) & !profile.meets(placement.mask);
            node.fits = pack(self.lists.all(node.next, to), fits);
            (node.first, node.next) = (node.next, to);
        }
        node.fits != 0
    }

    /// Stores a node without a filling in the memo.
    #[inline(always)]
    fn fail(&mut self, frame: &SearchNode<W>) {
        if frame.found == self.found && frame.key != 0 && frame.grown {
            self.memo.insert(frame.key);
        }
    }

    /// The piece that was placed last in a node.
    fn chosen(&self, frame: &SearchNode<W>) -> Placed<W> {
        let placement = self.lists.get(frame.chosen);
        (frame.at, placement.mask, placement.kind)
    }

    /// The state as one number: no two states have the same, and none has 0.
    ///
    /// The first free cell needs no bits: the area of the pieces that are used is that of the cells before it and of
    /// those in the profile.
    #[inline(always)]
    fn key(&self, profile: W) -> u64 {
        // Bit 0 is the first free cell.
        let profile = profile.wide() >> 1;
        match self.profile_bits {
            0 => 0,
            bits if profile >> bits != 0 => 0,
            bits => self.radix << bits | profile as u64,
        }
    }

    /// Whether a state with these remaining pieces passes all tests.
    #[inline(always)]
    fn may_be_filled<const COLORED: bool>(&self, balance: Balance, at: u32, profile: W) -> bool {
        if self.left & self.gone[at as usize] != 0 {
            return false;
        }
        match (COLORED, self.spares) {
            (false, _) => true,
            (true, false) => balances(balance, self.type_counts),
            (true, true) => {
                let pieces = (self.area - at - profile.ones()) / 4;
                balances_with_spares(balance, self.type_counts, i32::try_from(pieces).unwrap_or(i32::MAX))
            }
        }
    }

    #[inline(always)]
    fn take<const COLORED: bool>(&mut self, kind: usize) {
        self.counts[kind % KINDS] -= 1;
        self.left ^= u64::from(self.counts[kind % KINDS] == 0) << kind;
        self.radix -= self.places[kind % KINDS];
        if COLORED && let Some(colors) = &self.colors {
            *colors.count(&mut self.type_counts, kind) -= 1;
        }
    }

    #[inline(always)]
    fn put_back<const COLORED: bool>(&mut self, kind: usize) {
        self.left |= 1 << kind;
        self.counts[kind % KINDS] += 1;
        self.radix += self.places[kind % KINDS];
        if COLORED && let Some(colors) = &self.colors {
            *colors.count(&mut self.type_counts, kind) += 1;
        }
    }

    fn load(&mut self, state: &State<W>) {
        self.counts = state.counts;
        self.left = self.counts.iter().enumerate().fold(0, |bits, (kind, &n)| bits | u64::from(n > 0) << kind);
        self.radix = 1 + self.counts.iter().zip(&self.places).map(|(&n, place)| u64::from(n) * place).sum::<u64>();
        self.type_counts = self.colors.as_ref().map(|colors| colors.type_counts(&self.counts)).unwrap_or_default();
    }
}

/// What each piece of a kind adds to the number that stands for all counts, and the largest such number, if 62
/// bits hold it.
fn radix_of(kinds: &Kinds) -> ([u64; KINDS], Option<u64>) {
    let mut places = [0; KINDS];
    let mut states = 1u64;
    for (place, kind) in places.iter_mut().zip(&kinds.kinds) {
        *place = states;
        let Some(more) = states.checked_mul(u64::from(kind.count) + 1).filter(|&n| n < 1 << 62) else {
            return ([0; KINDS], None);
        };
        states = more;
    }
    (places, Some(states))
}

impl Balance {
    #[inline(always)]
    fn less(self, [u, v, c]: [i8; 3]) -> Balance {
        Balance { u: self.u - i32::from(u), v: self.v - i32::from(v), c: self.c - i32::from(c) }
    }
}
