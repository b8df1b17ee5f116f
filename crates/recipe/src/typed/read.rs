//! Reads values that were checked. What a schema leaves to its reader can still be wrong: then the error names the place
//! and what is expected there.

use mapwright_core::params::{Described, Field, Holds, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::check::check;
use super::reader::{self, Way, WayStep};
use super::words::expected;
use crate::error::RecipeErrorKind;

/// Reads the fields of a type.
pub(crate) fn read<T: Described + DeserializeOwned>(values: Map<String, Value>) -> Result<T, RecipeErrorKind> {
    let value = Value::Object(values);
    reader::read(&value).map_err(|(way, error)| wrong(T::schema(), &value, &way, &error))
}

fn wrong(mut schema: Schema, mut value: &Value, way: &Way<'_>, error: &serde_json::Error) -> RecipeErrorKind {
    let mut place = String::new();
    // As far as the schema leads.
    for step in &way.0 {
        let (Some(inner), Some(part)) = (inside(fitting(schema.clone(), value), step), part_of(value, step)) else {
            break;
        };
        (schema, value) = (inner, part);
        place += &match step {
            WayStep::Field(name) if place.is_empty() => (*name).to_owned(),
            WayStep::Variant(_) if !value.is_object() => String::new(),
            WayStep::Field(name) | WayStep::Variant(name) => format!(".{name}"),
            WayStep::Item(index) => format!("[{index}]"),
        };
    }
    while let Schema::Maybe(of) = schema {
        schema = *of;
    }
    let (problem, expected) = (error.to_string(), expected(&schema));
    let expected = match problem.strip_prefix("expected ") {
        Some(expected) => expected.to_owned(),
        None if problem.starts_with("invalid ") => expected,
        None => format!("{expected}; {problem}"),
    };
    RecipeErrorKind::value(place, value.clone(), expected)
}

/// Of alternatives the one that a value fits, as far as its schema says; the whole if it fits none.
fn fitting(schema: Schema, value: &Value) -> Schema {
    match schema {
        Schema::Maybe(of) | Schema::Such(_, of) => fitting(*of, value),
        Schema::Either(mut parts) => match parts.iter().position(|part| check(part, "", value).is_ok()) {
            Some(nth) => fitting(parts.swap_remove(nth), value),
            None => Schema::Either(parts),
        },
        other => other,
    }
}

/// The value at the end of a way.
pub(crate) fn found_at<'a>(value: &'a Value, way: &Way<'_>) -> Option<&'a Value> {
    way.0.iter().try_fold(value, part_of)
}

fn part_of<'a>(value: &'a Value, step: &WayStep<'_>) -> Option<&'a Value> {
    match step {
        WayStep::Field(name) => value.get(name),
        WayStep::Item(index) => value.get(*index),
        WayStep::Variant(name) => Some(value.get(name).unwrap_or(value)),
    }
}

/// The schema of a part.
fn inside(schema: Schema, step: &WayStep<'_>) -> Option<Schema> {
    let field = |fields: &[Field], name: &str| Some((fields.iter().find(|field| field.name == name)?.schema)());
    match (schema, step) {
        (Schema::Maybe(of) | Schema::Such(_, of), step) => inside(*of, step),
        (Schema::List(of, _), WayStep::Item(_)) | (Schema::Table(_, of), WayStep::Field(_)) => Some(*of),
        (Schema::Tuple(mut parts), WayStep::Item(index)) => (*index < parts.len()).then(|| parts.swap_remove(*index)),
        (Schema::Either(parts), step) => parts.into_iter().find_map(|part| inside(part, step)),
        (Schema::Object(_, _, fields), WayStep::Field(name)) => field(fields, name),
        (Schema::OneOf(_, variants), WayStep::Variant(name)) => {
            match variants.iter().find(|one| one.name == *name)?.holds {
                Holds::Value(schema) => Some(schema()),
                Holds::Fields(fields) => Some(Schema::Object("", "", fields)),
                _ => None,
            }
        }
        _ => None,
    }
}
