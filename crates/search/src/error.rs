//! Why a search cannot run.

use mapwright_recipe::RecipeError;

use crate::RequirementsError;
use crate::bins::RANGE;

/// An entry of `--vary` that cannot be used.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error("`{vary}`: {problem}")]
pub struct VaryError {
    /// The entry.
    pub vary: String,
    /// What is wrong with it, and what is expected.
    pub problem: String,
}

/// Why a search cannot run.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum SearchError {
    /// The recipe cannot be built.
    #[error("{0}")]
    Recipe(#[from] RecipeError),
    /// The recipe's own requirements cannot be read, and the search has no others.
    #[error("`want` of the recipe: {0}")]
    Want(#[from] RequirementsError),
    /// An entry of `--vary` does not fit the recipe.
    #[error("{0}")]
    Vary(#[from] VaryError),
    /// The requirements name a stage that the recipe does not have.
    #[error("`{clause}`: the recipe has no stage `{stage}`; expected one of {known}")]
    NoStage {
        /// The clause.
        clause: String,
        /// The stage.
        stage: String,
        /// The stages that it has.
        known: String,
    },
    /// A number of the search itself is out of range.
    #[error("`{name}` is {value}; expected {expected}")]
    Number {
        /// Which one.
        name: &'static str,
        /// Its value.
        value: u64,
        /// What is allowed.
        expected: &'static str,
    },
    /// No level was built, so there is nothing to judge.
    #[error("none of {tried} levels could be built; the last error: {error}")]
    NothingBuilds {
        /// How many were tried.
        tried: u64,
        /// Why the last one failed.
        error: String,
    },
    /// An axis of an archive has a range that cannot be divided into bins.
    #[error("`{axis}`: expected {RANGE}")]
    Axis {
        /// The axis.
        axis: String,
    },
    /// The watcher ended the search.
    #[error("stopped")]
    Stopped,
}
