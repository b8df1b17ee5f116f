//! Any bytes are a sample of wave function collapse (a picture, a text, a map), a tileset as XML, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_recipe::{Files, Recipe, Registry};

const RECIPE: &str = r##"{ "version": 1, "width": 6, "height": 5, "initial": { "use": "arena" }, "metas": [
    { "use": "wave-function-collapse", "file": "f", "budget": 1, "restarts": 1,
      "legend": { "#2a5b8c": "water", "a": "grass", "a 1": 40 } } ] }"##;

fuzz_target!(|bytes: &[u8]| {
    let Ok(recipe) = RECIPE.parse::<Recipe>() else { return };
    let files = Files::in_memory([("f".to_owned(), bytes.to_vec())]);
    if let Ok(chain) = Registry::shipped().chain(&recipe, &files) {
        let _ = chain.build(1);
    }
});
