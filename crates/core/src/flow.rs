//! What flows through the sides of a map.

use crate::{Grid, Point, Size};

/// What flows through the joined sides of a map from its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Where it springs.
    pub source: Point,
    /// Whether a cell is joined to the source.
    pub wet: Grid<bool>,
    /// How many back edges of the search from the source span the cell's place in the search tree; at
    /// least 1 exactly for wet cells on a ring.
    pub rings: Grid<u32>,
    /// Whether a cell, wet or dry, touches a joined side that is not a bridge.
    pub on_ring: Grid<bool>,
}

impl Flow {
    /// Everything dry, no ring.
    pub fn dry(size: Size, source: Point) -> Self {
        let none = Grid::new(size, false);
        Flow { source, wet: none.clone(), rings: Grid::new(size, 0), on_ring: none }
    }
}
