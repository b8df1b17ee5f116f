//! Tiles that match their neighbors.

use std::path::Path;

use mapwright_core::{InitialMapBuilder, MetaMapBuilder};
use mapwright_packing::{PolyominoFill, RegionDoors};
use mapwright_wang::{HerringboneTemplate, HerringboneWang, WangCorners, WangEdges};
use mapwright_wfc::WaveFunctionCollapse;
use serde_json::{Value, json};

use super::{BuilderInfo, Make, Values, info, initial, made, meta};
use crate::error::RecipeErrorKind;
use crate::map_json::map_from_json;
use crate::param::{Param, ParamKind, pin};
use crate::{herringbone_file, sample_file};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("wang-edges", initial::<WangEdges>(), "tiles whose touching sides have one color", vec![colors()]),
        info(
            "polyomino-fill",
            initial::<PolyominoFill>(),
            "rooms in the shape of polyominoes, without gaps",
            polyominoes(),
        ),
        info(
            "region-doors",
            meta::<RegionDoors>(),
            "walls between regions, and doors that join them all",
            vec![Param::new("loops", ParamKind::Number(0.0, 1.0), 0.15, "how likely other neighbors get a door too")],
        ),
        info(
            "wave-function-collapse",
            Make::Meta(collapse),
            "the map anew, from pieces of itself or of a sample",
            collapse_params(),
        ),
        info("wang-corners", initial::<WangCorners>(), "tiles whose touching corners have one color", vec![colors()]),
        info(
            "herringbone-wang",
            Make::Initial(herringbone),
            "a dungeon of tiles two units by one, laid in a herringbone",
            vec![
                Param::new("unit", UNIT, 8, "cells a side of half a tile; not together with `file`"),
                Param::new(
                    "file",
                    ParamKind::File,
                    Value::Null,
                    "a template of one's own, text or PNG, beside the recipe",
                ),
            ],
        ),
    ]
}

/// The units that the dungeon can be made in.
const UNIT: ParamKind = ParamKind::Int(5, 64);

fn herringbone(mut values: Values, dir: &Path) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
    let template = match (values.remove("file"), values.remove("unit")) {
        (Some(Value::String(file)), None) => herringbone_file::read(dir, &file).map_err(RecipeErrorKind::Template)?,
        (Some(Value::String(_)), Some(_)) => {
            let goes_with = "the dungeon that comes along, without `file`".to_owned();
            return Err(RecipeErrorKind::Misplaced { name: "unit".to_owned(), goes_with });
        }
        (_, unit) => {
            let given = unit.unwrap_or(8.into());
            let unit = given.as_u64().and_then(|unit| u16::try_from(unit).ok());
            let template = unit.and_then(|unit| HerringboneTemplate::dungeon(unit).ok());
            template.ok_or_else(|| {
                let allowed = UNIT.to_string();
                RecipeErrorKind::Value { name: "unit".to_owned(), value: given, allowed }
            })?
        }
    };
    Ok(Box::new(HerringboneWang { template }))
}

fn collapse(mut values: Values, dir: &Path) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let given = |value: Option<Value>| value.filter(|value| !value.is_null());
    let sample = match (given(values.remove("sample")), given(values.remove("file"))) {
        (Some(_), Some(file)) => {
            let allowed = "absent when `sample` is given".to_owned();
            return Err(RecipeErrorKind::Value { name: "file".to_owned(), value: file, allowed });
        }
        (Some(map), None) => Some(map_from_json(&map.to_string()).map_err(RecipeErrorKind::Map)?),
        (None, Some(file)) => Some(sample_file::read(dir, file.as_str().unwrap_or_default())?),
        (None, None) => None,
    };
    if let Some(Value::Array(pins)) = values.get_mut("pins") {
        pins.iter_mut().for_each(|one| *one = json!(pin(one)));
    }
    let stage = made::<WaveFunctionCollapse>(values)?;
    Ok(Box::new(WaveFunctionCollapse { sample, ..stage }))
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
    let model = ParamKind::Choice(&["overlapping", "chunks", "tiled"]);
    let kept = ParamKind::Words(&["start", "exit", "spawns", "rooms", "corridors"]);
    vec![
        Param::new("model", model, "overlapping", "what is to agree where"),
        Param::new("n", ParamKind::Int(2, 5), 3, "cells a side of a window").only_with("model", &["overlapping"]),
        Param::new("chunk", ParamKind::Int(1, 64), 8, "cells a side of a piece").only_with("model", &["chunks"]),
        Param::new(
            "stride",
            ParamKind::Int(1, 64),
            Value::Null,
            "cells between the corners of pieces; absent: `chunk`",
        )
        .only_with("model", &["chunks"]),
        Param::new("sample", ParamKind::Map, Value::Null, "the map that pieces are taken from; absent: the map itself"),
        Param::new(
            "file",
            ParamKind::File,
            Value::Null,
            "the sample as a file: a map, a text or a PNG, beside the recipe",
        ),
        Param::new("symmetry", ParamKind::Words(images), json!(["all"]), "which images of pieces are pieces too"),
        Param::new("periodic", ParamKind::Bool, false, "whether pieces run on over the sample's borders"),
        Param::new("border", ParamKind::Bool, false, "whether the map is walled in"),
        Param::new("keep", kept, json!([]), "what stays as it is"),
        Param::new("pins", ParamKind::Pins, json!([]), "cells that are given"),
        Param::new("connect", ParamKind::Choice(&["any", "repair", "require"]), "any", "whether one can go everywhere"),
        Param::new("budget", ParamKind::Int(1, 1000), 8, "cells that may be undone in an attempt, for each cell"),
        Param::new("restarts", ParamKind::Int(0, 1000), 2, "how many times it may begin anew"),
    ]
}

fn colors() -> Param {
    Param::new("colors", ParamKind::Int(2, 4), 2, "how many colors")
}

fn polyominoes() -> Vec<Param> {
    let counts = ParamKind::Counts(PolyominoFill::MAX_COUNT.into());
    vec![
        Param::new("pieces", ParamKind::Pieces, "tetrominoes", "the shapes"),
        Param::new("counts", counts, json!([]), "how many of each shape; empty for any mix"),
        Param::new("turn", ParamKind::Bool, true, "whether pieces may be turned"),
        Param::new("mirror", ParamKind::Bool, true, "whether pieces may be turned over"),
    ]
}
