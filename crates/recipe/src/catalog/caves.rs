//! Caves.

use mapwright_dungeon::CellularAutomata;

use super::{BuilderInfo, both, info};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![info(
        "cellular-automata",
        both::<CellularAutomata>(),
        "caves grown by a cellular automaton",
        vec![
            Param::int("wall_percent", 0..=100, 55, "the probability that a cell starts as wall"),
            Param::int("rounds", 0..=10_000, 15, "how many times the rule is applied"),
            Param::new(
                "rule",
                ParamKind::LifeRule,
                "B05678/S05678",
                "how many walls around a cell turn it into wall (B) or keep it wall (S)",
            ),
            Param::choice(
                "border",
                &["solid", "wall", "open"],
                "solid",
                "`solid`: a ring of wall; `wall`, `open`: what cells see beyond the border",
            ),
        ],
    )]
}
