//! The random-edge form of Prim's algorithm, with a cap on open sides.

use mapwright_core::{BuildCx, BuildError, Dir, Dirs, Grid, Sides, params};

use crate::carving::Carving;
use crate::ground::{Carve, Ground, shipped};
use crate::{Root, max_degree};

/// A maze with many short dead ends (Prim).
///
/// A maze that grows from its root: it opens a uniformly drawn edge from the maze to an unseen cell, until
/// every cell is seen.
///
/// It has many short dead ends; without a cap, about a third of the cells are dead ends. With `max_degree` 3, the
/// default, no cell has four open sides, which suits pipe boards.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::PrimMaze;
///
/// let map = BuilderChain::start_with(Size::new(31, 31), PrimMaze::default()).build(7)?;
/// assert!(map.sides.iter().flat_map(|sides| sides.as_slice()).all(|cell| cell.degree() <= 3));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PrimMaze {
    /// The most open sides of a cell; 4 means no cap.
    ///
    /// On a whole map a cap of 3 strands no cell. Suppose cells stayed unseen: each of their neighbors is in the maze
    /// and full, so it meets them with exactly one side and has its other three open. Walk along the rim of the unseen
    /// cells: the neighbors met in turn are all joined, and the walk returns to where it began, so they form a cycle,
    /// but the maze is a tree. (A rim that runs along the border of the map has cells with at most three neighbors,
    /// which are never full.) A cap of 2 would nearly always strand cells.
    ///
    /// In the open cells of an existing map, solid cells may break the rim, and cells are occasionally stranded. They
    /// are joined anyway, and the tree is rearranged nearby to restore the cap. Where no rearrangement is found or
    /// possible, as at a crossing of four corridors, a cell keeps four open sides. So may a cell beside kept cells.
    #[param(default = 3, range = 3..=4)]
    pub max_degree: u8,
    /// Where the maze begins.
    pub root: Root,
}

impl Carve for PrimMaze {
    shipped!("prim-maze", "A maze of short dead ends");
    const MEMORY: u64 = 10;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let max_degree = u32::from(self.max_degree);
        let may_strand = max_degree < 4 && !ground.is_whole;
        let ways = may_strand.then(|| ground.passages.clone());
        let mut maze = Carving::new(ground);
        let mut candidates = Vec::new();
        while let Some(root) = maze.next_root() {
            add_candidates(&mut candidates, root, maze.unseen(root));
            while let Some((here, dir)) = cx.rng.swap_remove(&mut candidates) {
                if !maze.unseen(here).contains(dir) {
                    continue;
                }
                cx.work(1)?;
                let next = maze.carve(here, dir);
                if maze.degree(here) >= max_degree {
                    maze.close(here);
                }
                add_candidates(&mut candidates, next, maze.unseen(next));
                cx.step(&maze, [here, next]);
            }
        }
        let mut sides = maze.into_sides();
        if let Some(ways) = ways {
            let components = max_degree::components(&sides, &ways);
            max_degree::join_stranded(&mut sides, &ways, components, max_degree, cx)?;
        }
        Ok(sides)
    }
}

/// Appends an edge for each way, without a branch on their number: four are copied and the list is
/// truncated. Half of all edges are stale when drawn, which already costs one misprediction for each cell.
#[inline]
fn add_candidates(candidates: &mut Vec<(u32, Dir)>, here: u32, ways: Dirs) {
    let wanted = candidates.len() + ways.len() as usize;
    candidates.extend_from_slice(&[0, 1, 2, 3].map(|k| (here, ways.nth(k))));
    candidates.truncate(wanted);
}
