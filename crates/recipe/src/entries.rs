//! Lists of objects in recipes. An error names the entry and its field.

use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;

type Checked = Result<(), RecipeErrorKind>;

/// Checks each entry of the list called `name`. `example` says what an entry is; `what` names a field of one.
pub(crate) fn check_entries(
    name: &str,
    list: &[Value],
    example: &str,
    what: &'static str,
    check: impl Fn(&Map<String, Value>) -> Checked,
) -> Checked {
    list.iter().enumerate().try_for_each(|(i, entry)| {
        let place = format!("{name}[{i}]");
        match entry {
            Value::Object(fields) => check(fields).map_err(|error| at(&place, what, error)),
            other => Err(RecipeErrorKind::value(place, other.clone(), example)),
        }
    })
}

/// The error of a field in an entry of a list.
pub(crate) fn at(place: &str, what: &'static str, error: RecipeErrorKind) -> RecipeErrorKind {
    let field = |name: String| format!("{place}.{name}");
    match error {
        RecipeErrorKind::Value { name, value, expected } => RecipeErrorKind::value(field(name), value, expected),
        RecipeErrorKind::Missing { name, expected } => RecipeErrorKind::missing(field(name), expected),
        RecipeErrorKind::Unknown { name, nearest, known, .. } => {
            RecipeErrorKind::Unknown { what, name: field(name), nearest, known }
        }
        RecipeErrorKind::File { what, file, problem } => {
            RecipeErrorKind::File { what, file, problem: format!("{problem} (in `{place}`)") }
        }
        other => other,
    }
}
