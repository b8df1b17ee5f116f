//! `search`: the fewest matches that lead to a goal.
//!
//! A* (Hart, Nilsson and Raphael 1968) over whole boards. The estimate counts the cells that a goal still needs, or the
//! pictures that are still in its way, and divides by how many of them one match can mend at most. So it never exceeds
//! the true number of moves, and falls by at most 1 a move: a board is done when it is taken from the queue. Where the
//! estimate tells nothing, the search is breadth first.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use mapwright_core::{BuildCx, BuildError, mix};

use crate::board::{Match, Stamp, SymbolGrid};
use crate::compile::{GoalPicture, Oriented, RuleSet};
use crate::meter::Meter;
use crate::observe::farthest;
use crate::symbols::{ANY, Mask};
use crate::symmetry::Picture;

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsolved {
    /// All boards that can be reached were searched, so many.
    Exhausted(u32),
    /// The budget of boards was used up.
    GaveUp(u32),
    /// So many boards took all the time that a search may take.
    TooSlow(u32),
    /// This number of boards fills the memory limit, which is given in bytes.
    TooLarge(u32, u64),
}

/// The most work of the searches of a run, in cells looked at: some seconds, or what its budget is worth if that is more. On
/// large boards with large goals it ends before the budget of boards.
pub(crate) const WORK: u64 = 1 << 30;

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Exhausted(n) => write!(f, "no solution; none of the {n} maps that its rules can reach fits"),
            Unsolved::TooSlow(n) => write!(
                f,
                "no solution among {n} maps, which took as long as a search may take; give it a smaller map, goal or set of rules"
            ),
            Unsolved::TooLarge(n, limit) => write!(
                f,
                "no solution among the first {n} maps of at most `states`; more would take over {limit} bytes: raise the memory limit, or relax the goal"
            ),
            Unsolved::GaveUp(n) => write!(f, "no solution among the first {n} maps; raise `states`, or relax the goal"),
        }
    }
}

/// The boards that a search has found.
struct Boards {
    /// The cells that some match may ever change. Only they are stored.
    cells: Vec<u32>,
    symbols: Vec<u8>,
    found: Vec<Reached>,
    /// Boards by their hash, or by the next free number after it. Numbers are looked up here and never walked through, so
    /// the order of the table decides nothing.
    by_hash: HashMap<u64, u32>,
    /// For how many boards there is room.
    room: usize,
}

/// How a board was reached.
#[derive(Clone, Copy)]
struct Reached {
    parent: u32,
    by: Match,
    hash: u64,
    moves: u32,
    is_done: bool,
}

/// Bytes that a board takes besides its symbols: how it was reached, its hash, and its place in the queue.
const BOARD_BYTES: u64 = 80;

