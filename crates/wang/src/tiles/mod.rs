//! Wang tiles (Wang 1961; with colored corners Lagae and Dutré 2006).
//!
//! The colors belong to the lattice between the tiles, not to the tiles: two tiles read a shared color
//! from the same place. So every tile can be made alone, in any order, and all of them match, across
//! the borders of any windows, and at every point where four of them meet.

mod blocks;
mod corner_wang;
mod edge_wang;
mod lattice;
mod narrow;
mod plane;
mod seams;
#[cfg(test)]
mod tests;
mod wang_corners;
mod wang_edges;
mod weights;

pub use corner_wang::CornerWang;
pub use edge_wang::EdgeWang;
pub use wang_corners::WangCorners;
pub use wang_edges::WangEdges;
