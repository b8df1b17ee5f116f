//! What can be wrong with a recipe, and where.

use mapwright_core::BuildError;
use serde_json::Value;

use crate::near::nearest;
use crate::{MapError, TemplateFileError};
use mapwright_dungeon::{PrefabError, PrefabFileError};

/// A recipe that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}{kind}", place(.stage))]
pub struct RecipeError {
    /// The stage, as in `metas[0] loop-injector`; empty for the recipe itself.
    pub stage: String,
    /// What is wrong.
    pub kind: Box<RecipeErrorKind>,
}

/// What can be wrong with a recipe.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeErrorKind {
    /// The text is not JSON.
    #[error("not valid JSON: {0}")]
    Syntax(serde_json::Error),
    /// A name that nothing has.
    #[error("no {what} is called `{name}`; {}", offer(.nearest, .known))]
    Unknown {
        /// What should have been named: a builder or a parameter.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The nearest name there is, if one is near.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// A value that a parameter cannot have.
    #[error("parameter `{name}` is {value}; allowed is {allowed}")]
    Value {
        /// The parameter.
        name: String,
        /// What was given.
        value: Value,
        /// What may be given.
        allowed: String,
    },
    /// A parameter that must be given.
    #[error("parameter `{name}` is missing; allowed is {allowed}")]
    Missing {
        /// The parameter.
        name: String,
        /// What may be given.
        allowed: String,
    },
    /// A parameter that does not go with the others.
    #[error("parameter `{name}` goes with {goes_with} only")]
    Misplaced {
        /// The parameter.
        name: String,
        /// What it belongs to.
        goes_with: String,
    },
    /// A map that a recipe names cannot be read.
    #[error("the map cannot be read: {0}")]
    Map(MapError),
    /// A spawn table that a recipe names cannot be read.
    #[error("the spawn table {file} cannot be read: {problem}")]
    Table {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A program of rewrite rules cannot be read, or cannot run.
    #[error("{problem}")]
    Program {
        /// What is wrong with it, and where.
        problem: String,
    },
    /// A sample that a recipe names cannot be read.
    #[error("the sample {file} cannot be read: {problem}")]
    Sample {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A template that a recipe names cannot be read.
    #[error("the template cannot be read: {0}")]
    Template(TemplateFileError),
    /// A prefab in a recipe cannot be read.
    #[error("`{name}` cannot be read: {error}")]
    Prefab {
        /// The parameter that holds it.
        name: String,
        /// What is wrong.
        error: PrefabError,
    },
    /// A prefab that a recipe names cannot be read.
    #[error("the prefab cannot be read: {0}")]
    PrefabFile(PrefabFileError),
    /// The chain itself does not fit together.
    #[error("{0}")]
    Build(BuildError),
}

impl RecipeErrorKind {
    /// The error at a stage.
    pub(crate) fn at(self, stage: &str) -> RecipeError {
        RecipeError { stage: stage.to_owned(), kind: Box::new(self) }
    }

    /// A name that nothing has, with the nearest that there is.
    pub(crate) fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.collect();
        let nearest = nearest(name, known.iter().copied()).map(str::to_owned);
        let known = known.into_iter().map(str::to_owned).collect();
        RecipeErrorKind::Unknown { what, name: name.to_owned(), nearest, known }
    }
}

fn place(stage: &str) -> String {
    if stage.is_empty() { String::new() } else { format!("{stage}: ") }
}

fn offer(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if known.is_empty() => "none is allowed here".to_owned(),
        None => format!("there are {}", known.join(", ")),
    }
}
