//! Disjoint sets with union by index and path halving (Tarjan and van Leeuwen 1984).

/// A partition of `0..n` that only grows coarser.
#[derive(Clone, Debug)]
pub struct DisjointSets {
    /// A member of the same set with a smaller number; of a set's representative itself.
    parent: Vec<u32>,
}

impl DisjointSets {
    /// `n` sets of one member each.
    pub fn new(n: u32) -> Self {
        DisjointSets { parent: (0..n).collect() }
    }

    /// The representative of a member's set.
    #[inline]
    pub fn find(&mut self, mut member: u32) -> u32 {
        loop {
            let parent = self.parent[member as usize];
            if parent == member {
                return member;
            }
            let grand = self.parent[parent as usize];
            self.parent[member as usize] = grand;
            member = grand;
        }
    }

    /// Unites two sets given by their representatives.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) {
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// Another member of the same set, nearer to its representative.
    #[inline]
    pub fn above(&self, member: u32) -> u32 {
        self.parent[self.parent[member as usize] as usize]
    }
}
