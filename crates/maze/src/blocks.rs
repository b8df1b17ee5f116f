//! Joins the mazes of all blocks of an endless plane into one.
//!
//! The blocks form a lattice, and a [`NestedTree`] spans it. Each edge of this tree is one door at a hashed place of the
//! border between two blocks. Each block is a tree itself, so all cells together are one tree. The place of a door depends
//! on the border only, so each of the two blocks finds it alone.

use mapwright_core::{BuildCx, Dir, Grid, Point, Sides, share};
use mapwright_graph::NestedTree;

/// Salts of the numbers by place.
const TREE: u64 = 1;
const DOORS: u64 = 2;

/// Opens the doors of the block with its top left cell at this place.
pub(crate) fn join_blocks(sides: &mut Grid<Sides>, (left, top): (i64, i64), cx: &BuildCx<'_>) {
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
        let is_level = matches!(dir, Dir::N | Dir::S);
        let drawn = share(cx.bits_at(border, DOORS + u64::from(is_level)), length.into());
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
