//! Terrain with a meaning: lakes, grass, rubble and roads, and things placed by rules.

mod noise;
mod paint;
mod rules;
mod scatter;

pub use paint::{Paint, PaintBy};
pub use rules::{DistanceRule, PlaceGround, PlaceRules, Steps};
pub use rules::{Landmark, UnknownLandmarkError};
pub(crate) use scatter::corners_joined;
pub use scatter::{Scatter, Scattered, Unique};
