//! The search for levels: those that meet requirements, or those that differ most.

use js_sys::Function;
use mapwright::search::{FoundLevel, Search, SearchProgress};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::files::with_files;
use crate::level::chain;

/// What to look for, from JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wanted {
    /// As for the program's `--want`.
    want: String,
    /// An entry of `--vary` in each line.
    vary: String,
    /// Whether to look for levels that differ.
    varied: bool,
    count: u32,
    /// That of the recipe without one. As text: it has 64 bits.
    seed: String,
    budget: Option<u64>,
}

/// Finds levels: `{ tried, passed: [[clause, passed, judged]], levels: [recipe], nearest: [[recipe, clause]] }`. `progress` is called
/// with how many levels were tried so far.
#[wasm_bindgen]
pub fn search(recipe: &str, wanted: &str, progress: &Function) -> Result<String, Fault> {
    let (recipe, _) = chain(recipe)?;
    let Wanted { want, vary, varied, count, seed, budget } = serde_json::from_str(wanted).map_err(Fault::of)?;
    let mut search = Search::new(recipe);
    search.seed = seed.parse().unwrap_or(search.seed);
    search.budget = budget.unwrap_or(search.budget);
    search.files = with_files(Clone::clone);
    search.want = want.parse().map_err(|error| Fault::in_field("want", error))?;
    let vary = vary.lines().map(str::parse).collect::<Result<_, _>>();
    search.vary = vary.map_err(|error| Fault::in_field("vary", error))?;
    let mut watch = |SearchProgress { tried, budget, .. }: SearchProgress| {
        // A page that has gone is no reason to stop: it ends the worker.
        let _ = progress.call2(&JsValue::NULL, &(tried as u32).into(), &(budget as u32).into());
        true
    };
    let found = if varied {
        search.varied_watched(count as usize, &mut watch)?.0
    } else {
        search.find_watched(count as usize, &mut watch)?
    };
    let json = |level: &FoundLevel| Value::from(level.recipe.to_json());
    Ok(json!({
        "tried": found.tried,
        "passed": found.passed.iter().map(|one| json!([one.clause, one.passed, one.judged])).collect::<Vec<_>>(),
        "levels": found.levels.iter().map(json).collect::<Vec<_>>(),
        "nearest": found.nearest.iter().map(|miss| json!([json(&miss.level), miss.failed])).collect::<Vec<_>>(),
    })
    .to_string())
}
