//! The quick scan: fills the first free cell of a route, again and again, and backtracks if nothing fits.
//!
//! The kind with the most remaining pieces comes first, so that the last pieces are a mix. That solves easy boards in
//! little more nodes than pieces. On large boards a route in strips four columns wide works best: its front is short,
//! so gaps left behind it, which must be repaired, are near. A flood with a limit finds islands of a size that no
//! pieces have.
//!
//! A scan that is stuck deep below an early mistake would search for ages. So each has a small budget, and the next
//! one breaks ties differently. It is still complete: with enough budget it tries everything.
//!
//! Measured on 39 boards from 12×12 to 48×48, nodes until all are filled: strips of 2 columns 11,000,000, of 3
//! 1,500,000, of 4 120,000, of 5 1,600,000, of 6 80,000, of 8 60,000 (from 4 on one or two unlucky boards make up most
//! of it, and wider strips have more of them that are a little unlucky); row by row 6,000,000 and four boards not at
//! all. Without the flood strips of 4 take 26,000,000 and fail on seven; whether it stops after 7 cells or 23 makes no
//! difference.

use mapwright_core::{MapRng, Point, mix};

use super::budget::{Halt, Quota};
use super::color::{Balance, Colors, TypeCounts, balance_of, balances, balances_with_spares};
use super::kinds::Kinds;
use super::scan_board::{ScanBoard, part_at};

/// How a scan chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScanOptions {
    /// Breaks ties; 0 breaks none.
    pub(super) seed: u64,
    /// By how many pieces a kind may be behind and still come first.
    pub(super) noise: u32,
    /// Whether counts do not matter: the probability of each kind is given by its weight.
    pub(super) free: bool,
    /// Cells after which a flood for islands stops; 0 for no flood.
    pub(super) island: u32,
    /// A kind that is tried only if no other fits.
    pub(super) last: Option<usize>,
}

impl ScanOptions {
    /// Only by the most remaining pieces.
    pub(super) const PLAIN: ScanOptions = ScanOptions { seed: 0, noise: 0, free: false, island: 0, last: None };
}

/// A piece on the board, and what comes after it.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    /// The spot that it covers.
    spot: u32,
    /// The kinds in their order: which one it is, or the next to try.
    rank: u8,
    kind: u8,
    /// The same for its orientations.
    nth: u16,
    orientation: u16,
}

/// A scan of one board.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    scan_board: &'a ScanBoard,
    colors: Option<Colors>,
    spares: bool,
    choice: ScanOptions,
    counts: Vec<u32>,
    type_counts: TypeCounts,
    balance: Balance,
    filled: Vec<bool>,
    steps: Vec<Covered>,
    /// The orientations of a kind, in the order in which they are tried on a spot.
    order: Vec<u16>,
    /// Cells that are free.
    room: u32,
    areas: Vec<u32>,
    islands: Islands,
}

/// What a flood needs.
#[derive(Debug)]
struct Islands {
    /// For each number of single cells that may be left empty, up to some: bit n tells whether n cells can be the sum
    /// of pieces and at most so many of those.
    sums: Vec<u128>,
    limit: u32,
    marks: Vec<u32>,
    mark: u32,
    open: Vec<u32>,
    beside: [i32; 4],
}

/// Kinds in the order in which they are tried.
type Ranks = ([u8; 64], usize);

impl<'a> Scan<'a> {
    pub(super) fn new(scan_board: &'a ScanBoard, kinds: &Kinds, spares: bool, choice: ScanOptions) -> Self {
        let counts: Vec<u32> = kinds.kinds.iter().map(|kind| kind.count).collect();
        let colors = Colors::of(kinds);
        let type_counts = colors.as_ref().map(|colors| colors.type_counts(&counts)).unwrap_or_default();
        let points = scan_board.spots.iter().map(|spot| scan_board.point(spot.cell as usize));
        Scan {
            islands: Islands::new(scan_board, kinds, choice.island, choice.last),
            balance: if colors.is_some() { balance_of(points) } else { Balance::default() },
            filled: scan_board.filled.clone(),
            steps: Vec::new(),
            order: Vec::new(),
            room: u32::try_from(scan_board.spots.len()).unwrap_or(u32::MAX),
            areas: kinds.kinds.iter().map(|kind| kind.area).collect(),
            scan_board,
            colors,
            spares,
            choice,
            counts,
            type_counts,
        }
    }

