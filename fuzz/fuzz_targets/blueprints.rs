//! Any machines are refused when they are checked, or built on a level with two keys, whose map stays sound, or they find no
//! place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_core::BuilderMap;
use mapwright_recipe::{Recipe, StageRecipe};

fuzz_target!(|text: &str| {
    let Ok(stage) = text.parse::<StageRecipe>() else { return };
    if stage.name != "machines" {
        return;
    }
    let mut recipe: Recipe = LEVEL.parse().expect("the level is a recipe");
    recipe.metas.push(stage);
    let built: Result<BuilderMap, _> = recipe.build(7);
    if let Ok(map) = built {
        assert_eq!(map.validate(), Ok(()));
    }
});

const LEVEL: &str = r#"{ "version": 1, "width": 40, "height": 30, "seed": 7, "initial": { "use": "bsp-dungeon" }, "metas": [
    { "use": "start", "at": "first-room" }, { "use": "exit" }, { "use": "area-graph" }, { "use": "lock-and-key", "min_keys": 0 } ] }"#;
