//! The schema of a parameter's values.

use serde_json::{Value, json};

use super::stage::{add_rule, not_both, of_params, one_of};
use super::{int, list, object, or_null, refer, rewrite, tuple};
use crate::param::{Param, ParamKind};
use crate::{prefab, spawn_table, typed};

pub(super) fn schema(param: &Param) -> Value {
    match &param.kind {
        ParamKind::Int(min, max) => int(*min, *max),
        ParamKind::Number(min, max) => json!({ "type": "number", "minimum": min, "maximum": max }),
        ParamKind::Choice(words) => json!({ "enum": words }),
        ParamKind::Words(words) => list(json!({ "enum": words })),
        ParamKind::Pins => list(tuple("column, row and tile", [cell(), cell(), refer("tile")])),
        ParamKind::TileWeights => list(tuple("a tile and its weight", [refer("tile"), int(1, u32::MAX.into())])),
        ParamKind::TilePairs => list(tuple("two tiles", [refer("tile"), refer("tile")])),
        ParamKind::Text | ParamKind::File => json!({ "type": "string" }),
        ParamKind::Place(words) => {
            json!({ "anyOf": [{ "enum": words }, object(json!({ "at": refer("point") }), &["at"])] })
        }
        ParamKind::Bool => json!({ "type": "boolean" }),
        ParamKind::Counts(max) => list(int(0, *max)),
        ParamKind::Of(domain) => typed::schema(domain),
        ParamKind::Map => refer("map"),
        ParamKind::SpawnTable => list(refer("spawn")),
        ParamKind::Prefab => list(json!({ "type": "string" })),
        ParamKind::Legend => json!({
            "type": "object",
            "propertyNames": glyph(),
            "additionalProperties": refer("meaning"),
        }),
        ParamKind::Vaults => list(refer("vault")),
        ParamKind::Tile => refer("tile"),
        ParamKind::Tiles => list(refer("tile")),
        ParamKind::Program => list(refer("node")),
        ParamKind::Glyph => glyph(),
        ParamKind::Object(_) => rewrite::field(param.name),
        ParamKind::Rooms => json!({ "anyOf": [int(1, 250), list(room())] }),
        ParamKind::Joins => list(tuple("two rooms", [int(0, 249), int(0, 249)])),
    }
}

/// What the parameters above refer to.
pub(super) fn definitions() -> [(String, Value); 3] {
    let spawn = required(of_params(&spawn_table::entry_fields()), &["name", "weight"]);
    let mut vault = of_params(&prefab::vault_fields());
    add_rule(&mut vault, one_of("template", "file"));
    [("spawn".into(), spawn), ("vault".into(), vault), ("meaning".into(), meaning())]
}

fn required(mut schema: Value, fields: &[&str]) -> Value {
    schema["required"] = json!(fields);
    schema
}

/// A room of a layout.
fn room() -> Value {
    let rows = || list(json!({ "type": "string" }));
    let range = || or_null(tuple("the least and the most cells", [int(1, 50), int(1, 50)]));
    let fields = json!({
        "width": range(),
        "height": range(),
        "template": or_null(json!({ "anyOf": [rows(), list(rows())] })),
        "role": or_null(json!({ "type": "string" })),
        "tags": rows(),
    });
    object(fields, &[])
}

/// The meaning of a prefab's glyph.
fn meaning() -> Value {
    let fields = json!({
        "tile": or_null(refer("tile")),
        "spawn": or_null(json!({ "type": "string" })),
        "mark": or_null(json!({ "enum": ["start", "exit"] })),
    });
    let mut marked = object(fields, &[]);
    add_rule(&mut marked, not_both("spawn", "mark"));
    json!({ "anyOf": [{ "enum": ["keep", "start", "exit"] }, refer("tile"), marked] })
}

pub(super) fn glyph() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 1 })
}

fn cell() -> Value {
    int(0, u16::MAX.into())
}
