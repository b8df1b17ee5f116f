//! The recursive backtracker, with a path in place of recursion.

use mapwright_core::{BuildCx, BuildError, BuilderMap, InitialMapBuilder, Plane, Planes, Size, Tile};

use crate::Root;
use crate::carving::Carving;

/// A maze of long winding corridors: walk to a random unseen neighbor while there is one, else go back.
///
/// A uniformly random depth-first search tree; about a tenth of the cells are dead ends, and the
/// longest path takes about half of them.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::Backtracker;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Backtracker::default()).build(7)?;
/// assert!(map.sides.is_some());
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Backtracker {
    /// Where the walk begins.
    pub root: Root,
}

impl InitialMapBuilder for Backtracker {
    fn name(&self) -> &'static str {
        "backtracker"
    }

    fn provides(&self) -> Planes {
        Planes::of(&[Plane::Sides, Plane::Start])
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.root.check(size)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let root = self.root.pick(size, &mut cx.rng)?;
        cx.before_steps(&map);
        let mut maze = Carving::new(size, cx.wrap);
        let mut path = vec![size.index(root)];
        maze.enter(size.index(root));
        while let Some(&here) = path.last() {
            let Some(dir) = cx.rng.pick_dir(maze.unseen(here)) else {
                path.pop();
                continue;
            };
            let next = maze.carve(here, dir);
            path.push(next);
            cx.step(&maze, [here, next]);
        }
        map.sides = Some(maze.into_sides());
        map.start = Some(root);
        Ok(map)
    }
}
