//! The catalogue of builders. A new builder is one entry in the file of its kind.

mod caves;
mod corridors;
mod json;
mod levels;
mod maps;
mod mazes;
mod packing;
mod pipes;
mod places;
mod prefabs;
mod rewrite;
mod rooms;
mod spawns;
mod terrain;
mod walks;
mod wang;
mod wfc;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use mapwright_core::params::Param as Typed;
use mapwright_core::{InitialMapBuilder, MetaMapBuilder, Plane, Size};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::Param;
use crate::typed::row;
use crate::{Files, Params};

/// The values of a stage's parameters.
type Values = Map<String, Value>;
type Made<B> = Result<Box<B>, RecipeErrorKind>;
type MakeInitial = fn(Values, &Files) -> Made<dyn InitialMapBuilder>;
type MakeMeta = fn(Values, &Files) -> Made<dyn MetaMapBuilder>;
pub(crate) type OwnInitial = dyn Fn(&mut Params) -> Made<dyn InitialMapBuilder> + Send + Sync;
pub(crate) type OwnMeta = dyn Fn(&mut Params) -> Made<dyn MetaMapBuilder> + Send + Sync;

/// What the catalogue says about a builder.
#[derive(Clone, Debug)]
pub struct BuilderInfo {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it makes or does, in a line.
    pub about: Cow<'static, str>,
    /// The group that it is listed in.
    pub group: &'static str,
    /// Its parameters; empty for a builder that your program added.
    pub params: Vec<Param>,
    pub(crate) make: Make,
}

#[derive(Clone)]
pub(crate) enum Make {
    Initial(MakeInitial),
    Meta(MakeMeta),
    Both(MakeInitial, MakeMeta),
    Own(OwnMake),
}

/// A builder that your program added, as what it was added.
#[derive(Clone, Default)]
pub(crate) struct OwnMake {
    pub(crate) initial: Option<Arc<OwnInitial>>,
    pub(crate) meta: Option<Arc<OwnMeta>>,
}

impl Make {
    /// Whether your program added it.
    pub(crate) const fn is_own(&self) -> bool {
        matches!(self, Make::Own(_))
    }

    const fn kind(&self) -> BuilderKind {
        match self {
            Make::Initial(_) | Make::Own(OwnMake { meta: None, .. }) => BuilderKind::Initial,
            Make::Meta(_) | Make::Own(OwnMake { initial: None, .. }) => BuilderKind::Meta,
            Make::Both(..) | Make::Own(_) => BuilderKind::Both,
        }
    }
}

impl fmt::Debug for Make {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.kind(), f)
    }
}

