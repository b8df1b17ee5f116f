//! Caves dug by random walks: the drunkard's walk, and diffusion-limited aggregation.

mod dla;
mod drunkards_walk;
mod field;
mod leaps;
mod painter;
mod wandering;

pub use dla::{Dla, DlaRule};
pub use drunkards_walk::{DrunkardsWalk, WalkBegin};
pub use painter::Symmetry;
