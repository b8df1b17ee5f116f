//! The level editor LDtk: a project with one level, as version 1.5.3 writes it.
//!
//! [`Ldtk`] makes an [`LdtkProject`] of a map. What a map knows of its cells becomes IntGrid layers, what stands at a
//! place becomes entities, and what a map looks like becomes tile layers, with the same tilesets as for Tiled.

mod defs;
mod entities;
mod fields;
mod grids;
mod ids;
mod level;
mod project;

pub use project::{Ldtk, LdtkProject};
