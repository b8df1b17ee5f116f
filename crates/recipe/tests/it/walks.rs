//! Presets in recipes: a word for the values of all parameters, each of which may be overridden.

use mapwright_core::{BuilderChain, InitialMapBuilder, MetaMapBuilder, Size};
use mapwright_dungeon::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};
use mapwright_recipe::{Recipe, RecipeError};
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
fn presets_are_the_constructors_of_the_same_name() {
    let walk = |preset: &str, expected| check(json!({ "use": "drunkards-walk", "preset": preset }), expected);
    check(json!({ "use": "drunkards-walk" }), DrunkardsWalk::default());
    walk("open_area", DrunkardsWalk::open_area());
    walk("open_halls", DrunkardsWalk::open_halls());
    walk("winding_passages", DrunkardsWalk::winding_passages());
    walk("fat_passages", DrunkardsWalk::fat_passages());
    walk("fearful_symmetry", DrunkardsWalk::fearful_symmetry());
    let dla = |preset: &str, expected| check(json!({ "use": "dla", "preset": preset }), expected);
    check(json!({ "use": "dla" }), Dla::default());
    dla("walk_inwards", Dla::walk_inwards());
    dla("walk_outwards", Dla::walk_outwards());
    dla("central_attractor", Dla::central_attractor());
    dla("insectoid", Dla::insectoid());
    dla("heavy_erosion", Dla::heavy_erosion());
}

#[test]
fn what_is_given_comes_before_the_preset() {
    check(
        json!({ "use": "drunkards-walk", "preset": "fat_passages", "begin": "random", "lifetime": 7,
                "share": 0.09, "brush": 3, "symmetry": "vertical" }),
        DrunkardsWalk {
            begin: WalkBegin::Random,
            lifetime: Some(7),
            share: 0.09,
            brush: 3,
            symmetry: Symmetry::Vertical,
        },
    );
    check(
        json!({ "use": "drunkards-walk", "preset": "winding_passages", "lifetime": null }),
        DrunkardsWalk::winding_passages(),
    );
    check(json!({ "use": "dla", "preset": "insectoid", "symmetry": "none" }), Dla::central_attractor());
    check(
        json!({ "use": "dla", "rule": "walk-outwards", "share": 0.03, "brush": 16, "symmetry": "both" }),
        Dla { rule: DlaRule::WalkOutwards, share: 0.03, brush: 16, symmetry: Symmetry::Both },
    );
}

#[test]
fn what_is_unknown_is_refused() {
    let message = |initial| chain(initial).unwrap_err().to_string();
    let preset = message(json!({ "use": "drunkards-walk", "preset": "open-area" }));
    assert!(preset.contains("`preset` is \"open-area\"; expected one of \"open_area\""), "{preset}");
    let field = message(json!({ "use": "dla", "begin": "center" }));
    assert!(field.contains("`begin`"), "{field}");
}
