//! What there is to choose from.

use mapwright::graph::Metric;
use mapwright::recipe::templates;
use mapwright_bindings::{BindingError, recipe_json};
use pyo3::prelude::{PyResult, pyfunction};
use serde_json::Value;

use crate::fault::raised;

/// All builders with their parameters, as JSON.
#[pyfunction]
pub(crate) fn builders() -> String {
    mapwright::recipe::builders().iter().map(|info| info.to_json()).collect::<Value>().to_string()
}

/// The names of the built-in recipes.
#[pyfunction]
pub(crate) fn recipes() -> Vec<&'static str> {
    templates().collect()
}

/// A built-in recipe, or one that shows a builder with all its parameters, as JSON.
#[pyfunction]
pub(crate) fn recipe(name: &str) -> PyResult<String> {
    recipe_json(name).map(Into::into).map_err(|error| {
        let hint = if error.nearest.is_none() { "; `mapwright_levels.recipes()` lists all" } else { "" };
        raised(BindingError { message: format!("{error}{hint}").into(), ..error })
    })
}

/// The names of all metrics, in their order.
#[pyfunction]
pub(crate) fn metric_names() -> Vec<&'static str> {
    Metric::ALL.iter().map(|metric| metric.name()).collect()
}
