//! Levels that fit a wish.
//!
//! A [`Search`] draws recipes around one, builds their levels and keeps those that fit a [`Wish`]. The same search finds
//! the same levels on any number of threads.

mod archive;
mod bins;
mod choices;
mod climb;
mod effects;
mod engine;
mod error;
mod judge;
mod manifest;
mod parse;
mod search;
mod space;
mod sweep;
mod tally;
mod varied;
mod vary;
mod wish;

pub use archive::{Archive, Elite};
pub use bins::{Axis, Bins};
pub use error::{SearchError, VaryError};
pub use judge::Passed;
pub use parse::WishError;
pub use search::{Found, Level, Miss, Progress, Search, Watch};
pub use sweep::{Band, Step, Sweep};
pub use vary::{Target, Values, Vary};
pub use wish::{At, Clause, Test, Wish};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
