//! Any bytes are a map of ours, of Tiled or of LDtk that `from-map` reads, or an error. They are their own tileset too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_recipe::{Files, Recipe, Registry};

const RECIPE: &str = r#"{ "version": 1, "width": 3, "height": 2, "initial": { "use": "from-map", "file": "f",
    "legend": { "0": "floor", "1": "wall", "empty": "water" } } }"#;

fuzz_target!(|bytes: &[u8]| {
    let Ok(recipe) = RECIPE.parse::<Recipe>() else { return };
    let files = Files::in_memory([("f".to_owned(), bytes.to_vec())]);
    if let Ok(chain) = Registry::shipped().chain(&recipe, &files) {
        let _ = chain.build(1);
    }
});
