//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chain;
mod floors;
mod history;
mod keep;
mod mend;
mod parts;
mod settle;
mod stopping;
mod template;
mod template_choices;
mod text;
