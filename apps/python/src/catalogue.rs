//! What there is to choose from.

use mapwright::graph::Metric;
use mapwright::recipe::{nearest_template, short, template, templates};
use pyo3::prelude::{PyResult, pyfunction};
use serde_json::Value;

use crate::fault::Fault;

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
    template(name).ok_or_else(|| {
        let hint = nearest_template(name).map(|nearest| format!("did you mean `{nearest}`?"));
        let hint = hint.unwrap_or("`mapwright_levels.recipes()` lists all".to_owned());
        Fault::of(format!("no recipe is called `{}`; {hint}", short(name))).into()
    })
}

/// The names of all metrics, in their order.
#[pyfunction]
pub(crate) fn metric_names() -> Vec<&'static str> {
    Metric::ALL.iter().map(|metric| metric.name()).collect()
}
