//! What a maze is carved from: all cells of a new map, or the open cells of an existing one.
//!
//! An existing map is a mask: it gives the maze its shape. [`Carve`] implements an algorithm once, for any ground;
//! [`Maze`] makes it a builder, see `builders.rs`.

use std::fmt::Debug;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, Passages, Reach, Sides};

use crate::Root;

/// The cells and edges of which a maze takes a spanning tree, one for each connected component.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The edges that may be opened: those between neighboring cells that are not solid.
    pub passages: Passages,
    /// The cell where the maze begins.
    pub start: u32,
    /// Whether the ground is the whole map, in one component.
    pub(crate) is_whole: bool,
}

/// A maze algorithm. Implement this trait for your own, and [`Maze`] makes it a builder of new maps and of mazes in the
/// shape of existing ones. [`Carving`](crate::Carving) does the bookkeeping of algorithms that carve cell by cell.
///
/// ```
/// use mapwright_core::{BuildCx, BuildError, BuilderChain, Dir, Grid, Sides, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::{Backtracker, Carve, Carving, Ground, Maze};
///
/// /// Walks straight on wherever it can.
/// #[derive(Clone, Debug)]
/// struct Straight;
///
/// impl Carve for Straight {
///     const NAME: &'static str = "straight-maze";
///
///     fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
///         let mut maze = Carving::new(ground);
///         let mut path = vec![];
///         while let Some(root) = maze.next_root() {
///             path.push((root, Dir::E));
///             while let Some(&(here, heading)) = path.last() {
///                 let unseen = maze.unseen(here);
///                 let dir = if unseen.contains(heading) { Some(heading) } else { cx.rng.pick_dir(unseen) };
///                 match dir {
///                     Some(dir) => path.push((maze.carve(here, dir), dir)),
///                     None => drop(path.pop()),
///                 }
///             }
///         }
///         Ok(maze.into_sides())
///     }
/// }
///
/// let size = Size::new(31, 21);
/// let straight = BuilderChain::start_with(size, Maze(Straight)).build(7)?;
/// assert_eq!(Metrics::new(&straight).get(Metric::Loops), Some(0.0));
/// let winding = BuilderChain::start_with(size, Backtracker::default()).build(7)?;
/// let [few, many] = [&straight, &winding].map(|maze| Metrics::new(maze).get(Metric::DeadEndShare));
/// assert!(few < many, "fewer dead ends");
/// # Ok::<(), BuildError>(())
/// ```
pub trait Carve: Debug + Send + Sync {
    /// The builder's name, in kebab-case.
    const NAME: &'static str;

    /// The builder's [title](mapwright_core::Facts::title).
    const TITLE: &'static str = "";

    /// The most cells of a map that it supports.
    const MOST_CELLS: u32 = u32::MAX;

    /// The most bytes that a cell [takes](mapwright_core::Facts::memory).
    const MEMORY: u64 = BuilderMap::BYTES_PER_CELL;

    /// The sides of a maze: a spanning tree of each connected component of the ground.
    ///
    /// # Errors
    ///
    /// The build was stopped, or a budget is used up.
    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError>;

    /// Where the maze begins.
    fn root(&self) -> Root {
        Root::Center
    }

    /// How far it looks on an endless plane: over a block, unless each cell depends only on those around it. The mazes of
    /// all blocks are joined into one.
    fn reach(&self) -> Reach {
        Reach::BLOCK
    }

    /// Checks the parameters other than the root.
    ///
    /// # Errors
    ///
    /// A parameter is out of range.
    fn check_parameters(&self) -> Result<(), BuildError> {
        Ok(())
    }
}

/// A builder that uses your own algorithm; see [`Carve`]. As initial builder it fills a new map, as meta
/// builder the open cells of an existing one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maze<A>(
    /// The algorithm.
    pub A,
);

impl<A: Carve> Carve for Maze<A> {
    const NAME: &'static str = A::NAME;
    const TITLE: &'static str = A::TITLE;
    const MOST_CELLS: u32 = A::MOST_CELLS;
    const MEMORY: u64 = A::MEMORY;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        self.0.carve(ground, cx)
    }

    fn root(&self) -> Root {
        self.0.root()
    }

    fn reach(&self) -> Reach {
        self.0.reach()
    }

    fn check_parameters(&self) -> Result<(), BuildError> {
        self.0.check_parameters()
    }
}

/// What [`Carve`] asks of a maze under `#[params]` with a root: its name, its title, and what follows from its fields.
macro_rules! shipped {
    ($name:literal, $title:literal) => {
        const NAME: &'static str = $name;
        const TITLE: &'static str = $title;

        fn root(&self) -> Root {
            self.root
        }

        fn check_parameters(&self) -> Result<(), BuildError> {
            self.check_ranges()
        }
    };
}
pub(crate) use shipped;

/// Steps from cell to cell of a ground, by addition alone if no border wraps.
#[derive(Debug)]
pub(crate) struct GroundSteps {
    inner: [u32; 4],
    /// The passages, if borders wrap.
    pub(crate) wrapped: Option<Passages>,
}

impl GroundSteps {
    pub(crate) fn new(passages: Passages) -> Self {
        GroundSteps { inner: passages.inner_steps(), wrapped: passages.has_crossings().then_some(passages) }
    }

    /// The cell next to another. The map must have a cell in that direction.
    #[inline]
    pub(crate) fn step(&self, here: u32, dir: Dir) -> u32 {
        match &self.wrapped {
            Some(passages) => passages.step(here, dir),
            None => self.unwrapped(here, dir),
        }
    }

    /// The same, as if no border wrapped.
    #[inline]
    pub(crate) const fn unwrapped(&self, here: u32, dir: Dir) -> u32 {
        here.wrapping_add(self.inner[dir as usize])
    }
}
