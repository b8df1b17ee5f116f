//! Polyomino levels.

use mapwright_packing::{PolyominoFill, RegionDoors};
use serde_json::json;

use super::{BuilderInfo, info, initial, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "polyomino-fill",
            initial::<PolyominoFill>(),
            "rooms in the shape of polyominoes, packed without gaps",
            polyominoes(),
        ),
        info(
            "region-doors",
            meta::<RegionDoors>(),
            "puts walls between regions, and doors that connect them all",
            vec![Param::share("loops", 0.15, "the probability of a door between other neighbors")],
        ),
    ]
}

fn polyominoes() -> Vec<Param> {
    let counts = ParamKind::Counts(PolyominoFill::MAX_COUNT.into());
    vec![
        Param::new("pieces", ParamKind::Pieces, "tetrominoes", "the shapes"),
        Param::new("counts", counts, json!([]), "how many pieces of each shape; empty for a random mix"),
        Param::flag("turn", true, "whether pieces may be rotated"),
        Param::flag("mirror", true, "whether pieces may be mirrored"),
    ]
}
