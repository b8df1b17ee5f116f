//! Wave function collapse: maps in which every neighborhood is one of a sample, or of a set of rules.

mod bits;
mod collapse;
mod error;
mod field;
mod overlapping;
mod patterns;
mod picks;
mod rules;
mod square;
mod symmetry;
mod watch;
mod wave;

pub use collapse::{Collapsed, Limits, collapse};
pub use error::{CollapseError, Constraint, Infeasible};
pub use overlapping::Overlapping;
pub use rules::{Rules, RulesError};
pub use symmetry::{Image, Symmetries};
pub use watch::Watch;
pub use wave::Wave;
