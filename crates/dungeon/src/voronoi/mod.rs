//! Voronoi cells: maps divided among seeds.

mod metric;
mod nearest;
mod voronoi_cells;

pub use metric::DistanceMetric;
pub use voronoi_cells::{CellWalls, VoronoiCells};
