//! Mazes and loops around kept cells.

use std::ops::ControlFlow;

use mapwright_core::{BuildCx, BuildError, BuildOptions, Builder, BuilderChain, BuilderMap, Dir, Facts, Grid};
use mapwright_core::{InitialMapBuilder, Keep, MapRng, MetaMapBuilder, Passages, Progress, Sides, Size, Tile, Wrap};
use mapwright_graph::DisjointSets;
use mapwright_maze::{
    AldousBroder, Backtracker, GrowingTree, HuntAndKill, KruskalMaze, LoopInjector, PrimMaze, Wilson,
};

use crate::mazes::mazes;

const SIZES: [(u16, u16); 8] = [(1, 1), (1, 6), (7, 1), (2, 2), (3, 2), (5, 8), (12, 9), (20, 15)];

/// Takes a map as it is.
#[derive(Clone, Debug)]
struct Drawn(BuilderMap);

impl Builder for Drawn {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("drawn").gives(self.0.planes())
    }
}

impl InitialMapBuilder for Drawn {
    fn build(&self, _: Size, _: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        Ok(self.0.clone())
    }
}

/// A map of floor and wall with kept cells; its sides, if it has any, agree only sometimes.
fn random_base(size: Size, wrap: Wrap, has_sides: bool, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let share = [0.05, 0.2, 0.6][rng.below(3) as usize];
    map.tiles = Grid::from_fn(size, |_| if rng.chance(0.2) { Tile::WALL } else { Tile::FLOOR });
    map.kept =
        Some(Grid::from_fn(size, |_| if rng.chance(share) { Keep::ALL[rng.below(3) as usize] } else { Keep::Free }));
    map.sides = has_sides.then(|| Grid::from_fn(size, |_| Sides(rng.bits() as u8)));
    map
}

/// Builds, and checks that the last stage changed no kept cell. `None` if no cell is open.
fn build(chain: &BuilderChain, seed: u64) -> Option<BuilderMap> {
    let last = chain.stages().count() - 1;
    let mut watch = |progress: Progress<'_>| {
        if let Progress::PutBack(stage, cells) = progress {
            assert!(stage.index < last, "{stage} changed {cells} kept cells");
        }
        ControlFlow::Continue(())
    };
    chain.build_with(seed, BuildOptions::new().observe(&mut watch)).ok()
}

/// Checks that the sides are kept edges and a spanning forest of what they leave in parts.
fn check_maze(name: &str, base: &BuilderMap, map: &BuilderMap) {
    let (lattice, ways) = (Passages::lattice(map.size(), map.wrap), map.passages());
    let area = map.size().area();
    // What the kept edges join, and what all edges that may be open join.
    let (mut kept, mut parts) = (DisjointSets::new(area), DisjointSets::new(area));
    let is_fixed = |cell: u32| base.keep_at(map.size().point(cell)) == Keep::Tile;
    let (mut trees, mut free_edges) = (0, 0);
    for cell in 0..area {
        for dir in [Dir::E, Dir::S].into_iter().filter(|&dir| lattice.dirs(cell).contains(dir)) {
            let (next, is_open) = (lattice.step(cell, dir), ways.dirs(cell).contains(dir));
            if map.tiles[cell].is_solid() || map.tiles[next].is_solid() {
                assert!(!is_open);
                continue;
            }
            let wanted = match &base.sides {
                Some(sides) if is_fixed(cell) || is_fixed(next) => {
                    Some(sides[cell].is_open(dir) && sides[next].is_open(dir.opposite()))
                }
                None if is_fixed(cell) && is_fixed(next) => Some(true),
                _ => None,
            };
            assert!(wanted.is_none_or(|wanted| wanted == is_open), "{name}: {cell} {dir:?}");
            match wanted {
                Some(true) => trees += u32::from(kept.unite(cell, next)),
                Some(false) => continue,
                None => free_edges += u32::from(is_open),
            }
            parts.unite(cell, next);
        }
    }
    let open = (0..area).filter(|&cell| !map.tiles[cell].is_solid());
    let (mut n_open, mut n_parts, mut joined) = (0, 0, DisjointSets::new(area));
    for cell in open {
        n_open += 1;
        n_parts += u32::from(parts.find(cell) == cell);
        for next in ways.neighbors(cell) {
            joined.unite(cell, next);
        }
    }
    for cell in 0..area {
        assert_eq!(joined.find(cell), parts.find(cell), "{name}: {cell} is joined to all that it may be");
    }
    assert_eq!(free_edges + trees + n_parts, n_open, "{name}: a spanning forest");
}

fn cases() -> impl Iterator<Item = (BuilderMap, u64)> {
    let shapes = SIZES.into_iter().flat_map(|(w, h)| Wrap::ALL.map(|wrap| (Size::new(w, h), wrap)));
    let shapes = shapes.flat_map(|shape| [(shape, false), (shape, true)]).zip(0..);
    let seeds = |((shape, has_sides), nth): (_, u64)| (0..4).map(move |round: u64| (shape, has_sides, nth * 4 + round));
    shapes.flat_map(seeds).map(|((size, wrap), has_sides, seed): ((Size, Wrap), bool, u64)| {
        (random_base(size, wrap, has_sides, &mut MapRng::new(seed)), seed)
    })
}

#[test]
fn new_mazes_join_all_that_is_not_kept_apart() {
    let mut n_built = 0;
    for (base, seed) in cases() {
        for maze in mazes() {
            let name = format!("{} {} {seed}", maze.facts(base.size()).name, base.size());
            let chain = BuilderChain::start_with(base.size(), maze).wrap(base.wrap).keep(base.clone());
            let Some(map) = build(&chain, seed) else { continue };
            let free = map.size().points().any(|at| map.is_open(at) && map.keep_at(at) < Keep::Tile);
            assert!(!free || map.start.is_some_and(|start| map.keep_at(start) < Keep::Tile), "{name}");
            check_maze(&name, &base, &map);
            n_built += 1;
        }
    }
    assert!(n_built > 4000, "{n_built}");
}

#[test]
fn mazes_in_maps_join_all_that_is_not_kept_apart() {
    let mazes = || -> [Box<dyn MetaMapBuilder>; 7] {
        [
            Box::new(PrimMaze::default()),
            Box::new(KruskalMaze::default()),
            Box::new(Backtracker::default()),
            Box::new(Wilson::default()),
            Box::new(AldousBroder::default()),
            Box::new(HuntAndKill::default()),
            Box::new(GrowingTree::default()),
        ]
    };
    for (base, seed) in cases() {
        for maze in mazes() {
            let name = format!("{} {} {seed}", maze.facts(base.size()).name, base.size());
            let chain = BuilderChain::start_with(base.size(), Drawn(base.clone())).wrap(base.wrap).with(maze);
            let Some(map) = build(&chain, seed) else { continue };
            check_maze(&name, &base, &map);
        }
    }
}

#[test]
fn loops_open_no_kept_walls() {
    let rules = [LoopInjector::share(1.0), LoopInjector::braid(1.0), LoopInjector::detour(3)];
    for (base, seed) in cases() {
        for rule in &rules {
            let chain = BuilderChain::start_with(base.size(), Drawn(base.clone())).wrap(base.wrap).with(rule.clone());
            assert!(build(&chain, seed).is_some());
        }
    }
}
