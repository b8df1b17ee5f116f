//! Start, exit, portals and reachability.

use mapwright_dungeon::{
    AreaExit, AreaStart, CullUnreachable, DistantExit, JoinParts, Portals, RoomExit, RoomStart, TightWalls,
};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "area-start",
            meta::<AreaStart>(),
            "puts the start near a corner, a side or the center",
            [area("center", "center").into(), vec![start_part()]].concat(),
        ),
        info("room-start", meta::<RoomStart>(), "puts the start in a room", vec![room("first")]),
        info(
            "cull-unreachable",
            meta::<CullUnreachable>(),
            "fills every cell that cannot be reached from the start",
            vec![Param::choice(
                "lost_spawns",
                &["refuse", "drop"],
                "refuse",
                "whether unreachable spawns are an error or are removed",
            )],
        ),
        info("join-parts", meta::<JoinParts>(), "connects all components of the map by tunnels", join_params()),
        info(
            "distant-exit",
            meta::<DistantExit>(),
            "puts the exit as far from the start as possible",
            vec![exit_tile()],
        ),
        info(
            "area-exit",
            meta::<AreaExit>(),
            "puts the exit near a corner, a side or the center",
            area("right", "bottom").into_iter().chain([exit_tile()]).collect(),
        ),
        info("room-exit", meta::<RoomExit>(), "puts the exit in a room", vec![room("last"), exit_tile()]),
        info("tight-walls", meta::<TightWalls>(), "closes the leaks of walls for diagonal steps", vec![]),
        info("portals", meta::<Portals>(), "adds portals between distant cells", portal_params()),
    ]
}

fn area(x: &'static str, y: &'static str) -> [Param; 2] {
    [
        Param::choice("x", &["left", "center", "right"], x, "where along the width"),
        Param::choice("y", &["top", "center", "bottom"], y, "where along the height"),
    ]
}

fn room(default: &'static str) -> Param {
    Param::choice("room", &["first", "last", "largest", "random"], default, "which room")
}

fn exit_tile() -> Param {
    let tiles = ParamKind::Choice(&["keep", "stairs-down", "stairs-up"]);
    Param::new("tile", tiles, "keep", "the tile at the exit")
}

fn join_params() -> Vec<Param> {
    vec![
        Param::int("min_size", 1..=1_000_000, 1, "components with fewer cells become wall instead"),
        Param::int("width", 1..=3, 1, "the width of the tunnels, in cells"),
        Param::choice(
            "shape",
            &["winding", "straight"],
            "winding",
            "whether tunnels turn at random or go straight where they can",
        ),
        Param::int("tile", 0..=127, 0, "the number of the tile to dig; 0 is floor"),
        Param::flag("spare_border", true, "whether to keep the border of the map solid where possible"),
    ]
}

fn portal_params() -> Vec<Param> {
    vec![
        Param::int("count", 1..=100, 3, "the most pairs"),
        Param::choice(
            "rule",
            &["shortcut", "join"],
            "shortcut",
            "`shortcut` joins distant cells that the start can reach; `join` connects unreachable components",
        ),
        Param::int("min_distance", 2..=1_000_000, 20, "the shortest path between the two ends, in steps")
            .only_with("rule", &["shortcut"]),
    ]
}

fn start_part() -> Param {
    let parts = ParamKind::Choice(&["largest", "any"]);
    Param::new("part", parts, "largest", "whether the start must be in the largest connected component")
}
