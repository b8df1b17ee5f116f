//! Caves.

use mapwright_dungeon::CellularAutomata;

use super::{BuilderInfo, both, info};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![info(
        "cellular-automata",
        both::<CellularAutomata>(),
        "caves, by rounds of a rule on the eight neighbors",
        vec![
            Param::new("wall_percent", ParamKind::Int(0, 100), 55, "share of wall in the noise at the beginning"),
            Param::new("rounds", ParamKind::Int(0, 10_000), 15, "how often the rule is applied"),
            Param::new(
                "rule",
                ParamKind::LifeRule,
                "B05678/S05678",
                "at which counts of wall around it a cell becomes or stays wall",
            ),
            Param::new(
                "border",
                ParamKind::Choice(&["solid", "wall", "open"]),
                "solid",
                "a ring of wall, or what counts as lying beyond the border",
            ),
        ],
    )]
}
