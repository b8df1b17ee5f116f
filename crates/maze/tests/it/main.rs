//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod convert;
mod kept;
mod loops;
mod masks;
mod mazes;
mod uniform;
