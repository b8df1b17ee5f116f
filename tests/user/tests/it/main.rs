//! Small programs as a game developer would write them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod builders;
mod chunks;
mod exports;
mod features;
mod level;
mod own_params;
mod pictures;
mod pipe_game;
mod rules;
mod tutorial;
