//! Spawn tables in recipes: a list of entries, in the recipe or in a file.

use serde_json::{Map, Value};

use crate::Files;
use crate::entries::check_entries;
use crate::error::{Flaw, RecipeErrorKind};
use crate::param::{Param, ParamKind, check_all};

/// Checks the entries of a table called `name`; the error names the wrong one.
pub(crate) fn check(name: &str, entries: &[Value]) -> Result<(), RecipeErrorKind> {
    let example = "an entry such as {\"name\": \"Goblin\", \"weight\": 10}";
    check_entries(name, entries, example, "field of a spawn", check_entry)
}

/// The fields of an entry. The first two must be given.
pub(crate) fn entry_fields() -> [Param; 6] {
    let number = || ParamKind::Int(0, u32::MAX as u64);
    [
        Param::new("name", ParamKind::Text, "", "the name of the spawn"),
        Param::new("weight", number(), 0, "how often it is chosen, compared with the others"),
        Param::new("min_depth", number(), 0, "the least depth where it appears"),
        Param::new("max_depth", number(), u32::MAX, "the greatest depth where it appears"),
        Param::optional("role", ParamKind::Text, "the role of the areas where it appears"),
        Param::optional("tag", ParamKind::Text, "a tag of the areas and rooms where it appears"),
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

/// Replaces the parameter `file` by the table that it holds. Only one of `file` and `table` may be given.
pub(crate) fn resolve(values: &mut Map<String, Value>, files: &Files) -> Result<(), RecipeErrorKind> {
    match values.shift_remove("file") {
        Some(Value::String(file)) => {
            values.insert("table".to_owned(), read(&file, files)?);
        }
        _ if values.get("table").is_some_and(Value::is_null) => {
            values.shift_remove("table");
        }
        _ => {}
    }
    Ok(())
}

fn read(file: &str, files: &Files) -> Result<Value, RecipeErrorKind> {
    files.load_text("spawn table", file, |text| {
        let table = crate::json::parse(text).map_err(|error| Flaw::json("not valid JSON", &error))?;
        let Value::Array(entries) = &table else { return Err(Flaw::of("not a list of spawns")) };
        check("table", entries)?;
        Ok(table)
    })
}
