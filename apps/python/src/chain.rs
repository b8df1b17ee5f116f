//! A recipe, ready to build.

use mapwright::core::{BuilderChain, BuilderMap};
use mapwright::recipe::{Files, Recipe, RecipeError, Registry};
use mapwright_bindings::{BindingError, planes};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::{Bound, PyAny, PyErr, PyRef, PyResult, Python, pyclass, pymethods};

use crate::fault::raised;
use crate::fill::{Arrays, Work};
use crate::map::Map;
use crate::planes::dtype;
use crate::pool::Pool;

/// A recipe, ready to build.
#[pyclass(frozen, module = "mapwright_levels._native")]
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) recipe: Recipe,
    pub(crate) files: Files,
    chain: BuilderChain,
}

#[pymethods]
impl Chain {
    /// Reads a recipe; its files are looked up in `dir` and below, or anywhere. Without a folder it reads none.
    #[new]
    fn new(py: Python<'_>, json: &str, dir: Option<&str>, trust_paths: bool) -> PyResult<Chain> {
        let read = || {
            let recipe: Recipe = json.parse()?;
            let files = match (dir, trust_paths) {
                (dir, true) => Files::in_dir(dir.unwrap_or_default()).trusting_paths(),
                (Some(dir), false) => Files::in_dir(dir),
                (None, false) => Files::none(),
            };
            let chain = Registry::shipped().chain(&recipe, &files)?;
            Ok::<_, RecipeError>(Chain { recipe, files, chain })
        };
        py.detach(read).map_err(raised)
    }

    /// The recipe as JSON.
    #[getter]
    fn json(&self) -> String {
        self.recipe.to_json()
    }

    /// The recipe's own seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.recipe.seed()
    }

    /// What is probably a mistake, each with its stage.
    fn warnings(&self) -> Vec<String> {
        self.chain.warnings().into_iter().map(|(stage, what)| format!("{stage}: {what}")).collect()
    }

    /// Builds the map of a seed.
    fn build(&self, py: Python<'_>, seed: u64) -> PyResult<Map> {
        let map = py.detach(|| self.chain.build(seed)).map_err(raised)?;
        Ok(Map { map })
    }

    /// Rows, columns and planes of the first of the seeds that builds; nothing if none does.
    #[expect(clippy::type_complexity)]
    fn shape(
        &self,
        py: Python<'_>,
        seeds: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<Option<((u16, u16), Vec<(String, &'static str)>)>> {
        for &seed in seeds.as_slice()? {
            py.check_signals()?;
            match py.detach(|| self.chain.build(seed)) {
                Ok(map) => return Ok(Some(shape(&map))),
                Err(error) if error.is_retryable() => (),
                Err(error) => return Err(raised(BindingError::from(error).of_seed(seed))),
            }
        }
        Ok(None)
    }

    /// Builds every seed and writes its planes, metrics and digest into its place in the arrays, which are flat. Returns
    /// the seeds that failed, by place; an error that no other seed can avoid is raised.
    #[expect(clippy::too_many_arguments)]
    fn fill(
        &self,
        py: Python<'_>,
        pool: PyRef<'_, Pool>,
        seeds: PyReadonlyArray1<'_, u64>,
        shape: (u16, u16),
        planes: Vec<(String, Bound<'_, PyAny>)>,
        metrics: Option<PyReadwriteArray1<'_, f64>>,
        digests: Option<PyReadwriteArray1<'_, u64>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(usize, PyErr)>> {
        let mut arrays = Arrays::new(planes, metrics, digests)?;
        let seeds = seeds.as_slice()?;
        let work = Work { chain: &self.chain, shape, names: &arrays.names() };
        let failed = work.run(py, &pool, seeds, arrays.rows(seeds.len(), shape)?, progress.as_ref())?;
        Ok(failed.into_iter().map(|(place, error)| (place, raised(error))).collect())
    }
}

fn shape(map: &BuilderMap) -> ((u16, u16), Vec<(String, &'static str)>) {
    let planes = planes(map).into_iter().map(|(name, cells)| (name.into_owned(), dtype(cells))).collect();
    ((map.height(), map.width()), planes)
}
