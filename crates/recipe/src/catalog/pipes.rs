//! Pipes.

use mapwright_pipes::{PipeShuffler, RingValidator, UniquePipes};

use super::{BuilderInfo, info, meta, typed_meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    let grades = || ParamKind::choice(&["local", "rings", "isolation", "lookahead"]);
    vec![
        info(
            "unique-pipes",
            meta::<UniquePipes>(),
            "reroutes a maze until its tiles have only one solution",
            vec![
                Param::int("max_degree", 3..=4, 3, "the most open sides of a cell; 4 means no cap"),
                Param::new("hardest", grades(), "lookahead", "the hardest deduction that the board may need"),
                Param::new("easiest", grades(), "local", "the easiest deduction that must not suffice alone"),
            ],
        ),
        typed_meta::<PipeShuffler>(),
        typed_meta::<RingValidator>(),
    ]
}
