//! What a crate outside of the workspace gets for its builder: recipes, messages, a schema, and the row of the catalogue
//! from which the page makes a form and Python its stubs (`garden.json`, which their tests read).
#![allow(clippy::unwrap_used)]

use mapwright_outside::Garden;
use mapwright_recipe::Registry;
use serde_json::{Value, json};

fn registry() -> Registry {
    Registry::shipped().add_initial::<Garden>("gardens")
}

fn answer(garden: Value) -> String {
    let mut stage = json!({ "use": "garden" });
    stage.as_object_mut().unwrap().extend(garden.as_object().unwrap().clone());
    let recipe = json!({ "version": 1, "width": 20, "height": 9, "initial": stage });
    match registry().parse(&recipe.to_string()) {
        Ok((recipe, chain)) => chain.build(recipe.seed()).unwrap().size().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn recipes_read_it_and_mistakes_are_told() {
    assert_eq!(answer(json!({ "beds": 1, "path": "loose-gravel", "bed": { "sides": "1x1" } })), "20x9");
    for (garden, message) in [
        (json!({ "beds": 0 }), "parameter `beds` is 0; expected an integer from 1 to 9"),
        (json!({ "bets": 1 }), "no parameter is called `bets`; did you mean `beds`?"),
        (json!({ "path": "mud" }), r#"parameter `path` is "mud"; expected one of "sand", "loose-gravel""#),
        (json!({ "bed": { "side": "3x3" } }), "no parameter is called `bed.side`; did you mean `sides`?"),
        (json!({ "bed": { "sides": "3" } }), r#"parameter `bed.sides` is "3"; expected sides such as "3x2""#),
    ] {
        assert_eq!(answer(garden), format!("initial garden: {message}"));
    }
}

#[test]
fn the_schema_knows_it() {
    let schema = registry().schema();
    let garden = &schema["$defs"]["garden"]["properties"];
    assert_eq!((&garden["beds"]["minimum"], &garden["beds"]["maximum"]), (&json!(1), &json!(9)));
    assert_eq!(garden["path"]["anyOf"][1]["const"], "loose-gravel");
    assert_eq!(garden["bed"]["properties"]["sides"]["pattern"], "^[0-9]+x[0-9]+$");
    let initial = schema["$defs"]["initial"].to_string();
    assert!(initial.contains("#/$defs/garden"));
}

#[test]
fn its_row_of_the_catalogue_is_the_file() {
    let registry = registry();
    let row = registry.builders().iter().find(|info| info.name == "garden").unwrap().to_json();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/garden.json");
    if std::env::var_os("MAPWRIGHT_BLESS").is_some() {
        std::fs::write(path, serde_json::to_string_pretty(&row).unwrap() + "\n").unwrap();
    }
    let known: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(row, known, "write it anew with MAPWRIGHT_BLESS=1");
}
