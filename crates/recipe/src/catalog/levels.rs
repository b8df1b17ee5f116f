//! Areas, locks and keys.

use mapwright_levels::{AreaGraph, CycleGraph, GraphLayout, KeyVaults, LockAndKey, SolvabilityValidator};
use serde_json::{Value, json};

use super::{BuilderInfo, info, initial, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "graph-layout",
            initial::<GraphLayout>(),
            "rooms laid out so that exactly the wanted pairs join",
            vec![
                Param::new("rooms", ParamKind::Rooms, 12, "how many rooms, or which"),
                Param::new(
                    "joins",
                    ParamKind::Joins,
                    Value::Null,
                    "the pairs of rooms that join; drawn with some loops when absent",
                ),
                Param::new("corridors", ParamKind::Bool, false, "whether joins may be corridors"),
                Param::new(
                    "equal_neighbors",
                    ParamKind::Bool,
                    true,
                    "whether joined rooms may have the same size or template",
                ),
                Param::new("budget", ParamKind::Int(1, 10_000_000), 100_000, "how many places of rooms may be tried"),
            ],
        ),
        info(
            "cycle-graph",
            initial::<CycleGraph>(),
            "a level of nested cycles with locks, keys and one-way doors",
            vec![
                Param::new("patterns", ParamKind::Int(0, 8), 3, "how many patterns replace joins of the first cycle"),
                Param::new("budget", ParamKind::Int(1, 10_000_000), 100_000, "how many places of rooms may be tried"),
            ],
        ),
        info(
            "area-graph",
            meta::<AreaGraph>(),
            "finds the areas of a level and the narrow gates between them",
            vec![
                Param::new("max_width", ParamKind::Int(1, 8), 1, "the widest gate between two areas, in cells"),
                Param::new("min_area", ParamKind::Int(1, 65_535), 12, "the smallest area behind a gate, in cells"),
                Param::new("diagonal", ParamKind::Bool, false, "whether gates must hold diagonal steps too"),
            ],
        ),
        info(
            "lock-and-key",
            meta::<LockAndKey>(),
            "locks gates and places the keys so that the level can be won",
            vec![
                Param::new("keys", ParamKind::Int(1, 26), 2, "how many locks, each with its own key"),
                Param::new("min", ParamKind::Int(0, 26), Value::Null, "how many locks are enough; fewer are an error"),
                Param::new("shortcuts", ParamKind::Int(0, 100), 0, "the most one-way doors out of locked areas"),
                Param::new(
                    "odd_joins",
                    ParamKind::Choice(&["seal", "one-way", "two-locks"]),
                    "seal",
                    "what to do with joins between areas that differ in more than one lock",
                ),
            ],
        ),
        info(
            "key-vaults",
            meta::<KeyVaults>(),
            "locks dead ends, fills them with treasure and places their keys",
            vec![
                Param::new("vaults", ParamKind::Int(1, 26), 1, "how many vaults, each with its own key"),
                Param::new("min", ParamKind::Int(0, 26), Value::Null, "how many vaults are enough; fewer are an error"),
                Param::new("min_area", ParamKind::Int(1, 65_535), 9, "the smallest vault, in cells"),
                Param::new("max_area", ParamKind::Int(1, 65_535), 150, "the largest vault, in cells"),
            ],
        ),
        info(
            "solvability-validator",
            meta::<SolvabilityValidator>(),
            "proves that the level can be won, and stores a winning walk",
            vec![Param::new("allow", ParamKind::Words(&["unneeded", "dead-states"]), json!([]), "faults to accept")],
        ),
    ]
}
