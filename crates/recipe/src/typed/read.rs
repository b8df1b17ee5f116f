//! Reads values that were checked. What a domain leaves to its reader can still be wrong: then the error names the place
//! and what is expected there.

use mapwright_core::params::{Described, Domain, Field, Holds};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::reader::{self, Way, WayStep};
use super::words::expected;
use crate::error::RecipeErrorKind;

/// Reads the fields of a type.
pub(crate) fn read<T: Described + DeserializeOwned>(values: Map<String, Value>) -> Result<T, RecipeErrorKind> {
    let value = Value::Object(values);
    reader::read(&value).map_err(|(way, error)| wrong(T::domain(), &value, &way, &error))
}

fn wrong(mut domain: Domain, mut value: &Value, way: &Way<'_>, error: &serde_json::Error) -> RecipeErrorKind {
    let mut place = String::new();
    // As far as the domain leads.
    for step in &way.0 {
        let (Some(inner), Some(part)) = (inside(domain.clone(), step), part_of(value, step)) else { break };
        (domain, value) = (inner, part);
        place += &match step {
            WayStep::Field(name) if place.is_empty() => (*name).to_owned(),
            WayStep::Variant(_) if !value.is_object() => String::new(),
            WayStep::Field(name) | WayStep::Variant(name) => format!(".{name}"),
            WayStep::Item(index) => format!("[{index}]"),
        };
    }
    while let Domain::Maybe(of) = domain {
        domain = *of;
    }
    let (problem, expected) = (error.to_string(), expected(&domain));
    let expected = match problem.strip_prefix("expected ") {
        Some(expected) => expected.to_owned(),
        None if problem.starts_with("invalid ") => expected,
        None => format!("{expected}; {problem}"),
    };
    RecipeErrorKind::value(place, value.clone(), expected)
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

/// The domain of a part.
fn inside(domain: Domain, step: &WayStep<'_>) -> Option<Domain> {
    let field = |fields: &[Field], name: &str| Some((fields.iter().find(|field| field.name == name)?.domain)());
    match (domain, step) {
        (Domain::Maybe(of) | Domain::Such(_, of), step) => inside(*of, step),
        (Domain::List(of), WayStep::Item(_)) | (Domain::Table(_, of), WayStep::Field(_)) => Some(*of),
        (Domain::Tuple(mut parts), WayStep::Item(index)) => (*index < parts.len()).then(|| parts.swap_remove(*index)),
        (Domain::Either(parts), step) => parts.into_iter().find_map(|part| inside(part, step)),
        (Domain::Object(_, _, fields), WayStep::Field(name)) => field(fields, name),
        (Domain::OneOf(_, variants), WayStep::Variant(name)) => {
            match variants.iter().find(|one| one.name == *name)?.holds {
                Holds::Value(domain) => Some(domain()),
                Holds::Fields(fields) => Some(Domain::Object("", "", fields)),
                _ => None,
            }
        }
        _ => None,
    }
}