/// The matches of a shortest solution in order; of several, always the same. None at all if the goal is reached already.
/// The stamps are those of the rules' orientations; `far` is how far symbols are from what is observed, if anything is.
pub(crate) fn search(
    set: &RuleSet,
    states: u32,
    (stamps, far): (&[Stamp], &[Vec<u32>]),
    board: &SymbolGrid,
    meter: &mut Meter,
    cx: &mut BuildCx<'_>,
) -> Result<Result<Vec<Match>, Unsolved>, BuildError> {
    let (mut here, counts) = (SymbolGrid::new(board.shape, board.cells.clone()), board.counts());
    let mut stamps = stamps.to_vec();
    // Boards and the cells of each symbol.
    meter.claim(12 * u64::from(board.shape.area()), cx)?;
    stamps.iter_mut().for_each(|stamp| stamp.sort(&counts));
    let mut boards = Boards::new(set, board);
    let mut queue: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    if let Some(rest) = estimate(&set.targets, far, &here) {
        queue.insert(rest, vec![0]);
    }
    let mut places = [(); 32].map(|()| Vec::new());
    let observed = if far.is_empty() { 0 } else { board.cells.len() };
    let looks: u64 =
        set.targets.iter().map(|target| target.looks(board)).sum::<u64>() + (boards.cells.len() + observed) as u64;
    while let Some(id) = next(&mut queue) {
        if std::mem::replace(&mut boards.found[id as usize].is_done, true) {
            continue;
        }
        boards.show(id, &mut here);
        if estimate(&set.targets, far, &here) == Some(0) {
            return Ok(Ok(boards.way_to(id)));
        }
        meter.search = meter.search.saturating_sub(looks + here.cells.len() as u64);
        by_symbol(&here, &mut places);
        for (orientation, stamp) in stamps.iter().enumerate() {
            // Each orientation is looked for where the rarest of its symbols is.
            let (mask, offset) = stamp.rarest();
            for &cell in (0..32).filter(|s| mask >> s & 1 == 1).flat_map(|s| &places[s]) {
                meter.search = meter.search.saturating_sub(1);
                let at = here.shape.before(here.shape.point(cell), offset);
                let Some(anchor) = stamp.anchor(here.shape, at).filter(|_| stamp.is_live(&here, at)) else { continue };
                meter.search = meter.search.saturating_sub(looks);
                cx.work(u32::try_from(looks).unwrap_or(u32::MAX))?;
                if meter.search == 0 {
                    return Ok(Err(Unsolved::TooSlow(boards.found.len() as u32)));
                }
                if boards.found.len() == boards.room && !boards.grow(states, meter, cx) {
                    return Ok(Err(Unsolved::TooLarge(boards.found.len() as u32, cx.memory_limit())));
                }
                if let Some(next) = boards.reach(id, (anchor, orientation), stamp, &mut here)
                    && let Some(rest) = estimate(&set.targets, far, &here)
                {
                    queue.entry(boards.found[next as usize].moves + rest).or_default().push(next);
                }
                if boards.found.len() > states as usize {
                    return Ok(Err(Unsolved::GaveUp(states)));
                }
                boards.show(id, &mut here);
            }
        }
    }
    Ok(Err(Unsolved::Exhausted(boards.found.len() as u32)))
}

/// Lists the cells of each symbol.
fn by_symbol(board: &SymbolGrid, places: &mut [Vec<u32>; 32]) {
    places.iter_mut().for_each(Vec::clear);
    (0..).zip(&board.cells).for_each(|(cell, &symbol)| places[usize::from(symbol & 31)].push(cell));
}

/// The last board of the best rank: of equally good ones, the one that is farthest on.
fn next(queue: &mut BTreeMap<u32, Vec<u32>>) -> Option<u32> {
    let mut best = queue.first_entry()?;
    let id = best.get_mut().pop();
    if best.get().is_empty() {
        best.remove();
    }
    id
}

/// The cells with a symbol that some match may write over. All others stay as they are.
fn changing<'a>(set: &RuleSet, board: &'a SymbolGrid) -> impl Iterator<Item = u32> + use<'a> {
    let written = set.orientations.iter().flat_map(Oriented::writes).filter(|&(_, _, from, to)| from != 1 << to);
    let mask = written.fold(0, |mask, (_, _, from, _)| mask | from);
    (0..board.shape.area()).filter(move |&cell| board.has(cell, mask))
}

impl Boards {
    fn new(set: &RuleSet, board: &SymbolGrid) -> Self {
        let cells: Vec<u32> = changing(set, board).collect();
        let symbols = cells.iter().map(|&cell| board.cells[cell as usize]).collect();
        let found = vec![Reached { parent: 0, by: (0, 0), hash: 0, moves: 0, is_done: false }];
        Boards { cells, symbols, found, by_hash: HashMap::from([(0, 0)]), room: 1 }
    }

    /// Makes room for twice as many boards, but no more than one beyond `states`, if the memory limit has that room.
    fn grow(&mut self, states: u32, meter: &Meter, cx: &BuildCx<'_>) -> bool {
        let room = (2 * self.room).max(64).min(states as usize + 1);
        let bytes = |boards: usize| boards as u64 * (self.cells.len() as u64 + BOARD_BYTES);
        if meter.claim(bytes(self.room) + bytes(room), cx).is_err() {
            return false;
        }
        self.found.reserve_exact(room - self.room);
        self.symbols.reserve_exact((room - self.room) * self.cells.len());
        self.room = room;
        true
    }

