//! A recipe: a whole chain as JSON.

use std::path::Path;

use mapwright_core::{BuildError, BuildErrorKind, BuilderChain, Size, Wrap};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::catalog::{BuilderInfo, BuilderKind, builder, builders, providers};
use crate::error::{RecipeError, RecipeErrorKind};
use crate::param::{Param, ParamKind, check_all};

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
#[serde(try_from = "Value", into = "Value")]
pub struct Recipe {
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
    /// The parameters that are given; all others have their defaults.
    pub params: Map<String, Value>,
}

impl StageRecipe {
    /// A stage with default parameters.
    pub fn new(name: impl Into<String>) -> Self {
        StageRecipe { name: name.into(), params: Map::new() }
    }
}

impl Recipe {
    /// Width and height.
    pub const fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// The seed that the recipe asks for.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The chain, checked. Files that the recipe names are looked for in the current directory.
    pub fn chain(&self) -> Result<BuilderChain, RecipeError> {
        self.chain_in(Path::new(""))
    }

    /// The chain, checked. Files that the recipe names are looked for in `dir`.
    pub fn chain_in(&self, dir: &Path) -> Result<BuilderChain, RecipeError> {
        let place = format!("initial {}", self.initial.name);
        let initial = self
            .initial
            .info(BuilderKind::Initial)
            .and_then(|info| info.initial(self.initial.params.clone(), dir).unwrap_or_else(|| Err(wrong_place(&info))));
        let initial = initial.map_err(|kind| kind.at(&place))?;
        let mut chain = BuilderChain::start_with(self.size(), initial).wrap(self.wrap.unwrap_or_default());
        for (i, stage) in self.metas.iter().enumerate() {
            let place = format!("metas[{i}] {}", stage.name);
            let meta = stage
                .info(BuilderKind::Meta)
                .and_then(|info| info.meta(stage.params.clone(), dir).unwrap_or_else(|| Err(wrong_place(&info))));
            chain = chain.with(meta.map_err(|kind| kind.at(&place))?);
        }
        chain.check().map_err(|error| RecipeErrorKind::Build(with_providers(error)).at(""))?;
        Ok(chain)
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
        let value = crate::json::parse(json).map_err(|error| RecipeErrorKind::Syntax(error).at(""))?;
        Recipe::try_from(value)
    }
}

impl TryFrom<Value> for Recipe {
    type Error = RecipeError;

    fn try_from(value: Value) -> Result<Self, RecipeError> {
        let object = object(value).map_err(|kind| kind.at(""))?;
        check_top(&object).map_err(|kind| kind.at(""))?;
        let field = |name: &str| object.get(name).cloned().unwrap_or(Value::Null);
        let number = |name: &str| field(name).as_u64();
        let initial = stage(field("initial")).map_err(|kind| kind.at("initial"))?;
        let metas = field("metas").as_array().cloned().unwrap_or_default().into_iter().enumerate();
        let metas = metas.map(|(i, meta)| stage(meta).map_err(|kind| kind.at(&format!("metas[{i}]"))));
        Ok(Recipe {
            width: number("width").unwrap_or(0) as u16,
            height: number("height").unwrap_or(0) as u16,
            wrap: serde_json::from_value(field("wrap")).ok().flatten(),
            seed: number("seed"),
            initial,
            metas: metas.collect::<Result<_, _>>()?,
        })
    }
}

