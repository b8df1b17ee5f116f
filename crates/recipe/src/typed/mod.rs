//! Parameters as their types describe them: rows of the catalogue, schemas, checks and forms made from a [`Domain`].

mod check;
mod read;
mod reader;
mod schema;
mod words;

use std::borrow::Cow;

use mapwright_core::params::{Domain, Holds, Variant};
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
pub(crate) fn about(domain: &Domain) -> Cow<'static, str> {
    match domain {
        Domain::Object(_, about, _) => phrase(about),
        _ => "".into(),
    }
}

/// Tiles by name, where they have one.
pub(crate) fn name_tiles(domain: &Domain, value: &mut Value) {
    match (domain, value) {
        (Domain::Tile, value) => {
            let tile = value.as_u64().and_then(|number| u8::try_from(number).ok()).map(Tile);
            let looks = Palette::default();
            if let Some(look) = looks.looks().iter().find(|look| Some(look.tile) == tile) {
                *value = look.name.replace(' ', "-").into();
            }
        }
        (Domain::Maybe(of) | Domain::Such(_, of), value) => name_tiles(of, value),
        (Domain::List(of), Value::Array(items)) => items.iter_mut().for_each(|item| name_tiles(of, item)),
        (Domain::Tuple(parts), Value::Array(items)) => {
            parts.iter().zip(items).for_each(|(part, item)| name_tiles(part, item));
        }
        (Domain::Object(_, _, fields), Value::Object(values)) => {
            for field in *fields {
                values.get_mut(field.name).into_iter().for_each(|value| name_tiles(&(field.domain)(), value));
            }
        }
        (Domain::OneOf(_, variants), Value::Object(values)) => {
            for variant in variants {
                if let (Holds::Value(domain), Some(held)) = (variant.holds, values.get_mut(variant.name)) {
                    name_tiles(&domain(), held);
                }
            }
        }
        _ => (),
    }
}

/// A word for how a form shows a parameter: `choice`, `words`, `place`, `tile`, … or the type of JSON.
pub(crate) fn form(domain: &Domain) -> &'static str {
    match domain {
        Domain::Int(..) => "integer",
        Domain::Number(..) => "number",
        Domain::Bool => "boolean",
        Domain::Text | Domain::Like(_) => "text",
        Domain::Char => "glyph",
        Domain::File => "file",
        Domain::Tile => "tile",
        Domain::Maybe(of) | Domain::Such(_, of) => form(of),
        Domain::Defined(name, _) => name,
        Domain::List(of) => match &**of {
            Domain::Tile => "tiles",
            Domain::Text => "rows",
            Domain::Int(..) => "counts",
            Domain::OneOf(_, variants) if is_plain(variants) => "words",
            _ => "array",
        },
        Domain::Tuple(_) => "array",
        Domain::Table(..) | Domain::Object(..) => "object",
        Domain::OneOf(_, variants) if is_plain(variants) => "choice",
        Domain::OneOf(_, variants) if is_place(variants) => "place",
        _ => "any",
    }
}

/// The words of an enum, or the two ends of a number, that a form offers.
pub(crate) fn range(domain: &Domain) -> Value {
    match domain {
        Domain::Int(least, most) => json!([least, most]),
        Domain::Number(least, most) => json!([least, most]),
        Domain::Maybe(of) | Domain::Such(_, of) | Domain::List(of) => range(of),
        Domain::OneOf(_, variants) => {
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
    at.name == "at" && is_plain(words) && matches!(held(), Domain::Such(_, cell) if matches!(*cell, Domain::Tuple(_)))
}
