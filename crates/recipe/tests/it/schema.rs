//! Two independent validators judge recipes and maps by the schemas as the program does.
#![allow(clippy::panic, reason = "a test may fail")]

mod recipes;

use std::process::Command;

use crate::clients;
use mapwright_core::{MapFileError, MapRng, Plane};
use mapwright_recipe::{
    Files, MapError, RandomChain, Recipe, RecipeErrorKind, Registry, map_from_json, map_schema, map_to_json,
    recipe_schema, template, templates,
};
use serde_json::{Value, json};

const PYTHON: &str = r#"
import json, sys
from jsonschema import Draft202012Validator
file = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(file["schema"])
validator = Draft202012Validator(file["schema"])
print("".join("01"[validator.is_valid(case)] for case in file["cases"]))
"#;

const NODE: &str = r#"
const Ajv = require("ajv/dist/2020");
const file = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(file.schema);
console.log(file.cases.map((one) => (validate(one) ? "1" : "0")).join(""));
"#;

/// Sees that both validators say what is expected of each case; `None` is what a schema cannot express.
pub(crate) fn check(schema: Value, cases: &[(Value, Option<bool>)]) {
    let Some([python, node]) = clients::validators() else { return };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("cases.json");
    let all: Vec<&Value> = cases.iter().map(|(case, _)| case).collect();
    std::fs::write(&file, json!({ "schema": schema, "cases": all }).to_string()).unwrap();
    let run = |mut program: Command, flag: &str, code: &str| {
        clients::text(&program.args([flag, code]).arg(&file).output().unwrap())
    };
    for (name, verdicts) in [("jsonschema", run(python, "-c", PYTHON)), ("ajv", run(node, "-e", NODE))] {
        assert_eq!(verdicts.trim().len(), cases.len());
        let differs = |(verdict, (_, expected)): &(u8, &(Value, Option<bool>))| {
            expected.is_some_and(|expected| (*verdict == b'1') != expected)
        };
        let wrong: Vec<String> = verdicts
            .bytes()
            .zip(cases)
            .filter(differs)
            .map(|(_, (case, expected))| format!("{expected:?}: {case}\n{}", of_recipe(case).1))
            .collect();
        assert!(
            wrong.is_empty(),
            "{name} says otherwise of {} cases:\n{}",
            wrong.len(),
            wrong[..wrong.len().min(50)].join("\n")
        );
    }
}

fn is_index(letter: char) -> bool {
    letter == '[' || letter == ']' || letter.is_ascii_digit()
}

/// What the program says of a recipe, as far as a schema can say it, and why.
pub(crate) fn of_recipe(value: &Value) -> (Option<bool>, String) {
    let made = Recipe::try_from(value.clone()).and_then(|recipe| Registry::shipped().chain(&recipe, &Files::default()));
    let Err(error) = made else { return (Some(true), String::new()) };
    let why = error.to_string();
    match error.kind() {
        // The glyphs of rows are texts, and of two sizes of a room the first must be the smaller.
        RecipeErrorKind::Value { name, value, .. }
            if value.is_array() && name.starts_with("rooms[")
                || ["template", "drawing"].iter().any(|end| name.trim_end_matches(is_index).ends_with(end)) =>
        {
            (None, why)
        }
        RecipeErrorKind::Unknown { .. }
        | RecipeErrorKind::Value { .. }
        | RecipeErrorKind::Missing { .. }
        | RecipeErrorKind::Misplaced { .. } => (Some(false), why),
        // Planes that a stage needs, cells outside of the map, files, the glyphs of a prefab, the text of rules.
        RecipeErrorKind::Build(_)
        | RecipeErrorKind::File { .. }
        | RecipeErrorKind::Outside { .. }
        | RecipeErrorKind::Map(_)
        | RecipeErrorKind::Program { .. } => (None, why),
        other => panic!("{other}: {value}"),
    }
}

fn shipped() -> impl Iterator<Item = Recipe> {
    templates().map(|name| template(name).unwrap().parse().unwrap())
}