/// Where in a chain a builder may be used.
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
    /// A builder that your program added.
    pub(crate) fn own(name: &'static str, make: Make) -> Self {
        BuilderInfo { name, about: "".into(), group: "own", params: Vec::new(), make }
    }

    /// Where in a chain it may be used.
    pub const fn kind(&self) -> BuilderKind {
        self.make.kind()
    }

    /// The initial builder with these values, which were checked.
    pub(crate) fn initial(&self, values: Values, files: &Files) -> Option<Made<dyn InitialMapBuilder>> {
        match &self.make {
            Make::Initial(make) | Make::Both(make, _) => Some(make(values, files)),
            Make::Own(make) => {
                Some(own(&**make.initial.as_ref()?, values).and_then(|made| self.named(made.name(), made)))
            }
            Make::Meta(_) => None,
        }
    }

    /// The meta builder with these values, which were checked.
    pub(crate) fn meta(&self, values: Values, files: &Files) -> Option<Made<dyn MetaMapBuilder>> {
        match &self.make {
            Make::Meta(make) | Make::Both(_, make) => Some(make(values, files)),
            Make::Own(make) => Some(own(&**make.meta.as_ref()?, values).and_then(|made| self.named(made.name(), made))),
            Make::Initial(_) => None,
        }
    }

    /// Messages and random numbers go by a builder's own name, recipes by the one that it was added under.
    fn named<B>(&self, own: &'static str, made: B) -> Result<B, RecipeErrorKind> {
        if own == self.name { Ok(made) } else { Err(RecipeErrorKind::Misnamed { name: self.name, own }) }
    }

    /// Its [title](mapwright_core::Facts::title); empty for a builder without one, or that cannot be made without parameters.
    pub fn title(&self) -> &'static str {
        let (none, size) = (Files::default(), Size::new(1, 1));
        let initial = self.initial(Values::new(), &none).and_then(Result::ok).map(|stage| stage.facts(size).title);
        let meta = || self.meta(Values::new(), &none).and_then(Result::ok).map(|stage| stage.facts(size).title);
        initial.or_else(meta).unwrap_or_default()
    }

    /// The planes that it needs, gives and drops with its default parameters: `[needs, gives, drops]`.
    pub fn planes(&self) -> [Vec<Plane>; 3] {
        let none = Files::default();
        let size = Size::new(1, 1);
        let (mut needs, mut gives, mut drops) = Default::default();
        if let Some(Ok(initial)) = self.initial(Values::new(), &none) {
            gives = initial.facts(size).gives;
        }
        if let Some(Ok(meta)) = self.meta(Values::new(), &none) {
            let facts = meta.facts(size);
            (needs, gives, drops) = (facts.needs, facts.gives.union(gives), facts.drops());
        }
        [needs, gives, drops].map(|planes| planes.iter().collect())
    }
}

/// A builder that your program makes. It must read every parameter.
fn own<B: ?Sized>(make: &dyn Fn(&mut Params) -> Made<B>, values: Values) -> Made<B> {
    let mut params = Params::new(values);
    let builder = make(&mut params)?;
    params.end().map(|()| builder)
}

/// A builder from its parameters. They were checked against the catalogue, so an error of serde is a fault of the
/// catalogue, and a test finds it.
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

pub(crate) fn typed_initial<B: InitialMapBuilder + Typed + Default + Serialize + DeserializeOwned + 'static>()
-> BuilderInfo {
    row::<B>(initial::<B>())
}

pub(crate) fn typed_meta<B: MetaMapBuilder + Typed + Default + Serialize + DeserializeOwned + 'static>() -> BuilderInfo
{
    row::<B>(meta::<B>())
}

pub(crate) fn typed_both<B>() -> BuilderInfo
where
    B: InitialMapBuilder + MetaMapBuilder + Typed + Default + Serialize + DeserializeOwned + 'static,
{
    row::<B>(both::<B>())
}

/// Every builder, initial ones first, each group by itself.
pub fn builders() -> Vec<BuilderInfo> {
    let groups = [
        ("mazes", mazes::builders()),
        ("Wang tiles", wang::builders()),
        ("polyominoes", packing::builders()),
        ("wave function collapse", wfc::builders()),
        ("rewrite rules", rewrite::builders()),
        ("caves", caves::builders()),
        ("rooms", rooms::builders()),
        ("corridors", corridors::builders()),
        ("walks and cells", walks::builders()),
        ("maps", maps::builders()),
        ("prefabs", prefabs::builders()),
        ("pipes", pipes::builders()),
        ("places", places::builders()),
        ("terrain", terrain::builders()),
        ("spawns", spawns::builders()),
        ("levels", levels::builders()),
    ];
    let named =
        |(group, infos): (_, Vec<BuilderInfo>)| infos.into_iter().map(move |info| BuilderInfo { group, ..info });
    let mut all: Vec<BuilderInfo> = groups.into_iter().flat_map(named).collect();
    all.sort_by_key(|info| info.kind() == BuilderKind::Meta);
    all
}

fn info(name: &'static str, make: Make, about: &'static str, params: Vec<Param>) -> BuilderInfo {
    BuilderInfo { name, about: about.into(), group: "", params, make }
}
