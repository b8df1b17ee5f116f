//! Wilson's algorithm: loop-erased random walks (Wilson, *Generating random spanning trees more quickly than
//! the cover time*, 1996).
//!
//! Every spanning tree is equally likely, whatever the order in which cells are taken. Nor does the order change the
//! number of steps. The loops of a walk are erased without searching for them: each cell remembers only the way by
//! which the walk last left it. Followed from the first cell, these exits are the walk without its loops, since a loop
//! is just what lies between two exits from one cell.
//!
//! The first walks are long, until they find the only cell in the tree; the later ones are short. Together they take as
//! many steps as a walk takes on average from one cell to another and back: about *n* log *n*.

use mapwright_core::{BuildCx, BuildError, Grid, Sides, params};

use crate::Root;
use crate::ground::{Carve, Ground, shipped};
use crate::random_walk::{BridgelessBlocks, RandomDirs, WalkTree};

/// A uniformly random maze, by loop-erased random walks.
///
/// A maze drawn uniformly from all possible mazes, by loop-erased random walks from each cell to the maze.
///
/// About 29 % of the cells are dead ends, and the maze has no grain in any direction.
/// [`AldousBroder`](crate::AldousBroder) draws from the same distribution.
///
/// It gives up after 2³⁰ steps and 256 more for each cell. Only rings, and strips two or three cells wide, of tens of
/// thousands of cells take so many.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::Wilson;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Wilson::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Wilson {
    /// The first cell of the maze. It does not affect the probabilities of mazes.
    pub root: Root,
}

impl Carve for Wilson {
    shipped!("wilson", "A fair maze by many walks");
    const MEMORY: u64 = 8;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let blocks = BridgelessBlocks::claimed(ground, cx)?;
        let mut tree = WalkTree::new(&blocks.ground);
        let mut dirs = RandomDirs::for_ground(&blocks.ground);
        blocks.roots.iter().for_each(|&(root, _)| tree.plant(root));
        for cell in 0..blocks.ground.passages.area() {
            tree.walk(cell, &mut dirs, cx)?;
            let mut here = cell;
            while let Some((_, next)) = tree.take_in(here) {
                cx.step(&tree, [here, next]);
                here = next;
            }
        }
        Ok(tree.into_sides(&blocks.bridges))
    }
}
