//! Templates that are in files.

use mapwright_core::Legend;
use mapwright_core::params::Schema;
use mapwright_dungeon::template_from_bytes;
use serde_json::Value;

use super::info::ParamValues;
use crate::Files;
use crate::error::RecipeErrorKind;

/// Puts the templates of files in the place of their names.
pub(super) fn load(schema: &Schema, place: &str, value: &mut Value, files: &Files) -> Result<(), RecipeErrorKind> {
    match (schema, value) {
        (Schema::Maybe(of) | Schema::Such(_, of), value) => load(of, place, value, files),
        (Schema::List(of, _), Value::Array(items)) => {
            let mut items = items.iter_mut().enumerate();
            items.try_for_each(|(nth, item)| load(of, &format!("{place}[{nth}]"), item, files))
        }
        (Schema::Either(parts), value) => parts.iter().try_for_each(|part| load(part, place, value, files)),
        (Schema::Object("Template", ..), Value::Object(template)) => {
            let Some(Value::String(file)) = template.remove("file") else { return Ok(()) };
            *template = read(place, template, &file, files).map_err(|error| match error {
                // One of several.
                RecipeErrorKind::File { what, file, problem } if place != "template" => {
                    RecipeErrorKind::File { what, file, problem: format!("{problem} (in `{place}`)") }
                }
                error => error,
            })?;
            Ok(())
        }
        (Schema::Object(_, _, fields), Value::Object(values)) => fields.iter().try_for_each(|field| {
            let place = if place.is_empty() { field.name.to_owned() } else { format!("{place}.{}", field.name) };
            values.get_mut(field.name).map_or(Ok(()), |value| load(&(field.schema)(), &place, value, files))
        }),
        _ => Ok(()),
    }
}

/// The template in a file, as JSON. Its legend and its slots are in the recipe.
fn read(place: &str, legend: &ParamValues, file: &str, files: &Files) -> Result<ParamValues, RecipeErrorKind> {
    let wrong = |error: serde_json::Error| {
        RecipeErrorKind::value(place, legend.clone(), format!("a `legend` and `slots` for the file; {error}"))
    };
    let legend: Legend = serde_json::from_value(Value::Object(legend.clone())).map_err(wrong)?;
    let template = files.load("template", file, |bytes| Ok(template_from_bytes(bytes, &legend)?))?;
    match serde_json::to_value(template) {
        Ok(Value::Object(template)) => Ok(template),
        _ => Ok(ParamValues::new()),
    }
}
