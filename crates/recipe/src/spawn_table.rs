//! Spawn tables in recipes: a list of entries, in the recipe or in a file.

use serde_json::{Map, Value};

use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind, check_all};

/// Checks the entries of a table called `name`; the error names the wrong one.
pub(crate) fn check(name: &str, entries: &[Value]) -> Result<(), RecipeErrorKind> {
    entries.iter().enumerate().try_for_each(|(i, entry)| {
        let place = format!("{name}[{i}]");
        let Value::Object(fields) = entry else {
            let expected = "an entry such as {\"name\": \"Goblin\", \"weight\": 10}";
            return Err(RecipeErrorKind::value(place, entry.clone(), expected));
        };
        check_entry(fields).map_err(|error| at(&place, "field of a spawn", error))
    })
}

/// The fields of an entry. The first two must be given.
pub(crate) fn entry_fields() -> [Param; 6] {
    let number = ParamKind::Int(0, u32::MAX as u64);
    [
        Param::new("name", ParamKind::Text, "", "the name of the spawn"),
        Param::new("weight", number, 0, "how often it is chosen, compared with the others"),
        Param::new("min_depth", number, 0, "the least depth where it appears"),
        Param::new("max_depth", number, u32::MAX, "the greatest depth where it appears"),
        Param::new("role", ParamKind::Text, Value::Null, "the role of the areas where it appears"),
        Param::new("tag", ParamKind::Text, Value::Null, "a tag of the areas and rooms where it appears"),
    ]
}

fn check_entry(fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    let known = entry_fields();
    check_all(&known, fields)?;
    let missing = known.iter().take(2).find(|param| !fields.contains_key(param.name));
    match missing {
        Some(param) => Err(RecipeErrorKind::missing(param.name, param.kind.to_string())),
        None => Ok(()),
    }
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

/// Replaces the parameter `file` by the table that it holds. Only one of `file` and `table` may be given.
pub(crate) fn resolve(values: &mut Map<String, Value>, files: &Files) -> Result<(), RecipeErrorKind> {
    let (table, file) = (values.get("table").is_some_and(|table| !table.is_null()), values.shift_remove("file"));
    match file {
        Some(Value::String(file)) => {
            values.insert("table".to_owned(), read(&file, files)?);
            Ok(())
        }
        _ if table => Ok(()),
        _ => {
            values.shift_remove("table");
            Ok(())
        }
    }
}

fn read(file: &str, files: &Files) -> Result<Value, RecipeErrorKind> {
    let what = "spawn table";
    let unreadable = |problem: String| RecipeErrorKind::file(what, file, problem);
    let table = crate::json::parse(&files.read_text(what, file)?);
    let table = table.map_err(|error| unreadable(format!("not valid JSON: {error}")))?;
    let Value::Array(entries) = &table else { return Err(unreadable(format!("expected {}", ParamKind::SpawnTable))) };
    match check("table", entries) {
        Ok(()) => Ok(table),
        // Says where, but does not quote the content.
        Err(RecipeErrorKind::Value { name, expected, .. }) => Err(unreadable(format!("`{name}`: expected {expected}"))),
        Err(other) => Err(unreadable(other.to_string())),
    }
}
