//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clients;
mod flat;
mod ldtk;
mod ldtk_floors;
mod levels;
#[path = "clients/png.rs"]
mod pictures;
mod tiled;
mod tiled_floors;
mod tiled_map;
mod uvtt;
mod xp;

use mapwright_render::RgbaImage;
