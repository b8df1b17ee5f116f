//! The builders that recipes can name: those of Mapwright, and those that your program adds.

use std::borrow::Cow;
use std::sync::Arc;

use mapwright_core::params::{Described, Schema, Variant};
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderChain, InitialMapBuilder, MetaMapBuilder, Plane,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::borrowed::meant;
use crate::catalog::{BuilderInfo, BuilderKind, RustSource, both, builders, initial, kept_base, meta};
use crate::error::{RecipeError, RecipeErrorKind};
use crate::param::{Param, check_all};
use crate::schema::of_recipes;
use crate::{Files, Recipe, StageRecipe};

/// The builders that recipes can name.
///
/// ```
/// use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Size, Tile};
/// use mapwright_recipe::Registry;
///
/// /// Floods some cells.
/// #[derive(Debug)]
/// struct Seep {
///     cells: u32,
/// }
///
/// impl Builder for Seep {
///     fn facts(&self, _: Size) -> Facts {
///         Facts::new("seep")
///     }
/// }
///
/// impl MetaMapBuilder for Seep {
///     fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
///         for _ in 0..self.cells {
///             let cell = cx.rng.below(map.size().area());
///             map.tiles[cell] = Tile::WATER;
///         }
///         Ok(())
///     }
/// }
///
/// let registry = Registry::shipped().meta("seep", |params| Ok(Seep { cells: params.take("cells", 3)? }));
/// let (recipe, chain) = registry.parse(
///     r#"{ "version": 1, "width": 9, "height": 5, "initial": { "use": "arena" }, "metas": [{ "use": "seep", "cells": 8 }] }"#,
/// )?;
/// let map = chain.build(recipe.seed())?;
/// assert!(map.tiles.as_slice().contains(&Tile::WATER));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    builders: Cow<'static, [BuilderInfo]>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry::shipped()
    }
}

impl Registry {
    /// All builders of Mapwright.
    pub fn shipped() -> Self {
        Registry { builders: builders().into() }
    }

