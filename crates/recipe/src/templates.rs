//! Recipes to start from.

use crate::{BuilderKind, Recipe, StageRecipe, builder};

/// The recipes that come with Mapwright: name and JSON.
const SHIPPED: &[(&str, &str)] = &[
    ("braided-maze", include_str!("../../../recipes/braided-maze.json")),
    ("carved-maze", include_str!("../../../recipes/carved-maze.json")),
    ("cave", include_str!("../../../recipes/cave.json")),
    ("detours", include_str!("../../../recipes/detours.json")),
    ("open-cave", include_str!("../../../recipes/open-cave.json")),
    ("pillar-cave", include_str!("../../../recipes/pillar-cave.json")),
    ("pipe-puzzle", include_str!("../../../recipes/pipe-puzzle.json")),
    ("pipe-torus", include_str!("../../../recipes/pipe-torus.json")),
    ("unavoidable", include_str!("../../../recipes/unavoidable.json")),
    ("wang-paths", include_str!("../../../recipes/wang-paths.json")),
    ("wang-ribbons", include_str!("../../../recipes/wang-ribbons.json")),
    ("wang-terrain", include_str!("../../../recipes/wang-terrain.json")),
];

/// The names of the recipes that come with Mapwright.
pub fn templates() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|&(name, _)| name)
}

/// A recipe to start from: one that comes with Mapwright, or one that shows a builder with all its
/// parameters at their defaults.
pub fn template(name: &str) -> Option<String> {
    let shipped = SHIPPED.iter().find(|&&(shipped, _)| shipped == name);
    shipped.map(|&(_, json)| json.to_owned()).or_else(|| Some(for_builder(name)?.to_json()))
}

fn for_builder(name: &str) -> Option<Recipe> {
    let info = builder(name)?;
    let given = info.params.iter().filter(|param| !param.default.is_null());
    let params = |param: &crate::Param| (param.name.to_owned(), param.default.clone());
    let applies = |param: &&crate::Param| match param.only_with {
        Some((other, value)) => info.params.iter().any(|param| param.name == other && param.default == value),
        None => true,
    };
    let stage = StageRecipe { name: name.to_owned(), params: given.filter(applies).map(params).collect() };
    let (initial, metas) = match info.kind() {
        BuilderKind::Meta => (StageRecipe::new(starter(name)), vec![stage]),
        _ => (stage, vec![]),
    };
    Some(Recipe { width: 31, height: 21, wrap: None, seed: Some(1), initial, metas })
}

/// An initial builder after which a meta builder has something to do.
fn starter(meta: &str) -> &'static str {
    if meta == "tiles-to-sides" { "arena" } else { "prim-maze" }
}
