//! The open tiles, split into clusters that are connected by unknown sides.

use super::deduction::Deduction;

/// The open tiles, cluster by cluster.
#[derive(Clone, Debug)]
pub(crate) struct Clusters {
    pub(crate) tiles: Vec<u32>,
    /// Where in `tiles` each cluster ends.
    ends: Vec<usize>,
    /// Whether the first cluster consists of those that were moved to the front.
    has_front: bool,
}

impl Clusters {
    /// Floods from each open tile through the sides that are not known yet.
    pub(crate) fn of(board: &Deduction<'_>) -> Self {
        let mut seen = vec![false; board.ground.area() as usize];
        let mut clusters = Clusters { tiles: Vec::new(), ends: Vec::new(), has_front: false };
        for seed in board.open_tiles() {
            if std::mem::replace(&mut seen[seed as usize], true) {
                continue;
            }
            let mut next = clusters.tiles.len();
            clusters.tiles.push(seed);
            while let Some(&here) = clusters.tiles.get(next) {
                next += 1;
                for dir in board.cell(here).unannounced().iter() {
                    let beyond = board.ground.next(here, dir).filter(|&at| !board.cell(at).is_settled());
                    if let Some(at) = beyond.filter(|&at| !std::mem::replace(&mut seen[at as usize], true)) {
                        clusters.tiles.push(at);
                    }
                }
            }
            clusters.ends.push(clusters.tiles.len());
        }
        clusters
    }

    /// The number of clusters.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    fn start(&self, cluster: usize) -> usize {
        cluster.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The tiles of a cluster.
    pub(crate) fn tiles_of(&self, cluster: usize) -> &[u32] {
        &self.tiles[self.start(cluster)..self.ends[cluster]]
    }

    /// One cluster by itself.
    pub(crate) fn only(&self, cluster: usize) -> Self {
        let tiles = self.tiles_of(cluster).to_vec();
        Clusters { ends: vec![tiles.len()], tiles, has_front: false }
    }

    /// The cluster of the `nth` of all tiles.
    pub(crate) fn cluster_of(&self, nth: usize) -> usize {
        self.ends.partition_point(|&end| end <= nth)
    }

    /// Whether two of all tiles are in one cluster.
    pub(crate) fn are_together(&self, nth: usize, other: usize) -> bool {
        self.cluster_of(nth) == self.cluster_of(other)
    }

    /// Moves a cluster to the front, and merges it with those that were moved before it: two clusters
    /// that block each other would otherwise alternate in front for ever.
    pub(crate) fn bring_to_front(&mut self, cluster: usize) {
        let (start, end) = (self.start(cluster), self.ends[cluster]);
        self.tiles[..end].rotate_right(end - start);
        self.ends.remove(cluster);
        self.ends[..cluster].iter_mut().for_each(|other| *other += end - start);
        if !self.has_front {
            self.ends.insert(0, end - start);
        }
        self.has_front = true;
    }
}