    /// Adds an initial builder under its own name, the one that [`Builder::name`](mapwright_core::Builder::name) says. It
    /// replaces a builder of Mapwright with the same name, and an initial builder that you added before. With
    /// [`meta`](Self::meta) one name can be both.
    #[must_use]
    pub fn initial<B: InitialMapBuilder + 'static>(
        self,
        name: &'static str,
        make: impl Fn(&mut Params) -> Result<B, RecipeErrorKind> + Send + Sync + 'static,
    ) -> Self {
        self.add(name, |info| {
            info.initial = Some(Arc::new(move |values, _, _| Ok(Box::new(own(name, &make, values)?))))
        })
    }

    /// Adds a meta builder, as [`initial`](Self::initial) adds an initial one.
    #[must_use]
    pub fn meta<B: MetaMapBuilder + 'static>(
        self,
        name: &'static str,
        make: impl Fn(&mut Params) -> Result<B, RecipeErrorKind> + Send + Sync + 'static,
    ) -> Self {
        self.add(name, |info| info.meta = Some(Arc::new(move |values, _, _| Ok(Box::new(own(name, &make, values)?)))))
    }

    /// Adds an initial builder whose type describes its parameters, as
    /// [`#[params]`](macro@mapwright_core::params) makes it. Recipes then check them, schemas and forms know them, and it is
    /// listed in a group. It replaces a builder with the same name.
    ///
    /// ```
    /// use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Size, Tile, params};
    /// use mapwright_recipe::{Files, Registry};
    ///
    /// /// Floods some cells.
    /// #[params]
    /// pub struct Seep {
    ///     /// How many cells.
    ///     #[param(default = 3, range = 1..=100)]
    ///     pub cells: u32,
    /// }
    ///
    /// impl Builder for Seep {
    ///     fn facts(&self, _: Size) -> Facts {
    ///         Facts::new("seep")
    ///     }
    /// }
    ///
    /// impl MetaMapBuilder for Seep {
    ///     fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    ///         for _ in 0..self.cells {
    ///             let cell = cx.rng.below(map.size().area());
    ///             map.tiles[cell] = Tile::WATER;
    ///         }
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let registry = Registry::shipped().add_meta::<Seep>("water");
    /// let error = registry.parse(
    ///     r#"{ "version": 1, "width": 9, "height": 5, "initial": { "use": "arena" }, "metas": [{ "use": "seep", "cels": 8 }] }"#,
    /// );
    /// let message = error.unwrap_err().to_string();
    /// assert_eq!(message, "metas[0] seep: no parameter is called `cels`; did you mean `cells`?");
    /// ```
    #[must_use]
    pub fn add_initial<B>(self, group: &'static str) -> Self
    where
        B: InitialMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
    {
        self.put(initial::<B>(group))
    }

    /// Adds a meta builder whose type describes its parameters, as [`add_initial`](Self::add_initial) adds an initial one.
    #[must_use]
    pub fn add_meta<B>(self, group: &'static str) -> Self
    where
        B: MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
    {
        self.put(meta::<B>(group))
    }

    /// Adds a builder that can be either, as [`add_initial`](Self::add_initial) adds an initial one.
    #[must_use]
    pub fn add_both<B>(self, group: &'static str) -> Self
    where
        B: InitialMapBuilder + MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
    {
        self.put(both::<B>(group))
    }

    fn put(mut self, info: BuilderInfo) -> Self {
        let builders = self.builders.to_mut();
        builders.retain(|other| other.name != info.name);
        builders.push(info);
        self
    }

    fn add(mut self, name: &'static str, add: impl FnOnce(&mut BuilderInfo)) -> Self {
        let builders = self.builders.to_mut();
        let before = builders.extract_if(.., |info| info.name == name).last().filter(BuilderInfo::is_own);
        let mut info = before.unwrap_or_else(|| BuilderInfo::own(name));
        add(&mut info);
        builders.push(info);
        self
    }

    /// Every builder, initial ones first.
    pub fn builders(&self) -> &[BuilderInfo] {
        &self.builders
    }

    /// The JSON Schema of recipes with these builders. Of one that reads its parameters itself it knows only the name.
    ///
    /// ```
    /// let schema = mapwright_recipe::Registry::shipped().schema();
    /// assert_eq!(schema["$defs"]["prim-maze"]["properties"]["max_degree"]["maximum"], 4);
    /// ```
    pub fn schema(&self) -> Value {
        of_recipes(&self.builders)
    }

    /// The builders that provide a plane, whatever the map had before; those that only change maps come first. If none
    /// does by default, those that can be told to by the plane's name.
    pub fn providers(&self, plane: Plane) -> Vec<&'static str> {
        let names_it = |variant: &Variant| variant.name == plane.name();
        let can = |param: &Param| matches!(&param.schema, Schema::OneOf(_, variants) if variants.iter().any(names_it));
        let names = |gives: &dyn Fn(&BuilderInfo) -> bool| -> Vec<&'static str> {
            let mut infos: Vec<&BuilderInfo> = self.builders.iter().filter(|info| gives(info)).collect();
            infos.sort_by_key(|info| info.kind() != BuilderKind::Meta);
            infos.iter().map(|info| info.name).collect()
        };
        let by_default = names(&|info| info.facts().gives.contains(plane));
        if by_default.is_empty() { names(&|info| info.params.iter().any(can)) } else { by_default }
    }

    /// The builder that a wrong name most likely stands for, one that builders have elsewhere included.
    ///
    /// ```
    /// use mapwright_recipe::Registry;
    ///
    /// assert_eq!(Registry::shipped().nearest("random walk").as_deref(), Some("drunkards-walk"));
    /// ```
    pub fn nearest(&self, name: &str) -> Option<String> {
        let known: Vec<&str> = self.builders.iter().map(|info| info.name).collect();
        meant(name, &known)
    }

    /// Reads a recipe and makes its chain, without reading any file; [`chain`](Self::chain) takes them.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or names a file.
    pub fn parse(&self, json: &str) -> Result<(Recipe, BuilderChain), RecipeError> {
        let recipe: Recipe = json.parse()?;
        let chain = self.chain(&recipe, &Files::none())?;
        Ok((recipe, chain))
    }

    /// The chain of a recipe, checked.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or a file that it names cannot be read.
    pub fn chain(&self, recipe: &Recipe, files: &Files) -> Result<BuilderChain, RecipeError> {
        self.chain_within(recipe, files, BuildCx::MEMORY_LIMIT)
    }

    /// The same chain, with another limit of memory in bytes than [`BuildCx::MEMORY_LIMIT`].
    ///
    /// # Errors
    ///
    /// As [`chain`](Self::chain).
    pub fn chain_within(&self, recipe: &Recipe, files: &Files, memory: u64) -> Result<BuilderChain, RecipeError> {
        let initial = self.initial_stage(&recipe.initial, files).map_err(|kind| kind.at(0, &recipe.initial.name))?;
        let mut chain =
            BuilderChain::start_with(recipe.size(), initial).wrap(recipe.wrap.unwrap_or_default()).memory_limit(memory);
        for (i, stage) in recipe.metas.iter().enumerate() {
            let meta = self.meta_stage(stage, files).map_err(|kind| kind.at(i + 1, &stage.name))?;
            chain = chain.with(meta);
        }
        for (place, seed) in recipe.reseeded() {
            chain = chain.reseed(place, seed);
        }
        for (place, level) in recipe.drawn_kept() {
            chain = chain.keep_drawn(place, level);
        }
        let base = kept_base(&recipe.kept, recipe.size(), recipe.wrap.unwrap_or_default(), files);
        if let Some(base) = base.map_err(RecipeErrorKind::in_recipe)? {
            chain = chain.keep(base);
        }
        chain.check().map_err(|error| RecipeErrorKind::Build(self.with_providers(error)).in_recipe())?;
        Ok(chain)
    }

    /// The initial builder of a stage, without its seed.
    ///
    /// # Errors
    ///
    /// No such builder begins a chain, or a parameter is wrong.
    pub fn initial_stage(
        &self,
        stage: &StageRecipe,
        files: &Files,
    ) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
        let info = self.find(stage, BuilderKind::Initial)?;
        let make = info.initial.as_ref().ok_or_else(|| wrong_place(info))?;
        make(stage.params.clone(), files, self)
    }

    /// The meta builder of a stage, without its seed.
    ///
    /// # Errors
    ///
    /// No such builder changes a map, or a parameter is wrong.
    pub fn meta_stage(&self, stage: &StageRecipe, files: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
        let info = self.find(stage, BuilderKind::Meta)?;
        let make = info.meta.as_ref().ok_or_else(|| wrong_place(info))?;
        make(stage.params.clone(), files, self)
    }

    /// Finds the builder of a stage and checks the stage's parameters.
    fn find(&self, stage: &StageRecipe, wanted: BuilderKind) -> Result<&BuilderInfo, RecipeErrorKind> {
        let Some(info) = self.builders.iter().find(|info| info.name == stage.name) else {
            return Err(self.unknown(&stage.name, wanted));
        };
        // A builder that your program added reads its parameters itself.
        if !info.is_own() {
            check_all(&info.params, &stage.params)?;
        }
        Ok(info)
    }

    /// What the type of a stage's builder says of it; `None` if it does not.
    pub(crate) fn rust_source(
        &self,
        stage: &StageRecipe,
        files: &Files,
    ) -> Result<Option<RustSource>, RecipeErrorKind> {
        let info = self.builders.iter().find(|info| info.name == stage.name);
        info.and_then(|info| info.rust).map_or(Ok(None), |rust| rust(stage.params.clone(), files))
    }

    fn unknown(&self, name: &str, wanted: BuilderKind) -> RecipeErrorKind {
        let fits = |info: &&BuilderInfo| info.kind() == wanted || info.kind() == BuilderKind::Both;
        let known = self.builders.iter().filter(fits).map(|info| info.name.to_owned()).collect();
        RecipeErrorKind::Unknown { what: "builder", name: name.to_owned(), nearest: self.nearest(name), known }
    }

    /// Names the builders that could provide a missing plane.
    fn with_providers(&self, mut error: BuildError) -> BuildError {
        if let BuildErrorKind::MissingPlane { plane, providers } = &mut error.kind {
            *providers = self.providers(*plane);
        }
        error
    }
}