impl From<Recipe> for Value {
    fn from(recipe: Recipe) -> Value {
        let mut object = Map::new();
        object.insert("version".into(), json!(1));
        object.insert("width".into(), json!(recipe.width));
        object.insert("height".into(), json!(recipe.height));
        if let Some(wrap) = recipe.wrap {
            object.insert("wrap".into(), json!(wrap));
        }
        if let Some(seed) = recipe.seed {
            object.insert("seed".into(), json!(seed));
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

impl StageRecipe {
    /// The builder that the stage names, once its parameters were checked.
    fn info(&self, wanted: BuilderKind) -> Result<BuilderInfo, RecipeErrorKind> {
        let Some(info) = builder(&self.name) else {
            let fits = |info: &BuilderInfo| info.kind() == wanted || info.kind() == BuilderKind::Both;
            let known: Vec<&str> = builders().into_iter().filter(fits).map(|info| info.name).collect();
            return Err(RecipeErrorKind::unknown("builder", &self.name, known.into_iter()));
        };
        check_all(&info.params, &self.params)?;
        Ok(info)
    }
}

/// The parameters of a recipe as a whole, without its stages.
fn check_top(object: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    let side = ParamKind::Int(1, u16::MAX as u64);
    let params = [
        Param::new("version", ParamKind::Int(1, 1), 0, ""),
        Param::new("width", side, 0, ""),
        Param::new("height", side, 0, ""),
        Param::new("wrap", ParamKind::Choice(&["none", "x", "y", "both"]), "none", ""),
        Param::new("seed", ParamKind::Int(0, u64::MAX), 0, ""),
    ];
    let is_stage = |name: &str| name == "initial" || name == "metas";
    for (name, value) in object.iter().filter(|(name, _)| !is_stage(name)) {
        let known = params.iter().map(|param| param.name).chain(["initial", "metas"]);
        let param = params.iter().find(|param| param.name == name);
        param.ok_or_else(|| RecipeErrorKind::unknown("parameter", name, known))?.check(value)?;
    }
    if let Some(param) = params.iter().take(3).find(|param| !object.contains_key(param.name)) {
        return Err(RecipeErrorKind::Missing { name: param.name.to_owned(), allowed: param.kind.to_string() });
    }
    let wrong = |name: &str, value: &Value, allowed: &str| {
        let (name, value, allowed) = (name.to_owned(), value.clone(), allowed.to_owned());
        RecipeErrorKind::Value { name, value, allowed }
    };
    match object.get("metas") {
        None | Some(Value::Array(_)) => Ok(()),
        Some(other) => Err(wrong("metas", other, "a list of stages")),
    }
}

fn object(value: Value) -> Result<Map<String, Value>, RecipeErrorKind> {
    match value {
        Value::Object(object) => Ok(object),
        value => {
            let allowed = "a JSON object".to_owned();
            Err(RecipeErrorKind::Value { name: "recipe".to_owned(), value, allowed })
        }
    }
}

fn stage(value: Value) -> Result<StageRecipe, RecipeErrorKind> {
    let mut params = match value {
        Value::Object(params) => params,
        Value::Null => {
            let allowed = "a stage such as {\"use\": \"prim-maze\"}".to_owned();
            return Err(RecipeErrorKind::Missing { name: "use".to_owned(), allowed });
        }
        value => {
            let allowed = "an object such as {\"use\": \"prim-maze\"}".to_owned();
            return Err(RecipeErrorKind::Value { name: "use".to_owned(), value, allowed });
        }
    };
    let allowed = "the name of a builder".to_owned();
    match params.shift_remove("use") {
        Some(Value::String(name)) => Ok(StageRecipe { name, params }),
        Some(value) => Err(RecipeErrorKind::Value { name: "use".to_owned(), value, allowed }),
        None => Err(RecipeErrorKind::Missing { name: "use".to_owned(), allowed }),
    }
}

fn wrong_place(info: &BuilderInfo) -> RecipeErrorKind {
    let allowed = match info.kind() {
        BuilderKind::Initial => "a meta builder here; this one begins a chain",
        _ => "an initial builder here; this one changes a map that is there",
    };
    RecipeErrorKind::Value { name: "use".to_owned(), value: info.name.into(), allowed: allowed.to_owned() }
}

/// Names the builders that could provide a missing plane.
fn with_providers(mut error: BuildError) -> BuildError {
    if let BuildErrorKind::MissingPlane { plane, providers: names } = &mut error.kind {
        *names = providers(*plane);
    }
    error
}
