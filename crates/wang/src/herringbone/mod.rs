//! Herringbone Wang tiles (Sean Barrett 2011): tiles of two units by one, alternately horizontal and vertical, laid like the
//! parquet of that name, whose touching edges have the same color.
//!
//! The pattern breaks up the grid that square tiles show: no line between tiles is longer than two units. Each unit of
//! a tile's rim is an edge with its own color, so a tile has six. As with square tiles, the color belongs to the
//! position of the edge, hashed with the seed; the tile is one of the template with these six edges. So every tile can
//! be made alone, without a search, and all of them match.

mod builder;
mod dungeon;
mod error;
mod lattice;
mod pixels;
mod plane;
mod template;
#[cfg(test)]
mod tests;
mod text;

pub use builder::HerringboneWang;
pub use error::HerringboneError;
pub use lattice::Form;
pub use plane::{Herringbone, PlacedPiece};
pub use template::{HerringbonePiece, HerringboneTemplate};
