//! The random-edge form of Prim's algorithm, with a cap on open sides.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Dirs, InitialMapBuilder, Plane, Planes, Size, Tile};

use crate::carving::Carving;
use crate::{Root, max_degree};

/// A maze that grows like frost: a uniformly drawn edge from the maze to an unseen cell is opened, until
/// every cell is seen.
///
/// Short dead ends everywhere; about a third of the cells without a cap. With `max_degree` 3, the
/// default, no cell has four open sides, which is what a pipe board needs.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::PrimMaze;
///
/// let map = BuilderChain::start_with(Size::new(31, 31), PrimMaze::default()).build(7)?;
/// assert!(map.sides.iter().flat_map(|sides| sides.as_slice()).all(|cell| cell.degree() <= 3));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct PrimMaze {
    /// The most open sides of a cell: 3, or 4 for no cap.
    ///
    /// A cap of 3 strands no cell. Suppose cells stayed unseen: every neighbor of theirs is in the
    /// maze and full, so each meets them with exactly one side and has its other three open. Walk
    /// along the rim of the unseen cells: the neighbors met in turn are all joined, and the walk comes
    /// back to where it began, so they form a cycle, but the maze is a tree. (A rim that runs along the
    /// border of the map has cells with at most three neighbors, which are never full.) A cap of 2
    /// would strand cells nearly always.
    pub max_degree: u8,
    /// Where the maze begins.
    pub root: Root,
}

impl Default for PrimMaze {
    fn default() -> Self {
        PrimMaze { max_degree: 3, root: Root::Center }
    }
}

impl InitialMapBuilder for PrimMaze {
    fn name(&self) -> &'static str {
        "prim-maze"
    }

    fn provides(&self) -> Planes {
        Planes::of(&[Plane::Sides, Plane::Start])
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        max_degree::check(self.max_degree)?;
        self.root.check(size)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let root = self.root.pick(size, &mut cx.rng)?;
        cx.before_steps(&map);
        let mut maze = Carving::new(size, cx.wrap);
        let mut candidates = Vec::new();
        maze.enter(size.index(root));
        add_candidates(&mut candidates, size.index(root), maze.unseen(size.index(root)));
        while let Some((here, dir)) = cx.rng.swap_remove(&mut candidates) {
            if !maze.unseen(here).contains(dir) {
                continue;
            }
            let next = maze.carve(here, dir);
            if maze.degree(here) >= u32::from(self.max_degree) {
                maze.close(here);
            }
            add_candidates(&mut candidates, next, maze.unseen(next));
            cx.step(&maze, [here, next]);
        }
        map.sides = Some(maze.into_sides());
        map.start = Some(root);
        Ok(map)
    }
}

/// Appends an edge for each way, without a branch on how many there are: four are copied and the list is
/// cut to those that count. Half of all edges are stale when drawn, so one misprediction a cell is
/// spent there already.
#[inline]
fn add_candidates(candidates: &mut Vec<(u32, Dir)>, here: u32, ways: Dirs) {
    let wanted = candidates.len() + ways.len() as usize;
    candidates.extend_from_slice(&[0, 1, 2, 3].map(|k| (here, ways.nth(k))));
    candidates.truncate(wanted);
}
