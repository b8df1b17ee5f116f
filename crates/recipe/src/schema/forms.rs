//! Pieces of schemas.

use std::ops::RangeInclusive;

use mapwright_core::Palette;
use serde_json::{Value, json};

/// A cell as `[x, y]`.
pub(crate) fn point() -> Value {
    tuple("a cell: its column and its row", [int(0, u16::MAX.into()), int(0, u16::MAX.into())])
}

pub(crate) fn int(min: u64, max: u64) -> Value {
    json!({ "type": "integer", "minimum": min, "maximum": max })
}

pub(crate) fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

pub(crate) fn tuple<const N: usize>(about: &str, items: [Value; N]) -> Value {
    let items = Value::from_iter(items);
    json!({ "description": about, "type": "array", "prefixItems": items, "items": false, "minItems": N })
}

pub(crate) fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The same, or `null`.
pub(crate) fn or_null(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// An object with only these fields, some of them required.
pub(crate) fn object(fields: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": fields, "required": required, "additionalProperties": false })
}

pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

pub(crate) fn byte() -> Value {
    int(0, u8::MAX.into())
}

/// A tile by name, with spaces or hyphens, or by number.
pub(crate) fn tile(numbers: RangeInclusive<u8>) -> Value {
    let palette = Palette::default();
    let looks = palette.looks().iter().filter(|look| numbers.contains(&look.tile.0));
    let mut names: Vec<String> = looks.flat_map(|look| [look.name.replace(' ', "-"), look.name.clone()]).collect();
    names.dedup();
    json!({ "anyOf": [{ "enum": names }, int((*numbers.start()).into(), (*numbers.end()).into())] })
}

/// At most one of two parameters; `null` counts as absent.
pub(crate) fn not_both(one: &str, other: &str) -> Value {
    json!({ "not": { "allOf": [given(one), given(other)] } })
}

/// At least one of two parameters.
pub(crate) fn one_of(one: &str, other: &str) -> Value {
    json!({ "anyOf": [given(one), given(other)] })
}

/// Allows the first of two parameters only beside the second.
pub(crate) fn only_beside(one: &str, other: &str) -> Value {
    json!({ "if": given(one), "then": given(other) })
}

/// A parameter that is given and not `null`.
pub(crate) fn given(name: &str) -> Value {
    json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } })
}

pub(crate) fn add_rule(schema: &mut Value, rule: Value) {
    match schema["allOf"].as_array_mut() {
        Some(rules) => rules.push(rule),
        None => schema["allOf"] = json!([rule]),
    }
}
