//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod blocks;
#[path = "../../../export/tests/it/clients/mod.rs"]
mod clients;
mod floors;
mod minecraft;
mod minecraft_commands;
mod minecraft_maze;
mod pipe_pack;
