//! Exact counts on narrow boards, by dynamic programming over frontiers.
//!
//! As in the complete search, the rest depends only on the window and on the remaining pieces. So instead of
//! visiting all fillings, count in how many ways each state is reached. States are processed by the number of covered
//! cells; a piece of n cells leads from one such layer to the nth after it, so only as many layers are held
//! as the largest piece has cells. The color test drops states that lead nowhere.
//!
//! The number of states grows with the width of the board, not with the number of fillings.

use super::bits::Bits;
use super::color::{Balance, Colors, Type, TypeCounts, balances, balances_with_spares};
use super::error::PackError;
use super::explain::NoFilling;
use super::kinds::Kinds;
use super::layers::{Entry, StateLayer, Ways, merge};
use super::lists::Lists;
use super::problem::PackProblem;
use super::solve::Visited;
use super::symmetry::ProblemSymmetry;

use super::watch::{Halt, PackOptions, Quota, SharedBudget};

/// The number of fillings, or why it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountAnswer {
    /// The number of fillings; if it is 0, why.
    Exact(u128, Option<NoFilling>),
    /// The budget of nodes or of memory was used up.
    GaveUp,
    /// The caller cancelled.
    Cancelled,
}

/// A count, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// The count.
    pub count: CountAnswer,
    /// Placements that were tried and fit.
    pub nodes: u64,
}

impl Counted {
    /// The number of fillings, if it was found.
    pub const fn count(&self) -> Option<u128> {
        match self.count {
            CountAnswer::Exact(number, _) => Some(number),
            CountAnswer::GaveUp | CountAnswer::Cancelled => None,
        }
    }
}

/// What ends a count.
pub(super) enum Stop {
    Halt(Halt),
    Memory,
    Overflow,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

impl PackProblem {
    /// The number of different fillings. Two fillings differ if some cell is covered by another shape, or by one at
    /// another position; rotated and mirrored fillings of the whole board count as different.
    ///
    /// # Errors
    ///
    /// [`check`](Self::check) fails, or there are more than 2¹²⁸ − 1 fillings.
    pub fn count(&self, options: &PackOptions<'_>) -> Result<Counted, PackError> {
        self.check()?;
        let (kinds, watch) = (Kinds::of(self), SharedBudget::new(options));
        self.counted(&watch, || self.count_all(&kinds, &watch), &kinds)
    }

    /// The number of fillings up to rotation and reflection of the board: by Burnside's
    /// lemma, the mean number of fillings that the symmetries of the board leave unchanged. Only symmetries
    /// that map every filling to a filling count. So if pieces may not be mirrored, the board may be mirrored only
    /// if there are as many of each piece as of its mirror image.
    ///
    /// # Errors
    ///
    /// Those of [`count`](Self::count).
    pub fn count_up_to_symmetry(&self, options: &PackOptions<'_>) -> Result<Counted, PackError> {
        self.check()?;
        let (kinds, watch) = (Kinds::of(self), SharedBudget::new(options));
        let count = || {
            let mut sum = self.count_all(&kinds, &watch)?;
            let symmetries = ProblemSymmetry::all(self, &kinds);
            for symmetry in &symmetries {
                let fixed = symmetry.count_fixed(self, &kinds, &mut Quota::new(&watch, watch.left()))?;
                sum = sum.checked_add(fixed).ok_or(Stop::Overflow)?;
            }
            Ok(sum / (symmetries.len() as u128 + 1))
        };
        self.counted(&watch, count, &kinds)
    }

    fn counted(
        &self,
        watch: &SharedBudget<'_>,
        count: impl FnOnce() -> Result<u128, Stop>,
        kinds: &Kinds,
    ) -> Result<Counted, PackError> {
        let count = match self.refuted(kinds) {
            Some(why) => CountAnswer::Exact(0, Some(why)),
            None => match count() {
                Ok(0) => CountAnswer::Exact(0, Some(NoFilling::Exhausted)),
                Ok(number) => CountAnswer::Exact(number, None),
                Err(Stop::Halt(Halt::Cancelled)) => CountAnswer::Cancelled,
                Err(Stop::Halt(Halt::Budget) | Stop::Memory) => CountAnswer::GaveUp,
                Err(Stop::Overflow) => return Err(PackError::Overflow),
            },
        };
        Ok(Counted { count, nodes: watch.nodes() })
    }

    fn count_all(&self, kinds: &Kinds, watch: &SharedBudget<'_>) -> Result<u128, Stop> {
        let counted = match Lists::<u64>::of(&self.board, kinds) {
            Some(lists) => Frontier::new(lists, kinds, self.spares).and_then(|frontier| frontier.count(watch)),
            None => match Lists::<u128>::of(&self.board, kinds) {
                Some(lists) => Frontier::new(lists, kinds, self.spares).and_then(|frontier| frontier.count(watch)),
                None => Err(Stop::Memory),
            },
        };
        match counted {
            // Too many states, but there may still be few fillings.
            Err(Stop::Memory) => self.count_one_by_one(kinds, watch),
            counted => counted,
        }
    }

