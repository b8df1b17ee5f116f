//! The search for levels that fit a wish.

use mapwright_search::{Progress, Search, SearchError, Vary, Wish};
use pyo3::prelude::{Bound, PyAny, PyRef, PyResult, Python, pyfunction};

use crate::chain::Chain;
use crate::fault::Fault;
use crate::pool::Pool;

impl From<SearchError> for Fault {
    fn from(error: SearchError) -> Fault {
        match error {
            SearchError::Recipe(error) => error.into(),
            SearchError::Number { name, .. } => Fault::of(&error).in_field(name),
            SearchError::NoStage { .. } => Fault::of(&error).in_field("want"),
            SearchError::Vary(_) => Fault::of(&error).in_field("vary"),
            error => Fault::of(error),
        }
    }
}

/// Finds levels that fit a wish, or those that differ most: the manifest, and the recipes by the names that it gives them.
#[pyfunction]
#[expect(clippy::too_many_arguments)]
pub(crate) fn search(
    py: Python<'_>,
    chain: PyRef<'_, Chain>,
    pool: PyRef<'_, Pool>,
    want: &str,
    vary: Vec<String>,
    numbers: (usize, u64, u64),
    early_out: bool,
    varied: bool,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<(String, String)>)> {
    let (count, seed, budget) = numbers;
    let mut search = Search::new(chain.recipe.clone());
    if !want.is_empty() {
        search.want = want.parse::<Wish>().map_err(|error| Fault::of(error).in_field("want"))?;
    }
    let vary = vary.iter().map(|vary| vary.parse::<Vary>()).collect::<Result<_, _>>();
    search.vary = vary.map_err(|error| Fault::of(error).in_field("vary"))?;
    (search.seed, search.budget, search.early_out) = (seed, budget, early_out);
    search.files = chain.files.clone();
    let found = pool.run(py, progress.as_ref(), |watch| {
        let mut shown = 0;
        let mut go_on = |progress: Progress| {
            watch.add((progress.tried - shown) as usize);
            shown = progress.tried;
            !watch.is_stopped()
        };
        if varied {
            let (found, spread) = search.varied_watched(count, &mut go_on)?;
            return Ok((found.varied_manifest(&search, &spread).to_string(), found.recipes()));
        }
        let found = search.find_watched(count, &mut go_on)?;
        Ok::<_, SearchError>((found.manifest(&search).to_string(), found.recipes()))
    })?;
    Ok(found.map_err(Fault::from)?)
}
