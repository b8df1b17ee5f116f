//! Wang tiles, and dungeons made of herringbone tiles.

use mapwright_core::InitialMapBuilder;
use mapwright_wang::{HerringboneTemplate, HerringboneWang, WangCorners, WangEdges};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, typed_initial};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::herringbone_file;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        typed_initial::<WangEdges>(),
        typed_initial::<WangCorners>(),
        info(
            "herringbone-wang",
            Make::Initial(herringbone),
            "a dungeon of herringbone Wang tiles, two units by one",
            vec![
                Param::new("unit", UNIT, 8, "half the length of a tile, in cells"),
                Param::optional("file", ParamKind::File, "your own template, text or PNG, beside the recipe")
                    .not_with("unit"),
            ],
        ),
    ]
}

/// The units that the dungeon can be made in.
const UNIT: ParamKind = ParamKind::Int(5, 64);

fn herringbone(mut values: Values, files: &Files) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
    let template = match (values.remove("file"), values.remove("unit")) {
        (Some(Value::String(file)), _) => herringbone_file::read(files, &file)?,
        (_, unit) => {
            let given = unit.unwrap_or(8.into());
            let unit = given.as_u64().and_then(|unit| u16::try_from(unit).ok());
            let template = unit.and_then(|unit| HerringboneTemplate::dungeon(unit).ok());
            template.ok_or_else(|| RecipeErrorKind::value("unit", given, UNIT.to_string()))?
        }
    };
    Ok(Box::new(HerringboneWang { template }))
}