    fn count_one_by_one(&self, kinds: &Kinds, watch: &SharedBudget<'_>) -> Result<u128, Stop> {
        let mut number = 0;
        self.each(kinds, watch, &|_, _| true, |_| {
            number += 1;
            Visited::Continue(())
        })?;
        Ok(number)
    }
}

/// The dynamic program of one problem.
struct Frontier<W> {
    lists: Lists<W>,
    fields: Vec<CountBits>,
    /// All counts, each in its field.
    full: u64,
    areas: Vec<u32>,
    /// For each cell, the fields of kinds of which none can be placed there or later: they have to be empty.
    gone: Vec<u64>,
    colors: Option<FrontierColors<W>>,
    spares: bool,
    area: u32,
}

/// The bits of a word that hold the count of a kind.
#[derive(Clone, Copy)]
struct CountBits {
    shift: u32,
    mask: u64,
}

impl CountBits {
    #[inline(always)]
    const fn of(self, left: u64) -> u64 {
        left >> self.shift & self.mask
    }
}

impl<W: Bits> Frontier<W> {
    /// The program, unless the counts do not fit into a word.
    fn new(lists: Lists<W>, kinds: &Kinds, spares: bool) -> Result<Self, Stop> {
        let (mut fields, mut full, mut shift) = (Vec::new(), 0, 0);
        for kind in &kinds.kinds {
            let bits = u32::BITS - kind.count.leading_zeros();
            if shift + bits > u64::BITS {
                return Err(Stop::Memory);
            }
            fields.push(CountBits { shift, mask: (1 << bits) - 1 });
            full |= u64::from(kind.count) << shift;
            shift += bits;
        }
        let fields_of = |kinds: u64| {
            let gone = fields.iter().enumerate().filter(|&(kind, _)| kinds >> kind & 1 == 0 && !spares);
            gone.fold(0, |all, (_, field): (usize, &CountBits)| all | field.mask << field.shift)
        };
        Ok(Frontier {
            gone: lists.to_come().into_iter().map(fields_of).collect(),
            colors: Colors::of(kinds).map(|colors| FrontierColors::new(&colors, &fields, &lists)),
            areas: kinds.kinds.iter().map(|kind| kind.area).collect(),
            area: u32::try_from(lists.cells.len()).unwrap_or(u32::MAX),
            lists,
            fields,
            full,
            spares,
        })
    }

    /// Counts in words of 64 bits if they suffice.
    fn count(mut self, watch: &SharedBudget<'_>) -> Result<u128, Stop> {
        match self.count_in::<u64>(watch) {
            Err(Stop::Overflow) => self.count_in::<u128>(watch),
            counted => counted,
        }
    }

    fn count_in<N: Ways>(&mut self, watch: &SharedBudget<'_>) -> Result<u128, Stop> {
        let mut quota = Quota::new(watch, watch.left());
        let largest = self.areas.iter().copied().max().unwrap_or(1) as usize;
        let mut layers: Vec<StateLayer<W, N>> = vec![StateLayer::new(); largest + 1];
        // Lists that are done lend their memory to new ones.
        let (mut held, mut pool): (Held, Vec<Vec<Entry<N>>>) = (Held::default(), Vec::new());
        let limit = watch.options().memory;
        layers[0].list(W::NONE, Vec::new).push((self.full, N::ONE));
        for covered in 0..self.area {
            let place = covered as usize % layers.len();
            let layer = std::mem::replace(&mut layers[place], StateLayer::new());
            let own = layer.own_bytes();
            for (window, mut list) in layer.lists {
                let at = covered - window.ones();
                merge(&mut list).ok_or(Stop::Overflow)?;
                self.keep_balanced(at, window, &mut list);
                let moved = self.extend((at, window, &list), covered, &mut layers, (&mut pool, &mut held));
                quota.nodes(moved, covered as usize)?;
                list.clear();
                pool.push(list);
                if held.exceeds(limit) {
                    pool.drain(..).for_each(|list| held.free(bytes_of(&list)));
                }
                if held.exceeds(limit) {
                    return Err(Stop::Memory);
                }
            }
            held.free(own);
        }
        let full = &mut layers[self.area as usize % (largest + 1)];
        let ways = full.lists.iter().flat_map(|(_, list)| list).try_fold(N::default(), |sum, entry| sum.plus(entry.1));
        ways.map(N::wide).ok_or(Stop::Overflow)
    }

