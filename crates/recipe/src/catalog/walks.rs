//! Caves dug by random walks, and Voronoi cells.

use mapwright_dungeon::{Dla, DrunkardsWalk, VoronoiCells};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, made, typed_initial};
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "drunkards-walk",
            Make::Both(|values, _| Ok(Box::new(walk(values)?)), |values, _| Ok(Box::new(walk(values)?))),
            "caves dug by random walkers",
            walk_params(),
        ),
        info(
            "dla",
            Make::Both(|values, _| Ok(Box::new(dla(values)?)), |values, _| Ok(Box::new(dla(values)?))),
            "caves grown by diffusion-limited aggregation",
            dla_params(),
        ),
        typed_initial::<VoronoiCells>(),
    ]
}

fn walk_params() -> Vec<Param> {
    let presets = &["open_area", "open_halls", "winding_passages", "fat_passages", "fearful_symmetry"];
    let begins = ParamKind::choice(&["center", "random", "spread"]);
    let params = [
        Param::choice("preset", presets, "open_area", "the values of all parameters that are not given"),
        Param::optional("begin", begins, "where walkers begin"),
        Param::optional("lifetime", ParamKind::Int(1, u32::MAX as u64), "how many steps a walker takes"),
    ];
    params.into_iter().chain(paint()).collect()
}

fn dla_params() -> Vec<Param> {
    let presets = &["walk_inwards", "walk_outwards", "central_attractor", "insectoid", "heavy_erosion"];
    let rules = ParamKind::choice(&["walk-inwards", "walk-outwards", "central-attractor"]);
    let params = [
        Param::choice("preset", presets, "walk_inwards", "the values of all parameters that are not given"),
        Param::optional("rule", rules, "how particles move"),
    ];
    params.into_iter().chain(paint()).collect()
}

/// The parameters that both share; absent for the preset's value.
fn paint() -> [Param; 3] {
    let symmetries = ParamKind::choice(&["none", "horizontal", "vertical", "both"]);
    [
        Param::optional("floor_percent", ParamKind::Int(1, 100), "how much of the map to open, in percent"),
        Param::optional("brush", ParamKind::Int(1, 16), "the side of the square dug at each step, in cells"),
        Param::optional("symmetry", symmetries, "which mirror images are dug too"),
    ]
}

fn walk(values: Values) -> Result<DrunkardsWalk, RecipeErrorKind> {
    of_preset(values, |preset| match preset {
        "open_halls" => DrunkardsWalk::open_halls(),
        "winding_passages" => DrunkardsWalk::winding_passages(),
        "fat_passages" => DrunkardsWalk::fat_passages(),
        "fearful_symmetry" => DrunkardsWalk::fearful_symmetry(),
        _ => DrunkardsWalk::open_area(),
    })
}

fn dla(values: Values) -> Result<Dla, RecipeErrorKind> {
    of_preset(values, |preset| match preset {
        "walk_outwards" => Dla::walk_outwards(),
        "central_attractor" => Dla::central_attractor(),
        "insectoid" => Dla::insectoid(),
        "heavy_erosion" => Dla::heavy_erosion(),
        _ => Dla::walk_inwards(),
    })
}

/// The builder of a preset with the given values.
fn of_preset<B: Serialize + DeserializeOwned>(
    mut given: Values,
    named: impl Fn(&str) -> B,
) -> Result<B, RecipeErrorKind> {
    let preset = named(given.remove("preset").as_ref().and_then(Value::as_str).unwrap_or_default());
    let Value::Object(mut values) = serde_json::to_value(preset).map_err(RecipeErrorKind::Syntax)? else {
        return made(given);
    };
    values.extend(given.into_iter().filter(|(_, value)| !value.is_null()));
    made(values)
}
