//! Spawn tables in recipes: a list of entries, in the recipe or in a file beside it.

use std::path::Path;

use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind, check_all};

/// Checks the entries of a table called `name`, and says which is wrong.
pub(crate) fn check(name: &str, entries: &[Value]) -> Result<(), RecipeErrorKind> {
    entries.iter().enumerate().try_for_each(|(i, entry)| {
        let place = format!("{name}[{i}]");
        let Value::Object(fields) = entry else {
            let allowed = "an entry such as {\"name\": \"Goblin\", \"weight\": 10}".to_owned();
            return Err(RecipeErrorKind::Value { name: place, value: entry.clone(), allowed });
        };
        check_entry(fields).map_err(|error| at(&place, "field of a spawn", error))
    })
}

fn check_entry(fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    let number = ParamKind::Int(0, u32::MAX as u64);
    let known = [
        Param::new("name", ParamKind::Text, "", ""),
        Param::new("weight", number, 0, ""),
        Param::new("min_depth", number, 0, ""),
        Param::new("max_depth", number, u32::MAX, ""),
    ];
    check_all(&known, fields)?;
    let missing = known.iter().take(2).find(|param| !fields.contains_key(param.name));
    match missing {
        Some(param) => Err(RecipeErrorKind::Missing { name: param.name.to_owned(), allowed: param.kind.to_string() }),
        None => Ok(()),
    }
}

/// The error of a field, said of the field of an entry of a list.
pub(crate) fn at(place: &str, what: &'static str, error: RecipeErrorKind) -> RecipeErrorKind {
    let field = |name: String| format!("{place}.{name}");
    match error {
        RecipeErrorKind::Value { name, value, allowed } => RecipeErrorKind::Value { name: field(name), value, allowed },
        RecipeErrorKind::Missing { name, allowed } => RecipeErrorKind::Missing { name: field(name), allowed },
        RecipeErrorKind::Unknown { name, nearest, known, .. } => {
            RecipeErrorKind::Unknown { what, name: field(name), nearest, known }
        }
        other => other,
    }
}

/// Puts the table of the parameter `file` in the place of the parameter `table`, of which only one may be given.
pub(crate) fn resolve(values: &mut Map<String, Value>, dir: &Path) -> Result<(), RecipeErrorKind> {
    let (table, file) = (values.get("table").is_some_and(|table| !table.is_null()), values.shift_remove("file"));
    match file {
        Some(Value::String(_)) if table => {
            let allowed = "absent when `table` is given".to_owned();
            Err(RecipeErrorKind::Value { name: "file".to_owned(), value: file.unwrap_or_default(), allowed })
        }
        Some(Value::String(file)) => {
            values.insert("table".to_owned(), read(&file, dir)?);
            Ok(())
        }
        _ if table => Ok(()),
        _ => {
            values.shift_remove("table");
            Ok(())
        }
    }
}

fn read(file: &str, dir: &Path) -> Result<Value, RecipeErrorKind> {
    let unreadable = |problem: String| RecipeErrorKind::Table { file: file.to_owned(), problem };
    let text = std::fs::read_to_string(dir.join(file)).map_err(|error| unreadable(error.to_string()))?;
    let table = crate::json::parse(&text).map_err(|error| unreadable(format!("not valid JSON: {error}")))?;
    match &table {
        Value::Array(entries) => check("table", entries).map_err(|error| unreadable(error.to_string()))?,
        _ => return Err(unreadable(format!("it holds {table}; allowed is {}", ParamKind::SpawnTable))),
    }
    Ok(table)
}