    /// Moves the list of a window to all windows after one more piece. Returns the number of new entries.
    fn extend<N: Ways>(
        &mut self,
        (at, window, list): (u32, W, &[Entry<N>]),
        covered: u32,
        layers: &mut [StateLayer<W, N>],
        (pool, held): (&mut Vec<Vec<Entry<N>>>, &mut Held),
    ) -> u64 {
        let (from, to) = self.lists.range(at, window);
        let any = list.iter().fold(0, |any, entry| any | entry.0);
        let mut moved = 0;
        for nth in from..to {
            let placement = self.lists.get(nth);
            let kind = usize::from(placement.kind);
            let field = self.fields[kind];
            if field.of(any) == 0 || window.meets(placement.mask) {
                continue;
            }
            let one = 1 << field.shift;
            let filled = window.with(placement.mask);
            let gone = self.gone[(at + filled.run()) as usize];
            // With no piece of the kind left, the borrow is taken from another field, and the entry is not used.
            let fits = |left: u64| field.of(left) > 0 && left.wrapping_sub(one) & gone == 0;
            let mut fitting = list.iter().filter(|&&(left, _)| fits(left)).peekable();
            if fitting.peek().is_none() {
                continue;
            }
            let next = (covered + self.areas[kind]) as usize % layers.len();
            let own = layers[next].own_bytes();
            let target = layers[next].list(filled.drop_low(filled.run()), || pool.pop().unwrap_or_default());
            let (before, bytes) = (target.len(), bytes_of(target));
            target.reserve(list.len());
            target.extend(fitting.map(|&(left, ways)| (left - one, ways)));
            moved += (target.len() - before) as u64;
            held.grow(bytes, bytes_of(target));
            held.grow(own, layers[next].own_bytes());
        }
        moved
    }

    /// Drops what a coloring refutes.
    fn keep_balanced<N: Ways>(&self, at: u32, window: W, list: &mut Vec<Entry<N>>) {
        let Some(colors) = &self.colors else { return };
        let balance = colors.balance(at, window);
        let pieces = i32::try_from((self.area - at - window.ones()) / 4).unwrap_or(i32::MAX);
        let sum = |fields: &[CountBits], left| fields.iter().map(|field| field.of(left) as i32).sum();
        list.retain(|&(left, _)| {
            let [i, l, t] = [&colors.i, &colors.l, &colors.t].map(|fields| sum(fields, left));
            let type_counts = TypeCounts { i, l, t, flat: 0 };
            if self.spares {
                balances_with_spares(balance, type_counts, pieces)
            } else {
                balances(balance, type_counts)
            }
        });
    }
}

/// The bytes of all lists and layers.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    bytes: usize,
    /// The most of one of them.
    largest: usize,
}

impl Held {
    /// One of them grows.
    fn grow(&mut self, before: usize, after: usize) {
        self.bytes += after.saturating_sub(before);
        self.largest = self.largest.max(after);
    }

    fn free(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Whether more than a limit may be taken when the largest doubles: for a time the old one is there too.
    fn exceeds(&self, limit: u64) -> bool {
        (self.bytes + 2 * self.largest) as u64 > limit
    }
}

/// The bytes of a list, with those that it does not use.
fn bytes_of<N>(list: &Vec<Entry<N>>) -> usize {
    list.capacity() * size_of::<Entry<N>>()
}

/// What the color test needs to know about a state, given only its window: three counts of bits.
struct FrontierColors<W> {
    /// The counts of I, of L and J, and of T.
    i: Vec<CountBits>,
    l: Vec<CountBits>,
    t: Vec<CountBits>,
    /// For each cell, the balance of all cells from there on.
    rest: Vec<Balance>,
    /// For each cell, those from there on that are on odd rows, on odd columns, and dark.
    odd: Vec<[W; 3]>,
}

impl<W: Bits> FrontierColors<W> {
    fn new(colors: &Colors, fields: &[CountBits], lists: &Lists<W>) -> Self {
        let cells = &lists.cells;
        let mut rest = Vec::with_capacity(cells.len());
        let mut odd = Vec::with_capacity(cells.len());
        let (mut sum, mut masks) = ([0i32; 3], [W::NONE; 3]);
        for p in cells.iter().rev() {
            let is_odd = [p.y & 1 == 1, p.x & 1 == 1, (p.x ^ p.y) & 1 == 1];
            for (nth, is_odd) in is_odd.into_iter().enumerate() {
                sum[nth] += if is_odd { -1 } else { 1 };
                masks[nth] = masks[nth].pushed(is_odd);
            }
            rest.push(Balance { u: sum[0], v: sum[1], c: sum[2] });
            odd.push(masks);
        }
        rest.reverse();
        odd.reverse();
        let all = |wanted: Type| {
            let with_type = fields.iter().zip(&colors.types).filter(|&(_, &found)| found == wanted);
            with_type.map(|(&field, _)| field).collect()
        };
        FrontierColors { i: all(Type::I), l: all(Type::L), t: all(Type::T), rest, odd }
    }

    /// The balance of the cells from `at` on that are not in the window.
    #[inline(always)]
    fn balance(&self, at: u32, window: W) -> Balance {
        let (rest, odd) = (self.rest[at as usize], self.odd[at as usize]);
        let all = window.ones().cast_signed();
        let [u, v, c] = odd.map(|odd| all - 2 * window.common(odd).cast_signed());
        // The sums are even wherever a multiple of four cells is left.
        Balance { u: (rest.u - u) / 2, v: (rest.v - v) / 2, c: (rest.c - c) / 2 }
    }
}
