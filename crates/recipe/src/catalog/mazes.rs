//! Mazes, what opens loops in them, and their way to tiles and back.

use mapwright_core::MetaMapBuilder;
use mapwright_maze::{
    AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze, LoopInjector,
};
use mapwright_maze::{PrimMaze, RecursiveDivision, SidesToTiles, Sidewinder, TilesToSides, Wilson};
use serde_json::Value;

use super::{BuilderInfo, Make, Values, both, info, initial, made, meta};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    let corner = ParamKind::Choice(&["ne", "se", "sw", "nw"]);
    vec![
        info(
            "prim-maze",
            both::<PrimMaze>(),
            "a maze that grows like frost, with many short dead ends",
            vec![max_degree(3), root()],
        ),
        info(
            "kruskal-maze",
            both::<KruskalMaze>(),
            "a maze from all edges in random order",
            vec![max_degree(4), root()],
        ),
        info("backtracker", both::<Backtracker>(), "a maze of long winding corridors", vec![root()]),
        info(
            "wilson",
            both::<Wilson>(),
            "a maze drawn uniformly from all there are, by walks without loops",
            vec![root()],
        ),
        info(
            "aldous-broder",
            both::<AldousBroder>(),
            "a maze drawn uniformly from all there are, by one long walk",
            vec![root()],
        ),
        info(
            "hunt-and-kill",
            both::<HuntAndKill>(),
            "a maze of winding corridors, begun anew where the last one ended",
            vec![root()],
        ),
        info(
            "growing-tree",
            both::<GrowingTree>(),
            "a maze that grows at its newest, oldest or random cells, or at a mix of them",
            growing_params(),
        ),
        info(
            "binary-tree",
            initial::<BinaryTree>(),
            "a maze by the toss of a coin in each cell; all ways lead to one corner",
            vec![
                Param::new("corner", corner, "nw", "which corner"),
                horizontal("how often a cell is joined along its row and not along its column"),
                root(),
            ],
        ),
        info(
            "sidewinder",
            initial::<Sidewinder>(),
            "a maze of runs along the rows, each joined to the row above once",
            vec![horizontal("how often a run goes on to the next cell"), root()],
        ),
        info(
            "eller",
            initial::<Eller>(),
            "a maze made row by row",
            vec![horizontal("how often neighbors in a row are joined"), root()],
        ),
        info(
            "recursive-division",
            initial::<RecursiveDivision>(),
            "a hall divided by walls with one gap each, again and again",
            vec![root()],
        ),
        info("loop-injector", Make::Meta(loop_injector), "opens walls, so that a maze gets loops", loop_params()),
        info("sides-to-tiles", meta::<SidesToTiles>(), "carves a map with sides into tiles", vec![]),
        info("tiles-to-sides", meta::<TilesToSides>(), "reads sides back from carved tiles", vec![]),
    ]
}

fn growing_params() -> Vec<Param> {
    let choices = ParamKind::Choice(&["newest", "oldest", "random", "mix"]);
    let parts = |name, default: u8, about| {
        Param::new(name, ParamKind::Int(0, 100), default, about).only_with("choice", &["mix"])
    };
    vec![
        Param::new("choice", choices, "mix", "which cell is next"),
        parts("newest", 1, "parts of the newest cell in the mix"),
        parts("oldest", 0, "parts of the oldest cell in the mix"),
        parts("random", 1, "parts of a random cell in the mix"),
        root(),
    ]
}

fn horizontal(about: &'static str) -> Param {
    Param::new("horizontal", ParamKind::Number(0.0, 1.0), 0.5, about)
}

fn max_degree(default: u8) -> Param {
    Param::new("max_degree", ParamKind::Int(3, 4), default, "the most open sides of a cell; 4 for no cap")
}

fn root() -> Param {
    Param::new("root", ParamKind::Place(&["center", "random"]), "center", "where the maze and its start are")
}

fn loop_params() -> Vec<Param> {
    let rules = ParamKind::Choice(&["random", "braid", "detour", "defeat-wall-followers"]);
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
        .only_with("rule", &["random"])
        .not_with("count"),
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

fn loop_injector(mut values: Values, _: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    values.entry("rule").or_insert_with(|| "braid".into());
    Ok(Box::new(made::<LoopInjector>(values)?))
}
