//! A recipe: a whole chain as JSON.

use std::path::{Path, PathBuf};

use mapwright_core::params::Described;
use mapwright_core::{Keep, Size, Wrap, params};
use mapwright_files::{MOST_BYTES, read_capped};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::catalog::KeptDrawing;
use crate::error::{RecipeError, RecipeErrorKind};
use crate::flaw::Flaw;
use crate::json::Strict;
use crate::param::{Param, check_all};
use crate::typed;

/// A chain as data: size, seed, and the stages with their parameters.
///
/// ```
/// use mapwright_recipe::Recipe;
///
/// let recipe: Recipe = r#"{ "version": 1, "width": 31, "height": 31, "seed": 7,
///     "initial": { "use": "prim-maze", "max_degree": 3 },
///     "metas": [ { "use": "loop-injector", "rule": "braid", "chance": 0.3 },
///                { "use": "pipe-shuffler" },
///                { "use": "ring-validator" } ] }"#.parse()?;
/// let map = recipe.build(recipe.seed())?;
/// assert!(map.flow.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Strict", into = "Value")]
#[non_exhaustive]
pub struct Recipe {
    /// Where editors find the schema of recipes (`$schema`). It changes nothing.
    pub schema: Option<String>,
    /// What the level is called, on pictures. It changes no map.
    pub title: Option<String>,
    /// What `mapwright search` looks for, such as `"loops >= 3"`. It changes no map.
    pub want: Option<String>,
    /// The version that made the map of its seed, and the digest of that map, as [`digest_of`](Self::digest_of) writes them.
    pub digest: Option<String>,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Which borders are joined; none when absent.
    pub wrap: Option<Wrap>,
    /// The seed; 0 when absent.
    pub seed: Option<u64>,
    /// The parts of the map that are kept: objects with `rows` or a `file`, and where they are.
    pub kept: Vec<Value>,
    /// The stage that makes the map.
    pub initial: StageRecipe,
    /// The stages that change it.
    pub metas: Vec<StageRecipe>,
    /// The folder of the files that the recipe names; without one it reads none. [`load`](Self::load) sets it. It is not
    /// written.
    pub dir: Option<PathBuf>,
}

/// One stage of a recipe.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StageRecipe {
    /// The builder's name.
    pub name: String,
    /// Draws this stage alone [anew](mapwright_core::BuilderChain::reseed), if given.
    pub seed: Option<u64>,
    /// How much of what it draws is [kept](mapwright_core::BuilderChain::keep_drawn), if given.
    pub kept: Option<Keep>,
    /// The given parameters; all others have their defaults.
    pub params: Map<String, Value>,
}

impl StageRecipe {
    /// A stage with default parameters.
    pub fn new(name: impl Into<String>) -> Self {
        StageRecipe { name: name.into(), seed: None, kept: None, params: Map::new() }
    }

    /// The stage with one more parameter, as in JSON: `seed` is the seed of the stage.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        let (name, value) = (name.into(), value.into());
        match value.as_u64() {
            Some(seed) if name == "seed" => self.seed = Some(seed),
            _ => drop(self.params.insert(name, value)),
        }
        self
    }
}

impl std::str::FromStr for StageRecipe {
    type Err = RecipeError;

    fn from_str(json: &str) -> Result<Self, RecipeError> {
        let value = crate::json::parse(json).map_err(|error| RecipeErrorKind::Syntax(error).in_recipe())?;
        stage(value).map_err(RecipeErrorKind::in_recipe)
    }
}

impl Recipe {
    /// The parameters of a recipe as a whole, without its stages.
    pub fn params() -> Vec<Param> {
        let defaults = [("wrap", json!("none")), ("seed", json!(0))];
        Param::all(&Head::schema(), &defaults.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The seed that the recipe asks for.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// A recipe of one stage.
    pub fn new(size: Size, initial: StageRecipe) -> Self {
        Recipe {
            schema: None,
            title: None,
            want: None,
            digest: None,
            width: size.w,
            height: size.h,
            wrap: None,
            seed: None,
            kept: Vec::new(),
            initial,
            metas: Vec::new(),
            dir: None,
        }
    }

    /// Reads a recipe from a file. The files that it names are looked up in the same folder and below.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a recipe.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, RecipeError> {
        let path = path.as_ref();
        let unreadable = |flaw: Flaw| flaw.in_file("recipe", &path.display().to_string()).in_recipe();
        let bytes = read_capped(path, MOST_BYTES).map_err(|error| unreadable(error.into()))?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable(Flaw::of("not UTF-8 text")))?;
        let dir = path.parent().map(Path::to_owned);
        Ok(Recipe { dir, ..text.parse()? })
    }

