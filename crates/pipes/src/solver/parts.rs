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

impl Part {
    /// What becomes of two roots when a side of each is joined: both sides are free no more, and the rings of
    /// tiles are one. `big` is the root that stays.
    #[inline]
    pub(crate) const fn united(big: u32, larger: Part, smaller: Part) -> (Part, Part) {
        let (size, free) = (larger.size + smaller.size, larger.free + smaller.free - 2);
        (Part { size, free, next: smaller.next, ..larger }, Part { above: big, next: larger.next, ..smaller })
    }
}

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

    /// Two roots, that of the larger part first.
    #[inline]
    pub(crate) fn by_size(&self, a: u32, b: u32) -> (u32, u32) {
        if self[a].size < self[b].size { (b, a) } else { (a, b) }
    }

    /// Joins a side of one tile to one of another, for good; they are in different parts.
    pub(crate) fn unite(&mut self, here: u32, next: u32) {
        let (a, b) = (self.find_and_shorten(here), self.find_and_shorten(next));
        let (big, small) = self.by_size(a, b);
        (self[big], self[small]) = Part::united(big, self[big], self[small]);
    }

    /// As [`find`](Self::find); halves the way for those that come after, which must not be done under an
    /// assumption.
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
