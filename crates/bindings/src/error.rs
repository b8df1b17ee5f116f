//! What is wrong, and where, as plain fields.

use std::fmt;

use mapwright::core::{BuildError, BuildErrorKind};
use mapwright::recipe::{RecipeError, RecipeErrorKind};

/// What is wrong, and where. What is not known is absent. Texts are boxed so that results stay small.
#[derive(Clone, Default, PartialEq, Eq, mapwright::core::ErrorDebug)]
pub struct BindingError {
    /// The whole message.
    pub message: Box<str>,
    /// The message without the stage and the providers, for who shows them apart.
    pub problem: Box<str>,
    /// The stage, as in `metas[0] loop-injector`.
    pub stage: Option<Box<str>>,
    /// The place of the stage in the chain: 0 for the initial builder, `i + 1` for `metas[i]`.
    pub stage_index: Option<usize>,
    /// The parameter or argument.
    pub field: Option<Box<str>>,
    /// The builders that provide the plane that is missing.
    pub providers: Box<[&'static str]>,
    /// The known name that is most like an unknown one.
    pub nearest: Option<Box<str>>,
    /// Whether another seed may succeed.
    pub retryable: bool,
}

impl BindingError {
    /// Returns an error that has no stage.
    pub fn of(error: impl ToString) -> Self {
        let message: Box<str> = error.to_string().into();
        BindingError { problem: message.clone(), message, ..BindingError::default() }
    }

    /// Names the argument that is wrong.
    #[must_use]
    pub fn in_field(self, field: &str) -> Self {
        BindingError { field: Some(field.into()), ..self }
    }

    /// Says which seed failed.
    #[must_use]
    pub fn of_seed(self, seed: u64) -> Self {
        BindingError { message: format!("seed {seed}: {}", self.message).into(), ..self }
    }
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BindingError {}

impl From<BuildError> for BindingError {
    fn from(mut error: BuildError) -> Self {
        let message = error.to_string().into();
        let providers = match &mut error.kind {
            BuildErrorKind::MissingPlane { providers, .. } => std::mem::take(providers),
            _ => Vec::new(),
        };
        BindingError {
            message,
            problem: error.kind.to_string().into(),
            stage: error.stage.map(|stage| stage.to_string().into()),
            stage_index: error.stage.map(|stage| stage.index),
            field: error.field().map(Into::into),
            providers: providers.into(),
            nearest: None,
            retryable: error.is_retryable(),
        }
    }
}

impl From<RecipeError> for BindingError {
    fn from(error: RecipeError) -> Self {
        let wrong = BindingError {
            message: error.to_string().into(),
            problem: error.kind().to_string().into(),
            stage: error.stage_name().map(Into::into),
            stage_index: error.stage_index(),
            field: error.field().map(Into::into),
            ..BindingError::default()
        };
        match error.into_kind() {
            RecipeErrorKind::Build(error) => error.into(),
            RecipeErrorKind::Unknown { nearest, .. } => BindingError { nearest: nearest.map(Into::into), ..wrong },
            _ => wrong,
        }
    }
}

#[cfg(feature = "search")]
impl From<mapwright::search::SearchError> for BindingError {
    fn from(error: mapwright::search::SearchError) -> Self {
        use mapwright::search::SearchError;
        match error {
            SearchError::Recipe(error) => error.into(),
            SearchError::Number { name, .. } => BindingError::of(&error).in_field(name),
            SearchError::NoStage { .. } => BindingError::of(&error).in_field("want"),
            SearchError::Vary(_) => BindingError::of(&error).in_field("vary"),
            error => BindingError::of(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BindingError, read_recipe};

    fn wrong(stages: &str) -> BindingError {
        let json = format!(r#"{{ "version": 1, "width": 9, "height": 9, {stages} }}"#);
        let built = read_recipe(&json).and_then(|recipe| Ok(recipe.build(0)?));
        built.err().unwrap_or_default()
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = wrong(r#""initial": { "use": "arena" }, "metas": [{ "use": "loop-injector", "chance": 7 }]"#);
        assert_eq!(*error.message, format!("metas[0] loop-injector: {}", error.problem));
        assert_eq!(error.stage.as_deref(), Some("metas[0] loop-injector"));
        assert_eq!((error.stage_index, error.field.as_deref()), (Some(1), Some("chance")));
        let error = wrong(r#""initial": { "use": "areena" }"#);
        assert_eq!((error.nearest.as_deref(), error.stage_index), (Some("arena"), Some(0)));
        let error = wrong(r#""initial": { "use": "cellular-automata" }, "metas": [{ "use": "room-sorter" }]"#);
        let first = error.providers.first().copied().unwrap_or_default();
        assert!(!first.is_empty() && error.message.contains(first), "{error}");
        assert!(error.problem.contains("rooms") && !error.problem.contains(first), "{error}");
        assert_eq!((error.stage_index, error.retryable), (Some(1), false));
    }
}