    /// The stages with a seed of their own, as [`BuilderChain::reseed`](mapwright_core::BuilderChain::reseed) takes them.
    pub(crate) fn reseeded(&self) -> impl Iterator<Item = (String, u64)> {
        self.placed().filter_map(|(place, stage)| Some((place, stage.seed?)))
    }

    /// The stages of which something drawn is kept, as [`BuilderChain::keep_drawn`](mapwright_core::BuilderChain::keep_drawn)
    /// takes them.
    pub(crate) fn drawn_kept(&self) -> impl Iterator<Item = (String, Keep)> {
        self.placed().filter_map(|(place, stage)| Some((place, stage.kept?)))
    }

    /// The stages with their places, as in `metas[0] loop-injector`.
    fn placed(&self) -> impl Iterator<Item = (String, &StageRecipe)> {
        let places = std::iter::once("initial".to_owned()).chain((0..).map(|meta| format!("metas[{meta}]")));
        let stages = std::iter::once(&self.initial).chain(&self.metas);
        places.zip(stages).map(|(place, stage)| (format!("{place} {}", stage.name), stage))
    }

    /// The recipe as indented JSON.
    pub fn to_json(&self) -> String {
        let value = Value::from(self.clone());
        serde_json::to_string_pretty(&value).unwrap_or_default()
    }
}

impl std::str::FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(json: &str) -> Result<Self, RecipeError> {
        let value = crate::json::parse(json).map_err(|error| RecipeErrorKind::Syntax(error).in_recipe())?;
        Recipe::try_from(value)
    }
}

impl TryFrom<Strict> for Recipe {
    type Error = RecipeError;

    fn try_from(Strict(value): Strict) -> Result<Self, RecipeError> {
        Recipe::try_from(value)
    }
}

impl TryFrom<Value> for Recipe {
    type Error = RecipeError;

    fn try_from(value: Value) -> Result<Self, RecipeError> {
        let object = object(value).map_err(RecipeErrorKind::in_recipe)?;
        let Head { version: _, width, height, wrap, seed, schema, title, want, digest, kept: _ } =
            head(&object).map_err(RecipeErrorKind::in_recipe)?;
        let field = |name: &str| object.get(name).cloned().unwrap_or(Value::Null);
        let is_given = |name: &str| object.contains_key(name);
        let initial = stage(field("initial")).map_err(|kind| kind.at(0, ""))?;
        let list = |name: &str| field(name).as_array().cloned().unwrap_or_default();
        let metas = list("metas").into_iter().enumerate();
        let metas = metas.map(|(i, meta)| stage(meta).map_err(|kind| kind.at(i + 1, "")));
        Ok(Recipe {
            schema,
            title,
            want,
            digest,
            width,
            height,
            wrap: is_given("wrap").then_some(wrap),
            seed: is_given("seed").then_some(seed),
            kept: list("kept"),
            initial,
            metas: metas.collect::<Result<_, _>>()?,
            dir: None,
        })
    }
}

impl From<Recipe> for Value {
    fn from(recipe: Recipe) -> Value {
        let mut object = Map::new();
        if let Some(schema) = recipe.schema {
            object.insert("$schema".into(), schema.into());
        }
        object.insert("version".into(), json!(1));
        if let Some(title) = recipe.title {
            object.insert("title".into(), title.into());
        }
        object.insert("width".into(), json!(recipe.width));
        object.insert("height".into(), json!(recipe.height));
        if let Some(wrap) = recipe.wrap {
            object.insert("wrap".into(), json!(wrap));
        }
        if let Some(seed) = recipe.seed {
            object.insert("seed".into(), json!(seed));
        }
        if let Some(want) = recipe.want {
            object.insert("want".into(), want.into());
        }
        if let Some(digest) = recipe.digest {
            object.insert("digest".into(), digest.into());
        }
        if !recipe.kept.is_empty() {
            object.insert("kept".into(), recipe.kept.into());
        }
        object.insert("initial".into(), recipe.initial.into());
        object.insert("metas".into(), recipe.metas.into_iter().map(Value::from).collect());
        Value::Object(object)
    }
}

