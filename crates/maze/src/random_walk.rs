//! Shared by the two random-walk mazes: the ground in blocks, and the tree that random walks leave behind.
//!
//! Both draw every spanning tree with the same probability, each by a theorem on random walks. The length of a walk
//! depends on the ground: about *n* log *n* steps in the open, but *n*² along a corridor of *n* cells. So corridors are
//! left out where that changes nothing. A *bridge*, an edge that is the only connection between two pieces, belongs to
//! every spanning tree. The rest of a spanning tree consists of independent spanning trees of the *blocks* that are
//! left without the bridges. A maze of tiles or a map one cell wide is all bridges.
//!
//! Corridors on rings are walked cell by cell, and so are strips two or three cells wide. On those of some ten thousand
//! cells the walk may give up: see [`RandomDirs::for_ground`].

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, Dir, Dirs, Grid, Passages, PlaneView, Sides, Size};
use mapwright_graph::bridges;

use crate::ground::{Ground, GroundSteps};

/// A ground without its bridges.
#[derive(Debug)]
pub(crate) struct BridgelessBlocks {
    /// The edges that are not bridges.
    pub(crate) ground: Ground,
    /// Every bridge, from one of its ends.
    pub(crate) bridges: Vec<(u32, Dir)>,
    /// A cell of each block of more than one cell, and the block's size; the block of the start is first.
    pub(crate) roots: Vec<(u32, u32)>,
}

impl BridgelessBlocks {
    /// The blocks of a ground that may be all bridges, or have a junction in each fourth cell: both take more than a map.
    pub(crate) fn claimed(ground: Ground, cx: &BuildCx<'_>) -> Result<Self, BuildError> {
        let Size { w, h } = ground.passages.size();
        if !ground.is_whole || w == 1 || h == 1 {
            cx.claim_with(w.into(), h.into(), 64)?;
        }
        Ok(BridgelessBlocks::of(ground))
    }

    pub(crate) fn of(mut ground: Ground) -> Self {
        let Size { w, h } = ground.passages.size();
        // A whole map at least two cells wide is one block: each edge is on a ring of four cells.
        if ground.is_whole && w > 1 && h > 1 {
            let roots = vec![(ground.start, ground.passages.area())];
            return BridgelessBlocks { ground, bridges: Vec::new(), roots };
        }
        let ways = &mut ground.passages;
        let bridges: Vec<(u32, Dir)> = bridges(ways)
            .into_iter()
            .filter_map(|(here, next)| Some((here, ways.dirs(here).iter().find(|&dir| ways.step(here, dir) == next)?)))
            .collect();
        bridges.iter().for_each(|&(here, dir)| ways.part(here, dir));
        let roots = roots(ways, ground.start);
        BridgelessBlocks { ground, bridges, roots }
    }
}

/// The first cell of each connected component of more than one cell, with the component's size: the component of
/// `start` first, with `start` as its cell, then the others in row-major order.
fn roots(ways: &Passages, start: u32) -> Vec<(u32, u32)> {
    let mut seen = vec![false; ways.area() as usize];
    let (mut roots, mut open) = (Vec::new(), Vec::new());
    for root in std::iter::once(start).chain(0..ways.area()) {
        if seen[root as usize] || ways.dirs(root).is_empty() {
            continue;
        }
        seen[root as usize] = true;
        open.push(root);
        let mut size = 0;
        while let Some(here) = open.pop() {
            size += 1;
            for next in ways.neighbors(here) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            }
        }
        roots.push((root, size));
    }
    roots
}

/// Rooted trees that grow over a ground and, for the other cells, the way by which a walk last left them.
///
/// All in one byte for each cell, since each step of a walk reads one cell and may change it: four bits for the ways;
/// two for the direction to the parent, or of the last exit; one if the cell is in a tree; and one if it is a root.
#[derive(Debug)]
pub(crate) struct WalkTree {
    size: Size,
    cells: Vec<u8>,
    steps: GroundSteps,
}

