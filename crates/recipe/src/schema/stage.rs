//! The schema of a stage: its parameters, and which of them may be combined.

use serde_json::{Map, Value, json};

use super::forms::{add_rule, not_both, object, one_of, only_beside, or_null};
use crate::catalog::BuilderInfo;
use crate::param::Param;
use crate::typed;

/// A stage.
pub(super) fn of_stage(info: &BuilderInfo) -> Value {
    let mut schema = of_params(&info.params);
    if info.is_own() {
        // It reads its parameters itself.
        schema["additionalProperties"] = true.into();
    }
    if info.name == "from-map" {
        add_rule(&mut schema, one_of("map", "file"));
    }
    let of_file: &[&str] = match info.name {
        "wave-function-collapse" => &["legend", "solid", "subset"],
        "herringbone-wang" => &["legend"],
        _ => &[],
    };
    of_file.iter().for_each(|name| add_rule(&mut schema, only_beside(name, "file")));
    schema["description"] = (*info.about).into();
    schema["properties"]["use"] = json!({ "const": info.name });
    schema["properties"]["seed"] = json!({
        "type": ["integer", "null"], "minimum": 0, "maximum": u64::MAX,
        "description": "Draws this stage alone anew: other monsters in the same rooms.",
    });
    if info.draws() {
        schema["properties"]["kept"] = json!({
            "enum": ["shape", "tile", null],
            "description": "How much of what the stage draws is kept: later stages leave it as it is.",
        });
    }
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
    let mut schema = typed::schema(&param.schema);
    if param.is_optional() {
        schema = or_null(schema);
    } else if !param.is_required {
        schema["default"] = param.default.clone();
    }
    // A description beside a reference belongs to the parameter.
    schema["description"] = (*param.about).into();
    schema
}
