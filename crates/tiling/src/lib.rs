//! Wang tiles: maps whose cells match their neighbors, as pure functions of a seed and a place.

mod wang;
mod world;

pub use wang::{CornerWang, EdgeWang, WangCorners, WangEdges};
pub use world::{ChunkPos, ChunkStore, Place, PlacePart, World, WorldKind, WorldRect};
