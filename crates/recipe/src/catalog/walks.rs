//! Caves dug by random walks, and Voronoi cells.

use mapwright_dungeon::{Dla, DrunkardsWalk, VoronoiCells};
use serde_json::Value;

use super::{BuilderInfo, both, info, initial};
use crate::param::{Param, ParamKind};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        info("drunkards-walk", both::<DrunkardsWalk>(), "caves dug by random walkers", walk_params()),
        info("dla", both::<Dla>(), "caves grown by diffusion-limited aggregation", dla_params()),
        info(
            "voronoi-cells",
            initial::<VoronoiCells>(),
            "rooms of all shapes: each cell belongs to its nearest seed",
            vec![
                Param::new("seeds", ParamKind::Int(1, u16::MAX as u64), 64, "how many seeds, each with its own room"),
                Param::new(
                    "metric",
                    ParamKind::Choice(&["euclidean", "manhattan", "chebyshev"]),
                    "euclidean",
                    "how distance is measured",
                ),
                Param::new(
                    "walls",
                    ParamKind::Choice(&["gaps", "full"]),
                    "gaps",
                    "whether the walls between rooms have gaps",
                ),
            ],
        ),
    ]
}

fn walk_params() -> Vec<Param> {
    let presets = &["open_area", "open_halls", "winding_passages", "fat_passages", "fearful_symmetry"];
    let begins = ParamKind::Choice(&["center", "random", "spread"]);
    let params = [
        Param::new(
            "preset",
            ParamKind::Choice(presets),
            "open_area",
            "the values of all parameters that are not given",
        ),
        Param::new("begin", begins, Value::Null, "where walkers begin"),
        Param::new("lifetime", ParamKind::Int(1, u32::MAX as u64), Value::Null, "how many steps a walker takes"),
    ];
    params.into_iter().chain(paint()).collect()
}

fn dla_params() -> Vec<Param> {
    let presets = &["walk_inwards", "walk_outwards", "central_attractor", "insectoid", "heavy_erosion"];
    let rules = ParamKind::Choice(&["walk-inwards", "walk-outwards", "central-attractor"]);
    let params = [
        Param::new(
            "preset",
            ParamKind::Choice(presets),
            "walk_inwards",
            "the values of all parameters that are not given",
        ),
        Param::new("rule", rules, Value::Null, "how particles move"),
    ];
    params.into_iter().chain(paint()).collect()
}

/// The parameters that both share; absent for the preset's value.
fn paint() -> [Param; 3] {
    let symmetries = ParamKind::Choice(&["none", "horizontal", "vertical", "both"]);
    [
        Param::new("floor_percent", ParamKind::Int(1, 100), Value::Null, "how much of the map to open, in percent"),
        Param::new("brush", ParamKind::Int(1, 16), Value::Null, "the side of the square dug at each step, in cells"),
        Param::new("symmetry", symmetries, Value::Null, "which mirror images are dug too"),
    ]
}
