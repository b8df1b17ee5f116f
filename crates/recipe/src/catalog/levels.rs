//! Areas, locks and keys.

use mapwright_levels::{AreaGraph, CycleGraph, GraphLayout, KeyVaults, LockAndKey, SolvabilityValidator};
use serde_json::json;

use super::{BuilderInfo, info, initial, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "graph-layout",
            initial::<GraphLayout>(),
            "rooms laid out so that exactly the given pairs are joined",
            vec![
                Param::new("rooms", ParamKind::Rooms, 12, "how many rooms, or a list of them"),
                Param::optional(
                    "joins",
                    ParamKind::Joins,
                    "the pairs of rooms to join; random with some loops by default",
                ),
                Param::flag("corridors", false, "whether rooms may be joined by corridors"),
                Param::flag("equal_neighbors", true, "whether joined rooms may have the same size or template"),
                Param::int("budget", 1..=10_000_000, 100_000, "the most positions of rooms to try"),
            ],
        ),
        info(
            "cycle-graph",
            initial::<CycleGraph>(),
            "a level of nested cycles with locks, keys and one-way doors",
            vec![
                Param::int("patterns", 0..=8, 3, "how many patterns replace joins of the first cycle"),
                Param::int("budget", 1..=10_000_000, 100_000, "the most positions of rooms to try"),
            ],
        ),
        info(
            "area-graph",
            meta::<AreaGraph>(),
            "finds the areas of a level and the narrow gates between them",
            vec![
                Param::int("max_width", 1..=8, 1, "the widest gate between two areas, in cells"),
                Param::int("min_area", 1..=65_535, 12, "the smallest area behind a gate, in cells"),
                Param::flag("diagonal", false, "whether gates must also block diagonal steps"),
            ],
        ),
        info(
            "lock-and-key",
            meta::<LockAndKey>(),
            "locks gates and places the keys so that the level can be won",
            vec![
                Param::int("keys", 1..=26, 2, "how many locks, each with its own key"),
                Param::optional("min", ParamKind::Int(0, 26), "the fewest locks; fewer are an error"),
                Param::int("shortcuts", 0..=100, 0, "the most one-way doors out of locked areas"),
                Param::choice(
                    "odd_joins",
                    &["seal", "one-way", "two-locks"],
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
                Param::int("vaults", 1..=26, 1, "how many vaults, each with its own key"),
                Param::optional("min", ParamKind::Int(0, 26), "the fewest vaults; fewer are an error"),
                Param::int("min_area", 1..=65_535, 9, "the smallest vault, in cells"),
                Param::int("max_area", 1..=65_535, 150, "the largest vault, in cells"),
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
