//! Which tile stands in which cell of a map.

use mapwright_core::{BuilderMap, Grid, Plane, Point, Sides};

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

/// The eight places around a cell, clockwise from the north.
const AROUND: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

fn blob_indexes(map: &BuilderMap) -> Grid<u8> {
    let is_solid = |x, y| map.wrap.cell_at(x, y, map.size()).is_none_or(|at| map.tiles[at].is_solid());
    let mask = |p: Point| {
        let bit = |&(dx, dy): &(i32, i32)| u8::from(is_solid(i32::from(p.x) + dx, i32::from(p.y) + dy));
        AROUND.iter().rev().fold(0, |mask, place| mask << 1 | bit(place))
    };
    Grid::from_fn(map.size(), |p| if map.tiles[p].is_solid() { blob_index(mask(p)) } else { 47 })
}
