//! What is exported: a map, and its origin.

use std::path::Path;

use mapwright::core::BuilderMap;

use crate::failure::Failure;
use crate::input::Input;

/// A map, and its origin.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) map: BuilderMap,
    /// The seed it was built with; for a finished map, the one on the command line.
    pub(super) seed: Option<u64>,
    /// The recipe as JSON; unknown for a finished map.
    pub(super) recipe: Option<String>,
}

impl Source {
    /// The map of a file, or the one that its recipe builds.
    pub(super) fn read(path: &Path, seed: Option<u64>, trusts_paths: bool) -> Result<Source, Failure> {
        let (recipe, chain) = match Input::read(path, trusts_paths)? {
            Input::Map(map) => return Ok(Source { map: *map, seed, recipe: None }),
            Input::Recipe(recipe, chain) => (recipe, chain),
        };
        let seed = seed.unwrap_or(recipe.seed());
        Ok(Source { map: chain.build(seed)?, seed: Some(seed), recipe: Some(recipe.to_json()) })
    }
}
