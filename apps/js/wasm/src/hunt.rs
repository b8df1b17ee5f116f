//! The search for levels: those that meet requirements, or those that differ most.

use js_sys::Function;
use mapwright::search::{Level, Search, SearchError, SearchProgress};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::files::with_files;
use crate::level::chain;

/// Finds levels: `{ tried, passed: [[clause, passed, judged]], levels: [recipe], nearest: [[recipe, clause]] }`. `want` is that of
/// the program's `--want`, `vary` has an entry of `--vary` in each line, and `told` is called with how many levels were
/// tried so far.
#[wasm_bindgen]
pub fn hunt(recipe: &str, want: &str, vary: &str, varied: bool, count: u32, told: &Function) -> Result<String, Fault> {
    let (recipe, _) = chain(recipe)?;
    let mut search = Search::new(recipe);
    search.seed = search.recipe.seed();
    search.files = with_files(Clone::clone);
    search.want = want.parse().map_err(Fault::of)?;
    search.vary = vary.lines().map(str::parse).collect::<Result<_, _>>().map_err(Fault::of)?;
    let mut watch = |SearchProgress { tried, budget, .. }: SearchProgress| {
        // A page that has gone is no reason to stop: it ends the worker.
        let _ = told.call2(&JsValue::NULL, &(tried as u32).into(), &(budget as u32).into());
        true
    };
    let found = if varied {
        search.varied_watched(count as usize, &mut watch)?.0
    } else {
        search.find_watched(count as usize, &mut watch)?
    };
    let json = |level: &Level| Value::from(level.recipe.to_json());
    Ok(json!({
        "tried": found.tried,
        "passed": found.passed.iter().map(|one| json!([one.clause, one.passed, one.judged])).collect::<Vec<_>>(),
        "levels": found.levels.iter().map(json).collect::<Vec<_>>(),
        "nearest": found.nearest.iter().map(|miss| json!([json(&miss.level), miss.failed])).collect::<Vec<_>>(),
    })
    .to_string())
}

impl From<SearchError> for Fault {
    fn from(error: SearchError) -> Fault {
        match error {
            SearchError::Recipe(error) => error.into(),
            error => Fault::of(error),
        }
    }
}
