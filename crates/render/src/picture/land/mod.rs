//! The land of a picture: grounds, water, rock and what stands on it.
#![allow(dead_code, unused_imports, reason = "the passes that use them follow")]

mod fields;
mod ground;
mod place;
mod plane;
mod straight;

pub(crate) use ground::Grounds;
pub(crate) use straight::Straightness;
