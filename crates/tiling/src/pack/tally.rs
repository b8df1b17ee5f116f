//! How many ways lead to each state: a table that never forgets.

use super::bits::Bits;

/// A state of a frontier: what is filled behind the first free cell, and what is left of each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<W> {
    pub(super) window: W,
    pub(super) left: u64,
    /// In how many ways the state can be reached; 0 for an empty slot.
    pub(super) ways: u128,
}

/// A hash table with open addressing. The order of its slots decides nothing but the order of sums.
#[derive(Clone, Debug)]
pub(super) struct Tally<W> {
    slots: Vec<Slot<W>>,
    used: usize,
}

impl<W: Bits> Tally<W> {
    /// Bytes of a state.
    pub(super) const SLOT: u64 = size_of::<Slot<W>>() as u64;

    pub(super) const fn new() -> Self {
        Tally { slots: Vec::new(), used: 0 }
    }

    /// Slots in memory, used or not.
    pub(super) const fn capacity(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn states(&self) -> impl Iterator<Item = Slot<W>> {
        self.slots.iter().copied().filter(|slot| slot.ways > 0)
    }

    /// Adds ways to a state; `None` where they are more than a `u128` can count.
    #[inline]
    pub(super) fn add(&mut self, window: W, left: u64, ways: u128) -> Option<()> {
        if 4 * (self.used + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = Self::hash(window, left) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.ways == 0 {
                *slot = Slot { window, left, ways };
                self.used += 1;
                return Some(());
            }
            if slot.window == window && slot.left == left {
                slot.ways = slot.ways.checked_add(ways)?;
                return Some(());
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    fn hash(window: W, left: u64) -> u64 {
        let window = window.wide();
        let mixed = (window as u64 ^ ((window >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ left).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    #[cold]
    fn grow(&mut self) {
        let empty = Slot { window: W::NONE, left: 0, ways: 0 };
        let wanted = (2 * self.slots.len()).max(64);
        let old = std::mem::replace(&mut self.slots, vec![empty; wanted]);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.ways > 0) {
            // No state is there twice, so nothing is added up.
            let _ = self.add(slot.window, slot.left, slot.ways);
        }
    }
}
