//! What can be wrong with a recipe, and where.

use mapwright_core::BuildError;
use serde_json::Value;

use crate::MapError;
use crate::borrowed::meant;
use crate::quote::{short, short_message};

/// Why a recipe cannot be used.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[error("{}{kind}", place(.stage))]
pub struct RecipeError {
    /// As in `metas[0] loop-injector`; empty for the recipe itself, and where the kind knows the stage.
    stage: String,
    /// The place of that stage in the chain, if it is known.
    index: Option<usize>,
    kind: Box<RecipeErrorKind>,
}

/// What can be wrong with a recipe.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum RecipeErrorKind {
    /// The text is not JSON.
    #[error("not valid JSON: {0}")]
    Syntax(serde_json::Error),
    /// An unknown name.
    #[error("no {what} is called `{}`; {}", short(.name), offer(.nearest, .known))]
    Unknown {
        /// What the name should be of: a builder or a parameter.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The most similar known name, if one is similar.
        nearest: Option<String>,
        /// All known names.
        known: Vec<String>,
    },
    /// A value that a parameter does not accept.
    #[error("parameter `{}` is {}; expected {expected}", short(.name), short(&.value.to_string()))]
    Value {
        /// The parameter.
        name: String,
        /// The given value.
        value: Value,
        /// What may be given.
        expected: String,
    },
    /// A parameter that must be given.
    #[error("parameter `{name}` is missing; expected {expected}")]
    Missing {
        /// The parameter.
        name: String,
        /// What may be given.
        expected: String,
    },
    /// A parameter that does not go with the others.
    #[error("parameter `{name}` goes with {goes_with} only")]
    Misplaced {
        /// The parameter.
        name: String,
        /// What it belongs to.
        goes_with: String,
    },
    /// Parameters that a builder added by your program does not accept.
    #[error("{}", short_message(.0))]
    Params(serde_json::Error),
    /// A map in a recipe cannot be read.
    #[error("the map cannot be read: {0}")]
    Map(MapError),
    /// A file that a recipe names cannot be read.
    #[error("the {what} {} cannot be read: {problem}", short(.file))]
    File {
        /// What it should hold.
        what: &'static str,
        /// The file.
        file: String,
        /// Why it cannot be read, without quoting its content.
        problem: String,
    },
    /// A program of rewrite rules cannot be read, or cannot run.
    #[error("{problem}")]
    Program {
        /// What is wrong with it, and where.
        problem: String,
    },
    /// A builder that your program added under a name that is not its own.
    #[error("the builder added as `{name}` calls itself `{own}`; expected one name for both")]
    Misnamed {
        /// The name that it was added under.
        name: &'static str,
        /// What [`Builder::name`](mapwright_core::Builder::name) says.
        own: &'static str,
    },
    /// A stage that Rust code cannot make.
    #[error("it cannot be written as Rust code: {problem}")]
    Rust {
        /// Why, and what to do instead.
        problem: String,
    },
    /// A file that a recipe names is neither beside the recipe nor below.
    #[error("the file {} is elsewhere; expected a file beside the recipe or below", short(.file))]
    Outside {
        /// The file.
        file: String,
    },
    /// The stages of the chain do not fit together.
    #[error("{0}")]
    Build(BuildError),
}

impl RecipeError {
    /// What is wrong.
    pub fn kind(&self) -> &RecipeErrorKind {
        &self.kind
    }

    /// What is wrong, to keep. Its message does not name the stage.
    pub fn into_kind(self) -> RecipeErrorKind {
        *self.kind
    }

    /// The place of the wrong stage in the chain, as in [`Stage`](mapwright_core::Stage): 0 for the initial builder,
    /// `i + 1` for `metas[i]`; `None` for the recipe itself.
    ///
    /// ```
    /// use mapwright_recipe::Recipe;
    ///
    /// let recipe = r#"{ "version": 1, "width": 9, "height": 9, "initial": { "use": "arena" },
    ///     "metas": [{ "use": "loop-injector", "rule": "braid", "chance": 7 }] }"#;
    /// let error = recipe.parse::<Recipe>()?.chain().unwrap_err();
    /// assert_eq!((error.stage_index(), error.field()), (Some(1), Some("chance")));
    /// # Ok::<(), mapwright_recipe::RecipeError>(())
    /// ```
    pub fn stage_index(&self) -> Option<usize> {
        match &*self.kind {
            RecipeErrorKind::Build(error) => error.stage.map(|stage| stage.index),
            _ => self.index,
        }
    }

