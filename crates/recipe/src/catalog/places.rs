//! Start, exit and what can be reached.

use mapwright_dungeon::{AreaStart, CullUnreachable, DistantExit};

use super::{BuilderInfo, info, meta};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "area-start",
            meta::<AreaStart>(),
            "puts the start near a part of the map",
            vec![
                Param::new("x", ParamKind::Choice(&["left", "center", "right"]), "center", "which part of the width"),
                Param::new("y", ParamKind::Choice(&["top", "center", "bottom"]), "center", "which part of the height"),
            ],
        ),
        info("cull-unreachable", meta::<CullUnreachable>(), "fills in what cannot be reached from the start", vec![]),
        info("distant-exit", meta::<DistantExit>(), "puts the exit as far from the start as can be", vec![]),
    ]
}
