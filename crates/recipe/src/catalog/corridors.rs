//! Corridors and doors.

use mapwright_dungeon::{BspCorridors, DoglegCorridors, Doors, NearestCorridors, StraightCorridors};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("dogleg-corridors", meta::<DoglegCorridors>(), "corridors with a bend, from room to room", params()),
        info("bsp-corridors", meta::<BspCorridors>(), "corridors between halves of halves of the rooms", params()),
        info("nearest-corridors", meta::<NearestCorridors>(), "corridors between near rooms", params()),
        info("straight-corridors", meta::<StraightCorridors>(), "straight corridors, from room to room", params()),
        info(
            "doors",
            meta::<Doors>(),
            "puts doors where corridors enter rooms",
            vec![Param::new("chance", ParamKind::Number(0.0, 1.0), 1.0, "the probability of each door")],
        ),
    ]
}

fn params() -> Vec<Param> {
    vec![
        Param::new("width", ParamKind::Int(1, 3), 1, "how wide the corridors are, in cells"),
        Param::new(
            "extra",
            ParamKind::Int(0, 100_000),
            0,
            "how many more corridors once all rooms are joined, for loops",
        ),
    ]
}