const EXIT: u32 = 4;
const IN_TREE: u8 = 1 << 6;
const ROOT: u8 = 1 << 7;

impl WalkTree {
    /// No tree yet, except that cells without ways are roots: no walk could ever leave them.
    pub(crate) fn new(ground: &Ground) -> Self {
        let (size, ways) = (ground.passages.size(), &ground.passages);
        let alone = |ways: Dirs| if ways.is_empty() { IN_TREE | ROOT } else { 0 };
        let cells = (0..size.area()).map(|cell| ways.dirs(cell).bits() | alone(ways.dirs(cell))).collect();
        WalkTree { size, cells, steps: GroundSteps::new(ways.clone()) }
    }

    #[inline]
    pub(crate) fn is_in_tree(&self, cell: u32) -> bool {
        self.cells[cell as usize] & IN_TREE != 0
    }

    /// Makes a cell the root of a tree.
    pub(crate) fn plant(&mut self, root: u32) {
        self.cells[root as usize] |= IN_TREE | ROOT;
    }

    /// The neighbor in a direction, if there is a way.
    #[inline]
    fn step(&self, here: u32, dir: Dir) -> Option<u32> {
        let is_way = self.cells[here as usize] >> dir as u8 & 1 == 1;
        is_way.then(|| self.steps.step(here, dir))
    }

    /// Remembers how a walk left a cell.
    #[inline]
    pub(crate) fn leave(&mut self, cell: u32, dir: Dir) {
        let bits = &mut self.cells[cell as usize];
        *bits = *bits & !(3 << EXIT) | (dir as u8) << EXIT;
    }

    /// Adds a cell to the tree of the neighbor to which a walk last left it, and returns that neighbor with the
    /// direction. `None` for a cell that is in a tree already.
    #[inline]
    pub(crate) fn take_in(&mut self, cell: u32) -> Option<(Dir, u32)> {
        if self.is_in_tree(cell) {
            return None;
        }
        self.cells[cell as usize] |= IN_TREE;
        let dir = self.exit(cell);
        Some((dir, self.steps.step(cell, dir)))
    }

    #[inline]
    fn exit(&self, cell: u32) -> Dir {
        Dir::from_index(u32::from(self.cells[cell as usize] >> EXIT))
    }

    /// Walks at random from a cell until it meets a tree. The last exits from the visited cells are then
    /// the walk without its loops: see `wilson.rs`.
    pub(crate) fn walk(&mut self, from: u32, dirs: &mut RandomDirs, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut here = from;
        while !self.is_in_tree(here) {
            let dir = dirs.draw(cx)?;
            if let Some(next) = self.step(here, dir) {
                self.leave(here, dir);
                here = next;
            }
        }
        Ok(())
    }

