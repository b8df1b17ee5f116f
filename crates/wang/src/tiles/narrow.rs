//! Makes eight tiles at a time, for narrow windows.
//!
//! [`tiles_of`](super::blocks::tiles_of) makes 64 tiles of a row, but a chunk needs eight. The eight columns from
//! a multiple of 8 on have the same bit of all bytes of a word (see [`bit_of`](super::blocks::bit_of)), so a
//! shift and a mask give their colors, a byte each, and no bits have to be transposed.

use mapwright_core::Sides;

use super::lattice::{Planes, Row};
use super::weights::Draw;

/// The colors of eight columns, a byte each.
type Eight = u64;

/// How many groups of eight columns hold the columns of a window and the one east of it, and one group more where
/// those end with a group.
#[inline(always)]
pub(super) fn groups(x0: i64, width: usize) -> usize {
    let skip = usize::from(x0.to_le_bytes()[0] & 7);
    (skip + width).div_ceil(8) + 1
}

/// The colors of one row of the lattice in as many groups of eight columns.
#[derive(Clone, Copy)]
pub(super) struct Colors<const GROUPS: usize>([Eight; GROUPS]);

impl<const GROUPS: usize> Colors<GROUPS> {
    /// From the group that holds the column `x0` on.
    #[inline(always)]
    pub(super) fn of(draw: impl Draw, row: Row, x0: i64) -> Self {
        let mut colors = Colors([0; GROUPS]);
        let mut block = draw.planes(row, x0, !0);
        let mut x = x0 & !7;
        for (group, colors) in colors.0.iter_mut().enumerate() {
            if group > 0 && x & 63 == 0 {
                block = draw.planes(row, x, !0);
            }
            *colors = eight(block, x);
            x = x.wrapping_add(8);
        }
        colors
    }
}

#[inline(always)]
fn eight([low, high]: Planes, x: i64) -> Eight {
    let bit = u32::from(x.to_le_bytes()[0]) / 8 % 8;
    let ones = 0x0101_0101_0101_0101;
    low >> bit & ones | (high >> bit & ones) << 1
}

impl<const GROUPS: usize> Colors<GROUPS> {
    /// The colors of a group's own columns.
    #[inline(always)]
    pub(super) const fn own(&self, group: usize) -> Eight {
        self.0[group]
    }

    /// The colors of the columns one to the east. The last group has none.
    #[inline(always)]
    pub(super) const fn east(&self, group: usize) -> Eight {
        self.0[group] >> 8 | self.0[group + 1] << 56
    }
}

/// Writes a row of tiles from column `x0` on, eight from each of `GROUPS` groups.
#[inline(always)]
pub(super) fn write<const GROUPS: usize>(x0: i64, out: &mut [Sides], tiles: impl Fn(usize) -> Eight) {
    let mut skip = usize::from(x0.to_le_bytes()[0] & 7);
    // A fast path for chunks of 8 × 8.
    if GROUPS == 1
        && skip == 0
        && let Ok(whole) = <&mut [Sides; 8]>::try_from(&mut *out)
    {
        *whole = tiles(0).to_le_bytes().map(Sides);
        return;
    }
    let mut rest = out;
    for group in 0..GROUPS {
        let tiles = tiles(group).to_le_bytes().map(Sides);
        let (now, later) = rest.split_at_mut(rest.len().min(8 - skip));
        match now.as_chunks_mut() {
            ([whole], []) => *whole = tiles,
            _ => now.copy_from_slice(&tiles[skip..skip + now.len()]),
        }
        (rest, skip) = (later, 0);
    }
}
