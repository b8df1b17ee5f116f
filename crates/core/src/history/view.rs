//! The planes that a stage can show step by step.

use super::cells::{Cells, PlaneCell};
use super::delta::Part;
use crate::{BuilderMap, Grid, Sides, Size, Tile};

/// The name of a plane with a value for each cell, by which a step says what it changed.
#[derive(Clone, Copy, Debug)]
pub struct CellPlane<T> {
    /// A change of this plane.
    pub(super) part: fn(Cells<T>) -> Part,
    /// The plane, and whether it was created.
    pub(super) of: fn(&mut BuilderMap) -> (&mut Grid<T>, bool),
}

impl CellPlane<Tile> {
    /// The tiles.
    pub const TILES: Self = CellPlane { part: Part::Tiles, of: |map| (&mut map.tiles, false) };
}

impl CellPlane<Sides> {
    /// The sides.
    pub const SIDES: Self = CellPlane { part: Part::Sides, of: |map| made(map.tiles.size(), &mut map.sides) };
    /// The corners.
    pub const CORNERS: Self = CellPlane { part: Part::Corners, of: |map| made(map.tiles.size(), &mut map.corners) };
    /// The sides before a puzzle stage turned them.
    pub const SOLUTION: Self = CellPlane { part: Part::Solution, of: |map| made(map.tiles.size(), &mut map.solution) };
}

impl CellPlane<u16> {
    /// The regions.
    pub const REGIONS: Self = CellPlane { part: Part::Regions, of: |map| made(map.tiles.size(), &mut map.regions) };
}

/// The current state of a plane: a [`Grid`], or the data that a stage uses in its place while it works.
pub trait PlaneView {
    /// The type of its values.
    type Cell: PlaneCell;
    /// Its width and height.
    fn size(&self) -> Size;
    /// The value at a row-major index.
    fn cell(&self, cell: u32) -> Self::Cell;
}

impl<T: PlaneCell> PlaneView for Grid<T> {
    type Cell = T;
    fn size(&self) -> Size {
        Grid::size(self)
    }
    fn cell(&self, cell: u32) -> T {
        self[cell]
    }
}

fn made<T: PlaneCell>(size: Size, plane: &mut Option<Grid<T>>) -> (&mut Grid<T>, bool) {
    let is_new = plane.is_none();
    (plane.get_or_insert_with(|| Grid::new(size, T::default())), is_new)
}
