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
            "rooms in the shape of polyominoes, without gaps",
            polyominoes(),
        ),
        info(
            "region-doors",
            meta::<RegionDoors>(),
            "walls between regions, and doors that join them all",
            vec![Param::new("loops", ParamKind::Number(0.0, 1.0), 0.15, "how likely other neighbors get a door too")],
        ),
    ]
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
