//! The land of a picture: grounds, water, rock and what stands on it.
#![allow(dead_code, unused_imports, reason = "the passes that use them follow")]

mod fields;
mod ground;
mod leaf;
mod place;
mod plane;
mod straight;

pub(crate) use ground::{Grounds, is_rock, rank};
pub(crate) use leaf::lies_across;
pub(crate) use plane::Axes;
pub(crate) use straight::Straightness;
