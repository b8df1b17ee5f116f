//! The planes that a stage can show step by step.

use super::delta::CellLayer;
use super::runs::Cell;
use crate::{BuilderMap, Grid, Sides, Size, Tile};

/// A value that a plane of a map holds for each cell, and that frames can show step by step.
pub trait PlaneCell: Cell + sealed::Sealed {
    #[doc(hidden)]
    const USUAL: CellPlane<Self>;
}

/// A plane of a map that holds a value for each cell, by name, so that a step can say which one it changed.
#[derive(Clone, Copy, Debug)]
pub struct CellPlane<T> {
    pub(super) layer: CellLayer,
    /// The plane, and whether it had to be made.
    pub(super) of: fn(&mut BuilderMap) -> (&mut Grid<T>, bool),
}

impl CellPlane<Tile> {
    /// The tiles.
    pub const TILES: Self = CellPlane { layer: CellLayer::Tiles, of: |map| (&mut map.tiles, false) };
}

impl CellPlane<Sides> {
    /// The sides.
    pub const SIDES: Self = CellPlane { layer: CellLayer::Sides, of: |map| made(map.tiles.size(), &mut map.sides) };
    /// The corners.
    pub const CORNERS: Self =
        CellPlane { layer: CellLayer::Corners, of: |map| made(map.tiles.size(), &mut map.corners) };
    /// The sides before a puzzle stage turned them.
    pub const SOLUTION: Self =
        CellPlane { layer: CellLayer::Solution, of: |map| made(map.tiles.size(), &mut map.solution) };
}

impl CellPlane<u16> {
    /// The regions.
    pub const REGIONS: Self =
        CellPlane { layer: CellLayer::Regions, of: |map| made(map.tiles.size(), &mut map.regions) };
}

/// A plane as it looks now: a [`Grid`], or whatever a stage keeps in its place while it works.
pub trait PlaneView {
    /// What it holds for each cell.
    type Cell: PlaneCell;
    /// Width and height.
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

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Tile {}
    impl Sealed for crate::Sides {}
    impl Sealed for u16 {}
}

impl PlaneCell for Tile {
    const USUAL: CellPlane<Tile> = CellPlane::TILES;
}

impl PlaneCell for Sides {
    const USUAL: CellPlane<Sides> = CellPlane::SIDES;
}

impl PlaneCell for u16 {
    const USUAL: CellPlane<u16> = CellPlane::REGIONS;
}

fn made<T: Cell>(size: Size, plane: &mut Option<Grid<T>>) -> (&mut Grid<T>, bool) {
    let is_new = plane.is_none();
    (plane.get_or_insert_with(|| Grid::new(size, T::default())), is_new)
}
