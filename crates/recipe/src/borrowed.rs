//! Names that builders have in other programs and tutorials, and names that builders and parameters had before, for
//! "did you mean" only.

use crate::near::{nearest, tidy};

/// A name elsewhere, and the builder here.
const BORROWED: &[(&str, &str)] = &[
    ("bsp", "bsp-dungeon"),
    ("dfs", "backtracker"),
    ("depth-first", "backtracker"),
    ("recursive-backtracker", "backtracker"),
    ("prim", "prim-maze"),
    ("kruskal", "kruskal-maze"),
    ("maze", "prim-maze"),
    ("rooms", "random-rooms"),
    ("dungeon", "bsp-dungeon"),
    ("random-walk", "drunkards-walk"),
    ("drunkard", "drunkards-walk"),
    ("diffusion-limited-aggregation", "dla"),
    ("cave", "cellular-automata"),
    ("game-of-life", "cellular-automata"),
    ("wfc", "wave-function-collapse"),
    ("voronoi", "voronoi-cells"),
    ("braid", "loop-injector"),
    ("tetris", "polyomino-fill"),
    ("simple-map", "random-rooms"),
    ("dogleg-corridors", "corridors"),
    ("bsp-corridors", "corridors"),
    ("nearest-corridors", "corridors"),
    ("straight-corridors", "corridors"),
    ("area-start", "start"),
    ("room-start", "start"),
    ("area-exit", "exit"),
    ("room-exit", "exit"),
    ("distant-exit", "exit"),
];

/// A former name of a builder or a parameter, and the name now. One name may have become several.
const FORMER: &[(&str, &str)] = &[
    ("join-parts", "join-components"),
    ("count", "max"),
    ("density", "share"),
    ("diggers", "max_diggers"),
    ("doors", "door_chance"),
    ("far", "distance_share"),
    ("floor-percent", "share"),
    ("hallways", "hallway_chance"),
    ("horizontal", "at"),
    ("horizontal", "horizontal_chance"),
    ("loops", "loop_chance"),
    ("loops", "max_loops"),
    ("max", "max_cells"),
    ("max", "max_side"),
    ("min", "min_cells"),
    ("min", "min_keys"),
    ("min", "min_side"),
    ("min-area", "min_cells"),
    ("min-distance", "min_detour"),
    ("min-patch", "min_cells"),
    ("min-size", "min_cells"),
    ("p", "chance"),
    ("part", "component"),
    ("per-floor", "depth_per_floor"),
    ("place", "at"),
    ("place", "placement"),
    ("secrets", "max_secrets"),
    ("seeds", "sites"),
    ("shape", "line"),
    ("shortcuts", "max_shortcuts"),
    ("symmetry", "symmetries"),
    ("turn", "rotate"),
    ("vertical", "at"),
    ("wall-percent", "wall_chance"),
];

/// The name among `known` that a wrong one most likely stands for: as [`nearest`], or by a name that builders have
/// elsewhere.
pub(crate) fn meant(name: &str, known: &[&str]) -> Option<String> {
    let tidied = tidy(name);
    let meanings = |other: &str| {
        let now = |&(before, now): &(&str, &'static str)| (before == other).then_some(now);
        BORROWED.iter().chain(FORMER).filter_map(now).find(|now| known.contains(now)).map(str::to_owned)
    };
    let itself = || known.iter().find(|known| tidy(known) == tidied).map(|&known| known.to_owned());
    itself().or_else(|| meanings(&tidied)).or_else(|| {
        let elsewhere = BORROWED.iter().map(|&(elsewhere, _)| elsewhere);
        let near = nearest(name, known.iter().copied().chain(elsewhere))?;
        known.contains(&near).then(|| near.to_owned()).or_else(|| meanings(near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hint_names_a_builder() {
        let all = crate::builders();
        let known = |name: &str| all.iter().any(|info| info.name == name);
        BORROWED.iter().for_each(|(elsewhere, here)| assert!(known(here) && !known(elsewhere), "{elsewhere}, {here}"));
    }

    #[test]
    fn every_former_name_leads_to_a_name_that_is_known() {
        let all = crate::builders();
        for &(before, now) in FORMER {
            let knows = |name: &str| {
                let fields = |info: &&crate::BuilderInfo| info.params.iter().any(|param| param.name == name);
                all.iter().any(|info| info.name == name) || all.iter().any(|info| fields(&info))
            };
            let nested = ["max_cells", "min_cells", "at"].contains(&now);
            assert!(knows(now) || nested, "{before} → {now}");
            assert_eq!(meant(before, &["other", now]).as_deref(), Some(now), "{before}");
        }
    }
}
