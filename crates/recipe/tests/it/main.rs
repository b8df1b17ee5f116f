//! Tests of the crate from outside, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../export/tests/it/clients/mod.rs"]
mod clients;
mod domains;
mod drawn;
mod files;
mod hostile;
mod kept;
mod map_floors;
mod map_json;
mod models;
mod place_rules;
mod random_chain;
mod recipes;
mod registry;
mod samples;
mod saved_games;
mod schema;
mod walks;

/// How many seeds a test builds: `usual`, or as many as `MAPWRIGHT_SEEDS` says, as in `.ci/nightly`.
fn seeds(usual: u64) -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}
