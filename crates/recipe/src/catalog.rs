//! Every builder there is. A new builder is one entry here.

use std::path::Path;

use mapwright_core::{InitialMapBuilder, MetaMapBuilder, Plane};
use mapwright_dungeon::{AreaStart, Arena, CellularAutomata, CullUnreachable, DistantExit, FromMap, SnapshotHistory};
use mapwright_maze::{Backtracker, KruskalMaze, LoopInjector, PrimMaze, SidesToTiles, TilesToSides};
use mapwright_pipes::{PipeShuffler, RingValidator};
use mapwright_tiling::{WangCorners, WangEdges};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::map_json::map_from_json;
use crate::param::{Param, ParamKind};

/// The values of a stage's parameters.
type Values = Map<String, Value>;
type MakeInitial = fn(Values, &Path) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind>;
type MakeMeta = fn(Values, &Path) -> Result<Box<dyn MetaMapBuilder>, RecipeErrorKind>;

/// What is known of a builder without building anything.
#[derive(Clone, Debug)]
pub struct BuilderInfo {
    /// Its name in recipes.
    pub name: &'static str,
    /// What it makes or does, in a line.
    pub about: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
    make: Make,
}

#[derive(Clone, Copy, Debug)]
enum Make {
    Initial(MakeInitial),
    Meta(MakeMeta),
    Both(MakeInitial, MakeMeta),
}

/// Where in a chain a builder may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuilderKind {
    /// At the beginning.
    Initial,
    /// After it.
    Meta,
    /// Either.
    Both,
}

impl BuilderInfo {
    /// Where in a chain it may stand.
    pub const fn kind(&self) -> BuilderKind {
        match self.make {
            Make::Initial(_) => BuilderKind::Initial,
            Make::Meta(_) => BuilderKind::Meta,
            Make::Both(..) => BuilderKind::Both,
        }
    }

    /// The builder at the beginning of a chain, from values that were checked.
    pub(crate) fn initial(
        &self,
        values: Values,
        dir: &Path,
    ) -> Option<Result<Box<dyn InitialMapBuilder>, RecipeErrorKind>> {
        match self.make {
            Make::Initial(make) | Make::Both(make, _) => Some(make(values, dir)),
            Make::Meta(_) => None,
        }
    }

    /// The builder after the beginning of a chain, from values that were checked.
    pub(crate) fn meta(&self, values: Values, dir: &Path) -> Option<Result<Box<dyn MetaMapBuilder>, RecipeErrorKind>> {
        match self.make {
            Make::Meta(make) | Make::Both(_, make) => Some(make(values, dir)),
            Make::Initial(_) => None,
        }
    }

    /// The planes that it needs, gives and takes away, with its default parameters: `[requires, provides,
    /// clears]`.
    pub fn planes(&self) -> [Vec<Plane>; 3] {
        let none = Path::new("");
        let (mut requires, mut provides, mut clears) = Default::default();
        if let Some(Ok(initial)) = self.initial(Values::new(), none) {
            provides = initial.provides();
        }
        if let Some(Ok(meta)) = self.meta(Values::new(), none) {
            (requires, provides, clears) = (meta.requires(), meta.provides().union(provides), meta.clears());
        }
        [requires, provides, clears].map(|planes| planes.iter().collect())
    }
}

/// The builder with a name.
pub fn builder(name: &str) -> Option<BuilderInfo> {
    builders().into_iter().find(|info| info.name == name)
}

/// The builders that provide a plane, whatever was there before.
pub fn providers(plane: Plane) -> Vec<&'static str> {
    let provides = |info: &BuilderInfo| info.planes()[1].contains(&plane);
    builders().into_iter().filter(provides).map(|info| info.name).collect()
}

/// A builder from its parameters. They were checked against the catalogue, so what serde has against them is
/// a fault of the catalogue, and a test finds it.
fn made<B: DeserializeOwned>(values: Values) -> Result<B, RecipeErrorKind> {
    serde_json::from_value(Value::Object(values)).map_err(RecipeErrorKind::Syntax)
}

fn initial<B: InitialMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Initial(|values, _| Ok(Box::new(made::<B>(values)?)))
}

fn meta<B: MetaMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Meta(|values, _| Ok(Box::new(made::<B>(values)?)))
}

fn both<B: InitialMapBuilder + MetaMapBuilder + DeserializeOwned + 'static>() -> Make {
    Make::Both(|values, _| Ok(Box::new(made::<B>(values)?)), |values, _| Ok(Box::new(made::<B>(values)?)))
}

/// Every builder, initial ones first.
pub fn builders() -> Vec<BuilderInfo> {
    let info = |name, make, about, params| BuilderInfo { name, about, params, make };
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
        info("wang-edges", initial::<WangEdges>(), "tiles whose touching sides have one color", vec![colors()]),
        info("wang-corners", initial::<WangCorners>(), "tiles whose touching corners have one color", vec![colors()]),
        info(
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
        ),
        info("arena", initial::<Arena>(), "an empty walled hall", vec![]),
        info(
            "from-map",
            Make::Initial(from_map),
            "a map that is there already",
            vec![
                Param::new("map", ParamKind::Map, Value::Null, "the map itself"),
                Param::new("file", ParamKind::Text, Value::Null, "the file that holds it, beside the recipe"),
            ],
        ),
        info("loop-injector", Make::Meta(loop_injector), "opens walls, so that a maze gets loops", loop_params()),
        info("pipe-shuffler", meta::<PipeShuffler>(), "turns every tile, and keeps the solution", vec![]),
        info("ring-validator", meta::<RingValidator>(), "finds what is joined to the start, and all rings", vec![]),
        info("sides-to-tiles", meta::<SidesToTiles>(), "carves a map with sides into tiles", vec![]),
        info("tiles-to-sides", meta::<TilesToSides>(), "reads sides back from carved tiles", vec![]),
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
        info(
            "snapshot-history",
            meta::<SnapshotHistory>(),
            "leaves a labelled frame in the history",
            vec![Param::new("label", ParamKind::Text, "", "what the frame is called")],
        ),
    ]
}

fn max_degree(default: u8) -> Param {
    Param::new("max_degree", ParamKind::Int(3, 4), default, "the most open sides of a cell; 4 for no cap")
}

fn root() -> Param {
    Param::new("root", ParamKind::Place(&["center", "random"]), "center", "where the maze and its start are")
}

fn colors() -> Param {
    Param::new("colors", ParamKind::Int(2, 4), 2, "how many colors")
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

fn from_map(mut values: Values, dir: &Path) -> Result<Box<dyn InitialMapBuilder>, RecipeErrorKind> {
    let map = match (values.remove("map"), values.remove("file")) {
        (Some(map @ Value::Object(_)), None | Some(Value::Null)) => map_from_json(&map.to_string()),
        (None | Some(Value::Null), Some(Value::String(file))) => {
            let text = std::fs::read_to_string(dir.join(&file));
            text.map_err(|error| crate::MapError::File { file, error }).and_then(|text| map_from_json(&text))
        }
        _ => {
            let allowed = "either `map`, a map as JSON, or `file`, a file that holds one".to_owned();
            return Err(RecipeErrorKind::Missing { name: "map".to_owned(), allowed });
        }
    };
    Ok(Box::new(FromMap::new(map.map_err(RecipeErrorKind::Map)?)))
}
