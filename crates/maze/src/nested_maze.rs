//! A maze of blocks within blocks, which can be endless.

use mapwright_core::{BuildCx, BuildError, Dir, Grid, Point, Reach, Sides, params, share};
use mapwright_graph::NestedTree;

use crate::Root;
use crate::ground::{Carve, Ground, shipped};

/// A maze of four mazes of four mazes: in an endless world one maze without end.
///
/// A maze of four mazes, each of which consists of four mazes, and so on down to single cells. Three doors join four
/// parts.
///
/// Every wall takes two hashes, so in an endless world this is one perfect maze over the whole plane, and any part of it
/// is made directly; see [`NestedTree`]. About 28 % of the cells are dead ends. Walls of large parts are long and
/// straight.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::NestedMaze;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), NestedMaze::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct NestedMaze {
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Carve for NestedMaze {
    shipped!("nested-maze", "Mazes inside mazes");
    const MEMORY: u64 = 6;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let size = ground.passages.size();
        let tree = match cx.origin {
            Some(_) => NestedTree::new(cx.bits_at((0, 0), 0)),
            None => NestedTree::of_size(cx.rng.bits(), size),
        };
        let (x, y) = cx.origin.unwrap_or((0, 0));
        let mut sides = Grid::new(size, Sides::CLOSED);
        let mut cell = 0;
        for (row, y) in (0..size.h).zip(y..) {
            let from = usize::from(row) * usize::from(size.w);
            cx.work(size.w.into())?;
            tree.join_row(x, y, &mut sides.as_mut_slice()[from..from + usize::from(size.w)]);
            cx.step(&sides, cell..cell + u32::from(size.w));
            cell += u32::from(size.w);
        }
        Ok(sides)
    }

    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }
}

/// Joins the maze of a block with its top left cell at this place to those of all other blocks of an endless plane.
///
/// The blocks form a lattice, and a [`NestedTree`] spans it. Each edge of this tree is one door at a hashed place of the
/// border between two blocks. Each block is a tree itself, so all cells together are one tree. The place of a door depends
/// on the border only, so each of the two blocks finds it alone.
pub(crate) fn join_blocks(sides: &mut Grid<Sides>, (left, top): (i64, i64), cx: &BuildCx<'_>) {
    /// Salts of the numbers by place.
    const TREE: u64 = 1;
    const DOORS: u64 = 2;
    let size = sides.size();
    let (x, y) = (left.div_euclid(size.w.into()), top.div_euclid(size.h.into()));
    let tree = NestedTree::new(cx.bits_at((0, 0), TREE));
    for dir in Dir::ALL.into_iter().filter(|&dir| tree.is_open(x, y, dir)) {
        // A border is named by the block east or south of it.
        let (border, length) = match dir {
            Dir::N => ((x, y), size.w),
            Dir::S => ((x, y.wrapping_add(1)), size.w),
            Dir::W => ((x, y), size.h),
            Dir::E => ((x.wrapping_add(1), y), size.h),
        };
        let is_horizontal = matches!(dir, Dir::N | Dir::S);
        let drawn = share(cx.bits_at(border, DOORS + u64::from(is_horizontal)), length.into());
        let door = u16::try_from(drawn).unwrap_or(0);
        let cell = match dir {
            Dir::N => Point::new(door, 0),
            Dir::S => Point::new(door, size.h - 1),
            Dir::W => Point::new(0, door),
            Dir::E => Point::new(size.w - 1, door),
        };
        sides[cell].open(dir);
    }
}
