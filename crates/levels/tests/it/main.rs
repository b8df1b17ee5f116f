//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod area_graph;
mod common;
mod cycle_graph;
mod damaged;
mod floors;
mod graphs;
mod layout;
mod lock_and_key;
mod lock_kinds;
mod machines;
mod room_templates;
mod solvability;

/// How many seeds a test builds: `usual`, or as many as `MAPWRIGHT_SEEDS` says, as in `.ci/nightly`.
fn seeds(usual: u64) -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}
