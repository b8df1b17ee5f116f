//! Reads values that were checked. What a domain leaves to its reader can still be wrong: then the error names the place
//! and what is expected there.

use mapwright_core::params::{Described, Domain, Field, Holds};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use super::words::expected;
use crate::error::RecipeErrorKind;

/// Reads the fields of a type.
pub(crate) fn read<T: Described + DeserializeOwned>(values: Map<String, Value>) -> Result<T, RecipeErrorKind> {
    let value = Value::Object(values);
    serde_path_to_error::deserialize(&value).map_err(|error| wrong(&T::domain(), &value, &error))
}

fn wrong(domain: &Domain, value: &Value, error: &serde_path_to_error::Error<serde_json::Error>) -> RecipeErrorKind {
    // As far as the domain leads.
    let (mut domain, mut value, mut place) = (domain.clone(), value, String::new());
    for segment in error.path() {
        let (Some(inner), Some(part)) = (inside(domain.clone(), segment), part_of(value, segment)) else { break };
        (domain, value) = (inner, part);
        place += &match segment {
            Segment::Map { key } if place.is_empty() => key.clone(),
            Segment::Enum { .. } if !value.is_object() => String::new(),
            Segment::Map { key } | Segment::Enum { variant: key } => format!(".{key}"),
            other => other.to_string(),
        };
    }
    while let Domain::Maybe(of) = domain {
        domain = *of;
    }
    let (problem, expected) = (error.inner().to_string(), expected(&domain));
    let expected = match problem.strip_prefix("expected ") {
        Some(expected) => expected.to_owned(),
        None if problem.starts_with("invalid ") => expected,
        None => format!("{expected}; {problem}"),
    };
    RecipeErrorKind::value(place, value.clone(), expected)
}

/// The value at a path.
pub(crate) fn found_at<'a>(value: &'a Value, path: &Path) -> Option<&'a Value> {
    path.iter().try_fold(value, part_of)
}

fn part_of<'a>(value: &'a Value, segment: &Segment) -> Option<&'a Value> {
    match segment {
        Segment::Map { key } => value.get(key),
        Segment::Seq { index } => value.get(*index),
        Segment::Enum { variant } => Some(value.get(variant).unwrap_or(value)),
        Segment::Unknown => None,
    }
}

/// The domain of a part.
fn inside(domain: Domain, segment: &Segment) -> Option<Domain> {
    let field = |fields: &[Field], name: &str| Some((fields.iter().find(|field| field.name == name)?.domain)());
    match (domain, segment) {
        (Domain::Maybe(of) | Domain::Such(_, of), segment) => inside(*of, segment),
        (Domain::List(of), Segment::Seq { .. }) | (Domain::Table(_, of), Segment::Map { .. }) => Some(*of),
        (Domain::Tuple(mut parts), Segment::Seq { index }) => (*index < parts.len()).then(|| parts.swap_remove(*index)),
        (Domain::Either(parts), segment) => parts.into_iter().find_map(|part| inside(part, segment)),
        (Domain::Object(_, _, fields), Segment::Map { key }) => field(fields, key),
        (Domain::OneOf(_, variants), Segment::Enum { variant }) => {
            match variants.iter().find(|one| one.name == variant)?.holds {
                Holds::Value(domain) => Some(domain()),
                Holds::Fields(fields) => Some(Domain::Object("", "", fields)),
                _ => None,
            }
        }
        _ => None,
    }
}
