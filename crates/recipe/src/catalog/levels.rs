//! Areas, locks and keys.

use mapwright_levels::{AreaGraph, CycleGraph, GraphLayout, KeyVaults, LockAndKey, SolvabilityValidator};

use super::{BuilderInfo, info, initial, typed_initial, typed_meta};
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
        typed_initial::<CycleGraph>(),
        typed_meta::<AreaGraph>(),
        typed_meta::<LockAndKey>(),
        typed_meta::<KeyVaults>(),
        typed_meta::<SolvabilityValidator>(),
    ]
}
