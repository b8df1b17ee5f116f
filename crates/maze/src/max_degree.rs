//! The cap on open sides of some mazes, and how cells that it strands are joined.
//!
//! With a cap, a maze may fail to span its ground: wherever two of its components touch, one of the two cells
//! is full. The components are joined despite the cap, and then each cell with too many open sides is relieved
//! by an *exchange*: open an edge between two of its branches, at cells that have room, and close the
//! cell's own edge to one of the branches. The tree stays a tree. This is the improvement step of Fürer and
//! Raghavachari, *Approximating the minimum-degree Steiner tree to within one of optimal*, 1994, without
//! its recursion into full cells. The search stays near the cell, so it takes bounded time.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, BuildError, Dir, Dirs, Grid, Passages, Sides, join_sides};
use mapwright_graph::DisjointSets;

/// The most cells to search for an exchange around a cell with too many open sides. Nearly every exchange
/// is found within a dozen.
const NEARBY: usize = 256;

/// The components of a forest.
pub(crate) fn components(sides: &Grid<Sides>, ways: &Passages) -> DisjointSets {
    let mut components = DisjointSets::new(ways.area());
    for cell in 0..ways.area() {
        for (_, next) in edges(ways, cell, sides[cell].dirs()) {
            components.unite(cell, next);
        }
    }
    components
}

/// Joins the components of a forest along `ways` until it spans each of their connected components. No cell exceeds
/// the cap if an exchange nearby can prevent it.
pub(crate) fn join_stranded(
    sides: &mut Grid<Sides>,
    ways: &Passages,
    mut components: DisjointSets,
    max_degree: u32,
    cx: &mut BuildCx<'_>,
) -> Result<(), BuildError> {
    for hub in join_components(sides, ways, &mut components, max_degree, cx) {
        cx.work(64)?;
        if sides[hub].degree() > max_degree
            && let Some(Exchange { here, dir, branch }) = find_exchange(sides, ways, max_degree, hub)
        {
            let (beside, next) = (ways.step(here, dir), ways.step(hub, branch));
            join_sides(sides, here, dir, beside);
            sides[hub].close(branch);
            sides[next].close(branch.opposite());
            cx.step(sides, [here, beside, hub, next]);
        }
    }
    Ok(())
}

/// Opens edges between components, first where only one of the two cells is full, and returns the cells that
/// exceed the cap.
fn join_components(
    sides: &mut Grid<Sides>,
    ways: &Passages,
    components: &mut DisjointSets,
    max_degree: u32,
    cx: &mut BuildCx<'_>,
) -> Vec<u32> {
    let mut apart: Vec<(u32, Dir, u32)> = Vec::new();
    for cell in 0..ways.area() {
        let leads_out = |&(_, next): &(Dir, u32)| components.find(cell) != components.find(next);
        apart.extend(edges(ways, cell, ways.dirs(cell)).filter(leads_out).map(|(dir, next)| (cell, dir, next)));
    }
    let mut over = Vec::new();
    for most_full in [1, 2] {
        for &(cell, dir, next) in &apart {
            let is_full = |&end: &u32| sides[end].degree() >= max_degree;
            let full: Vec<u32> = [cell, next].into_iter().filter(is_full).collect();
            if full.len() <= most_full && components.unite(cell, next) {
                join_sides(sides, cell, dir, next);
                cx.step(sides, [cell, next]);
                over.extend(full);
            }
        }
    }
    over
}

/// The edges from a cell in some directions, each edge from only one of its ends.
fn edges(ways: &Passages, cell: u32, dirs: Dirs) -> impl Iterator<Item = (Dir, u32)> {
    let dirs = [Dir::E, Dir::S].into_iter().filter(move |&dir| dirs.contains(dir));
    dirs.map(move |dir| (dir, ways.step(cell, dir)))
}

/// A closed edge, and the side of the hub that can be closed once it is open.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    here: u32,
    dir: Dir,
    branch: Dir,
}

/// Searches the tree from `hub` outwards, cell by cell, for two neighbors in different branches with room
/// for one more open side each.
fn find_exchange(sides: &Grid<Sides>, ways: &Passages, max_degree: u32, hub: u32) -> Option<Exchange> {
    let mut queue: Vec<(u32, Dir)> = sides[hub].dirs().iter().map(|dir| (ways.step(hub, dir), dir)).collect();
    let mut branches: BTreeMap<u32, Dir> = queue.iter().copied().collect();
    let mut front = 0;
    while let Some(&(here, branch)) = queue.get(front) {
        front += 1;
        for dir in ways.dirs(here).iter() {
            let next = ways.step(here, dir);
            if next == hub {
                continue;
            }
            if sides[here].is_open(dir) {
                if queue.len() < NEARBY && !branches.contains_key(&next) {
                    branches.insert(next, branch);
                    queue.push((next, branch));
                }
            } else if sides[here].degree().max(sides[next].degree()) < max_degree
                && branches.get(&next).is_some_and(|&other| other != branch)
            {
                return Some(Exchange { here, dir, branch });
            }
        }
    }
    None
}