/// A builder that your program makes. It must read every parameter. Messages and random numbers go by its own name, recipes
/// by the one that it was added under, so they must agree.
fn own<B: Builder>(
    name: &'static str,
    make: &impl Fn(&mut Params) -> Result<B, RecipeErrorKind>,
    values: Map<String, Value>,
) -> Result<B, RecipeErrorKind> {
    let mut params = Params::new(values);
    let made = make(&mut params)?;
    params.end()?;
    if made.name() == name { Ok(made) } else { Err(RecipeErrorKind::Misnamed { name, own: made.name() }) }
}

fn wrong_place(info: &BuilderInfo) -> RecipeErrorKind {
    let expected = match info.kind() {
        BuilderKind::Initial => "a meta builder here; this one begins a chain",
        _ => "an initial builder here; this one changes an existing map",
    };
    RecipeErrorKind::value("use", info.name, expected)
}

/// The parameters of a stage in a recipe, read by a builder that your program added. Parameters that it does not take
/// are refused as unknown.
#[derive(Clone, Debug, Default)]
pub struct Params {
    values: Map<String, Value>,
    asked: Vec<&'static str>,
}

impl Params {
    pub(crate) const fn new(values: Map<String, Value>) -> Self {
        Params { values, asked: Vec::new() }
    }

    /// A parameter, or its default.
    ///
    /// # Errors
    ///
    /// The value has another type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str, default: T) -> Result<T, RecipeErrorKind> {
        self.asked.push(name);
        let Some(value) = self.values.shift_remove(name) else { return Ok(default) };
        serde_json::from_value(value.clone()).map_err(|error| {
            let message = error.to_string();
            let expected = message.rsplit_once("expected ").map_or(message.as_str(), |(_, expected)| expected);
            RecipeErrorKind::value(name, value, expected)
        })
    }

    /// All parameters at once, as the fields of a type.
    ///
    /// # Errors
    ///
    /// Those of the type's `Deserialize`.
    pub fn take_all<T: DeserializeOwned>(&mut self) -> Result<T, RecipeErrorKind> {
        let values = Value::Object(std::mem::take(&mut self.values));
        serde_json::from_value(values).map_err(RecipeErrorKind::Params)
    }

    /// Refuses parameters that were not taken.
    pub(crate) fn end(self) -> Result<(), RecipeErrorKind> {
        match self.values.keys().next() {
            Some(name) => Err(RecipeErrorKind::unknown("parameter", name, self.asked.into_iter())),
            None => Ok(()),
        }
    }
}
