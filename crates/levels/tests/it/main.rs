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
