//! Templates in parameters: those in files, and those that are built in.

use mapwright_core::params::{Described, Domain};
use mapwright_core::{Legend, params};
use mapwright_dungeon::template_from_bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::beside::Beside;
use super::{ParamValues, spelled};
use crate::error::RecipeErrorKind;
use crate::rust::Spelled;
use crate::{Files, typed};

/// No parameters besides those of a builder, whose templates by default are built in: long, and of no use in a recipe.
#[params]
pub(super) struct BuiltIn {}

impl BuiltIn {
    const NAMES: [&str; 2] = ["template", "vaults"];
}

impl<B: Described + Default + Serialize + DeserializeOwned> Beside<B> for BuiltIn {
    fn defaults() -> ParamValues {
        let mut defaults = typed::defaults::<B>();
        let built_in = |(name, _): &(&String, &mut Value)| BuiltIn::NAMES.contains(&name.as_str());
        defaults.iter_mut().filter(built_in).for_each(|(_, value)| *value = Value::Null);
        defaults
    }

    fn build(self, mut own: ParamValues, _: &Files) -> Result<B, RecipeErrorKind> {
        own.retain(|name, value| !BuiltIn::NAMES.contains(&name.as_str()) || !value.is_null());
        typed::read(own)
    }

    fn spell(self, own: ParamValues, files: &Files) -> Result<Option<Spelled>, RecipeErrorKind> {
        let is_given = |name: &&str| own.get(*name).is_some_and(|value| !value.is_null());
        let is_drawn = BuiltIn::NAMES.iter().any(is_given);
        Ok(if is_drawn { None } else { spelled::<B>(&self.build(own, files)?) })
    }
}

/// Puts the templates of files in the place of their names.
pub(super) fn load(domain: &Domain, place: &str, value: &mut Value, files: &Files) -> Result<(), RecipeErrorKind> {
    match (domain, value) {
        (Domain::Maybe(of) | Domain::Such(_, of), value) => load(of, place, value, files),
        (Domain::List(of), Value::Array(items)) => {
            let mut items = items.iter_mut().enumerate();
            items.try_for_each(|(nth, item)| load(of, &format!("{place}[{nth}]"), item, files))
        }
        (Domain::Either(parts), value) => parts.iter().try_for_each(|part| load(part, place, value, files)),
        (Domain::Object("Template", ..), Value::Object(template)) => {
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
        (Domain::Object(_, _, fields), Value::Object(values)) => fields.iter().try_for_each(|field| {
            let place = if place.is_empty() { field.name.to_owned() } else { format!("{place}.{}", field.name) };
            values.get_mut(field.name).map_or(Ok(()), |value| load(&(field.domain)(), &place, value, files))
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
