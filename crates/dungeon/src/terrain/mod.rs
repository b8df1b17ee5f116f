//! Terrain with a meaning: lakes, grass, rubble and roads, and things placed by rules.

mod candidates;
mod keep_cells;
mod landmark;
mod noise;
mod paint;
mod rules;
mod scatter;

pub use keep_cells::KeepCells;
pub use landmark::{Landmark, UnknownLandmarkError};
pub use paint::Paint;
pub(crate) use rules::FAR;
pub use rules::{DistanceRule, Placement, PlacementGround, Steps};
pub use scatter::{Scatter, ScatterArea, Scattered};
