//! Levels of areas: doors, locks and keys, and proofs that a level can be won.
//!
//! * [`AreaGraph`]: the areas of a map, and the narrow gates between them.
//! * [`GraphLayout`]: rooms laid out so that exactly the requested pairs join.
//! * [`CycleGraph`]: levels of nested cycles.
//! * [`LockAndKey`]: locked doors and their keys, on any such graph.
//! * [`Machines`]: vaults, ambushes, altars and others from a [`Blueprint`].
//! * [`SolvabilityValidator`] and [`solvability`]: a walk from start to exit, or what stops it.
//! * [`Explorer`]: walks through a level one step at a time, for games.
//! * [`replay`]: checks such a walk independently of how it was found.

mod area_graph;
mod component_graph;
mod cycle_graph;
mod explorer;
mod gates;
mod graph_layout;
mod keys;
mod layout;
mod lock_and_key;
mod machines;
mod mission;
mod patterns;
mod plan;
mod replay;
mod solvability;
mod stairs;
mod states;
mod steps;
mod validator;
mod walk;
#[cfg(feature = "serde")]
mod walk_file;

pub use area_graph::AreaGraph;
pub use cycle_graph::CycleGraph;
pub use explorer::{Explorer, NoStart, Stopped};
pub use graph_layout::GraphLayout;
pub use layout::{RoomSpec, Rooms, Templates};
pub use lock_and_key::LockAndKey;
pub use machines::{Blueprint, MachineArea, MachineFeature, MachineLock, Machines};
pub use plan::{LockKind, OddJoins, OpenerPosition};
pub use replay::replay;
pub use solvability::{Blocked, KeyPlace, SecretDoors, Solvability, Unsolvable, solvability, solvability_with};
pub use validator::{Allow, SolvabilityValidator};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
