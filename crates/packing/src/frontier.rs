//! The dynamic program of a count: states, the pieces that lead from one to the next, and the layers that hold them.
//!
//! Of the states of a layer, hundreds share each profile. So a table finds profiles only, and what may be left is a
//! list behind each. A placement moves a whole list to another profile, and takes the same piece from each entry; so
//! sorted lists stay sorted, a list is a few sorted runs, and merging them is cheap. A table of single states took six
//! times as long on a board of 8×10, nearly all of it waiting for memory.

use super::budget::{Halt, Quota, SharedBudget};
use super::color::{Balance, Colors, Type, TypeCounts, balances, balances_with_spares};
use super::kinds::Kinds;
use super::lists::{Bits, Lists};

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

/// The dynamic program of one problem.
pub(super) struct Frontier<W> {
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
    pub(super) fn new(lists: Lists<W>, kinds: &Kinds, spares: bool) -> Result<Self, Stop> {
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
    pub(super) fn count(&self, shared: &SharedBudget<'_>) -> Result<u128, Stop> {
        match self.count_in::<u64>(shared) {
            Err(Stop::Overflow) => self.count_in::<u128>(shared),
            counted => counted,
        }
    }

    fn count_in<N: Ways>(&self, shared: &SharedBudget<'_>) -> Result<u128, Stop> {
        let mut quota = Quota::new(shared, shared.left());
        let largest = self.areas.iter().copied().max().unwrap_or(1) as usize;
        let mut layers: Vec<StateLayer<W, N>> = vec![StateLayer::new(); largest + 1];
        // Lists that are done lend their memory to new ones.
        let (mut held, mut pool): (Held, Vec<Vec<Entry<N>>>) = (Held::default(), Vec::new());
        let limit = shared.options().memory;
        layers[0].list(W::NONE, Vec::new).push((self.full, N::from(true)));
        for covered in 0..self.area {
            let place = covered as usize % layers.len();
            let layer = std::mem::replace(&mut layers[place], StateLayer::new());
            let own = layer.own_bytes();
            for (profile, mut list) in layer.lists {
                let at = covered - profile.ones();
                merge(&mut list).ok_or(Stop::Overflow)?;
                self.keep_balanced(at, profile, &mut list);
                let moved = self.extend((at, profile, &list), covered, &mut layers, (&mut pool, &mut held));
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
        ways.map(N::into).ok_or(Stop::Overflow)
    }

    /// Moves the list of a profile to all profiles after one more piece. Returns the number of new entries.
    fn extend<N: Ways>(
        &self,
        (at, profile, list): (u32, W, &[Entry<N>]),
        covered: u32,
        layers: &mut [StateLayer<W, N>],
        (pool, held): (&mut Vec<Vec<Entry<N>>>, &mut Held),
    ) -> u64 {
        let (from, to) = self.lists.range(self.lists.list_of(at));
        let any = list.iter().fold(0, |any, entry| any | entry.0);
        let mut moved = 0;
        for placement in self.lists.all(from, to).iter().filter(|placement| !profile.meets(placement.mask)) {
            let kind = usize::from(placement.kind);
            let field = self.fields[kind];
            if field.of(any) == 0 {
                continue;
            }
            let one = 1 << field.shift;
            let filled = profile | placement.mask;
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
    fn keep_balanced<N: Ways>(&self, at: u32, profile: W, list: &mut Vec<Entry<N>>) {
        let Some(colors) = &self.colors else { return };
        let balance = colors.balance(at, profile);
        let pieces = i32::try_from((self.area - at - profile.ones()) / 4).unwrap_or(i32::MAX);
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

/// What the color test needs to know about a state, given only its profile: three counts of bits.
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
                masks[nth] = masks[nth] << 1 | W::from(is_odd);
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

    /// The balance of the cells from `at` on that are not in the profile.
    #[inline(always)]
    fn balance(&self, at: u32, profile: W) -> Balance {
        let (rest, odd) = (self.rest[at as usize], self.odd[at as usize]);
        let all = profile.ones().cast_signed();
        let [u, v, c] = odd.map(|odd| all - 2 * (profile & odd).ones().cast_signed());
        // The sums are even wherever a multiple of four cells is left.
        Balance { u: (rest.u - u) / 2, v: (rest.v - v) / 2, c: (rest.c - c) / 2 }
    }
}

/// The remaining pieces of each kind, and in how many ways.
type Entry<N> = (u64, N);

/// A number of ways.
trait Ways: Copy + Default + From<bool> + Into<u128> {
    /// Returns the sum, if it can be held.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Ways for u64 {
    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

impl Ways for u128 {
    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// The states of one layer.
#[derive(Clone, Debug)]
struct StateLayer<W, N> {
    lists: Vec<(W, Vec<Entry<N>>)>,
    /// The index of each profile's list plus 1, in a hash table with open addressing; 0 for none.
    places: Vec<u32>,
}

impl<W: Bits, N: Ways> StateLayer<W, N> {
    const fn new() -> Self {
        StateLayer { lists: Vec::new(), places: Vec::new() }
    }

    /// The bytes of the layer, but for the entries of its lists.
    fn own_bytes(&self) -> usize {
        self.lists.capacity() * size_of::<(W, Vec<Entry<N>>)>() + self.places.capacity() * size_of::<u32>()
    }

    /// The list of a profile; a new one is made by `new`, which may use the memory of one that was dropped.
    fn list(&mut self, profile: W, new: impl FnOnce() -> Vec<Entry<N>>) -> &mut Vec<Entry<N>> {
        if 4 * (self.lists.len() + 1) > 3 * self.places.len() {
            self.grow();
        }
        let mut at = self.place(profile);
        while let Some(nth) = (self.places[at] as usize).checked_sub(1) {
            if self.lists[nth].0 == profile {
                return &mut self.lists[nth].1;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        self.lists.push((profile, new()));
        self.places[at] = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        let last = self.lists.len() - 1;
        &mut self.lists[last].1
    }

    fn place(&self, profile: W) -> usize {
        let profile = profile.wide();
        let folded = profile as u64 ^ ((profile >> 64) as u64).rotate_left(29);
        let mixed = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.places.len() - 1)
    }

    fn grow(&mut self) {
        self.places = vec![0; (2 * self.places.len()).max(64)];
        for nth in 0..self.lists.len() {
            let mut at = self.place(self.lists[nth].0);
            while self.places[at] != 0 {
                at = (at + 1) & (self.places.len() - 1);
            }
            self.places[at] = u32::try_from(nth + 1).unwrap_or(u32::MAX);
        }
    }
}

/// Sorts a list and adds up equal entries; `None` if a sum overflows.
fn merge<N: Ways>(list: &mut Vec<Entry<N>>) -> Option<()> {
    // Stable sorting finds sorted runs by itself.
    list.sort_by_key(|&(left, _)| left);
    let mut kept = 0;
    for nth in 1..list.len() {
        if list[nth].0 == list[kept].0 {
            list[kept].1 = list[kept].1.plus(list[nth].1)?;
        } else {
            kept += 1;
            list[kept] = list[nth];
        }
    }
    list.truncate(kept + 1);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_again_and_merged() {
        let mut layer = StateLayer::<u128, u64>::new();
        for n in 0..3000u128 {
            layer.list((n % 700 * (n % 700)) << 50, Vec::new).push((u64::try_from(n % 9).unwrap(), 1));
        }
        assert_eq!(layer.lists.len(), 700);
        let mut sum = 0;
        for (_, list) in &mut layer.lists {
            merge(list).unwrap();
            assert!(list.is_sorted_by(|a, b| a.0 < b.0));
            sum += list.iter().map(|&(_, ways)| ways).sum::<u64>();
        }
        assert_eq!(sum, 3000);
        assert_eq!(merge(&mut vec![(1, u64::MAX), (1, 1)]), None);
        assert_eq!(merge::<u64>(&mut vec![]), Some(()));
    }
}
