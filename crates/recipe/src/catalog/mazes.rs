//! Mazes, loops in mazes, and conversion between sides and tiles.

use mapwright_core::MetaMapBuilder;
use mapwright_maze::{
    AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze, LoopInjector,
};
use mapwright_maze::{NestedMaze, PrimMaze, RecursiveDivision, SidesToTiles, Sidewinder, TilesToSides, Wilson};

use super::{BuilderInfo, Make, Values, both, info, initial, made, meta};
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    let corner = ParamKind::Choice(&["ne", "se", "sw", "nw"]);
    vec![
        info("prim-maze", both::<PrimMaze>(), "a maze with many short dead ends (Prim)", vec![max_degree(3), root()]),
        info(
            "kruskal-maze",
            both::<KruskalMaze>(),
            "a maze that opens its edges in random order (Kruskal)",
            vec![max_degree(4), root()],
        ),
        info(
            "backtracker",
            both::<Backtracker>(),
            "a maze of long winding corridors (depth-first search)",
            vec![root()],
        ),
        info("wilson", both::<Wilson>(), "a uniformly random maze, by loop-erased random walks", vec![root()]),
        info("aldous-broder", both::<AldousBroder>(), "a uniformly random maze, by a single random walk", vec![root()]),
        info(
            "hunt-and-kill",
            both::<HuntAndKill>(),
            "a maze of winding corridors, each begun at the first unvisited cell beside the maze",
            vec![root()],
        ),
        info(
            "growing-tree",
            both::<GrowingTree>(),
            "a maze that grows from its newest, oldest or random cells, or a mix",
            growing_params(),
        ),
        info(
            "binary-tree",
            initial::<BinaryTree>(),
            "a maze by one coin flip for each cell; all paths lead to one corner",
            vec![
                Param::new("corner", corner, "nw", "the corner to which all paths lead"),
                horizontal("the probability that a cell is joined along its row, not its column"),
                root(),
            ],
        ),
        info(
            "sidewinder",
            initial::<Sidewinder>(),
            "a maze of horizontal runs, each joined once to the row above",
            vec![horizontal("the probability that a run continues with the next cell"), root()],
        ),
        info(
            "eller",
            initial::<Eller>(),
            "a maze made row by row",
            vec![horizontal("the probability that neighbors in a row are joined"), root()],
        ),
        info(
            "recursive-division",
            initial::<RecursiveDivision>(),
            "a hall divided again and again by walls with one gap",
            vec![root()],
        ),
        info(
            "nested-maze",
            initial::<NestedMaze>(),
            "a maze of four mazes of four mazes: in an endless world one maze without end",
            vec![root()],
        ),
        info("loop-injector", Make::Meta(loop_injector), "opens walls to add loops to a maze", loop_params()),
        info("sides-to-tiles", meta::<SidesToTiles>(), "converts sides to tiles of floor and wall", vec![]),
        info("tiles-to-sides", meta::<TilesToSides>(), "converts such tiles back to sides", vec![]),
    ]
}

fn growing_params() -> Vec<Param> {
    let choices = ParamKind::Choice(&["newest", "oldest", "random", "mix"]);
    let weight = |name, default: u8, about| Param::int(name, 0..=100, default, about).only_with("choice", &["mix"]);
    vec![
        Param::new("choice", choices, "mix", "which active cell comes next"),
        weight("newest", 1, "the weight of the newest cell"),
        weight("oldest", 0, "the weight of the oldest cell"),
        weight("random", 1, "the weight of a random cell"),
        root(),
    ]
}

fn horizontal(about: &'static str) -> Param {
    Param::share("horizontal", 0.5, about)
}

fn max_degree(default: u8) -> Param {
    Param::int("max_degree", 3..=4, default, "the most open sides of a cell; 4 means no cap")
}

fn root() -> Param {
    Param::new("root", ParamKind::Place(&["center", "random"]), "center", "where the maze begins; also the start")
}

fn loop_params() -> Vec<Param> {
    let rules = ParamKind::Choice(&["random", "braid", "detour", "defeat-wall-followers"]);
    let count = ParamKind::Int(0, u32::MAX as u64);
    vec![
        Param::new(
            "rule",
            rules,
            "braid",
            "which walls: anywhere, at dead ends, where the detour is long, or as few as defeat wall followers",
        ),
        Param::optional("count", count, "the most walls to open").only_with("rule", &["random", "detour"]),
        Param::optional(
            "share",
            ParamKind::Number(0.0, 1.0),
            "the share of all walls to open; 0.05 if `count` is absent too",
        )
        .only_with("rule", &["random"])
        .not_with("count"),
        Param::share("p", 0.5, "the probability of opening each dead end").only_with("rule", &["braid"]),
        Param::int("min_distance", 0..=1000, 20, "the longest detour that is left alone, in steps")
            .only_with("rule", &["detour"]),
    ]
}

fn loop_injector(mut values: Values, _: &Files) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind> {
    let is_given = |name: &str| values.get(name).is_some_and(|value| !value.is_null());
    if is_given("count") && is_given("share") {
        return Err(RecipeErrorKind::value("share", values["share"].clone(), "absent when `count` is given"));
    }
    values.entry("rule").or_insert_with(|| "braid".into());
    Ok(Box::new(made::<LoopInjector>(values)?))
}
