//! JSON Schema, draft 2020-12, of recipes and maps: editors complete and check with it.
//!
//! The schema of recipes follows from the catalogue. `docs/schema.md` lists what a schema cannot express.

pub(crate) mod forms;
mod map;
mod rewrite;
mod stage;

use mapwright_core::DoorKind;
use serde_json::{Map, Value, json};

use crate::Recipe;
use crate::catalog::{BuilderInfo, BuilderKind, builders};
use forms::{byte, int, object, or_null, point, refer, text, tile};
use stage::{of_param, of_stage};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON Schema of recipes.
///
/// ```
/// let schema = mapwright_recipe::recipe_schema();
/// assert_eq!(schema["properties"]["seed"]["default"], 0);
/// ```
pub fn recipe_schema() -> Value {
    of_recipes(builders())
}

/// The schema of recipes with these builders.
pub(crate) fn of_recipes(all: &[BuilderInfo]) -> Value {
    let mut properties: Map<String, Value> =
        Recipe::params().iter().map(|param| (param.name.to_owned(), of_param(param))).collect();
    properties.insert("initial".into(), json!({ "$ref": "#/$defs/initial" }));
    let metas = json!({
        "description": "the stages that change the map, in order",
        "type": "array", "items": { "$ref": "#/$defs/meta" }, "default": [],
    });
    properties.insert("metas".into(), metas);
    json!({
        "$schema": DRAFT,
        "title": "Mapwright recipe",
        "description": "A chain of builders as data: the same recipe and seed make the same map.",
        "type": "object",
        "properties": properties,
        "required": ["version", "width", "height", "initial"],
        "additionalProperties": false,
        "$defs": definitions(all),
    })
}

/// The JSON Schema of maps.
pub fn map_schema() -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".into(), DRAFT.into());
    schema.extend(map::schema().as_object().cloned().unwrap_or_default());
    schema.into()
}

/// Everything that recipes refer to: the two kinds of stages, each stage, and what parameters share.
fn definitions(all: &[BuilderInfo]) -> Map<String, Value> {
    let mut definitions = Map::new();
    for (name, kind, about) in [
        ("initial", BuilderKind::Initial, "the stage that makes the map"),
        ("meta", BuilderKind::Meta, "a stage that changes the map"),
    ] {
        definitions.insert(name.into(), choice(all, kind, about));
    }
    definitions.extend(all.iter().map(|info| (info.name.to_owned(), of_stage(info))));
    definitions.extend([
        ("tile".to_owned(), any_tile()),
        ("point".to_owned(), point()),
        ("map".to_owned(), map::schema()),
    ]);
    definitions.insert("meaning".into(), meaning());
    definitions.extend(rewrite::definitions());
    definitions
}

/// One of several stages, distinguished by name.
fn choice(all: &[BuilderInfo], wanted: BuilderKind, about: &str) -> Value {
    let fits = |info: &&BuilderInfo| info.kind() == wanted || info.kind() == BuilderKind::Both;
    let here = || all.iter().filter(fits);
    let named = |name: &str| json!({ "properties": { "use": { "const": name } } });
    let names = here().map(|info| json!({ "const": info.name, "description": info.about }));
    let rules = here().map(|info| json!({ "if": named(info.name), "then": refer(info.name) }));
    json!({
        "description": about,
        "type": "object",
        "properties": { "use": { "description": "the name of a builder", "oneOf": names.collect::<Value>() } },
        "required": ["use"],
        "allOf": rules.collect::<Value>(),
    })
}

/// Any tile.
fn any_tile() -> Value {
    let mut schema = tile(0..=u8::MAX);
    schema["description"] = "a tile by name or number; numbers from 128 up are solid".into();
    schema
}

/// The meaning of a glyph of a drawing.
fn meaning() -> Value {
    let number = || or_null(byte());
    let name = || or_null(text());
    let on_tile = |mut fields: Value| {
        fields["tile"] = or_null(refer("tile"));
        object(fields, &[])
    };
    let numbers = |least: u64| {
        json!({
            "type": "object", "propertyNames": { "minLength": 1, "maxLength": 1 },
            "additionalProperties": int(least, u32::MAX.into()), "minProperties": 1,
        })
    };
    let flag = || or_null(json!({ "type": "boolean" }));
    let kinds: Vec<&str> = DoorKind::ALL.iter().map(|kind| kind.name()).collect();
    json!({ "anyOf": [
        { "enum": ["keep", "start", "exit"] },
        refer("tile"),
        on_tile(json!({ "spawn": name(), "key": number() })),
        on_tile(json!({
            "lock": number(), "one_way": or_null(json!({ "enum": ["n", "e", "s", "w"] })), "door": or_null(json!({ "enum": kinds })),
        })),
        on_tile(json!({ "portal": number() })),
        on_tile(json!({ "mark": name() })),
        object(json!({ "any": numbers(0), "exactly": or_null(numbers(1)), "once": flag() }), &["any"]),
        object(json!({ "exactly": numbers(1) }), &["exactly"]),
        object(json!({ "slot": text(), "rotate": flag(), "mirror": flag() }), &["slot"]),
    ] })
}
