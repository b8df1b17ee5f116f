//! Halls, existing maps, and the history.

use mapwright_core::InitialMapBuilder;
use mapwright_dungeon::{Arena, FromMap, SnapshotHistory};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, typed_initial, typed_meta};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::map_json::map_from_json;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        typed_initial::<Arena>(),
        info(
            "from-map",
            Make::Initial(from_map),
            "an existing map",
            vec![
                Param::optional("map", ParamKind::Map, "the map itself"),
                Param::optional("file", ParamKind::File, "a file that holds the map, beside the recipe")
                    .not_with("map"),
            ],
        ),
        typed_meta::<SnapshotHistory>(),
    ]
}

fn from_map(mut values: Values, files: &Files) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
    let (map, dropped) = match (values.remove("map"), values.remove("file")) {
        (Some(map @ Value::Object(_)), None | Some(Value::Null)) => {
            map_from_json(&map.to_string()).map_err(RecipeErrorKind::Map)?
        }
        (None | Some(Value::Null), Some(Value::String(file))) => {
            files.load_text("map", &file, |text| Ok(map_from_json(text)?))?
        }
        _ => {
            let expected = "either `map`, a map as JSON, or `file`, a file that holds one";
            return Err(RecipeErrorKind::missing("map", expected));
        }
    };
    Ok(Box::new(FromMap { map, dropped }))
}