    fn stored(&self, id: u32) -> &[u8] {
        &self.symbols[id as usize * self.cells.len()..][..self.cells.len()]
    }

    fn show(&self, id: u32, board: &mut SymbolGrid) {
        self.cells.iter().zip(self.stored(id)).for_each(|(&cell, &symbol)| board.cells[cell as usize] = symbol);
    }

    /// Applies a match to a board that is shown. Returns the number of the new board if it was not known yet, or is now
    /// reached in fewer moves.
    ///
    /// The hash of a board is a sum of random numbers, one for each cell and symbol (Zobrist 1970), less that of the
    /// first board.
    fn reach(&mut self, parent: u32, by: Match, stamp: &Stamp, here: &mut SymbolGrid) -> Option<u32> {
        let Reached { moves, mut hash, .. } = self.found[parent as usize];
        let number = |cell: u32, symbol: u8| mix(0, u64::from(cell) << 5 | u64::from(symbol));
        for (cell, to) in stamp.written(here.shape, by.0) {
            let old = std::mem::replace(&mut here.cells[cell as usize], to);
            hash = hash.wrapping_add(number(cell, to)).wrapping_sub(number(cell, old));
        }
        let (mut key, moves) = (hash, moves + 1);
        while let Some(&id) = self.by_hash.get(&key) {
            let is_same = |(&cell, &symbol): (&u32, &u8)| here.cells[cell as usize] == symbol;
            if self.cells.iter().zip(self.stored(id)).all(is_same) {
                let found = &mut self.found[id as usize];
                let is_nearer = moves < found.moves;
                if is_nearer {
                    *found = Reached { parent, by, moves, ..*found };
                }
                return is_nearer.then_some(id);
            }
            key = key.wrapping_add(1);
        }
        let id = self.found.len() as u32;
        self.by_hash.insert(key, id);
        self.found.push(Reached { parent, by, hash, moves, is_done: false });
        self.symbols.extend(self.cells.iter().map(|&cell| here.cells[cell as usize]));
        Some(id)
    }

    fn way_to(&self, id: u32) -> Vec<Match> {
        let mut way = Vec::new();
        let mut found = self.found[id as usize];
        while found.moves > 0 {
            way.push(found.by);
            found = self.found[found.parent as usize];
        }
        way.reverse();
        way
    }
}

/// How many moves the goals need at least; 0 only if all are reached, and `None` if one can never be.
fn estimate(targets: &[GoalPicture], far: &[Vec<u32>], board: &SymbolGrid) -> Option<u32> {
    let observed = if far.is_empty() { 0 } else { farthest(far, board)? };
    targets.iter().try_fold(observed, |most, target| Some(most.max(target.rest(board)?)))
}

fn wrong_cells(picture: &Picture<Mask>, board: &SymbolGrid, anchor: (u32, u32)) -> u32 {
    let places = picture.cells.iter().zip(0..).filter(|(mask, _)| **mask != ANY);
    let is_wrong = |mask, i| !board.has(board.shape.cell(anchor, (i % picture.w, i / picture.w)), mask);
    places.map(|(&mask, i)| u32::from(is_wrong(mask, i))).sum()
}

impl GoalPicture {
    /// How many cells `rest` looks at.
    fn looks(&self, board: &SymbolGrid) -> u64 {
        let places = |picture: &Picture<Mask>| {
            let (w, h) = board.shape.room(picture.w, picture.h);
            u64::from(w) * u64::from(h) * picture.cells.len() as u64
        };
        self.orientations.iter().map(places).sum()
    }

    /// How many moves it needs at least.
    fn rest(&self, board: &SymbolGrid) -> Option<u32> {
        let wrong = self.orientations.iter().flat_map(|picture| {
            let (w, h) = board.shape.room(picture.w, picture.h);
            (0..w * h).map(move |i| wrong_cells(picture, board, (i % w, i / w)))
        });
        let todo = match self.is_present {
            true => wrong.min()?,
            false => wrong.filter(|&wrong| wrong == 0).count() as u32,
        };
        if todo > 0 && self.mends == 0 { None } else { Some(todo.div_ceil(self.mends.max(1))) }
    }
}
