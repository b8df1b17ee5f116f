//! Wang tiles: maps whose cells match their neighbors, as pure functions of a seed and a place.

mod wang;

pub use wang::{CornerWang, EdgeWang, WangCorners, WangEdges};
