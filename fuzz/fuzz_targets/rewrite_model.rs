//! Any text is a model of MarkovJunior, or an error. What can run neither panics nor runs for ever.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_recipe::{Files, Recipe, Registry};

const RECIPE: &str = r#"{ "version": 1, "width": 5, "height": 4, "seed": 1,
    "initial": { "use": "rewrite", "file": "model.xml", "budget": 10 } }"#;

fuzz_target!(|text: &str| {
    let files = Files::in_memory([("model.xml".to_owned(), text.as_bytes().to_vec())]);
    let recipe: Recipe = RECIPE.parse().expect("a recipe");
    if let Ok(chain) = Registry::shipped().chain(&recipe, &files)
        && let Err(error) = chain.build(1)
    {
        assert!(!error.to_string().contains("broken"), "{error}");
    }
});
