//! Flow through the sides of a map.

use crate::{Grid, Point, Size};

/// The flow from a source through the joined sides of a map, and its rings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flow {
    /// The cell it starts from.
    pub source: Point,
    /// Whether each cell is connected to the source.
    pub wet: Grid<bool>,
    /// For each wet cell, how many back edges of the search from the source span its place in the search tree. It is
    /// at least 1 exactly for wet cells on a ring.
    pub rings: Grid<u32>,
    /// Whether each cell, wet or dry, is on a ring: it has a joined side that is not a bridge.
    pub on_ring: Grid<bool>,
}

impl Flow {
    /// Everything is dry, without rings.
    pub fn dry(size: Size, source: Point) -> Self {
        let none = Grid::new(size, false);
        Flow { source, wet: none.clone(), rings: Grid::new(size, 0), on_ring: none }
    }
}
