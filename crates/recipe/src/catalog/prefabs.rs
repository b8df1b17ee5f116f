//! Hand-drawn pieces of levels.

use mapwright_core::{InitialMapBuilder, MetaMapBuilder};
use mapwright_dungeon::{PrefabLevel, PrefabSection, PrefabVaults};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};
use crate::prefab::{self, drawing};

pub(super) fn builders() -> Vec<BuilderInfo> {
    let fill = Param::new("fill", ParamKind::Tile, "wall", "the tile of all cells outside the drawing");
    vec![
        info(
            "prefab-level",
            Make::Initial(level),
            "a hand-drawn level",
            drawing().into_iter().chain(placement()).chain([fill]).collect(),
        ),
        info(
            "prefab-section",
            Make::Meta(section),
            "writes a drawing over a part of the map",
            drawing().into_iter().chain(placement()).collect(),
        ),
        info("prefab-vaults", Make::Meta(vaults), "puts small drawings where they fit", vault_params()),
    ]
}

fn placement() -> [Param; 3] {
    let part = |name, words, about| Param::choice(name, words, "center", about);
    let overflow = ParamKind::choice(&["refuse", "clip"]);
    [
        part("horizontal", &["left", "center", "right"], "its position along the width of the map"),
        part("vertical", &["top", "center", "bottom"], "its position along the height of the map"),
        Param::new("overflow", overflow, "refuse", "whether a map that is too small is an error or clips the drawing"),
    ]
}

fn vault_params() -> Vec<Param> {
    let ground = ParamKind::choice(&["floor", "open", "any"]);
    vec![
        Param::optional("vaults", ParamKind::Vaults, "the vaults to choose from"),
        Param::int("depth", 0..=u32::MAX as u64, 1, "the depth of the level, for choosing vaults"),
        Param::int("min", 0..=10_000, 0, "the fewest vaults; fewer are an error"),
        Param::int("max", 0..=10_000, 3, "the most vaults, as far as they fit"),
        Param::flag("repeat", false, "whether a vault may appear more than once"),
        Param::flag("rotate", true, "whether vaults may be rotated by quarter turns"),
        Param::flag("mirror", true, "whether vaults may be mirrored"),
        Param::new("ground", ground, "floor", "the cells that vaults may cover"),
        Param::int("margin", 0..=16, 0, "how many cells of such ground each vault needs all around"),
    ]
}

fn level(mut values: Values, files: &Files) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
    let template = prefab::resolve(&mut values, files)?;
    let fill = values.shift_remove("fill").and_then(|fill| prefab::tile(&fill));
    let default: PrefabLevel = made(values)?;
    let (template, fill) = (template.unwrap_or(default.template), fill.unwrap_or(default.fill));
    Ok(Box::new(PrefabLevel { template, fill, ..default }))
}

fn section(mut values: Values, files: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let template = prefab::resolve(&mut values, files)?;
    let default: PrefabSection = made(values)?;
    Ok(Box::new(PrefabSection { template: template.unwrap_or(default.template), ..default }))
}

fn vaults(mut values: Values, files: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let given = values.shift_remove("vaults");
    let mut stage: PrefabVaults = made(values)?;
    if let Some(Value::Array(list)) = given {
        stage.vaults = prefab::vaults(&list, files)?;
    }
    Ok(Box::new(stage))
}
