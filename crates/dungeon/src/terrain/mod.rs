//! Terrain with a meaning: lakes, grass, rubble and roads, and things placed by rules.

mod groups;
mod landmark;
mod noise;
mod paint;
mod patches;
mod ring;
mod rules;
mod scatter;
mod scattering;
mod spread;
mod ways;

pub use landmark::{Landmark, UnknownLandmarkError};
pub use paint::{Paint, PaintBy};
pub(crate) use ring::corners_joined;
pub use rules::{DistanceRule, PlaceGround, PlaceRules, Steps};
pub use scatter::{Scatter, Scattered, Unique};
