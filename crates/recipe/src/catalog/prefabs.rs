//! Pieces of levels drawn by hand.

use mapwright_core::{InitialMapBuilder, MetaMapBuilder};
use mapwright_dungeon::{PrefabLevel, PrefabSection, PrefabVaults};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};
use crate::prefab;

pub(super) fn builders() -> Vec<BuilderInfo> {
    let fill = Param::new("fill", ParamKind::Tile, "wall", "the tile of all cells that the level does not have");
    vec![
        info(
            "prefab-level",
            Make::Initial(level),
            "a level drawn by hand",
            template().into_iter().chain(placement()).chain([fill]).collect(),
        ),
        info(
            "prefab-section",
            Make::Meta(section),
            "puts something drawn by hand over a part of the map",
            template().into_iter().chain(placement()).collect(),
        ),
        info("prefab-vaults", Make::Meta(vaults), "puts small things drawn by hand where they fit", vault_params()),
    ]
}

fn template() -> [Param; 3] {
    [
        Param::new("template", ParamKind::Prefab, Value::Null, "what is drawn, row by row"),
        Param::new("legend", ParamKind::Legend, Value::Null, "what glyphs mean, besides those that are known"),
        Param::new("file", ParamKind::File, Value::Null, "the file that holds it, text or .xp, beside the recipe")
            .not_with("template"),
    ]
}

fn placement() -> [Param; 3] {
    let part = |name, words, about| Param::new(name, ParamKind::Choice(words), "center", about);
    let overflow = ParamKind::Choice(&["refuse", "clip"]);
    [
        part("horizontal", &["left", "center", "right"], "where it lies along the width of the map"),
        part("vertical", &["top", "center", "bottom"], "where it lies along the height of the map"),
        Param::new("overflow", overflow, "refuse", "whether a map that is too small is an error or cuts it off"),
    ]
}

fn vault_params() -> Vec<Param> {
    let ground = ParamKind::Choice(&["floor", "open", "any"]);
    vec![
        Param::new("vaults", ParamKind::Vaults, Value::Null, "the vaults to choose from"),
        Param::new("depth", ParamKind::Int(0, u32::MAX as u64), 1, "how deep down the level lies, for the vaults"),
        Param::new("min", ParamKind::Int(0, 10_000), 0, "how many there must be; fewer are an error"),
        Param::new("max", ParamKind::Int(0, 10_000), 3, "how many are put, as far as they fit"),
        Param::new("repeat", ParamKind::Bool, false, "whether a vault may come up more than once"),
        Param::new("rotate", ParamKind::Bool, true, "whether vaults may be turned by quarters"),
        Param::new("mirror", ParamKind::Bool, true, "whether vaults may be mirrored"),
        Param::new("ground", ground, "floor", "on which ground they lie"),
        Param::new("margin", ParamKind::Int(0, 16), 0, "how many cells of such ground there must be all around"),
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
