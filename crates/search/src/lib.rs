//! Levels that meet requirements.
//!
//! A [`Search`] draws recipes around one, builds their levels and keeps those that fit a [`Requirements`]. The same search finds
//! the same levels on any number of threads.
//!
//! * What is looked for: a [`Requirements`] of [`Clause`]s about metrics; [`Vary`] says what may change.
//! * Methods: [`Search::find`], [`Search::varied`] for the levels that differ most, [`Search::archive`] for the best of each
//!   bin of two metrics, [`Search::sweep`] for what a parameter does.
//! * Results: [`Found`], [`Archive`] and [`Sweep`], each with the recipes of its levels and a manifest.

mod archive;
mod bins;
mod choices;
mod climb;
mod effects;
mod engine;
mod error;
mod find;
mod judge;
mod manifest;
mod parse;
mod requirements;
mod search;
mod space;
mod sweep;
mod tally;
mod varied;
mod vary;

pub use archive::{Archive, Elite};
pub use bins::{Axis, Bins};
pub use error::{SearchError, VaryError};
pub use find::{Found, Miss};
pub use judge::Passed;
pub use parse::RequirementsError;
pub use requirements::{Clause, Requirements, StageRef, Test};
pub use search::{FoundLevel, Search, SearchProgress, SearchWatch};
pub use sweep::{Band, Step, Sweep};
pub use vary::{Target, Values, Vary};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
