//! Names that builders have in other programs and tutorials, for "did you mean" only.

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

/// The name among `known` that a wrong one most likely stands for: as [`nearest`], or by a name that builders have
/// elsewhere.
pub(crate) fn meant(name: &str, known: &[&str]) -> Option<String> {
    let here = |other: &str| {
        let borrowed = BORROWED.iter().find(|&&(elsewhere, _)| elsewhere == other).map(|&(_, here)| here);
        [Some(other), borrowed].into_iter().flatten().find(|name| known.contains(name)).map(str::to_owned)
    };
    let elsewhere = BORROWED.iter().map(|&(elsewhere, _)| elsewhere);
    here(&tidy(name)).or_else(|| here(nearest(name, known.iter().copied().chain(elsewhere))?))
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
}
