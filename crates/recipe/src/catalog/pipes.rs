//! Pipes.

use mapwright_pipes::{PipeShuffler, RingValidator, UniquePipes};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    let grades = ParamKind::Choice(&["local", "rings", "isolation", "lookahead"]);
    vec![
        info(
            "unique-pipes",
            meta::<UniquePipes>(),
            "re-routes a maze until its tiles have one solution",
            vec![
                Param::new("max_degree", ParamKind::Int(3, 4), 3, "the most open sides of a cell; 4 for no cap"),
                Param::new("hardest", grades, "lookahead", "the hardest thing that solving the board may take"),
                Param::new("easiest", grades, "local", "what solving the board takes at least"),
            ],
        ),
        info("pipe-shuffler", meta::<PipeShuffler>(), "turns every tile, and keeps the solution", vec![]),
        info("ring-validator", meta::<RingValidator>(), "finds what is joined to the start, and all rings", vec![]),
    ]
}
