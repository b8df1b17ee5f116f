//! Every builder there is. A new builder is one entry in the file of its kind.

mod caves;
mod corridors;
mod maps;
mod mazes;
mod packing;
mod pipes;
mod places;
mod prefabs;
mod rewrite;
mod rooms;
mod spawns;
mod walks;
mod wang;
mod wfc;

use std::path::Path;

use mapwright_core::{InitialMapBuilder, MetaMapBuilder, Plane};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::Param;

/// The values of a stage's parameters.
type Values = Map<String, Value>;
type MakeInitial = fn(Values, &Path) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind>;
type MakeMeta = fn(Values, &Path) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind>;

/// What is known of a builder without building anything.
#[derive(Clone, Debug)]
pub struct BuilderInfo {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it makes or does, in a line.
    pub about: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
    make: Make,
}

#[derive(Clone, Copy, Debug)]
enum Make {
    Initial(MakeInitial),
    Meta(MakeMeta),
    Both(MakeInitial, MakeMeta),
}

/// Where in a chain a builder may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuilderKind {
    /// At the beginning.
    Initial,
    /// After it.
    Meta,
    /// Either.
    Both,
}

impl BuilderInfo {
    /// Where in a chain it may stand.
    pub const fn kind(&self) -> BuilderKind {
        match self.make {
            Make::Initial(_) => BuilderKind::Initial,
            Make::Meta(_) => BuilderKind::Meta,
            Make::Both(..) => BuilderKind::Both,
        }
    }

    /// The builder at the beginning of a chain, from values that were checked.
    pub(crate) fn initial(
        &self,
        values: Values,
        dir: &Path,
    ) -> Option<Result<Box<dyn InitialMapBuilder>, RecipeErrorKind>> {
        match self.make {
            Make::Initial(make) | Make::Both(make, _) => Some(make(values, dir)),
            Make::Meta(_) => None,
        }
    }

    /// The builder after the beginning of a chain, from values that were checked.
    pub(crate) fn meta(&self, values: Values, dir: &Path) -> Option<Result<Box<dyn MetaMapBuilder>, RecipeErrorKind>> {
        match self.make {
            Make::Meta(make) | Make::Both(_, make) => Some(make(values, dir)),
            Make::Initial(_) => None,
        }
    }

    /// The planes that it needs, gives and takes away, with its default parameters: `[requires, provides,
    /// clears]`.
    pub fn planes(&self) -> [Vec<Plane>; 3] {
        let none = Path::new("");
        let (mut requires, mut provides, mut clears) = Default::default();
        if let Some(Ok(initial)) = self.initial(Values::new(), none) {
            provides = initial.provides();
        }
        if let Some(Ok(meta)) = self.meta(Values::new(), none) {
            (requires, provides, clears) = (meta.requires(), meta.provides().union(provides), meta.clears());
        }
        [requires, provides, clears].map(|planes| planes.iter().collect())
    }
}

/// The builder with a name.
pub fn builder(name: &str) -> Option<BuilderInfo> {
    builders().into_iter().find(|info| info.name == name)
}

/// The builders that provide a plane, whatever was there before.
pub fn providers(plane: Plane) -> Vec<&'static str> {
    let provides = |info: &BuilderInfo| info.planes()[1].contains(&plane);
    builders().into_iter().filter(provides).map(|info| info.name).collect()
}

/// A builder from its parameters. They were checked against the catalogue, so what serde has against them is
/// a fault of the catalogue, and a test finds it.
fn made<B: DeserializeOwned>(values: Values) -> Result<B, RecipeErrorKind> {
    serde_json::from_value(Value::Object(values)).map_err(RecipeErrorKind::Syntax)
}

fn initial<B: InitialMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Initial(|values, _| Ok(Box::new(made::<B>(values)?)))
}

fn meta<B: MetaMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Meta(|values, _| Ok(Box::new(made::<B>(values)?)))
}

fn both<B: InitialMapBuilder + MetaMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Both(|values, _| Ok(Box::new(made::<B>(values)?)), |values, _| Ok(Box::new(made::<B>(values)?)))
}

/// Every builder, initial ones first.
pub fn builders() -> Vec<BuilderInfo> {
    let kinds = [
        mazes::builders(),
        wang::builders(),
        packing::builders(),
        wfc::builders(),
        rewrite::builders(),
        caves::builders(),
        rooms::builders(),
        corridors::builders(),
        walks::builders(),
        maps::builders(),
        prefabs::builders(),
        pipes::builders(),
        places::builders(),
        spawns::builders(),
    ];
    let mut all = kinds.concat();
    all.sort_by_key(|info| info.kind() == BuilderKind::Meta);
    all
}

fn info(name: &'static str, make: Make, about: &'static str, params: Vec<Param>) -> BuilderInfo {
    BuilderInfo { name, about, params, make }
}
