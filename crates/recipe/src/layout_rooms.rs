//! The rooms of a layout in recipes.

use mapwright_levels::RoomTemplate;
use serde_json::{Map, Value};

use crate::entries::check_entries;
use crate::error::RecipeErrorKind;
use crate::param::ParamKind;

const FIELDS: [&str; 5] = ["width", "height", "template", "role", "tags"];

/// Checks a list of rooms called `name`, and says which is wrong.
pub(crate) fn check(name: &str, rooms: &[Value]) -> Result<(), RecipeErrorKind> {
    check_entries(name, rooms, "a room such as {\"width\": [6, 10]}", "field of a room", check_room)
}

fn check_room(fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    fields.iter().try_for_each(|(name, value)| {
        let unless = |fits: bool, expected: &str| (!fits).then(|| expected.to_owned());
        let expected = match name.as_str() {
            "width" | "height" | "template" | "role" if value.is_null() => None,
            "width" | "height" => unless(is_range(value), "two integers from 1 to 50 such as [6, 10]"),
            "template" => check_templates(value).err(),
            "role" => unless(value.is_string(), "text"),
            "tags" => unless(is_words(value), "a list of words such as [\"boss\"]"),
            _ => return Err(RecipeErrorKind::unknown("parameter", name, FIELDS.into_iter())),
        };
        expected.map_or(Ok(()), |expected| Err(RecipeErrorKind::value(name, value.clone(), expected)))
    })
}

fn is_words(value: &Value) -> bool {
    value.as_array().is_some_and(|words| words.iter().all(Value::is_string))
}

fn is_range(value: &Value) -> bool {
    let ends = serde_json::from_value::<[u16; 2]>(value.clone());
    ends.is_ok_and(|[least, most]| 1 <= least && least <= most && most <= 50)
}

/// Rows, or a list of rows; what is expected instead.
fn check_templates(value: &Value) -> Result<(), String> {
    let rows = |value: &Value| {
        let rows: Vec<String> = serde_json::from_value(value.clone()).map_err(|_| expected())?;
        RoomTemplate::new(&rows).map(|_| ()).map_err(|error| format!("{}; {error}", expected()))
    };
    match value.as_array() {
        Some(all) if !all.is_empty() && all.iter().all(Value::is_array) => all.iter().try_for_each(rows),
        _ => rows(value),
    }
}

fn expected() -> String {
    format!("{}, or a list of such rows", ParamKind::Prefab)
}
