//! Every mistake in the rules of `paint` and `scatter` gets a message that names the rule.

use mapwright_recipe::Recipe;
use serde_json::{Value, json};

fn recipe(metas: Value) -> String {
    json!({ "version": 1, "width": 20, "height": 12, "initial": { "use": "cellular-automata" }, "metas": metas })
        .to_string()
}

/// A scatter stage with these rules; its message.
#[track_caller]
fn refused(place: Value, message: &str) {
    let json = recipe(json!([{ "use": "scatter", "placement": place }]));
    let chain = json.parse::<Recipe>().and_then(|recipe| recipe.chain());
    assert_eq!(chain.map(|_| ()).unwrap_err().to_string(), message);
}

#[test]
fn mistakes_in_rules_are_named() {
    refused(
        json!({ "near": 3 }),
        "metas[0] scatter: no parameter is called `placement.near`; expected one of distances, ground, role, tag, min_depth, max_depth",
    );
    refused(
        json!({ "ground": "hall" }),
        r#"metas[0] scatter: parameter `placement.ground` is "hall"; expected one of "any", "room", "corridor", "wide", "narrow""#,
    );
    refused(json!({ "role": 5 }), "metas[0] scatter: parameter `placement.role` is 5; expected text, or null");
    refused(
        json!({ "min_depth": -1 }),
        "metas[0] scatter: parameter `placement.min_depth` is -1; expected an integer from 0 to 4294967295",
    );
    refused(
        json!({ "min_depth": 3, "max_depth": 2 }),
        "metas[0] scatter: parameter `placement.max_depth` is 2; expected at least `min_depth`, which is 3",
    );
    refused(
        json!({ "distances": { "to": "start" } }),
        r#"metas[0] scatter: parameter `placement.distances` is {"to":"start"}; expected a list such as [{"to":"start"}]"#,
    );
    refused(
        json!({ "distances": [ "start" ] }),
        r#"metas[0] scatter: parameter `placement.distances[0]` is "start"; expected an object such as {"to":"start"}"#,
    );
    refused(
        json!({ "distances": [ { "max": 4 } ] }),
        r#"metas[0] scatter: parameter `placement.distances[0].to` is missing; expected one of "start", "exit", "solid", "doors", "spawns", "keys", "walk", "corridors", "gates", "entrance", "stairs" or "key A", "spawn NAME", "area TAG" or the name of a tile, or a number from 0 to 255"#,
    );
    refused(
        json!({ "distances": [ { "to": "moon" } ] }),
        r#"metas[0] scatter: parameter `placement.distances[0].to` is "moon"; expected one of "start", "exit", "solid", "doors", "spawns", "keys", "walk", "corridors", "gates", "entrance", "stairs" or "key A", "spawn NAME", "area TAG" or the name of a tile, or a number from 0 to 255"#,
    );
    refused(
        json!({ "distances": [ { "to": "solid", "most": 4 } ] }),
        "metas[0] scatter: no parameter is called `placement.distances[0].most`; expected one of to, min, max, steps",
    );
    refused(
        json!({ "distances": [ { "to": "solid", "min": 4, "max": 3 } ] }),
        r#"metas[0] scatter: parameter `placement.distances[0].max` is 3; expected at least `min`, which is 4"#,
    );
    refused(
        json!({ "distances": [ { "to": "solid", "steps": "knight" } ] }),
        r#"metas[0] scatter: parameter `placement.distances[0].steps` is "knight"; expected one of "walk", "straight", "diagonal", "sight""#,
    );
}

#[test]
fn rules_name_the_plane_that_they_need() {
    for (place, plane) in [
        (json!({ "role": "exit" }), "graph"),
        (json!({ "max_depth": 2 }), "graph"),
        (json!({ "ground": "room" }), "rooms"),
        (json!({ "distances": [ { "to": "start", "min": 4 } ] }), "start"),
        (json!({ "distances": [ { "to": "gates", "max": 4 } ] }), "graph"),
    ] {
        let chain = recipe(json!([{ "use": "scatter", "placement": place }])).parse::<Recipe>().unwrap().chain();
        let message = chain.map(|_| ()).unwrap_err().to_string();
        assert!(message.starts_with(&format!("metas[0] scatter: needs `{plane}`")), "{message}");
    }
}

#[test]
fn a_tag_needs_rooms_or_areas() {
    let json = recipe(json!([{ "use": "scatter", "placement": { "tag": "den" } }]));
    let error = json.parse::<Recipe>().unwrap().chain().unwrap().build(1).unwrap_err();
    assert!(error.to_string().starts_with("metas[0] scatter: needs `graph`"), "{error}");
}
