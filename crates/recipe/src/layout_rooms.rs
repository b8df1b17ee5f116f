//! The rooms of a layout in recipes.

use mapwright_levels::RoomTemplate;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::ParamKind;
use crate::spawn_table::at;

/// Checks a list of rooms called `name`, and says which is wrong.
pub(crate) fn check(name: &str, rooms: &[Value]) -> Result<(), RecipeErrorKind> {
    rooms.iter().enumerate().try_for_each(|(i, room)| {
        let place = format!("{name}[{i}]");
        let Value::Object(fields) = room else {
            return Err(RecipeErrorKind::value(place, room.clone(), "a room such as {\"width\": [6, 10]}"));
        };
        check_room(fields).map_err(|error| at(&place, "field of a room", error))
    })
}

fn check_room(fields: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    for (name, value) in fields {
        let wrong = |expected: &str| Err(RecipeErrorKind::value(name, value.clone(), expected));
        match name.as_str() {
            "width" | "height" if !value.is_null() && !is_range(value) => {
                return wrong("two integers from 1 to 50 such as [6, 10]");
            }
            "tags" if !is_words(value) => return wrong("a list of words such as [\"boss\"]"),
            "role" if !value.is_null() && !value.is_string() => return wrong("text"),
            "template" if !value.is_null() => {
                if let Err(why) = check_templates(value) {
                    return wrong(&why);
                }
            }
            "width" | "height" | "template" | "role" | "tags" => {}
            _ => {
                return Err(RecipeErrorKind::unknown(
                    "parameter",
                    name,
                    ["width", "height", "template", "role", "tags"].into_iter(),
                ));
            }
        }
    }
    Ok(())
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
