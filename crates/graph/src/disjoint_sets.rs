//! Disjoint sets with path halving (Tarjan and van Leeuwen 1984).
//!
//! The smaller index becomes the parent, so representatives do not depend on the order of unions. Without ranks, halving
//! alone takes O(log n) amortized for each operation.

/// A partition of `0..n` into sets that can only be united.
///
/// ```
/// use mapwright_graph::DisjointSets;
///
/// let mut sets = DisjointSets::new(4);
/// assert!(sets.unite(1, 3));
/// assert!(!sets.unite(3, 1), "they are one set now");
/// assert_eq!(sets.find(1), sets.find(3));
/// assert_ne!(sets.find(0), sets.find(3));
/// ```
#[derive(Clone, Debug)]
pub struct DisjointSets {
    /// A member of the same set with a smaller number; for a representative, itself.
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

    /// Unites the sets of two members. Returns whether they were different. The smaller representative remains.
    #[inline]
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }

    /// A member of the same set that is nearer to the representative.
    #[inline]
    pub fn above(&self, member: u32) -> u32 {
        self.parent[self.parent[member as usize] as usize]
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    #[test]
    fn sets_are_those_of_a_list_of_labels() {
        let mut rng = MapRng::new(9);
        for n in [1, 2, 9, 60] {
            let (mut sets, mut labels) = (DisjointSets::new(n), (0..n).collect::<Vec<u32>>());
            for _ in 0..2 * n {
                let (a, b) = (rng.below(n), rng.below(n));
                let (one, other) = (labels[a as usize], labels[b as usize]);
                assert_eq!(sets.unite(a, b), one != other);
                let least = one.min(other);
                labels.iter_mut().filter(|label| [one, other].contains(label)).for_each(|label| *label = least);
                (0..n).for_each(|member| assert_eq!(sets.clone().find(member), labels[member as usize]));
            }
        }
    }

    #[test]
    fn above_is_two_parents_up() {
        let sets = DisjointSets { parent: vec![0, 0, 1, 2] };
        assert_eq!([0, 1, 2, 3].map(|member| sets.above(member)), [0, 0, 0, 1]);
    }
}
