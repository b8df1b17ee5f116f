//! Endless worlds: any chain of local stages on an infinite plane.
//!
//! * [`ChainWorld`]: a chain of stages that declare their [`Reach`](mapwright_core::Reach), in chunks and windows that
//!   can be made in any order, on any thread, and always fit.
//! * [`Feature`]: rooms, corridors, doors and spawns at their places in the world.
//! * [`Crossing`]: where a walk crosses from one chunk into the next; [`ChainWorld::start`] and [`ChainWorld::exit`] are crossings.
//! * [`ChunkPos`] and [`WorldRect`]: where something is; [`Sparse`]: the edits of a world.

mod area;
mod chain_world;
mod crossings;
mod features;
mod layers;
mod lru;
mod planes;
mod sparse;
mod window;

pub use area::{ChunkPos, WorldRect};
pub use chain_world::ChainWorld;
pub use crossings::Crossing;
pub use features::{Feature, FeatureKind, Which};
pub use sparse::Sparse;

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
