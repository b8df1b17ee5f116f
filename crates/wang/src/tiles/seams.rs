//! A window of the infinite plane as a map, with its borders joined where they wrap.
//!
//! On a wrapped axis the places of the lattice count modulo the map's size: what lies east of the last
//! column is what lies west of the first.

use mapwright_core::{Dir, Grid, Point, Sides, Size, Wrap, bands};

/// A part of the tile at the seam, and the part on its other side that has the same place in the lattice.
pub(super) type Joint = (Dir, Dir);

/// The tiles from a place on, or from the origin.
pub(super) fn window(
    size: Size,
    place: Option<(i64, i64)>,
    fill_row: impl Fn(i64, i64, &mut [Sides]) + Sync,
) -> Grid<Sides> {
    let (x, y) = place.unwrap_or((0, 0));
    let mut plane = Grid::new(size, Sides::CLOSED);
    let width = usize::from(size.w).max(1);
    bands(plane.as_mut_slice(), width, |first, band| {
        band.chunks_mut(width).zip(first as i64..).for_each(|(row, down)| fill_row(x, y.wrapping_add(down), row));
    });
    plane
}

/// Gives the last column the colors of the first in `columns`, and the last row those of the first in
/// `rows`, on the axes that are wrapped.
///
/// Columns come first: then the first row has the right color in the one point that all four borders
/// share.
pub(super) fn join_seams(plane: &mut Grid<Sides>, wrap: Wrap, columns: &[Joint], rows: &[Joint]) {
    let Size { w, h } = plane.size();
    if let Some(last) = w.checked_sub(1).filter(|_| wrap.x()) {
        (0..h).for_each(|y| copy_colors(plane, Point::new(last, y), Point::new(0, y), columns));
    }
    if let Some(last) = h.checked_sub(1).filter(|_| wrap.y()) {
        (0..w).for_each(|x| copy_colors(plane, Point::new(x, last), Point::new(x, 0), rows));
    }
}

fn copy_colors(plane: &mut Grid<Sides>, to: Point, from: Point, joints: &[Joint]) {
    for &(part, like) in joints {
        plane[to] = plane[to].with_color(part, plane[from].color(like));
    }
}
