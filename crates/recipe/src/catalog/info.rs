//! What the catalogue says about a builder.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use mapwright_core::params::{Described, Schema};
use mapwright_core::{Facts, InitialMapBuilder, MetaMapBuilder, Planes, Size};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::param::Param;
use crate::{Files, Registry};

/// The values of a stage's parameters.
pub(crate) type ParamValues = Map<String, Value>;
/// Makes a stage from its values, which were checked; stages in it are those of the registry.
pub(crate) type Make<B> = Arc<dyn Fn(ParamValues, &Files, &Registry) -> Result<Box<B>, RecipeErrorKind> + Send + Sync>;

/// What the catalogue says about a builder.
#[derive(Clone)]
pub struct BuilderInfo {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it makes or does, in a line.
    pub about: Cow<'static, str>,
    /// The group that it is listed in.
    pub group: &'static str,
    /// Its parameters; empty for a builder that reads them itself.
    pub params: Vec<Param>,
    pub(crate) initial: Option<Make<dyn InitialMapBuilder>>,
    pub(crate) meta: Option<Make<dyn MetaMapBuilder>>,
    /// What its type says of one that is made, for writing it as code; `None` if it reads its parameters itself.
    pub(crate) rust: Option<ToRust>,
}

/// A builder as its type describes it: the schema, its values, and those by default. Rust code is written from them.
pub(crate) type RustSource = (Schema, Value, Value);

/// What the type of a builder says of one with these values.
pub(super) type ToRust = fn(ParamValues, &Files) -> Result<Option<RustSource>, RecipeErrorKind>;

impl fmt::Debug for BuilderInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut info = f.debug_struct("BuilderInfo");
        info.field("name", &self.name).field("kind", &self.kind()).field("params", &self.params).finish_non_exhaustive()
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
    /// A builder that reads its parameters itself, as nothing yet.
    pub(crate) const fn own(name: &'static str) -> Self {
        let about = Cow::Borrowed("");
        BuilderInfo { name, about, group: "own", params: Vec::new(), initial: None, meta: None, rust: None }
    }

    /// Whether it reads its parameters itself.
    pub(crate) const fn is_own(&self) -> bool {
        self.rust.is_none()
    }

    /// Where in a chain it may be used.
    pub const fn kind(&self) -> BuilderKind {
        match (&self.initial, &self.meta) {
            (Some(_), Some(_)) => BuilderKind::Both,
            (Some(_), None) => BuilderKind::Initial,
            (None, _) => BuilderKind::Meta,
        }
    }

    /// What it says about itself with its default parameters. Of one that cannot be made without parameters, only the name.
    pub fn facts(&self) -> Facts {
        let (none, size) = (Files::default(), Size::new(1, 1));
        let meta = self
            .meta
            .as_ref()
            .and_then(|make| Some(make(ParamValues::new(), &none, &Registry::shipped()).ok()?.facts(size)));
        let initial = || {
            self.initial
                .as_ref()
                .and_then(|make| Some(make(ParamValues::new(), &none, &Registry::shipped()).ok()?.facts(size)))
        };
        meta.or_else(initial).unwrap_or_else(|| Facts::new(self.name))
    }

    /// Whether it can draw cells by hand, which `kept` in a recipe can keep. Without its map, `from-map` has no facts to
    /// ask, and `accretion` draws nothing by hand without a template.
    pub(crate) fn draws(&self) -> bool {
        self.is_own() || ["accretion", "from-map"].contains(&self.name) || self.facts().draws
    }

    /// The planes that it drops from an existing map.
    pub fn drops(&self) -> Planes {
        if self.kind() == BuilderKind::Initial { Planes::NONE } else { self.facts().drops() }
    }
}

/// What the type of a builder says of it.
pub(super) fn rust_source<B: Described + Default + Serialize>(builder: &B) -> Option<RustSource> {
    let json = |builder: &B| serde_json::to_value(builder).ok();
    Some((B::schema(), json(builder)?, json(&B::default())?))
}
