//! What is raised: `mapwright_levels.MapwrightError`, which says what is wrong, and where.

use mapwright::core::BuildError;
use mapwright::recipe::{RecipeError, RecipeErrorKind};
use pyo3::prelude::{Py, PyErr, Python};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// The arguments of a `MapwrightError`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault {
    message: String,
    /// As in `metas[0] loop-injector`.
    stage: Option<String>,
    /// 0 for the initial builder, `i + 1` for `metas[i]`.
    stage_index: Option<usize>,
    /// The parameter.
    field: Option<String>,
    /// The known name that is most like an unknown one.
    nearest: Option<String>,
    /// Whether another seed may succeed.
    pub(crate) retryable: bool,
}

impl Fault {
    /// Any other error, which has no stage.
    pub(crate) fn of(error: impl ToString) -> Fault {
        Fault { message: error.to_string(), ..Fault::default() }
    }

    /// Names the argument that is wrong.
    pub(crate) fn in_field(self, field: &str) -> Fault {
        Fault { field: Some(field.to_owned()), ..self }
    }

    /// Says which seed failed.
    pub(crate) fn of_seed(self, seed: u64) -> Fault {
        Fault { message: format!("seed {seed}: {}", self.message), ..self }
    }
}

impl From<BuildError> for Fault {
    fn from(error: BuildError) -> Fault {
        Fault {
            stage: error.stage.map(|stage| stage.to_string()),
            stage_index: error.stage.map(|stage| stage.index),
            field: error.field().map(str::to_owned),
            retryable: error.is_retryable(),
            ..Fault::of(error)
        }
    }
}

impl From<RecipeError> for Fault {
    fn from(error: RecipeError) -> Fault {
        let (stage, stage_index) = (error.stage_name(), error.stage_index());
        let (field, message) = (error.field().map(str::to_owned), error.to_string());
        match error.into_kind() {
            RecipeErrorKind::Build(error) => error.into(),
            RecipeErrorKind::Unknown { nearest, .. } => {
                Fault { stage, stage_index, field, nearest, ..Fault::of(message) }
            }
            _ => Fault { stage, stage_index, field, ..Fault::of(message) },
        }
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let Fault { message, stage, stage_index, field, nearest, retryable } = fault;
        Python::attach(|py| match CLASS.import(py, "mapwright_levels._errors", "MapwrightError") {
            Ok(class) => PyErr::from_type(class.clone(), (message, stage, stage_index, field, nearest, retryable)),
            Err(error) => error,
        })
    }
}
