//! Mapwright for Python: the only code that knows Python.
//!
//! What has types and words for people is in `python/mapwright_levels`; here is what must be fast, or knows the library. Planes
//! cross as NumPy arrays, whatever else has a shape crosses as JSON, and errors are `MapwrightError`, see `fault.rs`.

mod catalogue;
mod chain;
mod fault;
mod fill;
mod map;
mod pipes;
mod planes;
mod pool;
mod search;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pymodule, wrap_pyfunction};

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<chain::Chain>()?;
    module.add_class::<map::Map>()?;
    module.add_class::<pool::Pool>()?;
    module.add_class::<pipes::Board>()?;
    module.add_function(wrap_pyfunction!(map::load, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::builders, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::recipe, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::metric_names, module)?)?;
    for function in [
        wrap_pyfunction!(search::search, module)?,
        wrap_pyfunction!(search::archive, module)?,
        wrap_pyfunction!(search::sweep, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
