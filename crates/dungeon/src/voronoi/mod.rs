//! Voronoi cells: maps divided among seeds.

mod nearest;
mod voronoi_cells;

pub use nearest::DistanceMetric;
pub use voronoi_cells::{CellWalls, VoronoiCells};
