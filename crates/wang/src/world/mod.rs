//! The infinite world of Wang tiles, in chunks, with pins and edits.
//!
//! A [`WangWorld`] is the plane of [`EdgeWang`](crate::EdgeWang) or [`CornerWang`](crate::CornerWang) with a chunk size
//! and pinned places, whose color is given. It keeps no state: any chunk can be made alone, in
//! any order, on any thread, and always fits. A [`ChunkStore`] keeps the most recently used chunks, and all edits.

mod pins;
mod place;
#[cfg(feature = "serde")]
mod saved;
mod store;
mod windows;
// The module is named after the type in it.
#[allow(clippy::module_inception)]
mod world;

use mapwright_world::{ChunkPos, WorldRect};
pub use place::{Place, PlacePart};
pub use store::ChunkStore;
pub use world::{WangKind, WangWorld};
