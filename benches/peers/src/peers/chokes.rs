//! Cells without which a cave falls apart, by `terrain-forge` and
//! `rustworkx-core`, in a cave that is made, and brought into their form,
//! outside of the time.

use std::collections::HashSet;
use std::hint::black_box;

use mapwright::prelude::{BuilderMap, Size};
use rustworkx_core::connectivity::articulation_points;
use rustworkx_core::petgraph::graph::{NodeIndex, UnGraph};
use terrain_forge::effects::find_chokepoints;

use super::probe;
use super::searches::grid_of;
use crate::prepared::cave;
use crate::row::Job;

/// The cut cells of a cave, by `terrain-forge`: a flood for each cell.
pub fn terrain_forge_chokes(size: Size, seed: u64) -> Job {
    let grid = grid_of(&cave(size, seed));
    Box::new(move || {
        let found: HashSet<(usize, usize)> = black_box(find_chokepoints(&grid)).into_iter().collect();
        probe(size, |x, y| found.contains(&(x, y)))
    })
}

/// The articulation points of a cave's graph, by `rustworkx-core`.
pub fn rustworkx_chokes(size: Size, seed: u64) -> Job {
    let (graph, node) = graph_of(&cave(size, seed));
    Box::new(move || {
        let found = black_box(articulation_points(&graph, None));
        probe(size, |x, y| node[y * usize::from(size.w) + x].is_some_and(|node| found.contains(&node)))
    })
}

/// The graph of open cells, and the node of each.
fn graph_of(map: &BuilderMap) -> (UnGraph<u32, ()>, Vec<Option<NodeIndex>>) {
    let mut graph = UnGraph::new_undirected();
    let cells = (0..).zip(map.tiles.as_slice());
    let node: Vec<Option<NodeIndex>> =
        cells.map(|(cell, tile)| (!tile.is_solid()).then(|| graph.add_node(cell))).collect();
    let passages = map.passages();
    for (cell, here) in (0..).zip(&node) {
        for next in passages.neighbors(cell).filter(|&next| next > cell) {
            if let Some((here, next)) = here.zip(node[next as usize]) {
                graph.add_edge(here, next, ());
            }
        }
    }
    (graph, node)
}

#[cfg(test)]
mod tests {
    use mapwright::graph::articulation_points as our_points;

    use super::*;

    #[test]
    fn everyone_finds_the_same_cells() {
        let size = Size::new(50, 41);
        for seed in 1..=5 {
            let map = cave(size, seed);
            let ours: HashSet<u32> = our_points(&map.passages()).into_iter().collect();
            let (graph, _) = graph_of(&map);
            let rustworkx: HashSet<u32> =
                articulation_points(&graph, None).into_iter().map(|node| graph[node]).collect();
            assert_eq!(rustworkx, ours);
            let forge = find_chokepoints(&grid_of(&map)).into_iter();
            let forge: HashSet<u32> = forge.map(|(x, y)| size.index((x as u16, y as u16).into())).collect();
            assert_eq!(forge, ours);
            assert!(!ours.is_empty());
        }
    }
}
