//! Recipes to start from.

use mapwright_core::Plane;

use crate::{BuilderInfo, BuilderKind, Param, Recipe, StageRecipe, builder};

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
    ("polyomino-floor", include_str!("../../../recipes/polyomino-floor.json")),
    ("polyomino-rooms", include_str!("../../../recipes/polyomino-rooms.json")),
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
    let applies = |param: &&Param| match param.only_with {
        Some((other, values)) => {
            let default = info.params.iter().find(|param| param.name == other).and_then(|param| param.default.as_str());
            default.is_some_and(|default| values.contains(&default))
        }
        None => true,
    };
    let given = info.params.iter().filter(|param| !param.default.is_null()).filter(applies);
    let mut stage = StageRecipe::new(name);
    stage.params = given.map(|param| (param.name.to_owned(), param.default.clone())).collect();
    if name == "from-map" {
        stage.params.insert("file".to_owned(), "map.json".into());
    }
    let (initial, metas) = match info.kind() {
        BuilderKind::Meta => {
            let (initial, metas) = before(&info);
            (initial, [metas, vec![stage]].concat())
        }
        _ => (stage, vec![]),
    };
    Some(Recipe { width: 31, height: 21, wrap: None, seed: Some(1), initial, metas })
}

/// Stages after which a meta builder has something to do: a maze where it works on sides, else a cave.
fn before(info: &BuilderInfo) -> (StageRecipe, Vec<StageRecipe>) {
    let [requires, provides, _] = info.planes();
    if requires.contains(&Plane::Regions) {
        return (StageRecipe::new("polyomino-fill"), Vec::new());
    }
    let on_tiles = ["area-start", "cull-unreachable"].contains(&info.name);
    if !on_tiles {
        let carved = info.name == "tiles-to-sides";
        let tiles = carved.then(|| StageRecipe::new("sides-to-tiles"));
        return (StageRecipe::new("prim-maze"), Vec::from_iter(tiles));
    }
    let needs_start = requires.contains(&Plane::Start) && !provides.contains(&Plane::Start);
    let start = needs_start.then(|| StageRecipe::new("area-start"));
    (StageRecipe::new("cellular-automata"), Vec::from_iter(start))
}
