//! Wang tiles as pure functions of seed and position.
//!
//! * [`WangEdges`] and [`WangCorners`]: a color on every side, or on every corner, of a cell.
//! * [`HerringboneWang`]: pieces of many cells, two units by one, with colors on their edges.
//! * [`WangWorld`]: the infinite plane, in chunks.

mod herringbone;
mod tiles;
mod world;

pub use herringbone::{
    Form, Herringbone, HerringbonePiece, HerringboneTemplate, HerringboneWang, PlacedPiece, TemplateError,
};
pub use mapwright_world::{ChunkPos, WorldRect};
pub use tiles::{CornerWang, EdgeWang, WangCorners, WangEdges};
pub use world::{ChunkStore, Place, PlacePart, WangKind, WangWorld};

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
