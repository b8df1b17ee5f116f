//! A recipe as Rust code that makes the same map.

mod code;
mod enums;
mod expression;
mod program;
mod tree;

use std::fmt::Debug;

use mapwright_core::Wrap;
use serde_json::Map;

use self::code::Code;
use self::tree::Tree;
use crate::error::{RecipeError, RecipeErrorKind};
use crate::{Files, Recipe, Registry, StageRecipe};

/// A recipe as a Rust program that prints its map.
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
/// A recipe whose chain cannot be made, or a stage that is data and not code: a map, a sample or a template from a
/// file.
pub fn rust_program(recipe: &Recipe, files: &Files) -> Result<String, RecipeError> {
    let function = rust_function(recipe, files, "chain")?;
    let modules: Vec<&str> =
        ["rewrite", "wang", "wfc"].into_iter().filter(|name| function.contains(&format!("{name}::"))).collect();
    let modules = match modules.as_slice() {
        [] => String::new(),
        [one] => format!("use mapwright::{one};\n"),
        more => format!("use mapwright::{{{}}};\n", more.join(", ")),
    };
    Ok(format!(
        "//! Written by `mapwright build --rust`. It needs the crate `mapwright`.\n\nuse mapwright::builders::*;\nuse mapwright::prelude::*;\n{modules}\n{function}\n\
         fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    let map = chain()?.build({})?;\n    \
         print!(\"{{}}\", text(&map, &TextStyle::default())?);\n    Ok(())\n}}\n",
        recipe.seed()
    ))
}

/// A recipe as a Rust function with a name, which returns the chain.
///
/// # Errors
///
/// As [`rust_program`].
pub fn rust_function(recipe: &Recipe, files: &Files, name: &str) -> Result<String, RecipeError> {
    let registry = Registry::shipped();
    registry.chain(recipe, files)?;
    let initial = initial(&registry, &recipe.initial, files).map_err(|kind| kind.at(0, &recipe.initial.name))?;
    let size = format!("Size::new({}, {})", recipe.width, recipe.height);
    let start = Code::call("BuilderChain::start_with", vec![Code::text(size), initial]);
    let wrap = recipe.wrap.filter(|&wrap| wrap != Wrap::None);
    let mut calls: Vec<Code> = wrap.iter().map(|wrap| Code::text(format!(".wrap(Wrap::{wrap:?})"))).collect();
    for (i, stage) in recipe.metas.iter().enumerate() {
        let meta = meta(&registry, stage, files).map_err(|kind| kind.at(i + 1, &stage.name))?;
        calls.push(Code::call(".with", vec![meta]));
    }
    let chain = Code::Chain(Box::new(start.after("Ok(")), calls).print(4, 1);
    Ok(format!("fn {name}() -> Result<BuilderChain, Box<dyn std::error::Error>> {{\n    {chain})\n}}\n"))
}

fn initial(registry: &Registry, stage: &StageRecipe, files: &Files) -> Result<Code, RecipeErrorKind> {
    let builder = registry.initial_stage(stage, files)?;
    let default = registry.initial_stage(&StageRecipe { params: Map::new(), ..stage.clone() }, files).ok();
    written(&builder, default.as_ref())
}

fn meta(registry: &Registry, stage: &StageRecipe, files: &Files) -> Result<Code, RecipeErrorKind> {
    let builder = registry.meta_stage(stage, files)?;
    let default = registry.meta_stage(&StageRecipe { params: Map::new(), ..stage.clone() }, files).ok();
    written(&builder, default.as_ref())
}

fn written<B: Debug>(builder: &B, default: Option<&B>) -> Result<Code, RecipeErrorKind> {
    let read = |builder: &B| Tree::read(&format!("{builder:?}"));
    let code = match read(builder) {
        Some(tree) => expression::builder(&tree, default.and_then(read).as_ref()),
        None => Err("it does not say what it is made of".to_owned()),
    };
    code.map_err(|problem| RecipeErrorKind::Rust { problem })
}
