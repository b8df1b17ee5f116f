//! A recipe: a whole chain as JSON.

use std::path::PathBuf;

use mapwright_core::{BuilderChain, InitialMapBuilder, MetaMapBuilder, Size, Wrap, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::{RecipeError, RecipeErrorKind};
use crate::json::Strict;
use crate::param::{Param, check_all};
use crate::{Files, Registry, typed};

/// A chain as data: size, seed, and the stages with their parameters.
///
/// ```
/// use mapwright_recipe::Recipe;
///
/// let recipe: Recipe = r#"{ "version": 1, "width": 31, "height": 31, "seed": 7,
///     "initial": { "use": "prim-maze", "max_degree": 3 },
///     "metas": [ { "use": "loop-injector", "rule": "braid", "p": 0.3 },
///                { "use": "pipe-shuffler" },
///                { "use": "ring-validator" } ] }"#.parse()?;
/// let map = recipe.chain()?.build(recipe.seed())?;
/// assert!(map.flow.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Strict", into = "Value")]
pub struct Recipe {
    /// Where editors find the schema of recipes (`$schema`). It changes nothing.
    pub schema: Option<String>,
    /// What the level is called, on pictures. It changes no map.
    pub title: Option<String>,
    /// What `mapwright search` looks for, such as `"loops >= 3"`. It changes no map.
    pub want: Option<String>,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Which borders are joined; none when absent.
    pub wrap: Option<Wrap>,
    /// The seed; 0 when absent.
    pub seed: Option<u64>,
    /// The stage that makes the map.
    pub initial: StageRecipe,
    /// The stages that change it.
    pub metas: Vec<StageRecipe>,
}

/// One stage of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct StageRecipe {
    /// The builder's name.
    pub name: String,
    /// The given parameters; all others have their defaults.
    pub params: Map<String, Value>,
}

impl StageRecipe {
    /// A stage with default parameters.
    pub fn new(name: impl Into<String>) -> Self {
        StageRecipe { name: name.into(), params: Map::new() }
    }

    /// The stage as an initial builder, without reading any file.
    pub fn initial(&self) -> Result<Box<dyn InitialMapBuilder>, RecipeError> {
        Registry::shipped().initial_stage(self, &Files::none()).map_err(|kind| kind.in_stage(&self.name))
    }

    /// The stage as a meta builder, without reading any file.
    pub fn meta(&self) -> Result<Box<dyn MetaMapBuilder>, RecipeError> {
        Registry::shipped().meta_stage(self, &Files::none()).map_err(|kind| kind.in_stage(&self.name))
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
        typed::params::<Head>(&defaults.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The seed that the recipe asks for.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The checked chain, without reading any file.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or names a file; then use [`chain_in`](Self::chain_in).
    pub fn chain(&self) -> Result<BuilderChain, RecipeError> {
        Registry::shipped().chain(self, &Files::none())
    }

    /// The checked chain. The recipe's files are looked up in `dir` and below; `""` is the current folder.
    ///
    /// # Errors
    ///
    /// The recipe is wrong, or a file that it names cannot be read.
    pub fn chain_in(&self, dir: impl Into<PathBuf>) -> Result<BuilderChain, RecipeError> {
        Registry::shipped().chain(self, &Files::in_dir(dir))
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
        let Head { version: _, width, height, wrap, seed, schema, title, want } =
            head(&object).map_err(RecipeErrorKind::in_recipe)?;
        let field = |name: &str| object.get(name).cloned().unwrap_or(Value::Null);
        let is_given = |name: &str| object.contains_key(name);
        let initial = stage(field("initial")).map_err(|kind| kind.at(0, ""))?;
        let metas = field("metas").as_array().cloned().unwrap_or_default().into_iter().enumerate();
        let metas = metas.map(|(i, meta)| stage(meta).map_err(|kind| kind.at(i + 1, "")));
        Ok(Recipe {
            schema,
            title,
            want,
            width,
            height,
            wrap: is_given("wrap").then_some(wrap),
            seed: is_given("seed").then_some(seed),
            initial,
            metas: metas.collect::<Result<_, _>>()?,
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
        object.insert("initial".into(), recipe.initial.into());
        object.insert("metas".into(), recipe.metas.into_iter().map(Value::from).collect());
        Value::Object(object)
    }
}

impl From<StageRecipe> for Value {
    fn from(stage: StageRecipe) -> Value {
        let name = ("use".to_owned(), Value::String(stage.name));
        Value::Object(std::iter::once(name).chain(stage.params).collect())
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
    match params.shift_remove("use") {
        Some(Value::String(name)) => Ok(StageRecipe { name, params }),
        Some(value) => Err(RecipeErrorKind::value("use", value, "the name of a builder")),
        None => Err(RecipeErrorKind::missing("use", "the name of a builder")),
    }
}
