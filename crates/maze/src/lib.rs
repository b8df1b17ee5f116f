//!
//! A maze is a map with floor in every cell and a `sides` plane that joins the cells in a spanning
//! tree: from each cell there is exactly one way to every other.

mod backtracker;
mod carving;
mod convert;
mod kruskal;
mod loops;
mod max_degree;
mod prim;
mod root;

pub use backtracker::Backtracker;
pub use convert::{SidesToTiles, TilesToSides};
pub use kruskal::KruskalMaze;
pub use loops::{LoopInjector, LoopRule};
pub use prim::PrimMaze;
pub use root::Root;
