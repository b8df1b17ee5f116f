//! The level editor LDtk: a project with one level, or one for each floor, as version 1.5.3 writes it.
//!
//! [`Ldtk`] turns a map into an [`LdtkProject`]. Planes become IntGrid layers, places become entities, and the drawn
//! map becomes tile layers, with the same tilesets as for Tiled.

mod defs;
mod entities;
mod fields;
mod grids;
mod ids;
mod level;
mod levels;
mod project;

pub use project::{Ldtk, LdtkProject};
