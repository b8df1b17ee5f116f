//! Caves dug by random walks: drunkards, and particles that stick.

mod digging;
mod dla;
mod drunkards_walk;
mod field;
mod leaps;
mod painter;
#[cfg(feature = "serde")]
mod presets;
mod wandering;

pub use dla::{Dla, DlaRule};
pub use drunkards_walk::{DrunkardsWalk, WalkBegin};
pub use painter::Symmetry;
