//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod book;
mod catalogue;
mod cli;
#[path = "../../../export/tests/it/clients/mod.rs"]
mod clients;
mod common;
mod datapack;
mod early;
mod editors;
mod floors;
mod formats;
mod hostile;
mod matrix;
mod messages;
mod options;
mod outputs;
#[path = "../../../export/tests/it/clients/png.rs"]
mod pictures;
mod pipe_pack;
mod searches;
mod shells;
mod shows;
mod tileset;
mod timings;
mod watch;
mod world;

use mapwright::render::RgbaImage;
