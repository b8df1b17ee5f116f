//! From recipes to stages, chains and maps.

use std::path::PathBuf;

use mapwright_core::{BuilderChain, BuilderMap, InitialMapBuilder, MetaMapBuilder};

use crate::error::{RecipeError, RecipeErrorKind};
use crate::{Files, Recipe, Registry, StageRecipe};

impl StageRecipe {
    /// The stage as an initial builder, without reading any file.
    ///
    /// # Errors
    ///
    /// No such builder begins a chain, or a parameter is wrong.
    pub fn initial(&self) -> Result<Box<dyn InitialMapBuilder>, RecipeError> {
        Registry::shipped().initial_stage(self, &Files::none()).map_err(|kind| kind.in_stage(&self.name))
    }

    /// The stage as a meta builder, without reading any file.
    ///
    /// # Errors
    ///
    /// No such builder changes a map, or a parameter is wrong.
    pub fn meta(&self) -> Result<Box<dyn MetaMapBuilder>, RecipeError> {
        Registry::shipped().meta_stage(self, &Files::none()).map_err(|kind| kind.in_stage(&self.name))
    }
}

impl Recipe {
    /// The map of a seed. It is the same everywhere.
    ///
    /// ```no_run
    /// use mapwright_recipe::Recipe;
    ///
    /// let map = Recipe::load("levels/cave.json")?.build(7)?;
    /// println!("{map}");
    /// # Ok::<(), mapwright_recipe::RecipeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`chain`](Self::chain), and those of the build.
    pub fn build(&self, seed: u64) -> Result<BuilderMap, RecipeError> {
        built(&self.chain()?, seed)
    }

    /// The map of a seed, with the recipe's files in `dir` and below; `""` is the current folder.
    ///
    /// # Errors
    ///
    /// Those of [`chain_in`](Self::chain_in), and those of the build.
    pub fn build_in(&self, dir: impl Into<PathBuf>, seed: u64) -> Result<BuilderMap, RecipeError> {
        built(&self.chain_in(dir)?, seed)
    }

    /// The checked chain, to build many maps or to [watch](BuilderChain::build_with) it.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or names a file and was not [loaded](Self::load) from a folder; then use
    /// [`chain_in`](Self::chain_in).
    pub fn chain(&self) -> Result<BuilderChain, RecipeError> {
        let files = self.dir.as_ref().map_or_else(Files::none, Files::in_dir);
        Registry::shipped().chain(self, &files)
    }

    /// The checked chain, with the recipe's files in `dir` and below; `""` is the current folder.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or a file that it names cannot be read.
    pub fn chain_in(&self, dir: impl Into<PathBuf>) -> Result<BuilderChain, RecipeError> {
        Registry::shipped().chain(self, &Files::in_dir(dir))
    }
}

fn built(chain: &BuilderChain, seed: u64) -> Result<BuilderMap, RecipeError> {
    chain.build(seed).map_err(|error| RecipeErrorKind::Build(error).in_recipe())
}
