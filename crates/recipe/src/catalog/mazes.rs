//! Mazes, what opens loops in them, and their way to tiles and back.

use std::path::Path;

use mapwright_core::MetaMapBuilder;
use mapwright_maze::{Backtracker, KruskalMaze, LoopInjector, PrimMaze, SidesToTiles, TilesToSides};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, info, initial, made, meta};
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info(
            "prim-maze",
            initial::<PrimMaze>(),
            "a maze that grows like frost, with many short dead ends",
            vec![max_degree(3), root()],
        ),
        info(
            "kruskal-maze",
            initial::<KruskalMaze>(),
            "a maze from all edges in random order",
            vec![max_degree(4), root()],
        ),
        info("backtracker", initial::<Backtracker>(), "a maze of long winding corridors", vec![root()]),
        info("loop-injector", Make::Meta(loop_injector), "opens walls, so that a maze gets loops", loop_params()),
        info("sides-to-tiles", meta::<SidesToTiles>(), "carves a map with sides into tiles", vec![]),
        info("tiles-to-sides", meta::<TilesToSides>(), "reads sides back from carved tiles", vec![]),
    ]
}

fn max_degree(default: u8) -> Param {
    Param::new("max_degree", ParamKind::Int(3, 4), default, "the most open sides of a cell; 4 for no cap")
}

fn root() -> Param {
    Param::new("root", ParamKind::Place(&["center", "random"]), "center", "where the maze and its start are")
}

fn loop_params() -> Vec<Param> {
    let rules = ParamKind::Choice(&["random", "braid", "detour", "unavoidable"]);
    let count = ParamKind::Int(0, u32::MAX as u64);
    vec![
        Param::new(
            "rule",
            rules,
            "braid",
            "which walls: anywhere, at dead ends, where the way round is long, against wall followers",
        ),
        Param::new("count", count, Value::Null, "how many walls at most").only_with("rule", &["random", "detour"]),
        Param::new(
            "share",
            ParamKind::Number(0.0, 1.0),
            Value::Null,
            "what share of all walls; a twentieth when `count` is not given either",
        )
        .only_with("rule", &["random"]),
        Param::new("p", ParamKind::Number(0.0, 1.0), 0.5, "the probability of each dead end")
            .only_with("rule", &["braid"]),
        Param::new(
            "min_distance",
            ParamKind::Int(0, 1000),
            20,
            "the longest way round that is left as it is, in steps",
        )
        .only_with("rule", &["detour"]),
    ]
}

fn loop_injector(mut values: Values, _: &Path) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    values.entry("rule").or_insert_with(|| "braid".into());
    Ok(Box::new(made::<LoopInjector>(values)?))
}
