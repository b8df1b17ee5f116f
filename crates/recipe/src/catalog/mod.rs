//! The catalogue of builders. A new builder is one row in `table.rs`.

mod beside;
mod files;
mod json;
mod prefabs;
mod presets;
mod rewrite;
mod table;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use mapwright_core::params::Param as Described;
use mapwright_core::{Builder, Facts, InitialMapBuilder, MetaMapBuilder, Planes, Size};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::Param;
use crate::rust::Spelled;
use crate::typed;
use crate::{Files, Params};
pub use table::builders;

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
    /// What its type says of one that is made, for writing it as code.
    pub(crate) spell: Option<Spell>,
}

/// What the type of a builder says of one with these values.
type Spell = fn(Values, &Files) -> Result<Option<Spelled>, RecipeErrorKind>;

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
        BuilderInfo { name, about: "".into(), group: "own", params: Vec::new(), make, spell: None }
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

    /// What it says about itself with its default parameters. Of one that cannot be made without parameters, only the name.
    pub fn facts(&self) -> Facts {
        let (none, size) = (Files::default(), Size::new(1, 1));
        let meta = self.meta(Values::new(), &none).and_then(Result::ok).map(|stage| stage.facts(size));
        let initial = || self.initial(Values::new(), &none).and_then(Result::ok).map(|stage| stage.facts(size));
        meta.or_else(initial).unwrap_or_else(|| Facts::new(self.name))
    }

    /// The planes that it drops from an existing map.
    pub fn drops(&self) -> Planes {
        if self.kind() == BuilderKind::Initial { Planes::NONE } else { self.facts().drops() }
    }
}

/// A builder that your program makes. It must read every parameter.
fn own<B: ?Sized>(make: &dyn Fn(&mut Params) -> Made<B>, values: Values) -> Made<B> {
    let mut params = Params::new(values);
    let builder = make(&mut params)?;
    params.end().map(|()| builder)
}

fn row<B>(group: &'static str, make: Make) -> BuilderInfo
where
    B: Builder + Described + Default + Serialize + DeserializeOwned,
{
    let params = typed::params::<B>(&typed::defaults::<B>());
    let spell: Spell = |values, _| Ok(spelled(&typed::read::<B>(values)?));
    BuilderInfo { name: B::default().name(), about: typed::about::<B>(), group, params, make, spell: Some(spell) }
}

/// What the type of a builder says of it.
fn spelled<B: Described + Default + Serialize>(builder: &B) -> Option<Spelled> {
    let json = |builder: &B| serde_json::to_value(builder).ok();
    Some((B::domain(), json(builder)?, json(&B::default())?))
}

/// An initial builder whose type describes it.
pub(crate) fn initial<B>(group: &'static str) -> BuilderInfo
where
    B: InitialMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    row::<B>(group, Make::Initial(|values, _| Ok(Box::new(typed::read::<B>(values)?))))
}

/// A meta builder whose type describes it.
pub(crate) fn meta<B>(group: &'static str) -> BuilderInfo
where
    B: MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    row::<B>(group, Make::Meta(|values, _| Ok(Box::new(typed::read::<B>(values)?))))
}

/// A builder that is both.
pub(crate) fn both<B>(group: &'static str) -> BuilderInfo
where
    B: InitialMapBuilder + MetaMapBuilder + Described + Default + Serialize + DeserializeOwned + 'static,
{
    let initial: MakeInitial = |values, _| Ok(Box::new(typed::read::<B>(values)?));
    row::<B>(group, Make::Both(initial, |values, _| Ok(Box::new(typed::read::<B>(values)?))))
}
