//! Terrain with a meaning: lakes, grass, rubble and roads, and things placed by rules.

mod landmark;
mod noise;
mod paint;
mod rules;
mod scatter;
mod spread;

pub use landmark::{Landmark, UnknownLandmarkError};
pub use paint::Paint;
pub(crate) use rules::FAR;
pub use rules::{DistanceRule, PlaceGround, PlaceRules, Steps};
pub use scatter::{Scatter, ScatterPart, Scattered};
