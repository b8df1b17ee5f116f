//! States of a frontier, layer by layer: for each window, the possible remaining pieces and in how many ways.
//!
//! Of the states of a layer, hundreds share each window. So a table finds windows only, and what may be left is a
//! list behind each. A placement moves a whole list to another window, and takes the same piece from each entry; so
//! sorted lists stay sorted, a list is a few sorted runs, and merging them is cheap. A table of single states took six
//! times as long on a board of 8×10, nearly all of it waiting for memory.

use super::bits::Bits;

/// The remaining pieces of each kind, and in how many ways.
pub(super) type Entry<N> = (u64, N);

/// A number of ways.
pub(super) trait Ways: Copy + Default {
    /// One way.
    const ONE: Self;

    /// The sum, if it can be held.
    fn plus(self, other: Self) -> Option<Self>;
    /// The number.
    fn wide(self) -> u128;
}

impl Ways for u64 {
    const ONE: Self = 1;

    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Ways for u128 {
    const ONE: Self = 1;

    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn wide(self) -> u128 {
        self
    }
}

/// The states of one layer.
#[derive(Clone, Debug)]
pub(super) struct StateLayer<W, N> {
    pub(super) lists: Vec<(W, Vec<Entry<N>>)>,
    /// The index of each window's list plus 1, in a hash table with open addressing; 0 for none.
    places: Vec<u32>,
}

impl<W: Bits, N: Ways> StateLayer<W, N> {
    pub(super) const fn new() -> Self {
        StateLayer { lists: Vec::new(), places: Vec::new() }
    }

    /// The bytes of the layer, but for the entries of its lists.
    pub(super) fn own_bytes(&self) -> usize {
        self.lists.capacity() * size_of::<(W, Vec<Entry<N>>)>() + self.places.capacity() * size_of::<u32>()
    }

    /// The list of a window; a new one is made by `new`, which may use the memory of one that was dropped.
    pub(super) fn list(&mut self, window: W, new: impl FnOnce() -> Vec<Entry<N>>) -> &mut Vec<Entry<N>> {
        if 4 * (self.lists.len() + 1) > 3 * self.places.len() {
            self.grow();
        }
        let mut at = self.place(window);
        while let Some(nth) = (self.places[at] as usize).checked_sub(1) {
            if self.lists[nth].0 == window {
                return &mut self.lists[nth].1;
            }
            at = (at + 1) & (self.places.len() - 1);
        }
        self.lists.push((window, new()));
        self.places[at] = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        let last = self.lists.len() - 1;
        &mut self.lists[last].1
    }

    fn place(&self, window: W) -> usize {
        let window = window.wide();
        let folded = window as u64 ^ ((window >> 64) as u64).rotate_left(29);
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
pub(super) fn merge<N: Ways>(list: &mut Vec<Entry<N>>) -> Option<()> {
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
