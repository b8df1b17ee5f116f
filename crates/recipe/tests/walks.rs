//! Presets in recipes: a word for the values of all parameters, of which each may be given another.
#![allow(clippy::unwrap_used)]

use mapwright_dungeon::{Dla, DlaRule, DrunkardsWalk, Metric, Symmetry, VoronoiCells, WalkBegin};
use serde_json::{Value, from_value, json, to_value};

#[track_caller]
fn check<B: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(given: Value, expected: B) {
    let builder: B = from_value(given).unwrap();
    assert_eq!(builder, expected);
    assert_eq!(from_value::<B>(to_value(&builder).unwrap()).unwrap(), builder, "written and read again");
}

#[test]
fn presets_are_the_constructors_of_the_same_name() {
    check(json!({}), DrunkardsWalk::default());
    check(json!({ "preset": "open_area" }), DrunkardsWalk::open_area());
    check(json!({ "preset": "open_halls" }), DrunkardsWalk::open_halls());
    check(json!({ "preset": "winding_passages" }), DrunkardsWalk::winding_passages());
    check(json!({ "preset": "fat_passages" }), DrunkardsWalk::fat_passages());
    check(json!({ "preset": "fearful_symmetry" }), DrunkardsWalk::fearful_symmetry());
    check(json!({}), Dla::default());
    check(json!({ "preset": "walk_inwards" }), Dla::walk_inwards());
    check(json!({ "preset": "walk_outwards" }), Dla::walk_outwards());
    check(json!({ "preset": "central_attractor" }), Dla::central_attractor());
    check(json!({ "preset": "insectoid" }), Dla::insectoid());
    check(json!({ "preset": "heavy_erosion" }), Dla::heavy_erosion());
}

#[test]
fn what_is_given_comes_before_the_preset() {
    check(
        json!({ "preset": "fat_passages", "begin": "random", "lifetime": 7, "floor_percent": 9, "brush": 3,
                "symmetry": "vertical" }),
        DrunkardsWalk {
            begin: WalkBegin::Random,
            lifetime: Some(7),
            floor_percent: 9,
            brush: 3,
            symmetry: Symmetry::Vertical,
        },
    );
    check(json!({ "preset": "insectoid", "symmetry": "none" }), Dla::central_attractor());
    check(
        json!({ "rule": "walk-outwards", "floor_percent": 3, "brush": 16, "symmetry": "both" }),
        Dla { rule: DlaRule::WalkOutwards, floor_percent: 3, brush: 16, symmetry: Symmetry::Both },
    );
    // A walk without a lifetime is written without one.
    let endless = DrunkardsWalk { lifetime: None, ..DrunkardsWalk::winding_passages() };
    assert_eq!(from_value::<DrunkardsWalk>(to_value(&endless).unwrap()).unwrap(), endless);
    check(
        json!({ "seeds": 3, "metric": "chebyshev" }),
        VoronoiCells { seeds: 3, metric: Metric::Chebyshev, ..Default::default() },
    );
}

#[test]
fn what_is_unknown_is_refused() {
    let walk = |given| from_value::<DrunkardsWalk>(given).unwrap_err().to_string();
    assert!(
        walk(json!({ "preset": "open-area" })).contains("unknown variant `open-area`, expected one of `open_area`")
    );
    assert!(walk(json!({ "life": 3 })).contains("unknown field `life`, expected one of `preset`, `begin`, `lifetime`"));
    let dla = |given| from_value::<Dla>(given).unwrap_err().to_string();
    assert!(dla(json!({ "begin": "center" })).contains("unknown field `begin`, expected one of `preset`, `rule`"));
}
