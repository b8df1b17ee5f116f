//! Parameters as their types describe them: rows of the catalogue, schemas, checks and forms made from a [`Schema`].

mod check;
mod read;
mod reader;
mod schema;
mod words;

use std::borrow::Cow;

use mapwright_core::params::{Holds, Schema, Variant};
use mapwright_core::{Palette, Tile};
use serde::Serialize;
use serde_json::{Map, Value, json};

pub(crate) use check::check;
pub(crate) use read::{found_at, read};
pub(crate) use reader::{Way, WayStep, read as read_value};
pub(crate) use schema::schema;
pub(crate) use words::{expected, phrase};

/// The values of the fields of a type by default.
pub(crate) fn defaults<T: Default + Serialize>() -> Map<String, Value> {
    match serde_json::to_value(T::default()) {
        Ok(Value::Object(values)) => values,
        _ => Map::new(),
    }
}

/// What a type is, in a few words.
pub(crate) fn about(schema: &Schema) -> Cow<'static, str> {
    match schema {
        Schema::Object(_, about, _) => phrase(about),
        _ => "".into(),
    }
}

/// Tiles by name, where they have one.
pub(crate) fn name_tiles(schema: &Schema, value: &mut Value) {
    match (schema, value) {
        (Schema::Tile(..), value) => {
            let tile = value.as_u64().and_then(|number| u8::try_from(number).ok()).map(Tile);
            let looks = Palette::default();
            if let Some(look) = looks.looks().iter().find(|look| Some(look.tile) == tile) {
                *value = look.name.replace(' ', "-").into();
            }
        }
        (Schema::Maybe(of) | Schema::Such(_, of), value) => name_tiles(of, value),
        (Schema::List(of, _), Value::Array(items)) => items.iter_mut().for_each(|item| name_tiles(of, item)),
        (Schema::Tuple(parts), Value::Array(items)) => {
            parts.iter().zip(items).for_each(|(part, item)| name_tiles(part, item));
        }
        (Schema::Object(_, _, fields), Value::Object(values)) => {
            for field in *fields {
                values.get_mut(field.name).into_iter().for_each(|value| name_tiles(&(field.schema)(), value));
            }
        }
        (Schema::OneOf(_, variants), Value::Object(values)) => {
            for variant in variants {
                if let (Holds::Value(schema), Some(held)) = (variant.holds, values.get_mut(variant.name)) {
                    name_tiles(&schema(), held);
                }
            }
        }
        _ => (),
    }
}

/// A word for how a form shows a parameter: `choice`, `words`, `place`, `tile`, … or the type of JSON.
pub(crate) fn form(schema: &Schema) -> &'static str {
    match schema {
        Schema::Int(..) => "integer",
        Schema::Number(..) => "number",
        Schema::Bool => "boolean",
        Schema::Text | Schema::Like(_) => "text",
        Schema::Char => "glyph",
        Schema::File => "file",
        Schema::Tile(..) => "tile",
        Schema::Maybe(of) | Schema::Such(_, of) => form(of),
        Schema::Defined(name, _) => name,
        Schema::List(of, _) => match &**of {
            Schema::Tile(..) => "tiles",
            Schema::Text => "rows",
            Schema::Int(..) => "counts",
            Schema::OneOf(_, variants) if is_plain(variants) => "words",
            _ => "array",
        },
        Schema::Tuple(_) => "array",
        Schema::Table(..) | Schema::Object(..) => "object",
        Schema::OneOf(_, variants) if is_plain(variants) => "choice",
        Schema::OneOf(_, variants) if is_place(variants) => "place",
        _ => "any",
    }
}

/// The words of an enum, or the two ends of a number, that a form offers.
pub(crate) fn range(schema: &Schema) -> Value {
    match schema {
        Schema::Int(least, most) => json!([least, most]),
        Schema::Number(least, most) => json!([least, most]),
        Schema::Maybe(of) | Schema::Such(_, of) | Schema::List(of, _) => range(of),
        Schema::OneOf(_, variants) => {
            variants.iter().filter(|one| matches!(one.holds, Holds::Nothing)).map(|one| one.name).collect()
        }
        _ => Value::Null,
    }
}

fn is_plain(variants: &[Variant]) -> bool {
    variants.iter().all(|one| matches!(one.holds, Holds::Nothing))
}

/// Whether variants are words, and a cell under `at`.
fn is_place(variants: &[Variant]) -> bool {
    let Some((at, words)) = variants.split_last() else { return false };
    let Holds::Value(held) = at.holds else { return false };
    at.name == "at" && is_plain(words) && matches!(held(), Schema::Such(_, cell) if matches!(*cell, Schema::Tuple(_)))
}