    /// Fills the board and returns true, or false if everything has been tried. Another call continues to the next
    /// filling.
    pub(super) fn run(&mut self, quota: &mut Quota<'_, '_>) -> Result<bool, Halt> {
        let mut next = Some(Covered::default()).filter(|_| self.steps.is_empty()).or_else(|| self.back());
        while let Some(from) = next {
            if let Some(step) = self.place(from, quota)? {
                self.steps.push(step);
                let spot = self.free_after(step.spot);
                if spot as usize >= self.scan_board.spots.len() {
                    return Ok(true);
                }
                next = Some(Covered { spot, ..Covered::default() });
            } else {
                next = self.back();
            }
        }
        Ok(false)
    }

    /// Takes the last piece from the board, and returns what to try instead.
    fn back(&mut self) -> Option<Covered> {
        let step = self.steps.pop()?;
        self.remove(step);
        Some(Covered { nth: step.nth + 1, ..step })
    }

    /// The pieces on the board, each with its kind and cells.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, Vec<Point>)> {
        self.steps.iter().map(|&step| {
            let cells = self.cells(step).map(|cell| self.scan_board.point(cell));
            (step.kind.into(), cells.collect())
        })
    }

    /// Places the next piece that fits over a spot; `from` says which ones have been tried.
    fn place(&mut self, from: Covered, quota: &mut Quota<'_, '_>) -> Result<Option<Covered>, Halt> {
        let (kinds, many) = self.ranks(from.spot);
        let mut tried = from.nth;
        for (&kind, rank) in kinds[..many].iter().zip(0..).skip(from.rank.into()) {
            self.order_orientations(from.spot, kind);
            for nth in std::mem::take(&mut tried)..u16::try_from(self.order.len()).unwrap_or(u16::MAX) {
                let step = Covered { rank, kind, nth, orientation: self.order[usize::from(nth)], ..from };
                if !self.fits(step) {
                    continue;
                }
                quota.node(self.steps.len())?;
                if self.add(step) {
                    return Ok(Some(step));
                }
            }
        }
        Ok(None)
    }

    /// The first free spot after one.
    fn free_after(&self, spot: u32) -> u32 {
        let after = self.scan_board.spots.iter().skip(spot as usize).take_while(|spot| self.filled[spot.cell as usize]);
        spot + u32::try_from(after.count()).unwrap_or(u32::MAX)
    }

    /// The kinds that are left, in the order in which they are tried on a spot. It depends on nothing but the
    /// spot and the counts, so it is the same when the search comes back.
    fn ranks(&self, spot: u32) -> Ranks {
        let ScanOptions { seed, noise, free, last, .. } = self.choice;
        let mut keys = [0u64; 64];
        let (mut kinds, mut many) = ([0; 64], 0);
        for (kind, &count) in self.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let chance = if seed == 0 { 0 } else { mix(seed ^ u64::from(spot), kind as u64) };
            let key = match free {
                _ if last == Some(kind) => 0,
                true => 1 + (chance >> 8),
                false => 1 + u64::from(count) * 256 + (chance >> 32) * u64::from(noise) / (1 << 24),
            };
            // Insertion: there are few kinds.
            let mut at = many;
            while at > 0 && keys[at - 1] < key {
                (keys[at], kinds[at]) = (keys[at - 1], kinds[at - 1]);
                at -= 1;
            }
            (keys[at], kinds[at]) = (key, kind as u8);
            many += 1;
        }
        (kinds, many)
    }

    #[inline(always)]
    fn list(&self, spot: u32, kind: u8) -> &'a [super::scan_board::Orientation] {
        let class = usize::from(self.scan_board.spots[spot as usize].class);
        &self.scan_board.lists[class * self.counts.len() + usize::from(kind)]
    }

    /// Shuffles the orientations of a kind if ties are broken, so that each that fits is equally likely. As with
    /// [`ranks`](Self::ranks), the order is the same when the search comes back.
    fn order_orientations(&mut self, spot: u32, kind: u8) {
        let many = u16::try_from(self.list(spot, kind).len()).unwrap_or(u16::MAX);
        self.order.clear();
        self.order.extend(0..many);
        if self.choice.seed != 0 {
            MapRng::new(mix(mix(self.choice.seed, spot.into()), kind.into())).shuffle(&mut self.order);
        }
    }

    /// The way in which a step's piece lies.
    #[inline(always)]
    fn orientation(&self, step: Covered) -> &'a super::scan_board::Orientation {
        &self.list(step.spot, step.kind)[usize::from(step.orientation)]
    }

    fn cells(&self, step: Covered) -> impl Iterator<Item = usize> + use<'a> {
        let first = self.scan_board.spots[step.spot as usize].cell;
        let others = self.orientation(step).steps.iter().map(move |&to| first.wrapping_add_signed(to) as usize);
        std::iter::once(first as usize).chain(others)
    }

    #[inline(always)]
    fn fits(&self, step: Covered) -> bool {
        let first = self.scan_board.spots[step.spot as usize].cell;
        self.orientation(step).steps.iter().all(|&to| !self.filled[first.wrapping_add_signed(to) as usize])
    }

    /// Adds a piece that fits, unless the rest could not be filled.
    fn add(&mut self, step: Covered) -> bool {
        self.account(step, -1);
        if !self.balances() {
            self.account(step, 1);
            return false;
        }
        self.cells(step).for_each(|cell| self.filled[cell] = true);
        let singles = self.choice.last.map_or(0, |kind| self.counts[kind]);
        let mut cells = self.cells(step);
        if self.islands.limit > 0 && cells.any(|cell| self.islands.is_bad(&self.filled, cell, singles)) {
            self.remove(step);
            return false;
        }
        true
    }

    fn remove(&mut self, step: Covered) {
        self.cells(step).for_each(|cell| self.filled[cell] = false);
        self.account(step, 1);
    }

    /// Takes a piece from what is left, or gives it back.
    fn account(&mut self, step: Covered, by: i32) {
        let kind = usize::from(step.kind);
        self.counts[kind] = self.counts[kind].wrapping_add_signed(by);
        self.room = self.room.wrapping_add_signed(by.wrapping_mul(self.areas[kind].cast_signed()));
        if let Some(colors) = &self.colors {
            *colors.count(&mut self.type_counts, kind) += by;
            let part = part_at(self.orientation(step), self.scan_board.spots[step.spot as usize]);
            self.balance.u += by * part.u;
            self.balance.v += by * part.v;
            self.balance.c += by * part.c;
        }
    }

    fn balances(&self) -> bool {
        match (&self.colors, self.spares) {
            (None, _) => true,
            (Some(_), false) => balances(self.balance, self.type_counts),
            (Some(_), true) => {
                balances_with_spares(self.balance, self.type_counts, i32::try_from(self.room / 4).unwrap_or(i32::MAX))
            }
        }
    }
}

