//! Which tile stands in which cell of a map.

use mapwright_core::{BuilderMap, Grid, Plane, Point, Sides, Size, Wrap};

use super::blob::blob_index;
use super::kind::TilesetKind;
use crate::error::{RenderError, check, need};

/// The index of the tile for every cell of a map.
///
/// Sides and corners are each cell's own, so a turned pipe shows as it stands. For a blob, cells beyond the border
/// count as solid where the map does not wrap, and an open cell gets the index 47.
///
/// # Errors
///
/// An empty map, planes of different sizes, a missing plane, or a cell whose colors no tile has.
pub fn tile_indexes(map: &BuilderMap, kind: TilesetKind) -> Result<Grid<u8>, RenderError> {
    check(map)?;
    let plane = match kind.plane() {
        Some(plane @ Plane::Corners) => need(map.corners.as_ref(), plane)?,
        Some(plane) => need(map.sides.as_ref(), plane)?,
        None => return Ok(blob_indexes(map)),
    };
    let indexes = plane.map(|&colors| kind.index(colors).unwrap_or(u8::MAX));
    match indexes.as_slice().iter().position(|&index| index == u8::MAX) {
        None => Ok(indexes),
        Some(cell) => {
            let at = plane.size().point(u32::try_from(cell).unwrap_or(0));
            Err(RenderError::NoTile { at, kind: kind.name(), colors: colors(plane[at]) })
        }
    }
}

fn colors(sides: Sides) -> [u8; 4] {
    [0, 2, 4, 6].map(|bit| sides.0 >> bit & 3)
}

fn blob_indexes(map: &BuilderMap) -> Grid<u8> {
    let around = Around { map, size: map.size(), wrap: map.wrap };
    Grid::from_fn(map.size(), |p| match map.tiles[p].is_solid() {
        true => blob_index(around.mask(p)),
        false => 47,
    })
}

struct Around<'a> {
    map: &'a BuilderMap,
    size: Size,
    wrap: Wrap,
}

impl Around<'_> {
    fn mask(&self, p: Point) -> u8 {
        let columns = [self.step(p.x, -1, true), Some(p.x), self.step(p.x, 1, true)];
        let rows = [self.step(p.y, -1, false), Some(p.y), self.step(p.y, 1, false)];
        let places = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)];
        let is_solid = |(column, row): (usize, usize)| match (columns[column], rows[row]) {
            (Some(x), Some(y)) => self.map.tiles[Point::new(x, y)].is_solid(),
            _ => true,
        };
        places.into_iter().rev().fold(0, |mask, place| mask << 1 | u8::from(is_solid(place)))
    }

    /// The column, or the row, one on; `None` beyond the border.
    fn step(&self, at: u16, by: i32, is_x: bool) -> Option<u16> {
        let (length, wraps) = if is_x { (self.size.w, self.wrap.x()) } else { (self.size.h, self.wrap.y()) };
        let (to, length) = (i32::from(at) + by, i32::from(length));
        let to = if wraps { to.rem_euclid(length) } else { to };
        u16::try_from(to).ok().filter(|&to| i32::from(to) < length)
    }
}
