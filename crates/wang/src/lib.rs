//! Wang tiles as pure functions of seed and position.
//!
//! * [`WangTiles`]: a color on every side, or on every corner, of a cell; [`WangPlane`] has the same tiles without a map.
//! * [`HerringboneWang`]: pieces of many cells, two units by one, with colors on their edges or corners.

mod herringbone;
mod plane;
mod shares;
#[cfg(test)]
mod tests;
mod wang_tiles;

pub use herringbone::{
    Form, Herringbone, HerringboneError, HerringbonePiece, HerringboneTemplate, HerringboneWang, PlacedPiece,
};
pub use plane::{MatchOn, WangPlane};
pub use wang_tiles::{WangPart, WangPin, WangTiles};

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
