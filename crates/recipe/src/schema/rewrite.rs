//! The schema of rewrite programs: nodes, their fields and types. The rules themselves are strings.

use serde_json::{Map, Value, json};

use super::forms::{byte, given, int, list, object, or_null, refer, text};

/// What a node does; exactly one of these is given.
const ACTIONS: [&str; 10] = ["one", "all", "prl", "count", "put", "path", "search", "markov", "sequence", "repeat"];

/// What programs refer to.
pub(super) fn definitions() -> [(String, Value); 4] {
    let symbol = json!({ "anyOf": [refer("tile"), marked()] });
    [("node".into(), node()), ("rule".into(), rule()), ("field".into(), distance()), ("symbol".into(), symbol)]
}

fn node() -> Value {
    let one_or_more = || json!({ "anyOf": [refer("rule"), list(refer("rule"))] });
    let at = json!([
        "center",
        "top",
        "right",
        "bottom",
        "left",
        "top-left",
        "top-right",
        "bottom-left",
        "bottom-right",
        "random"
    ]);
    let optional = json!({
        "one": one_or_more(), "all": one_or_more(), "prl": one_or_more(), "count": one_or_more(),
        "search": one_or_more(), "put": glyph(), "path": glyph(),
        "markov": list(refer("node")), "sequence": list(refer("node")), "repeat": list(refer("node")),
        "steps": { "anyOf": [int(0, u32::MAX.into()), { "type": "string", "pattern": "%$" }] },
        "times": int(0, u32::MAX.into()),
        "chance": { "type": "number" },
        "around": { "enum": [4, 8] },
        "at": { "anyOf": [{ "enum": at }, refer("point")] },
        "from": text(), "to": text(), "on": text(),
        "inertia": { "type": "boolean" }, "longest": { "type": "boolean" },
        "present": rows(), "absent": rows(), "states": int(0, u32::MAX.into()),
        "symmetry": symmetry(), "fields": list(refer("field")), "temperature": { "type": "number" },
        "observe": list(observation()),
    });
    let mut node = object(nullable(optional).into(), &[]);
    node["oneOf"] = ACTIONS.map(given).into_iter().collect();
    node
}

fn rule() -> Value {
    let fields = nullable(json!({
        "rule": text(), "from": rows(), "to": rows(),
        "weight": int(0, u32::MAX.into()), "chance": { "type": "number" }, "symmetry": symmetry(),
    }));
    json!({ "description": "a rule such as \".# -> ..\"", "anyOf": [text(), object(fields.into(), &[])] })
}

fn distance() -> Value {
    let mut fields = nullable(
        json!({ "to": text(), "from": text(), "recompute": { "type": "boolean" }, "essential": { "type": "boolean" } }),
    );
    fields.insert("for".into(), glyph());
    fields.insert("on".into(), text());
    object(fields.into(), &["for", "on"])
}

fn observation() -> Value {
    let mut fields = nullable(json!({ "from": glyph() }));
    fields.insert("for".into(), glyph());
    fields.insert("to".into(), text());
    object(fields.into(), &["for", "to"])
}

fn marked() -> Value {
    let is = || json!({ "type": "boolean" });
    let fields = json!({
        "tile": refer("tile"), "start": is(), "exit": is(), "spawn": text(), "key": byte(), "door": is(), "lock": byte(),
    });
    object(nullable(fields).into(), &[])
}

fn symmetry() -> Value {
    json!({ "enum": ["all", "none", "mirror-x", "mirror-y", "mirrors", "turns"] })
}

fn rows() -> Value {
    json!({ "anyOf": [text(), list(text())] })
}

fn glyph() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 1 })
}

/// Fields that may be `null`.
fn nullable(fields: Value) -> Map<String, Value> {
    let fields = fields.as_object().cloned().unwrap_or_default();
    fields.into_iter().map(|(name, schema)| (name, or_null(schema))).collect()
}
