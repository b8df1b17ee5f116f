//! Wave function collapse.

use mapwright_core::MetaMapBuilder;
use mapwright_wfc::WaveFunctionCollapse;
use serde_json::{Value, json};

use super::{BuilderInfo, Make, Values, info, made};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::map_json::map_from_json;
use crate::param::{Param, ParamKind, pin};
use crate::sample_file;

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![info(
        "wave-function-collapse",
        Make::Meta(collapse),
        "the map anew, from pieces of itself or of a sample",
        collapse_params(),
    )]
}

fn collapse(mut values: Values, files: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let given = |value: Option<Value>| value.filter(|value| !value.is_null());
    let sample = match (given(values.remove("sample")), given(values.remove("file"))) {
        (Some(_), Some(file)) => {
            return Err(RecipeErrorKind::value("file", file, "absent when `sample` is given"));
        }
        (Some(map), None) => Some(map_from_json(&map.to_string()).map_err(RecipeErrorKind::Map)?),
        (None, Some(file)) => Some(sample_file::read(files, file.as_str().unwrap_or_default())?),
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
