//! The growing tree algorithm: several mazes in one (Buck, *Mazes for Programmers*, 2015).

mod active;
mod flat;

use mapwright_core::params::{Domain, Param};
use mapwright_core::{BuildCx, BuildError, Grid, MapRng, Sides, check_range};

use crate::Root;
use crate::carving::Carving;
use crate::ground::{Carve, Ground};
use active::{Active, Which};

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
/// use mapwright_maze::{Choice, GrowingTree, Root};
///
/// // The newest cell three times out of four, else a random one.
/// let choice = Choice::Mix { newest: 3, oldest: 0, random: 1 };
/// let maze = GrowingTree { choice, root: Root::Center };
/// let map = BuilderChain::start_with(Size::new(31, 21), maze).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "flat::Flat", into = "flat::Flat"))]
pub struct GrowingTree {
    /// Which active cell comes next. In recipes the weights of a mix stand beside the word `mix`.
    pub choice: Choice,
    /// Where the maze begins.
    pub root: Root,
}

/// Which active cell of a [`GrowingTree`] comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The cell that was added last.
    Newest,
    /// The cell that was added first.
    Oldest,
    /// A uniformly drawn cell.
    Random,
    /// Each time one of the three, drawn with these weights: 0 to 100 each, not all 0.
    Mix {
        /// The weight of the newest cell.
        newest: u8,
        /// The weight of the oldest cell.
        oldest: u8,
        /// The weight of a random cell.
        random: u8,
    },
}

impl Default for Choice {
    /// The newest or a random cell, equally often.
    fn default() -> Self {
        Choice::Mix { newest: 1, oldest: 0, random: 1 }
    }
}

impl Param for GrowingTree {
    fn domain() -> Domain {
        flat::Flat::domain()
    }
}

impl Choice {
    const MOST_PARTS: u8 = 100;

    /// The weights of the newest, the oldest, and a random cell.
    fn parts(self) -> [u8; 3] {
        match self {
            Choice::Newest => [1, 0, 0],
            Choice::Oldest => [0, 1, 0],
            Choice::Random => [0, 0, 1],
            Choice::Mix { newest, oldest, random } => [newest, oldest, random],
        }
    }

    fn check(self) -> Result<(), BuildError> {
        let parts = self.parts();
        for (name, parts) in ["newest", "oldest", "random"].into_iter().zip(parts) {
            check_range(name, parts, 0..=Self::MOST_PARTS)?;
        }
        if parts == [0; 3] {
            return Err(BuildError::parameter("newest", 0, "at least 1 when `oldest` and `random` are 0"));
        }
        Ok(())
    }

    /// Draws if there is more than one possibility.
    #[inline]
    fn draw(self, rng: &mut MapRng) -> Which {
        match self {
            Choice::Newest => Which::Newest,
            Choice::Oldest => Which::Oldest,
            Choice::Random => Which::Random,
            Choice::Mix { newest, oldest, random } => {
                let [newest, oldest, random] = [newest, oldest, random].map(u32::from);
                match rng.below(newest + oldest + random) {
                    part if part < newest => Which::Newest,
                    part if part < newest + oldest => Which::Oldest,
                    _ => Which::Random,
                }
            }
        }
    }
}

impl Carve for GrowingTree {
    const NAME: &'static str = "growing-tree";
    const TITLE: &'static str = "A maze that grows";

    fn root(&self) -> Root {
        self.root
    }

    fn check_parameters(&self) -> Result<(), BuildError> {
        self.choice.check()
    }

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let mut maze = Carving::new(ground);
        let mut active = Active::new(self.choice != Choice::Random);
        while let Some(root) = maze.next_root() {
            active.push(root);
            while let Some((at, here)) = active.choose(self.choice.draw(&mut cx.rng), &mut cx.rng) {
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
