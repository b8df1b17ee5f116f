//! What is raised: `mapwright_levels.MapwrightError`, which says what is wrong, and where.

use mapwright_bindings::BindingError;
use pyo3::prelude::{Py, PyErr, Python};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Makes an error the exception that Python sees.
pub(crate) fn raised(error: impl Into<BindingError>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let BindingError { message, stage, stage_index, field, nearest, retryable, .. } = error.into();
    Python::attach(|py| match CLASS.import(py, "mapwright_levels._errors", "MapwrightError") {
        Ok(class) => {
            let [stage, field, nearest] = [stage, field, nearest].map(|text| text.map(String::from));
            PyErr::from_type(class.clone(), (String::from(message), stage, stage_index, field, nearest, retryable))
        }
        Err(error) => error,
    })
}

/// The same of any other error, which has no stage.
pub(crate) fn raised_of(error: impl ToString) -> PyErr {
    raised(BindingError::of(error))
}
