//! Herringbone Wang tiles (Sean Barrett 2011): tiles of two units by one, level and upright in turns, laid like the
//! parquet of that name, whose touching edges have one color.
//!
//! The pattern breaks up the grid that square tiles show: no line between tiles is longer than two units. Each unit of
//! a tile's rim is an edge with a color of its own, so a tile has six. As with square tiles the color belongs to the
//! place of the edge, hashed with the seed; a tile is whichever of the template fits its six edges. So every tile can
//! be had alone, nothing is searched, and all of them match.

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
pub use error::TemplateError;
pub use lattice::Form;
pub use plane::{Herringbone, PlacedPiece};
pub use template::{HerringbonePiece, HerringboneTemplate};
