//! Corridors and doors.

use mapwright_dungeon::{Corridors, Doors};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("corridors", meta::<Corridors>(), "digs corridors between rooms", params()),
        info(
            "doors",
            meta::<Doors>(),
            "puts doors where corridors enter rooms",
            vec![Param::share("chance", 1.0, "the probability of each door")],
        ),
    ]
}

/// The parameters of corridors, as a stage and in the builders of rooms.
pub(crate) fn params() -> Vec<Param> {
    let rooms = ParamKind::Choice(&["in-order", "nearest", "spanning-tree", "halves", "relative-neighbors"]);
    let line = ParamKind::Choice(&["dogleg", "straight", "slanting"]);
    vec![
        Param::new("rooms", rooms, "spanning-tree", "which rooms are joined"),
        Param::new("line", line, "straight", "how a corridor runs"),
        Param::int("width", 1..=3, 1, "the width of corridors, in cells"),
        Param::share("extra", 0.15, "extra corridors for loops, as a share of the others"),
    ]
}
