//! Wave function collapse: maps whose neighborhoods all come from a sample or follow a set of rules.

mod bits;
mod builder;
mod chunks;
mod collapse;
mod error;
mod field;
mod model;
mod options;
mod overlapping;
mod painter;
mod patterns;
mod picks;
mod rules;
mod sample;
mod square;
mod symmetry;
mod tile_rules;
mod tiled;
mod watch;
mod wave;

pub use builder::WaveFunctionCollapse;
pub use chunks::Chunks;
pub use collapse::{Collapsed, Limits, collapse};
pub use error::{CollapseError, Constraint, Infeasible};
pub use model::{ColoredTile, Model};
pub use options::{CollapseModel, Connect, Keep, Pin};
pub use overlapping::Overlapping;
pub use rules::{Rules, RulesError};
pub use sample::{sample_from_pixels, sample_from_text};
pub use symmetry::{Image, Symmetries};
pub use tile_rules::TileRules;
pub use tiled::Tiled;
pub use watch::Watch;
pub use wave::Wave;

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
