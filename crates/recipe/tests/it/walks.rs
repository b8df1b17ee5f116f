//! Walks in recipes are the constructors of the builders, and the random chain draws among them.

use mapwright_core::{BuilderChain, InitialMapBuilder, MetaMapBuilder, Size};
use mapwright_dungeon::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};
use mapwright_recipe::{LevelFamily, RandomChain, Recipe, RecipeError, StageRecipe};
use serde_json::{Value, json};

fn chain(initial: Value) -> Result<BuilderChain, RecipeError> {
    let recipe = json!({ "version": 1, "width": 40, "height": 30, "initial": initial });
    recipe.to_string().parse::<Recipe>()?.chain()
}

/// Whether a stage of a recipe makes the same map as a builder, at the beginning and later in a chain.
#[track_caller]
fn check(stage: Value, expected: impl InitialMapBuilder + MetaMapBuilder + Clone + 'static) {
    let size = Size::new(40, 30);
    let map = BuilderChain::start_with(size, expected.clone()).build(7).unwrap();
    assert_eq!(chain(stage.clone()).unwrap().build(7).unwrap(), map, "{stage}");
    let recipe = json!({ "version": 1, "width": 40, "height": 30, "initial": { "use": "arena" }, "metas": [stage] });
    let map = BuilderChain::start_with(size, mapwright_dungeon::Arena {}).with(expected).build(7).unwrap();
    let recipe: Recipe = recipe.to_string().parse().unwrap();
    assert_eq!(recipe.chain().unwrap().build(7).unwrap(), map);
}

#[test]
fn parameters_are_the_fields_of_the_builders() {
    check(json!({ "use": "drunkards-walk" }), DrunkardsWalk::open_area());
    check(json!({ "use": "drunkards-walk", "lifetime": null }), DrunkardsWalk::open_area());
    check(json!({ "use": "drunkards-walk", "begin": "spread", "lifetime": 400 }), DrunkardsWalk::open_halls());
    check(
        json!({ "use": "drunkards-walk", "begin": "random", "lifetime": 7, "share": 0.09, "brush": 3,
                "symmetry": "vertical" }),
        DrunkardsWalk {
            begin: WalkBegin::Random,
            lifetime: Some(7),
            share: 0.09,
            brush: 3,
            symmetry: Symmetry::Vertical,
        },
    );
    check(json!({ "use": "dla" }), Dla::walk_inwards());
    check(json!({ "use": "dla", "brush": 2, "rule": "central-attractor" }), Dla::central_attractor());
    check(
        json!({ "use": "dla", "rule": "walk-outwards", "share": 0.03, "brush": 16, "symmetry": "both" }),
        Dla { rule: DlaRule::WalkOutwards, share: 0.03, brush: 16, symmetry: Symmetry::Both },
    );
}

#[test]
fn random_chains_draw_the_constructors() {
    let walks = [
        DrunkardsWalk::open_area(),
        DrunkardsWalk::open_halls(),
        DrunkardsWalk::winding_passages(),
        DrunkardsWalk::fat_passages(),
        DrunkardsWalk::fearful_symmetry(),
    ];
    let growths =
        [Dla::walk_inwards(), Dla::walk_outwards(), Dla::central_attractor(), Dla::insectoid(), Dla::heavy_erosion()];
    let families = [LevelFamily::Walk, LevelFamily::Dla];
    let (mut dug, mut grown) = ([0; 5], [0; 5]);
    for seed in 0..300 {
        let chain = RandomChain { families: families.to_vec(), ..RandomChain::default() };
        let StageRecipe { name, params, .. } = chain.recipe(seed).unwrap().initial;
        let open = params["share"].as_f64().unwrap();
        let (name, params) = (name.as_str(), Value::Object(params));
        if name == "dla" {
            let drawn: Dla = serde_json::from_value(params).unwrap();
            let nth = growths.iter().position(|known| Dla { share: open, ..known.clone() } == drawn);
            grown[nth.unwrap()] += 1;
        } else {
            let drawn: DrunkardsWalk = serde_json::from_value(params).unwrap();
            let nth = walks.iter().position(|known| DrunkardsWalk { share: open, ..known.clone() } == drawn);
            dug[nth.unwrap()] += 1;
        }
    }
    assert!(dug.iter().chain(&grown).all(|&count| count > 10), "{dug:?}, {grown:?}");
}

#[test]
fn what_is_unknown_is_refused() {
    let message = |initial| chain(initial).unwrap_err().to_string();
    let preset = message(json!({ "use": "drunkards-walk", "preset": "open_area" }));
    assert!(preset.contains("no parameter is called `preset`; expected one of begin, "), "{preset}");
    let field = message(json!({ "use": "dla", "begin": "center" }));
    assert!(field.contains("`begin`"), "{field}");
}
