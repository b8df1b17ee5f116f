//! Caves dug by random walks, and Voronoi cells.

use mapwright_dungeon::{Dla, DrunkardsWalk, VoronoiCells};

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
                Param::int("seeds", 1..=u16::MAX as u64, 64, "how many seeds, each with its own room"),
                Param::choice(
                    "metric",
                    &["euclidean", "manhattan", "chebyshev"],
                    "euclidean",
                    "how distance is measured",
                ),
                Param::choice("walls", &["gaps", "full"], "gaps", "whether the walls between rooms have gaps"),
            ],
        ),
    ]
}

fn walk_params() -> Vec<Param> {
    let presets = &["open_area", "open_halls", "winding_passages", "fat_passages", "fearful_symmetry"];
    let begins = ParamKind::Choice(&["center", "random", "spread"]);
    let params = [
        Param::choice("preset", presets, "open_area", "the values of all parameters that are not given"),
        Param::optional("begin", begins, "where walkers begin"),
        Param::optional("lifetime", ParamKind::Int(1, u32::MAX as u64), "how many steps a walker takes"),
    ];
    params.into_iter().chain(paint()).collect()
}

fn dla_params() -> Vec<Param> {
    let presets = &["walk_inwards", "walk_outwards", "central_attractor", "insectoid", "heavy_erosion"];
    let rules = ParamKind::Choice(&["walk-inwards", "walk-outwards", "central-attractor"]);
    let params = [
        Param::choice("preset", presets, "walk_inwards", "the values of all parameters that are not given"),
        Param::optional("rule", rules, "how particles move"),
    ];
    params.into_iter().chain(paint()).collect()
}

/// The parameters that both share; absent for the preset's value.
fn paint() -> [Param; 3] {
    let symmetries = ParamKind::Choice(&["none", "horizontal", "vertical", "both"]);
    [
        Param::optional("floor_percent", ParamKind::Int(1, 100), "how much of the map to open, in percent"),
        Param::optional("brush", ParamKind::Int(1, 16), "the side of the square dug at each step, in cells"),
        Param::optional("symmetry", symmetries, "which mirror images are dug too"),
    ]
}
