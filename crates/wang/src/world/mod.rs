//! The endless world: Wang tiles anywhere, in chunks, with pins and edits.
//!
//! A [`WangWorld`] is the plane of [`EdgeWang`](crate::EdgeWang) or [`CornerWang`](crate::CornerWang) with a size of
//! chunks and some places of the lattice whose color is given. It remembers nothing: any chunk can be made alone, in
//! any order, on any thread, and always fits. A [`ChunkStore`] keeps the chunks used last, and what the caller
//! changed in them.

mod chunks;
mod pins;
mod place;
#[cfg(feature = "serde")]
mod saved;
mod sparse;
mod store;
mod windows;
// The module is named like the type that it holds.
#[allow(clippy::module_inception)]
mod world;

pub use chunks::{ChunkPos, WorldRect};
pub use place::{Place, PlacePart};
pub use store::ChunkStore;
pub use world::{WangKind, WangWorld};
