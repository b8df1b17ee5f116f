//! The planes that a stage can show step by step.

use super::delta::Layer;
use super::runs::Cell;
use crate::{BuilderMap, Grid, Sides, Size, Tile};

/// A value that a plane of a map holds for each cell, and that frames can show step by step.
pub trait PlaneCell: Cell + sealed::Sealed {
    #[doc(hidden)]
    const LAYER: Layer;
    #[doc(hidden)]
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Self>, bool);
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
    const LAYER: Layer = Layer::Tiles;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Tile>, bool) {
        (&mut map.tiles, false)
    }
}

impl PlaneCell for Sides {
    const LAYER: Layer = Layer::Sides;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Sides>, bool) {
        fresh(map.tiles.size(), &mut map.sides)
    }
}

impl PlaneCell for u16 {
    const LAYER: Layer = Layer::Regions;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<u16>, bool) {
        fresh(map.tiles.size(), &mut map.regions)
    }
}

/// The plane, and whether it had to be made.
fn fresh<T: Cell>(size: Size, plane: &mut Option<Grid<T>>) -> (&mut Grid<T>, bool) {
    let is_fresh = plane.is_none();
    (plane.get_or_insert_with(|| Grid::new(size, T::default())), is_fresh)
}
