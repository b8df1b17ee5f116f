//! The recursive backtracker, with a stack instead of recursion.

use mapwright_core::{BuildCx, BuildError, Grid, Sides, params};

use crate::Root;
use crate::carving::Carving;
use crate::ground::{Carve, Ground, shipped};

/// A maze of long winding corridors (depth-first search).
///
/// A maze of long winding corridors: it walks to a random unseen neighbor, and backs up when there is none.
///
/// It is a random depth-first search tree. About a tenth of the cells are dead ends, and the
/// longest path visits about half of the cells.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::Backtracker;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Backtracker::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// assert!(metrics.get(Metric::DeadEndShare) < Some(0.125), "few dead ends");
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Backtracker {
    /// Where the walk begins.
    pub root: Root,
}

impl Carve for Backtracker {
    shipped!("backtracker", "A winding maze");
    const MEMORY: u64 = 8;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let mut maze = Carving::new(ground);
        let mut path = Vec::new();
        while let Some(root) = maze.next_root() {
            path.push(root);
            while let Some(&here) = path.last() {
                let Some(dir) = cx.rng.pick_dir(maze.unseen(here)) else {
                    path.pop();
                    continue;
                };
                cx.work(1)?;
                let next = maze.carve(here, dir);
                path.push(next);
                cx.step(&maze, [here, next]);
            }
        }
        Ok(maze.into_sides())
    }
}
