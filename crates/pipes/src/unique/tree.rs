//! A spanning tree of pipes that can be rerouted: one joint is replaced by another.
//!
//! Each tile stores the direction to its parent, with the source as root. A new joint closes a cycle with the paths
//! from its two ends up to where they meet; one joint of that cycle is removed, and the directions between the two
//! reverse.

use mapwright_core::{Dir, Dirs, Passages};

/// The tree, as open sides of each cell that agree with those beside them.
#[derive(Clone, Debug)]
pub(super) struct Tree<'a> {
    pub(super) ground: &'a Passages,
    pub(super) tiles: Vec<Dirs>,
    /// The direction to the parent of every tile, except the source and empty tiles.
    up: Vec<Option<Dir>>,
    /// The number of the last walk that visited each cell.
    stamps: Vec<u32>,
    last_stamp: u32,
}

/// A joint: a cell and one of its sides.
pub(super) type Joint = (u32, Dir);

/// Replaces one joint by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) added: Joint,
    /// From a tile to its parent.
    pub(super) removed: Joint,
    /// Whether the cell of the added joint is on the side that the removed joint cut off.
    pub(super) hangs_here: bool,
}

/// The joints that a new joint would close a cycle with, each from a tile to its parent.
#[derive(Clone, Debug, Default)]
pub(super) struct Cycle {
    joints: Vec<Joint>,
    /// How many of them are on the path up from the cell of the new joint.
    n_here: usize,
}

impl Cycle {
    /// Every way to close the cycle with `added` and to open it elsewhere.
    pub(super) fn swaps(&self, added: Joint) -> impl Iterator<Item = Swap> {
        let joints = self.joints.iter().enumerate();
        joints.map(move |(i, &removed)| Swap { added, removed, hangs_here: i < self.n_here })
    }
}

/// Why open sides are not a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTree {
    Loose(u32),
    Ring(u32),
    Apart(u32),
}

impl<'a> Tree<'a> {
    /// Checks that the tiles are one tree that holds the source and every cell of `wanted`.
    pub(super) fn new(
        tiles: Vec<Dirs>,
        ground: &'a Passages,
        source: u32,
        wanted: impl Fn(u32) -> bool,
    ) -> Result<Self, NoTree> {
        let n = tiles.len();
        let mut tree = Tree { ground, tiles, up: vec![None; n], stamps: vec![0; n], last_stamp: 0 };
        let mut seen = vec![false; n];
        let mut path = vec![source];
        seen[source as usize] = true;
        while let Some(here) = path.pop() {
            for dir in tree.tiles[here as usize].iter() {
                let next = tree.across(here, dir).ok_or(NoTree::Loose(here))?;
                if tree.up[here as usize] == Some(dir) {
                    continue;
                }
                if std::mem::replace(&mut seen[next as usize], true) {
                    return Err(NoTree::Ring(next));
                }
                tree.up[next as usize] = Some(dir.opposite());
                path.push(next);
            }
        }
        match (0..ground.area()).find(|&at| !seen[at as usize] && wanted(at)) {
            Some(at) => Err(NoTree::Apart(at)),
            None => Ok(tree),
        }
    }

    /// The cell that a joint leads to.
    fn across(&self, here: u32, dir: Dir) -> Option<u32> {
        let next = self.ground.next(here, dir)?;
        self.tiles[next as usize].contains(dir.opposite()).then_some(next)
    }

    pub(super) fn degree(&self, at: u32) -> u32 {
        self.tiles[at as usize].len()
    }

    /// The cycle that a new joint would close.
    pub(super) fn cycle(&mut self, (here, dir): Joint) -> Cycle {
        let Some(next) = self.ground.next(here, dir) else { return Cycle::default() };
        let mut walks = [(here, Vec::new()), (next, Vec::new())];
        let stamps = self.next_stamps();
        (self.stamps[here as usize], self.stamps[next as usize]) = (stamps[0], stamps[1]);
        let mut side = 0;
        loop {
            // Both go up in turn, so that neither goes much farther than where they meet.
            let at = walks[side].0;
            if let Some(up) = self.up[at as usize] {
                let parent = self.ground.step(at, up);
                walks[side].1.push((at, up));
                walks[side].0 = parent;
                if self.stamps[parent as usize] == stamps[1 - side] {
                    let [(_, mut joints), (_, mut others)] = walks;
                    let overshot = if side == 0 { &mut others } else { &mut joints };
                    let meeting = overshot.iter().position(|&(at, _)| at == parent).unwrap_or(overshot.len());
                    overshot.truncate(meeting);
                    let n_here = joints.len();
                    joints.extend(others);
                    return Cycle { joints, n_here };
                }
                self.stamps[parent as usize] = stamps[side];
            } else if self.up[walks[1 - side].0 as usize].is_none() {
                return Cycle::default();
            }
            side = 1 - side;
        }
    }

    /// Two unused numbers. When they run out, the numbers of all cells are cleared.
    fn next_stamps(&mut self) -> [u32; 2] {
        if self.last_stamp > u32::MAX - 2 {
            self.stamps.fill(0);
            self.last_stamp = 0;
        }
        self.last_stamp += 2;
        [self.last_stamp - 1, self.last_stamp]
    }

    /// The tiles that a swap changes, in their new form, each once.
    pub(super) fn changed(&self, swap: Swap) -> Vec<(u32, Dirs)> {
        let mut changed: Vec<(u32, Dirs)> = Vec::with_capacity(4);
        for ((here, dir), opens) in [(swap.added, true), (swap.removed, false)] {
            for (at, dir) in [(here, dir), (self.ground.step(here, dir), dir.opposite())] {
                let known = changed.iter().position(|&(other, _)| other == at);
                let i = known.unwrap_or_else(|| {
                    changed.push((at, self.tiles[at as usize]));
                    changed.len() - 1
                });
                changed[i].1 = if opens { changed[i].1.with(dir) } else { changed[i].1.without(dir) };
            }
        }
        changed
    }

    /// Replaces one joint by another on its cycle.
    pub(super) fn swap(&mut self, swap: Swap) {
        for (at, tile) in self.changed(swap) {
            self.tiles[at as usize] = tile;
        }
        let (here, dir) = swap.added;
        let next = self.ground.step(here, dir);
        // The end below the removed joint gets the other as its parent.
        let (mut at, mut up) = if swap.hangs_here { (here, dir) } else { (next, dir.opposite()) };
        loop {
            let old = self.up[at as usize].replace(up);
            if at == swap.removed.0 {
                return;
            }
            let Some(old) = old else { return };
            (at, up) = (self.ground.step(at, old), old.opposite());
        }
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Size, Wrap};

    use super::*;

    /// A comb: a row of three cells, and below each a dead end.
    #[test]
    fn cycles_are_found_when_the_numbers_of_walks_run_out() {
        let ground = Passages::lattice(Size::new(3, 2), Wrap::None);
        let tiles = [6, 14, 12, 1, 1, 1].map(Dirs::from_bits).to_vec();
        let mut tree = Tree::new(tiles, &ground, 1, |_| true).unwrap();
        let cycle = |tree: &mut Tree<'_>| tree.cycle((3, Dir::E)).joints;
        let expected = vec![(3, Dir::N), (0, Dir::E), (4, Dir::N)];
        assert_eq!(cycle(&mut tree), expected);
        for last in [u32::MAX / 2, u32::MAX - 3, u32::MAX - 2, u32::MAX - 1, u32::MAX] {
            tree.last_stamp = last;
            (0..4).for_each(|_| assert_eq!(cycle(&mut tree), expected, "after {last}"));
        }
    }
}
