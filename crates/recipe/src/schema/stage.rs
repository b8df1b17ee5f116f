//! The schema of a stage: its parameters, and which of them may be combined.

use serde_json::{Map, Value, json};

use super::{kind, object, or_null};
use crate::alias::{old_params, old_words};
use crate::catalog::BuilderInfo;
use crate::param::{Param, ParamKind};

/// A stage under one of its names.
pub(super) fn of_stage(name: &str, info: &BuilderInfo) -> Value {
    let mut schema = of_params(&info.params);
    for param in &info.params {
        let old: Vec<&str> = old_words(info.name, param.name).collect();
        if !old.is_empty() {
            let present = schema["properties"][param.name].take();
            let words = json!({ "enum": old, "deprecated": true });
            schema["properties"][param.name] = json!({ "description": param.about, "anyOf": [present, words] });
        }
    }
    for (old, present) in old_params(info.name) {
        let Some(param) = info.params.iter().find(|param| param.name == present) else { continue };
        schema["properties"][old] = of_param(param);
        schema["properties"][old]["deprecated"] = true.into();
        add_rule(&mut schema, json!({ "not": { "required": [old, present] } }));
    }
    // Old names took a number of corridors: 1 would double them now.
    if info.name == "corridors" && name != info.name {
        schema["properties"]["extra"]["exclusiveMaximum"] = 1.into();
    }
    if info.name == "from-map" {
        add_rule(&mut schema, one_of("map", "file"));
    }
    schema["description"] = info.about.into();
    schema["properties"]["use"] = json!({ "const": name });
    schema["required"] = json!(["use"]);
    schema
}

/// An object with parameters as its fields, all optional.
pub(super) fn of_params(params: &[Param]) -> Value {
    let fields: Map<String, Value> = params.iter().map(|param| (param.name.to_owned(), of_param(param))).collect();
    let mut schema = object(fields.into(), &[]);
    for param in params {
        if let Some((other, fitting)) = param.only_with {
            let default = params.iter().find(|param| param.name == other).and_then(|param| param.default.as_str());
            let required = if default.is_some_and(|default| fitting.contains(&default)) { vec![] } else { vec![other] };
            let fits = json!({ "properties": { other: { "enum": fitting } }, "required": required });
            schema["dependentSchemas"][param.name] = fits;
        }
        if let Some(other) = param.not_with {
            add_rule(&mut schema, not_both(param.name, other));
        }
    }
    schema
}

/// One parameter.
pub(super) fn of_param(param: &Param) -> Value {
    let mut schema = kind::schema(param);
    if param.default.is_null() {
        schema = or_null(schema);
    } else {
        schema["default"] = param.default.clone();
    }
    // A description beside a reference belongs to the parameter.
    schema["description"] = match param.kind {
        ParamKind::Object(expected) => format!("{}: {expected}", param.about).into(),
        _ => param.about.into(),
    };
    schema
}

/// At most one of two parameters; `null` counts as absent.
pub(super) fn not_both(one: &str, other: &str) -> Value {
    json!({ "not": { "allOf": [given(one), given(other)] } })
}

/// At least one of two parameters.
pub(super) fn one_of(one: &str, other: &str) -> Value {
    json!({ "anyOf": [given(one), given(other)] })
}

/// A parameter that is given and not `null`.
pub(super) fn given(name: &str) -> Value {
    json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } })
}

pub(super) fn add_rule(schema: &mut Value, rule: Value) {
    match schema["allOf"].as_array_mut() {
        Some(rules) => rules.push(rule),
        None => schema["allOf"] = json!([rule]),
    }
}
