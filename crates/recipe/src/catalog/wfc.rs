//! Wave function collapse.

use mapwright_core::MetaMapBuilder;
use mapwright_wfc::WaveFunctionCollapse;
use serde_json::{Value, json};

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::map_json::map_from_json;
use crate::param::{Param, ParamKind, pin};
use crate::prefab::tile;
use crate::sample_file;

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![info(
        "wave-function-collapse",
        Make::Meta(collapse),
        "remakes the map from pieces of itself or of a sample",
        collapse_params(),
    )]
}

fn collapse(mut values: Values, files: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let given = |value: Option<Value>| value.filter(|value| !value.is_null());
    let sample = match (given(values.remove("sample")), given(values.remove("file"))) {
        (Some(map), _) => Some(map_from_json(&map.to_string()).map_err(RecipeErrorKind::Map)?.0),
        (None, Some(file)) => Some(sample_file::read(files, file.as_str().unwrap_or_default())?),
        (None, None) => None,
    };
    if let Some(Value::Array(pins)) = values.get_mut("pins") {
        pins.iter_mut().for_each(|one| *one = json!(pin(one)));
    }
    let model = model(&mut values);
    values.insert("model".to_owned(), model);
    let stage = made::<WaveFunctionCollapse>(values)?;
    Ok(Box::new(WaveFunctionCollapse { sample, ..stage }))
}

/// A model with its own parameters, which stand beside it in a recipe.
fn model(values: &mut Values) -> Value {
    let name = values.remove("model").unwrap_or("overlapping".into());
    let mut take = |name: &str, default: Value| values.remove(name).filter(|value| !value.is_null()).unwrap_or(default);
    let n = take("n", 3.into());
    let chunk = take("chunk", 8.into());
    let stride = take("stride", chunk.clone());
    let mut pairs = |name: &str, default: Value, second: fn(&Value) -> Value| {
        let numbered = |one: &Value| json!([tile(&one[0]), second(&one[1])]);
        Value::Array(take(name, default).as_array().into_iter().flatten().map(numbered).collect())
    };
    let tiles = pairs("tiles", default_tiles(), Value::clone);
    let (allow, forbid) =
        (pairs("allow", json!([]), |other| json!(tile(other))), pairs("forbid", json!([]), |other| json!(tile(other))));
    match name.as_str() {
        Some("chunks") => json!({ "chunks": { "chunk": chunk, "stride": stride } }),
        Some("rules") => json!({ "rules": { "tiles": tiles, "allow": allow, "forbid": forbid } }),
        Some("tiled") => name,
        _ => json!({ "overlapping": { "n": n } }),
    }
}

fn default_tiles() -> Value {
    json!([["floor", 3], ["wall", 2]])
}

fn collapse_params() -> Vec<Param> {
    let images = &[
        "all",
        "turns",
        "mirrors",
        "turn-90",
        "turn-180",
        "turn-270",
        "mirror-x",
        "mirror-y",
        "transpose",
        "anti-transpose",
    ];
    let model = ParamKind::choice(&["overlapping", "chunks", "tiled", "rules"]);
    let kept = ParamKind::list_of(&["start", "exit", "spawns", "rooms", "corridors"]);
    vec![
        Param::new("model", model, "overlapping", "where patterns come from and which may touch"),
        Param::int("n", 2..=5, 3, "the side of a window, in cells").only_with("model", &["overlapping"]),
        Param::int("chunk", 1..=64, 8, "the side of a piece, in cells").only_with("model", &["chunks"]),
        Param::optional("stride", ParamKind::Int(1, 64), "the distance between pieces in the sample; absent: `chunk`")
            .only_with("model", &["chunks"]),
        Param::new("tiles", ParamKind::TileWeights, default_tiles(), "the tiles to choose from, each with its weight")
            .only_with("model", &["rules"]),
        Param::new("allow", ParamKind::TilePairs, json!([]), "the only pairs of tiles that may touch; empty for all")
            .only_with("model", &["rules"]),
        Param::new("forbid", ParamKind::TilePairs, json!([]), "pairs of tiles that may not touch")
            .only_with("model", &["rules"]),
        Param::optional("sample", ParamKind::Map, "the map to take pieces from; absent: the map itself"),
        Param::optional("file", ParamKind::File, "the sample as a file: a map, a text or a PNG, beside the recipe")
            .not_with("sample"),
        Param::new(
            "symmetry",
            ParamKind::list_of(images),
            json!(["all"]),
            "which rotations and reflections of pieces count as pieces too",
        ),
        Param::flag("periodic", false, "whether pieces continue across the sample's borders"),
        Param::flag("border", false, "whether the outermost cells are wall"),
        Param::new("keep", kept, json!([]), "what is kept, together with its cells"),
        Param::new("pins", ParamKind::Pins, json!([]), "cells with a given tile"),
        Param::choice(
            "connect",
            &["any", "repair", "require"],
            "any",
            "whether the map must be connected: `repair` adds tunnels, `require` restarts",
        ),
        Param::int("budget", 1..=1000, 8, "how many cells may be undone in one try, for each cell of the map"),
        Param::int("restarts", 0..=1000, 2, "how often it may start over"),
    ]
}
