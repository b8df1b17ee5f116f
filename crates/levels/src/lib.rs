//! Levels of areas: doors, locks and keys, and proofs that a level can be won.
//!
//! * [`AreaGraph`]: the areas of a map, and the narrow gates between them.
//! * [`LockAndKey`]: locked doors and their keys, on any such graph.
//! * [`SolvabilityValidator`] and [`solvability`]: a walk from start to exit, or what stops it.
//! * [`Explorer`]: walks through a level one step at a time, for games.
//! * [`replay`]: checks such a walk independently of how it was found.

mod area_graph;
mod explorer;
mod gates;
mod keys;
mod lock_and_key;
mod parts;
mod plan;
mod replay;
mod solvability;
mod states;
mod validator;
mod walk;

pub use area_graph::AreaGraph;
pub use explorer::{Explorer, Stopped};
pub use keys::KeyName;
pub use lock_and_key::LockAndKey;
pub use plan::OddJoins;
pub use replay::replay;
pub use solvability::{Blocked, KeyPlace, Solvability, Unsolvable, solvability};
pub use validator::{Allow, SolvabilityValidator};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
