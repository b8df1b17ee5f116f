//! Which placements of a list fit, by a few look-ups.
//!
//! A placement does not fit if one of its cells is filled, or if no piece of its kind is left. Each of these is one bit
//! of a state. So the bits are cut into groups of six, and a table has for each value of a group the placements, as
//! bits, that it leaves. Those that fit are left by all groups: on a board six cells wide, five look-ups for the profile
//! and two for twelve kinds, where trying the placements one by one took most of the time of a node.

use mapwright_graph::lanes::pack;

use super::lists::{Bits, PiecePlacement};

/// The bits of a group.
const GROUP: u32 = 6;
/// The most tables: 2 MiB.
const MOST: usize = 1 << 12;

/// For each value of a group of bits, the placements that it leaves.
type Table = [u64; 1 << GROUP];

/// The tables of some lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Fits {
    profile_groups: usize,
    kind_groups: usize,
    tables: Vec<Table>,
}

impl Fits {
    /// No tables yet, for lists that consist of these placements.
    pub(super) fn new<W: Bits>(placements: &[PiecePlacement<W>]) -> Self {
        let (mut bits, mut kinds) = (0, 0);
        for placement in placements {
            bits = bits.max(u128::BITS - placement.mask.wide().leading_zeros());
            kinds = kinds.max(u32::from(placement.kind) + 1);
        }
        // At least one, which says how many placements there are.
        let groups = |bits: u32| bits.div_ceil(GROUP).max(1) as usize;
        Fits { profile_groups: groups(bits), kind_groups: groups(kinds), tables: Vec::new() }
    }

    /// Adds the tables of a list, and returns their number for [`of`](Self::of). `None` if the list is too long, or if
    /// there are too many tables.
    pub(super) fn add<W: Bits>(&mut self, list: &[PiecePlacement<W>]) -> Option<u32> {
        let groups = self.profile_groups + self.kind_groups;
        if list.len() > 64 || self.tables.len() + groups > MOST {
            return None;
        }
        let number = u32::try_from(self.tables.len()).ok()?;
        let all = pack(list, |_| true);
        for group in (0..self.profile_groups).map(|group| group as u32 * GROUP) {
            // A filled cell leaves the placements without it.
            self.tables.push(table(all, |bit| all & !pack(list, |it| it.mask.wide() >> (group + bit) & 1 == 1)));
        }
        for group in (0..self.kind_groups).map(|group| group as u32 * GROUP) {
            // The bits are the kinds that are gone.
            self.tables.push(table(all, |bit| all & !pack(list, |it| u32::from(it.kind) == group + bit)));
        }
        Some(number)
    }

    /// The placements of a list that fit before a profile, with the kinds that are left.
    #[inline(always)]
    pub(super) fn of<W: Bits>(&self, number: u32, profile: W, left: u64) -> u64 {
        let tables = &self.tables[number as usize..][..self.profile_groups + self.kind_groups];
        let (of_profile, of_kinds) = tables.split_at(self.profile_groups);
        let (mut fits, mut profile, mut gone) = (u64::MAX, profile, !left);
        for table in of_profile {
            fits &= table[profile.low(GROUP)];
            profile = profile.drop_low(GROUP);
        }
        for table in of_kinds {
            fits &= table[gone.low(GROUP)];
            gone = gone.drop_low(GROUP);
        }
        fits
    }
}

/// A table from what each bit alone leaves.
fn table(all: u64, left_by: impl Fn(u32) -> u64) -> Table {
    let mut table = [all; 1 << GROUP];
    for bit in 0..GROUP {
        let left = left_by(bit);
        let with_it = table.iter_mut().enumerate().filter(|(value, _)| value >> bit & 1 == 1);
        with_it.for_each(|(_, entry)| *entry &= left);
    }
    table
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn what_fits_is_what_fits_one_by_one() {
        let mut rng = MapRng::new(2);
        for (cells, kinds) in [(1, 1), (6, 2), (29, 12), (64, 64)] {
            for len in [0, 1, 20, 64] {
                let mut random = || {
                    let mask = (0..4).fold(1, |mask: u64, _| mask | 1 << rng.below(cells));
                    PiecePlacement { mask, part: [0; 3], kind: rng.below(kinds) as u8 }
                };
                let list: Vec<PiecePlacement<u64>> = (0..len).map(|_| random()).collect();
                let mut fits = Fits::new(&list);
                let number = fits.add(&list).unwrap();
                for _ in 0..50 {
                    let (profile, left) = (rng.bits() & rng.bits(), rng.bits() | rng.bits());
                    let one_by_one = pack(&list, |it| left >> it.kind & 1 == 1 && it.mask & profile == 0);
                    assert_eq!(fits.of(number, profile, left), one_by_one);
                }
            }
        }
        let list = vec![PiecePlacement { mask: 1u64, part: [0; 3], kind: 0 }; 65];
        let mut fits = Fits::new(&list);
        assert_eq!(fits.add(&list), None);
        let added = (0..3 * MOST).map_while(|_| fits.add(&list[..1])).count();
        assert_eq!(added, MOST / 2);
    }
}
