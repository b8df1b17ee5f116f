//! Areas, locks and keys.

use mapwright_levels::{AreaGraph, LockAndKey, SolvabilityValidator};
use serde_json::{Value, json};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "area-graph",
            meta::<AreaGraph>(),
            "finds the areas of a level and the narrow places between them",
            vec![
                Param::new("max_width", ParamKind::Int(1, 8), 1, "the most cells of a gate between two areas"),
                Param::new("min_area", ParamKind::Int(1, 65_535), 12, "the fewest cells of an area behind a gate"),
                Param::new("diagonal", ParamKind::Bool, false, "whether gates must hold diagonal steps too"),
            ],
        ),
        info(
            "lock-and-key",
            meta::<LockAndKey>(),
            "locks gates and puts the keys where they can be found",
            vec![
                Param::new("keys", ParamKind::Int(1, 26), 2, "how many locks, each with a key of its own"),
                Param::new("min", ParamKind::Int(0, 26), Value::Null, "how many locks are enough; fewer are an error"),
                Param::new(
                    "shortcuts",
                    ParamKind::Int(0, 100),
                    0,
                    "how many one-way doors out of locked areas, at most",
                ),
                Param::new(
                    "odd_joins",
                    ParamKind::Choice(&["seal", "one-way", "two-locks"]),
                    "seal",
                    "what becomes of a join between areas that differ in more than one lock",
                ),
            ],
        ),
        info(
            "solvability-validator",
            meta::<SolvabilityValidator>(),
            "proves that the level can be won with every key, and keeps the walk",
            vec![Param::new(
                "allow",
                ParamKind::Words(&["unneeded", "dead-states"]),
                json!([]),
                "faults that are let pass",
            )],
        ),
    ]
}
