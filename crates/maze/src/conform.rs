//! Mazes around kept cells.
//!
//! An algorithm carves as if nothing were kept. Then the edges that are kept come first, and of those of the maze, in random
//! order, each that still joins two parts: so of every cycle that a kept edge closes, a random edge of the maze goes. Last, other
//! edges join the parts that kept walls have cut off. A cap on open sides may be exceeded there.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, Keep, Passages, Sides, join_sides};
use mapwright_graph::DisjointSets;

/// Changes the sides of a new maze in the open cells of a map as little as what is kept demands. `old` has the sides before; without
/// them, kept cells beside each other are joined.
pub(crate) fn conform(
    map: &BuilderMap,
    old: Option<&Grid<Sides>>,
    maze: Grid<Sides>,
    cx: &mut BuildCx<'_>,
) -> Result<Grid<Sides>, BuildError> {
    let Some(kept) = &map.kept else { return Ok(maze) };
    let size = map.size();
    cx.claim_with(size.w.into(), size.h.into(), 32)?;
    let lattice = Passages::lattice(size, map.wrap);
    let is_open = |cell: u32| !map.tiles[cell].is_solid();
    let is_kept_open = |cell: u32, dir: Dir, next: u32| match old {
        Some(old) if map.kept_sides(size.point(cell)).contains(dir) => {
            Some(old[cell].is_open(dir) && old[next].is_open(dir.opposite()))
        }
        None if kept[cell] == Keep::Tile && kept[next] == Keep::Tile => Some(true),
        _ => None,
    };
    let mut sides = Grid::new(size, Sides::CLOSED);
    let mut joined = DisjointSets::new(size.area());
    let (mut carved, mut others) = (Vec::new(), Vec::new());
    for cell in 0..size.area() {
        cx.work(1)?;
        for dir in [Dir::E, Dir::S] {
            let next = lattice.next(cell, dir).filter(|&next| is_open(cell) && is_open(next));
            let Some(next) = next else { continue };
            match is_kept_open(cell, dir, next) {
                Some(true) => {
                    joined.unite(cell, next);
                    join_sides(&mut sides, cell, dir, next);
                }
                Some(false) => {}
                None if maze[cell].is_open(dir) => carved.push((cell, dir, next)),
                None => others.push((cell, dir, next)),
            }
        }
    }
    for mut edges in [carved, others] {
        edges.retain(|&(cell, _, next)| joined.find(cell) != joined.find(next));
        cx.rng.shuffle(&mut edges);
        for (cell, dir, next) in edges {
            cx.work(1)?;
            if joined.unite(cell, next) {
                join_sides(&mut sides, cell, dir, next);
            }
        }
    }
    if let Some(old) = old {
        map.put_kept_sides(old, &mut sides);
    }
    Ok(sides)
}