    /// Walks at random in a tree until a step would lead to a cell that is in no tree, and returns that step;
    /// `None` if the draws are used up first. `here` is the position of the walk.
    pub(crate) fn wander(
        &self,
        here: &mut u32,
        draws: &mut u64,
        dirs: &mut RandomDirs,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<(Dir, u32)>, BuildError> {
        while *draws > 0 {
            *draws -= 1;
            let dir = dirs.draw(cx)?;
            let Some(next) = self.step(*here, dir) else { continue };
            if !self.is_in_tree(next) {
                return Ok(Some((dir, next)));
            }
            *here = next;
        }
        Ok(None)
    }

    /// The sides of the trees, with the bridges that join them.
    pub(crate) fn into_sides(self, bridges: &[(u32, Dir)]) -> Grid<Sides> {
        let mut sides = Grid::new(self.size, Sides::CLOSED);
        let mut join = |here: u32, dir: Dir| {
            let next = self.steps.step(here, dir);
            mapwright_core::join_sides(&mut sides, here, dir, next);
        };
        for cell in 0..self.size.area() {
            if self.cells[cell as usize] & (IN_TREE | ROOT) == IN_TREE {
                join(cell, self.exit(cell));
            }
        }
        bridges.iter().for_each(|&(here, dir)| join(here, dir));
        sides
    }
}

impl PlaneView for WalkTree {
    type Cell = Sides;
    fn size(&self) -> Size {
        self.size
    }
    fn cell(&self, cell: u32) -> Sides {
        let leads =
            |cell: u32, dir: Dir| self.cells[cell as usize] & (IN_TREE | ROOT) == IN_TREE && self.exit(cell) == dir;
        let ways = Dirs::from_bits(self.cells[cell as usize]);
        let open = ways.iter().filter(|&dir| leads(cell, dir) || leads(self.steps.step(cell, dir), dir.opposite()));
        Sides::from(open.collect::<Dirs>())
    }
}

/// Random directions, two bits each. A walk that cannot go there stays and draws again, so all its
/// ways are equally likely, and no draw costs a division.
#[derive(Debug)]
pub(crate) struct RandomDirs {
    bits: u64,
    left: u32,
    drawn: u64,
    budget: u64,
}

impl RandomDirs {
    pub(crate) const fn new(budget: u64) -> Self {
        RandomDirs { bits: 0, left: 0, drawn: 0, budget }
    }

    /// As many directions as may be drawn for a maze: some seconds of them, and more for large maps. No map of up to
    /// 20,000 cells of any shape takes so many on average (a walk reaches a given cell after at most 2*mn* steps, with
    /// *m* edges), and no square of any size comes near.
    pub(crate) fn for_ground(ground: &Ground) -> Self {
        RandomDirs::new((1 << 30) + 256 * u64::from(ground.passages.area()))
    }

    #[inline]
    pub(crate) fn draw(&mut self, cx: &mut BuildCx<'_>) -> Result<Dir, BuildError> {
        if self.left == 0 {
            self.draw_next(cx)?;
        }
        let dir = Dir::from_index(self.bits as u32);
        self.bits >>= 2;
        self.left -= 1;
        Ok(dir)
    }

    /// Draws the next directions, all that one number holds. They are counted here, where it costs a walk nothing.
    #[cold]
    fn draw_next(&mut self, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        (self.bits, self.left) = (cx.rng.bits(), u64::BITS / 2);
        let budget = self.budget;
        if self.drawn >= budget {
            let what = "a uniform spanning tree by random walks";
            return Err(BuildErrorKind::GaveUp { what, tries: budget, budget }.into());
        }
        self.drawn += u64::from(self.left);
        cx.work(1)
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::Wrap;

    use super::*;

    fn ground(size: Size, wrap: Wrap) -> Ground {
        Ground { passages: Passages::lattice(size, wrap), start: 0, is_whole: true }
    }

    #[test]
    fn a_walk_that_takes_too_long_is_given_up() {
        let blocks = BridgelessBlocks::of(ground(Size::new(90, 90), Wrap::None));
        let mut tree = WalkTree::new(&blocks.ground);
        tree.plant(0);
        let error = tree.walk(8099, &mut RandomDirs::new(1000), &mut BuildCx::new(1, "walk", 0)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "gave up on a uniform spanning tree by random walks after 1000 tries (budget 1000)"
        );
        assert!(error.is_retryable());
    }

    #[test]
    fn bridges_are_left_out_of_the_blocks() {
        // One row is all bridges; wrapped it is a ring, and has none.
        let row = |wrap| BridgelessBlocks::of(ground(Size::new(9, 1), wrap));
        assert_eq!((row(Wrap::None).bridges.len(), row(Wrap::None).roots), (8, vec![]));
        assert_eq!((row(Wrap::X).bridges.len(), row(Wrap::X).roots), (0, vec![(0, 9)]));
        // A longest column would take 65535² steps otherwise.
        let long = BridgelessBlocks::of(ground(Size::new(1, 65535), Wrap::X));
        assert_eq!((long.bridges.len(), long.roots), (65534, vec![]));
    }
}
