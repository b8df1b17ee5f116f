//! Recipes: chains as JSON, and maps as JSON.
//!
//! The catalogue is the only list of all builders and their parameters. Everything else that needs a list (error
//! messages, the command line, documentation) reads it.
//!
//! * [`Recipe`] of [`StageRecipe`]s: read, checked, made a chain; with [`Files`] beside it; [`RecipeError`] says what is wrong
//!   where. [`template`]s are recipes to start from.
//! * [`Registry`]: the builders that recipes may name, those of your program too. [`BuilderInfo`] and [`Param`] describe them,
//!   [`recipe_schema`] tells editors, [`rust_program`] writes a recipe as code.
//! * [`RandomChain`]: the recipe of a level for a depth and a seed.
//! * Maps as JSON: [`map_to_json`], [`map_from_json`], [`map_digest`].

mod borrowed;
mod build;
mod catalog;
mod digest;
mod drawn;
mod error;
mod files;
mod flaw;
mod json;
mod map_json;
mod near;
mod notes;
mod param;
mod quote;
mod random_chain;
mod recipe;
mod registry;
mod rust;
mod schema;
mod templates;
mod typed;
mod xml;

pub use catalog::{BuilderInfo, BuilderKind, builders, spawn_table};
pub use digest::map_digest;
pub use error::{RecipeError, RecipeErrorKind};
pub use files::Files;
pub use map_json::{MapError, map_from_json, map_to_json, window_to_json};
pub use near::nearest;
pub use param::Param;
pub use quote::short;
pub use random_chain::{LevelFamily, RandomChain};
pub use recipe::{Recipe, StageRecipe};
pub use registry::{Params, Registry};
pub use rust::{rust_function, rust_program};
pub use schema::{map_schema, recipe_schema};
pub use templates::{nearest_template, template, templates};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
