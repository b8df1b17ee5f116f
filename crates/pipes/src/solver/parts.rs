//! The parts of a board that are joined for certain: disjoint sets, united by size, that can be taken apart
//! again in the reverse order.
//!
//! Each part keeps a ring of its tiles, linked by `next` from its root on. Two rings are made one by swapping two
//! links, which undoes itself. Settled tiles are unlinked when somebody walks past them.

use std::ops::{Index, IndexMut};

/// A tile's place in its part; of a root also what the part is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The next tile on the way to the root; a root's own index.
    pub(crate) above: u32,
    /// Of a root: how many tiles the part has.
    pub(crate) size: u32,
    /// Of a root: open sides of the part's tiles, in whatever orientation, less those that are joined or loose:
    /// Σ degree − 2·joints − loose sides. At 0 the part is sealed off.
    pub(crate) free: u32,
    /// The next tile of the part, or [`UNLINKED`]. From a root one comes by every tile that is not settled.
    pub(crate) next: u32,
}

/// In place of a next tile: the tile was settled and taken out.
pub(crate) const UNLINKED: u32 = u32::MAX;

/// The parts of all tiles.
#[derive(Debug)]
pub(crate) struct Parts(Vec<Part>);

impl Parts {
    /// Every tile by itself.
    pub(crate) fn new(degrees: impl Iterator<Item = u32>) -> Self {
        Parts((0..).zip(degrees).map(|(at, free)| Part { above: at, size: 1, free, next: at }).collect())
    }

    /// The root of a tile's part. Parts are united by size, so the way is at most log₂ n long.
    #[inline]
    pub(crate) fn find(&self, mut at: u32) -> u32 {
        while self[at].above != at {
            at = self[at].above;
        }
        at
    }

    /// The same; halves the way for those that come after, which must not be done under an assumption.
    #[inline]
    pub(crate) fn find_and_shorten(&mut self, mut at: u32) -> u32 {
        while self[at].above != at {
            let above = self[self[at].above].above;
            self[at].above = above;
            at = above;
        }
        at
    }
}

impl Index<u32> for Parts {
    type Output = Part;
    #[inline]
    fn index(&self, at: u32) -> &Part {
        &self.0[at as usize]
    }
}

impl IndexMut<u32> for Parts {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut Part {
        &mut self.0[at as usize]
    }
}