impl Islands {
    fn new(scan_board: &ScanBoard, kinds: &Kinds, limit: u32, last: Option<usize>) -> Self {
        let whole = kinds.kinds.iter().enumerate().filter(|&(kind, _)| Some(kind) != last).map(|(_, kind)| kind.area);
        let mut sums = 1u128;
        for area in whole.filter(|&area| area < 128) {
            (0..128 / area).for_each(|_| sums |= sums << area);
        }
        let spoiled = std::iter::successors(Some(sums), |sums| Some(sums | sums << 1));
        let sums: Vec<u128> = spoiled.take(if last.is_some() { 8 } else { 1 }).collect();
        // Where every number is a sum, there is nothing to look for.
        let limit = if sums[0] == u128::MAX { 0 } else { limit.min(127) };
        let marks = if limit == 0 { Vec::new() } else { vec![0; scan_board.filled.len()] };
        Islands { sums, limit, marks, mark: 0, open: Vec::new(), beside: scan_board.beside() }
    }

    /// Whether a free region beside a filled cell is closed, and of a size that no pieces have.
    fn is_bad(&mut self, filled: &[bool], cell: usize, singles: u32) -> bool {
        let Some(&sums) = self.sums.get(singles as usize) else { return false };
        self.beside.into_iter().any(|step| {
            let next = (cell as u32).wrapping_add_signed(step);
            !filled[next as usize] && self.size(filled, next).is_some_and(|size| sums >> size & 1 == 0)
        })
    }

    /// The size of a free region, if it is small.
    fn size(&mut self, filled: &[bool], cell: u32) -> Option<u32> {
        self.mark = match self.mark.checked_add(1) {
            Some(mark) => mark,
            None => {
                self.marks.fill(0);
                1
            }
        };
        self.open.clear();
        self.open.push(cell);
        self.marks[cell as usize] = self.mark;
        let mut at = 0;
        while let Some(&here) = self.open.get(at) {
            at += 1;
            for step in self.beside {
                let next = here.wrapping_add_signed(step);
                if !filled[next as usize] && self.marks[next as usize] != self.mark {
                    self.marks[next as usize] = self.mark;
                    self.open.push(next);
                }
            }
            if self.open.len() > self.limit as usize {
                return None;
            }
        }
        u32::try_from(self.open.len()).ok()
    }
}
