//! Tests of the library as a whole, in one program: what is shared is compiled and linked once.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod book;
mod catalogue;
mod chains;
mod dependencies;
mod docs;
mod each;
mod editors;
mod errors;
mod facts;
mod floors;
mod golden;
mod keep;
mod levels;
mod messages;
mod names;
mod pages;
mod pictures;
mod promises;
mod random;
mod release;
mod rewrite;
mod rust;
mod rust_files;
mod shapes;
mod sizes;
mod stale;
mod stopping;
mod truth;
mod wfc;
mod world_stages;
mod worlds;

use std::path::Path;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// How many seeds a test builds: `usual`, or as many as `MAPWRIGHT_SEEDS` says, as in `.ci/nightly`.
fn seeds(usual: u64) -> u64 {
    std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}