impl From<StageRecipe> for Value {
    fn from(stage: StageRecipe) -> Value {
        let name = ("use".to_owned(), Value::String(stage.name));
        let seed = stage.seed.map(|seed| ("seed".to_owned(), seed.into()));
        let kept = stage.kept.map(|kept| ("kept".to_owned(), kept.to_string().into()));
        Value::Object(std::iter::once(name).chain(seed).chain(kept).chain(stage.params).collect())
    }
}

/// A recipe as a whole, without its stages.
#[params]
struct Head {
    /// The version of the format.
    #[param(required, range = 1..=1)]
    version: u8,
    /// The columns of the map.
    #[param(required, range = 1..)]
    width: u16,
    /// The rows of the map.
    #[param(required, range = 1..)]
    height: u16,
    /// Which borders are joined.
    wrap: Wrap,
    /// The seed; the same one makes the same map.
    seed: u64,
    /// Where editors find the schema of recipes.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// What the level is called, on pictures.
    title: Option<String>,
    /// What `mapwright search` looks for, such as "loops >= 3".
    want: Option<String>,
    /// The version that made the map of this seed, and the digest of that map, such as "0.1.0 85944171f73967e8". A build that
    /// gives another map says so.
    digest: Option<String>,
    /// The parts of the map that are drawn and kept: the stages build around them.
    kept: Vec<KeptDrawing>,
}

fn head(object: &Map<String, Value>) -> Result<Head, RecipeErrorKind> {
    let params = Recipe::params();
    let is_stage = |name: &str| name == "initial" || name == "metas";
    let (stages, own): (Map<_, _>, Map<_, _>) = object.clone().into_iter().partition(|(name, _)| is_stage(name));
    let known = || params.iter().map(|param| param.name).chain(["initial", "metas"]);
    if let Some(name) = own.keys().find(|name| !known().any(|known| known == *name)) {
        return Err(RecipeErrorKind::unknown("parameter", name, known()));
    }
    check_all(&params, &own)?;
    match stages.get("metas") {
        None | Some(Value::Array(_)) => typed::read(own),
        Some(other) => Err(RecipeErrorKind::value("metas", other.clone(), "a list of stages")),
    }
}

fn object(value: Value) -> Result<Map<String, Value>, RecipeErrorKind> {
    match value {
        Value::Object(object) => Ok(object),
        value => Err(RecipeErrorKind::value("recipe", value, "a JSON object")),
    }
}

fn stage(value: Value) -> Result<StageRecipe, RecipeErrorKind> {
    let mut params = match value {
        Value::Object(params) => params,
        Value::Null => return Err(RecipeErrorKind::missing("use", "a stage such as {\"use\": \"prim-maze\"}")),
        value => return Err(RecipeErrorKind::value("use", value, "an object such as {\"use\": \"prim-maze\"}")),
    };
    let name = match params.shift_remove("use") {
        Some(Value::String(name)) => name,
        Some(value) => return Err(RecipeErrorKind::value("use", value, "the name of a builder")),
        None => return Err(RecipeErrorKind::missing("use", "the name of a builder")),
    };
    let seed = match params.shift_remove("seed") {
        None | Some(Value::Null) => None,
        Some(value) => Some(value.as_u64().ok_or_else(|| RecipeErrorKind::value("seed", value, seeds()))?),
    };
    let kept = match params.shift_remove("kept") {
        None | Some(Value::Null) => None,
        Some(value) => {
            let level = Keep::ALL.into_iter().skip(1).find(|level| value == level.to_string());
            Some(level.ok_or_else(|| RecipeErrorKind::value("kept", value, "one of \"shape\", \"tile\""))?)
        }
    };
    Ok(StageRecipe { name, seed, kept, params })
}

fn seeds() -> String {
    format!("an integer from 0 to {}", u64::MAX)
}
