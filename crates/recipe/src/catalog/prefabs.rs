//! Templates in parameters that are built in.

use mapwright_core::params;
use mapwright_core::params::Described;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::info::{ParamValues, RustSource, rust_source};
use super::recipe_only::RecipeOnly;
use crate::error::RecipeErrorKind;
use crate::{Files, typed};

/// No parameters besides those of a builder, whose templates by default are built in: long, and of no use in a recipe.
#[params]
pub(super) struct BuiltIn {}

impl BuiltIn {
    const NAMES: [&str; 2] = ["template", "vaults"];
}

impl<B: Described + Default + Serialize + DeserializeOwned> RecipeOnly<B> for BuiltIn {
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

    fn rust_source(self, own: ParamValues, files: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        let is_given = |name: &&str| own.get(*name).is_some_and(|value| !value.is_null());
        let is_drawn = BuiltIn::NAMES.iter().any(is_given);
        Ok(if is_drawn { None } else { rust_source::<B>(&self.build(own, files)?) })
    }
}
