//! The schema of map files. Planes are row-major, one number a cell.

use mapwright_core::DoorKind;
use serde_json::{Map, Value, json};

use super::forms::{byte, int, list, object, or_null, point, text};

pub(super) fn schema() -> Value {
    let mut fields = required();
    fields.insert("wrap".into(), json!({ "enum": ["none", "x", "y", "both"], "default": "none" }));
    let place = json!({ "type": ["array", "null"], "items": { "type": "integer" }, "minItems": 4, "maxItems": 4 });
    fields.insert("window".into(), about("its place in an endless world: column, row, width, height", place));
    let one_way = object(json!({ "from": point(), "to": point() }), &["from", "to"]);
    let portal = json!({ "anyOf": [pair(), one_way] });
    fields.insert("portals".into(), about("cells joined by a step: a pair, or one way", list(portal)));
    fields.insert("spawns".into(), about("what appears, and where", list(spawn())));
    let layers = json!({ "type": "object", "additionalProperties": layer() });
    fields.insert("layers".into(), about("planes of your own, by name", layers));
    let color = json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" });
    let palette = json!({ "type": "object", "additionalProperties": color });
    fields.insert("palette".into(), about("the colors of tiles that the default palette lacks, by number", palette));
    let Value::Object(optional) = optional() else { return Value::Null };
    fields.extend(optional.into_iter().map(|(name, schema)| (name, or_null(schema))));
    let mut schema = object(fields.into(), &["format", "version", "width", "height", "tiles"]);
    schema["title"] = "Mapwright map".into();
    schema["description"] = "A finished map. Planes are row-major, one number a cell.".into();
    schema
}

fn required() -> Map<String, Value> {
    let side = || int(1, u16::MAX.into());
    let fields = [
        ("format", json!({ "const": "mapwright-map" })),
        ("version", json!({ "const": 2 })),
        ("width", side()),
        ("height", side()),
        ("tiles", about("the tile of each cell; numbers from 128 up are solid", bytes())),
    ];
    fields.map(|(name, schema)| (name.to_owned(), schema)).into_iter().collect()
}

fn optional() -> Value {
    json!({
        "solid": about("1 where the tile is solid; must agree with `tiles`", bits()),
        "sides": about("2 bits a side, north lowest, then east, south, west; 0 is closed", bytes()),
        "corners": about("2 bits a corner: NE lowest, then SE, SW, NW", bytes()),
        "solution": about("the sides before pipes were turned", bytes()),
        "kept": about("how much of each cell is kept: 0 nothing, 1 whether it is solid, 2 its tile", list(int(0, 2))),
        "regions": about("the region of each cell", list(word())),
        "flow": flow(),
        "rooms": list(room()),
        "corridors": about("the cells of each corridor, in order", list(list(point()))),
        "start": point(),
        "exit": point(),
        "floors": about("how many floors lie one above the other, with a solid row between two", int(1, u16::MAX.into())),
        "doors": list(door()),
        "graph": graph(),
        "proof": proof(),
    })
}

fn flow() -> Value {
    let rings = list(int(0, u32::MAX.into()));
    let fields = json!({ "source": point(), "wet": bits(), "rings": rings, "on_ring": bits() });
    about("the cells connected to the source, and rings", object(fields, &["source", "wet", "rings", "on_ring"]))
}

fn room() -> Value {
    let rect = json!({ "type": "array", "items": word(), "minItems": 4, "maxItems": 4 });
    let fields = json!({
        "id": int(0, u32::MAX.into()),
        "rect": rect,
        "shape": { "enum": ["rectangle", "ellipse", "circle", "region"], "default": "rectangle" },
        "region": or_null(word()),
        "tags": list(text()),
    });
    object(fields, &["id", "rect"])
}

fn spawn() -> Value {
    object(
        json!({ "at": point(), "what": text(), "key": or_null(byte()), "pack": or_null(int(0, u16::MAX.into())) }),
        &["at", "what"],
    )
}

fn door() -> Value {
    let one_way = or_null(json!({ "enum": ["n", "e", "s", "w"] }));
    let kind = json!({ "enum": DoorKind::ALL.map(DoorKind::name), "default": "door" });
    object(json!({ "cells": list(point()), "lock": or_null(byte()), "one_way": one_way, "kind": kind }), &["cells"])
}

fn layer() -> Value {
    let kinds = [
        ("u8", byte()),
        ("u16", word()),
        ("i32", json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX })),
        ("f32", json!({ "type": "number" })),
    ];
    let kind =
        |(name, number)| object(json!({ "type": { "const": name }, "values": list(number) }), &["type", "values"]);
    json!({ "anyOf": kinds.map(kind).into_iter().collect::<Value>() })
}

fn graph() -> Value {
    let area = json!({
        "anchor": point(), "depth": int(0, u32::MAX.into()), "role": or_null(text()), "tags": list(text()),
    });
    let join = json!({
        "a": word(), "b": word(), "gate": list(point()), "kind": { "enum": ["open", "locked", "one-way"] },
        "locks": or_null(list(byte())), "from": or_null(word()),
    });
    let fields = json!({
        "area": about("the area of each cell, counted from 1; 0 for none", list(word())),
        "areas": list(object(area, &["anchor", "depth"])),
        "joins": list(object(join, &["a", "b", "gate", "kind"])),
    });
    about("areas and the gates between them", object(fields, &["area", "areas", "joins"]))
}

fn proof() -> Value {
    let fields = json!({ "walk": list(point()), "keys": list(byte()), "needed": list(json!({ "type": "boolean" })) });
    about("a walk that wins the level", object(fields, &["walk", "keys", "needed"]))
}

fn pair() -> Value {
    json!({ "type": "array", "items": point(), "minItems": 2, "maxItems": 2 })
}

fn about(text: &str, mut schema: Value) -> Value {
    schema["description"] = text.into();
    schema
}

fn word() -> Value {
    int(0, u16::MAX.into())
}

fn bytes() -> Value {
    list(byte())
}

fn bits() -> Value {
    list(int(0, 1))
}