    /// The stage that is wrong, as in `metas[0] loop-injector`; `None` for the recipe itself.
    pub fn stage_name(&self) -> Option<String> {
        match &*self.kind {
            RecipeErrorKind::Build(error) => error.stage.map(|stage| stage.to_string()),
            _ if self.stage.is_empty() => None,
            _ => Some(self.stage.clone()),
        }
    }

    /// The file that cannot be read, where it is one. A program whose files come later, as in a browser or an engine,
    /// fetches it, adds it to [`Files::in_memory`](crate::Files::in_memory) and tries again.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use mapwright_recipe::{Files, Recipe, Registry};
    ///
    /// let recipe: Recipe = r#"{ "version": 1, "width": 9, "height": 9,
    ///     "initial": { "use": "prefab-level", "template": { "file": "hall.txt" } } }"#.parse()?;
    /// let mut held = BTreeMap::new();
    /// let chain = loop {
    ///     let made = Registry::shipped().chain(&recipe, &Files::in_memory(held.clone()));
    ///     match made.as_ref().err().and_then(|error| error.file()) {
    ///         Some(name) if !held.contains_key(name) => held.insert(name.to_owned(), b"#..#".to_vec()),
    ///         _ => break made?,
    ///     };
    /// };
    /// # Ok::<(), mapwright_recipe::RecipeError>(())
    /// ```
    pub fn file(&self) -> Option<&str> {
        match &*self.kind {
            RecipeErrorKind::File { file, .. } => Some(file),
            _ => None,
        }
    }

    /// The parameter that is wrong, where it is one.
    pub fn field(&self) -> Option<&str> {
        match &*self.kind {
            RecipeErrorKind::Unknown { what: "parameter", name, .. }
            | RecipeErrorKind::Value { name, .. }
            | RecipeErrorKind::Missing { name, .. }
            | RecipeErrorKind::Misplaced { name, .. } => Some(name),
            RecipeErrorKind::Build(error) => error.field(),
            _ => None,
        }
    }
}

impl RecipeErrorKind {
    /// The error in the recipe itself.
    pub(crate) fn in_recipe(self) -> RecipeError {
        RecipeError { stage: String::new(), index: None, kind: Box::new(self) }
    }

    /// The error in a stage by itself.
    pub(crate) fn in_stage(self, name: &str) -> RecipeError {
        RecipeError { stage: short(name).into_owned(), ..self.in_recipe() }
    }

    /// The error in a stage of a recipe: 0 for the initial builder, `i + 1` for `metas[i]`.
    pub(crate) fn at(self, index: usize, name: &str) -> RecipeError {
        let place = index.checked_sub(1).map_or("initial".to_owned(), |meta| format!("metas[{meta}]"));
        let stage = if name.is_empty() { place } else { format!("{place} {}", short(name)) };
        RecipeError { stage, index: Some(index), ..self.in_recipe() }
    }

    /// A value that a parameter does not accept, and what is expected instead.
    pub fn value(name: impl Into<String>, value: impl Into<Value>, expected: impl Into<String>) -> Self {
        RecipeErrorKind::Value { name: name.into(), value: value.into(), expected: expected.into() }
    }

    /// A parameter that must be given.
    pub(crate) fn missing(name: impl Into<String>, expected: impl Into<String>) -> Self {
        RecipeErrorKind::Missing { name: name.into(), expected: expected.into() }
    }

    /// An unknown name, with the most similar known one.
    pub(crate) fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.collect();
        let nearest = meant(name, &known);
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
        None if known.is_empty() => "expected none here".to_owned(),
        None => format!("expected one of {}", known.join(", ")),
    }
}
