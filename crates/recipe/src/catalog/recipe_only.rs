//! Rows of the catalogue, from types: a builder, and what a recipe may give besides its parameters, such as a file.

use std::sync::Arc;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{InitialMapBuilder, MetaMapBuilder, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::info::{BuilderInfo, Make, ParamValues, RustSource, ToRust, rust_source};
use super::template_files::load;
use crate::error::RecipeErrorKind;
use crate::{Files, Param, Registry, typed};

/// Parameters besides those of a builder, with which a stage makes it.
pub(super) trait RecipeOnly<B: Described>: Described + Default + Serialize + DeserializeOwned {
    /// The defaults of the builder's own parameters.
    fn defaults() -> ParamValues;

    /// The builder with its own parameters as given.
    fn build(self, own: ParamValues, files: &Files) -> Result<B, RecipeErrorKind>;

    /// The same, for a builder that has stages of its own: those of a registry.
    fn build_from(self, own: ParamValues, files: &Files, _registry: &Registry) -> Result<B, RecipeErrorKind> {
        self.build(own, files)
    }

    /// What its type says of a builder, if code can make it from its own parameters alone.
    fn rust_source(self, _own: ParamValues, _files: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        Ok(None)
    }
}

/// No parameters besides those of a builder.
#[params]
pub(super) struct NoRecipeOnly {}

impl<B: Described + Default + Serialize + DeserializeOwned> RecipeOnly<B> for NoRecipeOnly {
    fn defaults() -> ParamValues {
        typed::defaults::<B>()
    }

    fn build(self, own: ParamValues, _: &Files) -> Result<B, RecipeErrorKind> {
        typed::read(own)
    }

    fn rust_source(self, own: ParamValues, _: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        Ok(rust_source(&typed::read::<B>(own)?))
    }
}

pub(super) fn initial_with<P, B>(name: &'static str, group: &'static str) -> BuilderInfo
where
    P: RecipeOnly<B> + 'static,
    B: InitialMapBuilder + Described + 'static,
{
    let make: Make<dyn InitialMapBuilder> =
        Arc::new(|values, files, all| Ok(Box::new(made::<P, B>(values, files, all)?)));
    BuilderInfo { initial: Some(make), ..row::<P, B>(name, group) }
}

pub(super) fn meta_with<P, B>(name: &'static str, group: &'static str) -> BuilderInfo
where
    P: RecipeOnly<B> + 'static,
    B: MetaMapBuilder + Described + 'static,
{
    let make: Make<dyn MetaMapBuilder> = Arc::new(|values, files, all| Ok(Box::new(made::<P, B>(values, files, all)?)));
    BuilderInfo { meta: Some(make), ..row::<P, B>(name, group) }
}

pub(super) fn both_with<P, B>(name: &'static str, group: &'static str) -> BuilderInfo
where
    P: RecipeOnly<B> + 'static,
    B: InitialMapBuilder + MetaMapBuilder + Described + 'static,
{
    BuilderInfo { meta: meta_with::<P, B>(name, group).meta, ..initial_with::<P, B>(name, group) }
}

/// An initial builder whose type describes it.
pub(crate) fn initial<B>(group: &'static str) -> BuilderInfo
where
    B: InitialMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    initial_with::<NoRecipeOnly, B>(B::default().name(), group)
}

/// A meta builder whose type describes it.
pub(crate) fn meta<B>(group: &'static str) -> BuilderInfo
where
    B: MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    meta_with::<NoRecipeOnly, B>(B::default().name(), group)
}

/// A builder that is both.
pub(crate) fn both<B>(group: &'static str) -> BuilderInfo
where
    B: InitialMapBuilder + MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    both_with::<NoRecipeOnly, B>(B::default().name(), group)
}

fn row<P: RecipeOnly<B>, B: Described>(name: &'static str, group: &'static str) -> BuilderInfo {
    let rust: ToRust = |values, files| {
        let (recipe_only, own) = parted::<P>(&B::schema(), values, files)?;
        recipe_only.rust_source(own, files)
    };
    let (recipe_only, builder) = (P::schema(), B::schema());
    let mut params = Param::all(&recipe_only, &typed::defaults::<P>());
    params.extend(Param::all(&builder, &P::defaults()));
    BuilderInfo { about: typed::about(&builder), group, params, rust: Some(rust), ..BuilderInfo::own(name) }
}

/// The builder of a stage. Its parameters were checked.
fn made<P: RecipeOnly<B>, B: Described>(
    values: ParamValues,
    files: &Files,
    registry: &Registry,
) -> Result<B, RecipeErrorKind> {
    let (recipe_only, own) = parted::<P>(&B::schema(), values, files)?;
    recipe_only.build_from(own, files, registry)
}

/// The parameters besides those of the builder, and its own, with the templates of files.
fn parted<P: Described + DeserializeOwned>(
    builder: &Schema,
    values: ParamValues,
    files: &Files,
) -> Result<(P, ParamValues), RecipeErrorKind> {
    let (recipe_only, own) = split(&P::schema(), builder, values, files)?;
    Ok((typed::read(recipe_only)?, own))
}

fn split(
    recipe_only: &Schema,
    builder: &Schema,
    values: ParamValues,
    files: &Files,
) -> Result<(ParamValues, ParamValues), RecipeErrorKind> {
    let mut own = Value::Object(values);
    load(builder, "", &mut own, files)?;
    let (Schema::Object(_, _, fields), Value::Object(mut own)) = (recipe_only, own) else {
        return Ok(Default::default());
    };
    Ok((fields.iter().filter_map(|field| own.shift_remove_entry(field.name)).collect(), own))
}