#[test]
fn shipped_recipes_fit_the_schema() {
    let cases: Vec<_> = shipped().map(|recipe| (Value::from(recipe), Some(true))).collect();
    check(recipe_schema(), &cases);
}

#[test]
fn random_recipes_fit_the_schema() {
    let mut rng = MapRng::new(1);
    let rolled = (0..500).map(|seed| {
        let chain = RandomChain::new(1 + seed as u32 % 24);
        Value::from(chain.recipe(seed).unwrap())
    });
    let varied = std::iter::repeat_with(|| recipes::random(&mut rng));
    let varied = varied.filter(|recipe| of_recipe(recipe).0 == Some(true)).take(500);
    let cases: Vec<_> = rolled.chain(varied).map(|recipe| (recipe, Some(true))).collect();
    cases.iter().for_each(|(recipe, expected)| assert_eq!(of_recipe(recipe).0, *expected, "{recipe}"));
    check(recipe_schema(), &cases);
}

#[test]
fn broken_recipes_are_judged_alike() {
    let mut rng = MapRng::new(2);
    let (mut cases, mut n_broken, mut n_decided) = (Vec::new(), 0, 0);
    let shipped: Vec<Value> = shipped().map(Value::from).collect();
    while n_broken < 1000 {
        let mut recipe = match rng.below(2) {
            0 => rng.pick(&shipped).unwrap().clone(),
            _ => recipes::random(&mut rng),
        };
        // Random parameters may be wrong together.
        if of_recipe(&recipe).0 == Some(true) {
            recipes::break_something(&mut recipe, &mut rng);
        }
        let (verdict, _) = of_recipe(&recipe);
        n_broken += u32::from(verdict != Some(true));
        n_decided += u32::from(verdict == Some(false));
        cases.push((recipe, verdict));
    }
    assert!(n_decided > 700, "{n_decided} of {n_broken} are refused for what a schema can express");
    check(recipe_schema(), &cases);
}

#[test]
fn maps_are_judged_alike() {
    let mut rng = MapRng::new(3);
    let map = |recipe: Recipe| recipe.chain().unwrap().build(recipe.seed()).unwrap();
    let maps: Vec<Value> = shipped().map(|recipe| serde_json::from_str(&map_to_json(&map(recipe))).unwrap()).collect();
    let mut cases: Vec<(Value, Option<bool>)> = maps.iter().map(|map| (map.clone(), Some(true))).collect();
    for _ in 0..300 {
        let mut map = rng.pick(&maps).unwrap().clone();
        recipes::break_something(&mut map, &mut rng);
        let verdict = match map_from_json(&map.to_string()) {
            // Tiles may have names, of which the schema says nothing: a number is quicker to check.
            Ok(_) => (!map["tiles"].as_array().is_some_and(|tiles| tiles.iter().any(Value::is_string))).then_some(true),
            Err(MapError::Json(_) | MapError::File(MapFileError::Format { .. } | MapFileError::Bit { .. })) => {
                Some(false)
            }
            // How long planes are, and whether they agree.
            Err(_) => None,
        };
        cases.push((map, verdict));
    }
    check(map_schema(), &cases);
}

#[test]
fn a_recipe_keeps_its_schema() {
    let text = r#"{ "$schema": "mapwright.schema.json", "version": 1, "width": 9, "height": 9, "initial": { "use": "arena" } }"#;
    let recipe: Recipe = text.parse().unwrap();
    assert_eq!(recipe.schema.as_deref(), Some("mapwright.schema.json"));
    assert_eq!(recipe.to_json().parse::<Recipe>().unwrap(), recipe);
    assert!(recipe.to_json().contains("$schema"));
}

#[test]
fn the_schema_of_maps_knows_every_plane() {
    let schema = map_schema();
    let unknown = Plane::ALL.into_iter().find(|plane| !schema["properties"][plane.name()].is_object());
    assert_eq!(unknown, None);
}
