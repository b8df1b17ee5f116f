//! The growing tree algorithm: several mazes in one (Buck, *Mazes for Programmers*, 2015).

mod active;

use mapwright_core::{BuildCx, BuildError, Grid, MapRng, Sides, params};

use crate::Root;
use crate::carving::Carving;
use crate::ground::{Carve, Ground};
use active::Active;

pub use active::NextCell;

/// A maze that grows from its newest, oldest or random cells, or a mix.
///
/// A maze that grows from its active cells: it chooses one and joins it to a random unseen neighbor, which becomes
/// active. A cell without unseen neighbors is no longer active.
///
/// The choice sets the character of the maze. The newest cell makes a [`Backtracker`](crate::Backtracker) with long
/// winding corridors. A random cell makes the simple form of Prim's algorithm, with many short dead ends.
/// The oldest cell makes straight spokes from the root. A mix lies in between.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::GrowingTree;
///
/// // The newest cell three times out of four, else a random one.
/// let maze = GrowingTree { newest: 3, ..GrowingTree::default() };
/// let map = BuilderChain::start_with(Size::new(31, 21), maze).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct GrowingTree {
    /// Which active cell comes next.
    pub choice: NextCell,
    /// The weight of the newest cell.
    #[param(default = 1, range = 0..=Self::MOST_PARTS, only_with(choice = "mix"))]
    pub newest: u8,
    /// The weight of the oldest cell.
    #[param(range = 0..=Self::MOST_PARTS, only_with(choice = "mix"))]
    pub oldest: u8,
    /// The weight of a random cell.
    #[param(default = 1, range = 0..=Self::MOST_PARTS, only_with(choice = "mix"))]
    pub random: u8,
    /// Where the maze begins; also the start.
    pub root: Root,
}

impl GrowingTree {
    const MOST_PARTS: u8 = 100;

    /// The next cell: the newest, the oldest or a random one.
    #[inline]
    fn draw(&self, rng: &mut MapRng) -> NextCell {
        if self.choice != NextCell::Mix {
            return self.choice;
        }
        let [newest, oldest, random] = [self.newest, self.oldest, self.random].map(u32::from);
        match rng.below(newest + oldest + random) {
            part if part < newest => NextCell::Newest,
            part if part < newest + oldest => NextCell::Oldest,
            _ => NextCell::Random,
        }
    }
}

impl Carve for GrowingTree {
    const NAME: &'static str = "growing-tree";
    const TITLE: &'static str = "A maze that grows";
    const MEMORY: u64 = 12;

    fn root(&self) -> Root {
        self.root
    }

    fn check_parameters(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        if self.choice == NextCell::Mix && [self.newest, self.oldest, self.random] == [0; 3] {
            return Err(BuildError::parameter("newest", 0, "at least 1 when `oldest` and `random` are 0"));
        }
        Ok(())
    }

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let mut maze = Carving::new(ground);
        let mut active = Active::new(self.choice != NextCell::Random);
        while let Some(root) = maze.next_root() {
            active.push(root);
            while let Some((at, here)) = active.choose(self.draw(&mut cx.rng), &mut cx.rng) {
                let Some(dir) = cx.rng.pick_dir(maze.unseen(here)) else {
                    active.retire(at);
                    cx.work(1)?;
                    continue;
                };
                let next = maze.carve(here, dir);
                active.push(next);
                cx.step(&maze, [here, next]);
            }
        }
        Ok(maze.into_sides())
    }
}
