//! A recipe as Rust code that makes the same map.
//!
//! Each stage is one line, however long; `rustfmt` breaks it. A builder is written from its [`Schema`] and the values that differ from its defaults. A stage whose values have a
//! grammar of their own (a program, a drawing, a table) is written as its JSON, which the program reads.

mod expression;

use mapwright_core::Wrap;
use serde_json::Value;

use crate::error::{RecipeError, RecipeErrorKind};
use crate::{Files, Recipe, Registry, StageRecipe};

/// Returns a recipe as a Rust program that prints its map. Run `rustfmt` on it.
///
/// ```
/// use mapwright_recipe::{Files, Recipe, rust_program};
///
/// let recipe: Recipe = r#"{ "version": 1, "width": 31, "height": 21, "seed": 7,
///     "initial": { "use": "prim-maze", "max_degree": 3, "root": "random" } }"#.parse()?;
/// let program = rust_program(&recipe, &Files::default())?;
/// assert!(program.contains("PrimMaze { root: Root::Random, ..PrimMaze::default() }"), "{program}");
/// # Ok::<(), mapwright_recipe::RecipeError>(())
/// ```
///
/// # Errors
///
/// A recipe whose chain cannot be made, or a stage that is data and not code: an existing map, or what a file holds.
pub fn rust_program(recipe: &Recipe, files: &Files) -> Result<String, RecipeError> {
    let function = rust_function(recipe, files, "chain")?;
    let modules = if function.contains("wfc::") { "use mapwright::wfc;\n" } else { "" };
    Ok(format!(
        "//! Written by `mapwright build -o FILE.rs`. It needs the crate `mapwright`.\n\nuse mapwright::builders::*;\nuse mapwright::prelude::*;\n{modules}\n{function}\n\
         fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    let map = chain()?.build({})?;\n    \
         println!(\"{{map}}\");\n    Ok(())\n}}\n",
        recipe.seed()
    ))
}

/// Returns a recipe as a Rust function with a name, which returns the chain.
///
/// # Errors
///
/// As [`rust_program`].
pub fn rust_function(recipe: &Recipe, files: &Files, name: &str) -> Result<String, RecipeError> {
    let registry = Registry::shipped();
    registry.chain(recipe, files)?;
    let initial = initial(&registry, &recipe.initial, files).map_err(|kind| kind.at(0, &recipe.initial.name))?;
    let mut chain = format!("BuilderChain::start_with(Size::new({}, {}), {initial})", recipe.width, recipe.height);
    let mut call = |call: String| chain += &format!("\n        .{call}");
    if let Some(wrap) = recipe.wrap.filter(|&wrap| wrap != Wrap::None) {
        call(format!("wrap(Wrap::{wrap:?})"));
    }
    for (i, stage) in recipe.metas.iter().enumerate() {
        let meta = meta(&registry, stage, files).map_err(|kind| kind.at(i + 1, &stage.name))?;
        call(format!("with({meta})"));
    }
    for (place, seed) in recipe.reseeded() {
        call(format!("reseed({place:?}, {seed})"));
    }
    for (place, level) in recipe.drawn_kept() {
        call(format!("keep_drawn({place:?}, Keep::{level:?})"));
    }
    if !recipe.kept.is_empty() {
        let problem = "`kept` is data; draw a map with a plane `kept`, and use `BuilderChain::keep`".to_owned();
        return Err(RecipeErrorKind::Rust { problem }.in_recipe());
    }
    Ok(format!("fn {name}() -> Result<BuilderChain, Box<dyn std::error::Error>> {{\n    Ok({chain})\n}}\n"))
}

fn initial(registry: &Registry, stage: &StageRecipe, files: &Files) -> Result<String, RecipeErrorKind> {
    registry.initial_stage(stage, files)?;
    written(registry, stage, files, "initial")
}

fn meta(registry: &Registry, stage: &StageRecipe, files: &Files) -> Result<String, RecipeErrorKind> {
    registry.meta_stage(stage, files)?;
    written(registry, stage, files, "meta")
}

/// A stage that can be made.
fn written(registry: &Registry, stage: &StageRecipe, files: &Files, kind: &str) -> Result<String, RecipeErrorKind> {
    let refused = |problem: &str| Err(RecipeErrorKind::Rust { problem: problem.to_owned() });
    if stage.name == "from-map" {
        return refused("a map is data; read it and use `FromMap::new(map)`");
    }
    let rust_source = registry.rust_source(stage, files)?;
    let code = rust_source.and_then(|(schema, value, default)| expression::value(&schema, &value, Some(&default)));
    if let Some(code) = code {
        return Ok(code);
    }
    let json = Value::from(stage.clone());
    if names_file(&json) {
        return refused("it reads a file; read it in your program");
    }
    Ok(format!("{}.parse::<mapwright::recipe::StageRecipe>()?.{kind}()?", raw(&json.to_string())))
}

/// Whether a value has the name of a file in it.
fn names_file(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| (name == "file" && value.is_string()) || names_file(value))
        }
        Value::Array(items) => items.iter().any(names_file),
        _ => false,
    }
}

/// A text between as many signs as it needs.
fn raw(text: &str) -> String {
    let mut signs = "#".to_owned();
    while text.contains(&format!("\"{signs}")) {
        signs.push('#');
    }
    format!("r{signs}\"{text}\"{signs}")
}
