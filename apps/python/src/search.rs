//! Searches for levels. Each returns its manifest, and the recipes by the names that the manifest gives them.

use mapwright_bindings::BindingError;
use mapwright_search::{Axis, Requirements, Search, SearchError, SearchProgress, SearchWatch, Vary};
use pyo3::prelude::{Bound, FromPyObject, PyAny, PyRef, PyResult, Python, pyfunction};

use crate::chain::Chain;
use crate::fault::raised;
use crate::pool::Pool;

type Found = (String, Vec<(String, String)>);

/// What every search has: `Wanted` in Python.
#[derive(FromPyObject)]
pub(crate) struct Wanted {
    want: String,
    vary: Vec<String>,
    seed: Option<u64>,
    budget: u64,
    abort: bool,
}

impl Wanted {
    fn search(&self, chain: &Chain) -> Result<Search, BindingError> {
        let mut search = Search::new(chain.recipe.clone());
        if !self.want.is_empty() {
            search.want =
                self.want.parse::<Requirements>().map_err(|error| BindingError::of(error).in_field("want"))?;
        }
        let vary = self.vary.iter().map(|vary| vary.parse::<Vary>()).collect::<Result<_, _>>();
        search.vary = vary.map_err(|error| BindingError::of(error).in_field("vary"))?;
        search.seed = self.seed.unwrap_or(search.seed);
        (search.budget, search.early_out) = (self.budget, self.abort);
        search.files = chain.files.clone();
        Ok(search)
    }
}

/// Runs a search on the threads of a pool; Ctrl-C ends it.
fn run<T: Send>(
    py: Python<'_>,
    pool: &Pool,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&mut SearchWatch<'_>) -> Result<T, SearchError> + Send,
) -> PyResult<T> {
    let found = pool.run(py, progress, |watch| {
        let mut shown = 0;
        work(&mut |progress: SearchProgress| {
            watch.add((progress.tried - shown) as usize);
            shown = progress.tried;
            !watch.is_stopped()
        })
    })?;
    found.map_err(raised)
}

/// Finds levels that meet requirements, or those that differ most.
#[pyfunction]
pub(crate) fn search(
    py: Python<'_>,
    chain: PyRef<'_, Chain>,
    pool: PyRef<'_, Pool>,
    wanted: Wanted,
    count: usize,
    varied: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Found> {
    let search = wanted.search(&chain).map_err(raised)?;
    run(py, &pool, progress.as_ref(), |watch| {
        if varied {
            let (found, spread) = search.varied_watched(count, watch)?;
            return Ok((found.varied_manifest(&search, &spread).to_string(), found.recipes()));
        }
        let found = search.find_watched(count, watch)?;
        Ok((found.manifest(&search).to_string(), found.recipes()))
    })
}

/// Fills an archive over two metrics. The last list has the goals of the elites, in the order of the manifest.
#[pyfunction]
#[expect(clippy::too_many_arguments)]
pub(crate) fn archive(
    py: Python<'_>,
    chain: PyRef<'_, Chain>,
    pool: PyRef<'_, Pool>,
    wanted: Wanted,
    axes: [String; 2],
    bins: [u32; 2],
    island: u32,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Found, Vec<f64>)> {
    let axis = |axis: &String| axis.parse::<Axis>().map_err(|error| raised(BindingError::of(error).in_field("axes")));
    let axes = [axis(&axes[0])?, axis(&axes[1])?];
    let search = Search { island, ..wanted.search(&chain).map_err(raised)? };
    run(py, &pool, progress.as_ref(), |watch| {
        let archive = search.archive_watched(axes, bins, watch)?;
        let goals = archive.elites.values().map(|elite| elite.goal).collect();
        Ok(((archive.manifest(&search).to_string(), archive.recipes()), goals))
    })
}

/// Builds the same seeds at each value of one parameter.
#[pyfunction]
pub(crate) fn sweep(
    py: Python<'_>,
    chain: PyRef<'_, Chain>,
    pool: PyRef<'_, Pool>,
    wanted: Wanted,
    seeds: (u64, u64),
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Found> {
    let search = wanted.search(&chain).map_err(raised)?;
    run(py, &pool, progress.as_ref(), |watch| {
        let sweep = search.sweep_watched(seeds.0..seeds.1, watch)?;
        Ok((sweep.manifest(&search).to_string(), sweep.recipes()))
    })
}
