//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod kept;
mod naive;
mod pack;
mod pack_data;
mod pack_levels;
