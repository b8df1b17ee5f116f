//! Wave function collapse: maps whose neighborhoods all come from a sample or follow a set of rules.
//!
//! * The stage: [`WaveFunctionCollapse`] with its [`CollapseModel`], [`Pin`]s, [`KeptPart`] and [`Connect`].
//! * Models: [`OverlappingModel`] has windows of a sample as patterns, [`TiledModel`] single cells, [`Chunks`] whole pieces;
//!   [`TileRules`] and [`TurnedTiles`] are written by hand. A [`SampleLegend`] reads samples from texts and pictures.
//! * The solver: [`collapse`] fills a [`Wave`] by [`AdjacencyRules`] within [`Limits`]; a [`CollapseObserver`] observes it.
//! * Errors: [`Infeasible`] names the cell that nothing fits, and the [`Constraint`] that says so.

mod bits;
mod builder;
mod chunks;
mod collapse;
mod error;
mod kept;
mod model;
mod observer;
mod options;
mod overlapping;
mod painter;
mod patterns;
mod picks;
mod propagator;
mod rules;
mod sample;
mod square;
mod symmetry;
mod tile_rules;
mod tiled;
mod turned_tiles;
mod wave;

pub use builder::WaveFunctionCollapse;
pub use chunks::Chunks;
pub use collapse::{Collapsed, Limits, collapse};
pub use error::{CollapseError, Constraint, Infeasible};
pub use model::{ColoredTile, Model};
pub use observer::CollapseObserver;
pub use options::{CollapseModel, Connect, KeptPart, Pin};
pub use overlapping::OverlappingModel;
pub use rules::{AdjacencyError, AdjacencyRules};
pub use sample::{Sample, SampleCell, SampleError, SampleLegend, sample_from_text};
pub use symmetry::{Image, Symmetries};
pub use tile_rules::TileRules;
pub use tiled::TiledModel;
pub use turned_tiles::{TileSymmetry, TurnedTile, TurnedTiles};
pub use wave::Wave;

/// The code of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
