//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accretion;
mod common;
mod corridors;
mod exits;
mod join_components;
mod kept;
mod odd;
mod places;
mod prefab_stages;
mod prefab_vaults;
mod room_stages;
mod rooms;
mod rooms_from_regions;
mod shortcuts;
mod spawn_budgets;
mod spawn_table;
mod spawns;
mod template_files;
mod terrain;
mod voronoi;
mod walks;

/// How many seeds a test builds: `usual`, or as many as `MAPWRIGHT_SEEDS` says, as in `.ci/nightly`.
fn seeds(usual: u64) -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}
