//! The components of a board that are certainly connected: disjoint sets, united by size, that can be split again in
//! reverse order.
//!
//! Each component keeps a ring of its tiles, linked by `next` from its root. Swapping two links merges two rings, and
//! swapping again splits them. Settled tiles are unlinked when a walk passes them.

use std::ops::{Index, IndexMut};

/// A tile's links in its component; for a root, also the properties of the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PipeComponent {
    /// The next tile on the way to the root; a root's own index.
    pub(crate) above: u32,
    /// For a root: the number of tiles in the component.
    pub(crate) size: u32,
    /// For a root: open sides of the component's tiles, in any orientation, minus those that are joined or loose:
    /// Σ degree − 2·joints − loose sides. At 0 the component is sealed off.
    pub(crate) free: u32,
    /// The next tile of the component, or [`UNLINKED`]. The ring from a root contains every tile that is not settled.
    pub(crate) next: u32,
}

/// Instead of a next tile: the tile is settled and unlinked.
pub(crate) const UNLINKED: u32 = u32::MAX;

impl PipeComponent {
    /// Two roots after joining a side of each: both sides are no longer free, and the rings of
    /// tiles are merged. `big` is the root that stays.
    #[inline]
    pub(crate) const fn united(
        big: u32,
        larger: PipeComponent,
        smaller: PipeComponent,
    ) -> (PipeComponent, PipeComponent) {
        let (size, free) = (larger.size + smaller.size, larger.free + smaller.free - 2);
        (
            PipeComponent { size, free, next: smaller.next, ..larger },
            PipeComponent { above: big, next: larger.next, ..smaller },
        )
    }
}

/// The components of all tiles.
#[derive(Debug)]
pub(crate) struct PipeComponents(Vec<PipeComponent>);

impl PipeComponents {
    /// Every tile by itself.
    pub(crate) fn new(degrees: impl Iterator<Item = u32>) -> Self {
        PipeComponents(
            (0..).zip(degrees).map(|(at, free)| PipeComponent { above: at, size: 1, free, next: at }).collect(),
        )
    }

    /// The root of a tile's component. Components are united by size, so the way is at most log₂ n long.
    #[inline]
    pub(crate) fn find(&self, mut at: u32) -> u32 {
        while self[at].above != at {
            at = self[at].above;
        }
        at
    }

    /// Two roots, that of the larger component first.
    #[inline]
    pub(crate) fn by_size(&self, a: u32, b: u32) -> (u32, u32) {
        if self[a].size < self[b].size { (b, a) } else { (a, b) }
    }

    /// Permanently joins a side of one tile to a side of another, in a different component.
    pub(crate) fn unite(&mut self, here: u32, next: u32) {
        let (a, b) = (self.find_and_shorten(here), self.find_and_shorten(next));
        let (big, small) = self.by_size(a, b);
        (self[big], self[small]) = PipeComponent::united(big, self[big], self[small]);
    }

    /// Takes back that two roots were united, if nothing has changed since.
    pub(crate) fn split(&mut self, big: u32, small: u32) {
        let (joined, hung) = (self[big], self[small]);
        let (size, free) = (joined.size - hung.size, joined.free + 2 - hung.free);
        self[big] = PipeComponent { size, free, next: hung.next, ..joined };
        self[small] = PipeComponent { above: small, next: joined.next, ..hung };
    }

    /// Like [`find`](Self::find), but halves the path for later calls. Not allowed under an assumption.
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

impl Index<u32> for PipeComponents {
    type Output = PipeComponent;
    #[inline]
    fn index(&self, at: u32) -> &PipeComponent {
        &self.0[at as usize]
    }
}

impl IndexMut<u32> for PipeComponents {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut PipeComponent {
        &mut self.0[at as usize]
    }
}
