//! Uniform spanning trees of grounds with few junctions: long corridors on rings.
//!
//! A random walk takes *k*² steps to get through a corridor of *k* cells. So a *chain* of *k* edges between two
//! junctions counts as one edge of weight 1/*k*, and the walk goes from junction to junction. This still draws every
//! spanning tree with the same probability. A spanning tree of the ground has all *k* edges of a chain, or all but one.
//! The missing edge may be any of the *k*, so every spanning tree *T* of the junctions stands for ∏ *k* trees of the
//! ground, over the chains that are not in *T*. Hence *T* must have a probability proportional to that product. That is
//! the same as proportional to ∏ 1/*k* over the chains in *T*, since the product over all chains is constant. Wilson's
//! algorithm does just that when each step takes a chain with a probability proportional to its weight. (Wilson,
//! *Generating random spanning trees more quickly than the cover time*, 1996.)
//!
//! A ring without junctions leaves out one edge, drawn uniformly.

use mapwright_core::{BuildCx, BuildError, Dir, Dirs, Grid, Passages, Sides, join_sides};

use crate::walk::{Blocks, RandomDirs};

/// A ground with fewer cells in chains is walked cell by cell, which is fast enough.
const LEAST: u32 = 4096;

/// Whether walking along chains is worthwhile: most cells outside of bridges are in chains, and there are many.
pub(crate) fn is_worthwhile(blocks: &Blocks) -> bool {
    let ways = &blocks.ground.passages;
    let degrees = || (0..ways.area()).map(|cell| ways.ways(cell).len());
    let in_chains = degrees().filter(|&degree| degree == 2).count() as u64;
    let walked = degrees().filter(|&degree| degree > 0).count() as u64;
    in_chains >= LEAST.into() && 4 * in_chains > 3 * walked
}

/// The sides of a uniform spanning tree of each component of the ground.
pub(crate) fn carve(blocks: &Blocks, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
    let ways = &blocks.ground.passages;
    let mut graph = Junctions::of(ways);
    let mut digger = Digger { ways, sides: Grid::new(ways.size(), Sides::CLOSED) };
    blocks.bridges.iter().for_each(|&(here, dir)| digger.join(here, dir, cx));
    for &(root, size) in &blocks.roots {
        match graph.junction_near(ways, root) {
            Some(junction) => graph.in_tree[junction] = true,
            None => digger.dig_but_one(root, first(ways.ways(root)), size, cx),
        }
    }
    graph.grow(&mut RandomDirs::new(RandomDirs::BUDGET), cx)?;
    for (from, junction) in graph.junctions.iter().enumerate() {
        for (dir, chain) in junction.chains() {
            // Each chain is visited from one of its ends.
            if (from, dir as u8) > (chain.end, chain.back as u8) {
                continue;
            }
            match graph.taken[from].contains(dir) {
                true => digger.dig(junction.cell, dir, chain.length, None, cx),
                false => digger.dig_but_one(junction.cell, dir, chain.length, cx),
            }
        }
    }
    Ok(digger.sides)
}

/// A chain, as seen from a junction.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// The number of its edges.
    length: u32,
    /// The junction at its other end, which may be the same.
    end: usize,
    /// The direction from there into the chain.
    back: Dir,
}

#[derive(Debug)]
struct Junction {
    cell: u32,
    ways: Dirs,
    /// By direction; `None` where there is no way.
    chains: [Option<Chain>; 4],
    shortest: u32,
}

impl Junction {
    fn chains(&self) -> impl Iterator<Item = (Dir, Chain)> {
        self.ways.iter().filter_map(|dir| Some((dir, self.chains[dir as usize]?)))
    }

    /// A chain, with a probability inversely proportional to its length.
    fn draw(&self, dirs: &mut RandomDirs, cx: &mut BuildCx<'_>) -> Result<(Dir, Chain), BuildError> {
        loop {
            dirs.spend(cx)?;
            let dir = cx.rng.pick_dir(self.ways);
            let drawn = dir.and_then(|dir| Some((dir, self.chains[dir as usize]?)));
            if let Some((dir, chain)) = drawn.filter(|(_, chain)| cx.rng.below(chain.length) < self.shortest) {
                return Ok((dir, chain));
            }
        }
    }
}

/// The junctions, and the trees that grow over them.
#[derive(Debug)]
struct Junctions {
    junctions: Vec<Junction>,
    /// The junction in each cell.
    at: Vec<Option<usize>>,
    in_tree: Vec<bool>,
    /// The chains in the trees, from both ends.
    taken: Vec<Dirs>,
}

impl Junctions {
    fn of(ways: &Passages) -> Self {
        let cells: Vec<u32> = (0..ways.area()).filter(|&cell| ways.ways(cell).len() > 2).collect();
        let mut at = vec![None; ways.area() as usize];
        cells.iter().enumerate().for_each(|(i, &cell)| at[cell as usize] = Some(i));
        let follow = |cell: u32, dir: Dir| {
            let (length, end, back) = follow(ways, cell, dir);
            Some(Chain { length, end: at[end as usize]?, back })
        };
        let junction = |&cell: &u32| {
            let ways = ways.ways(cell);
            let chains = Dir::ALL.map(|dir| if ways.contains(dir) { follow(cell, dir) } else { None });
            let shortest = chains.iter().flatten().map(|chain| chain.length).min().unwrap_or(1);
            Junction { cell, ways, chains, shortest }
        };
        let junctions: Vec<Junction> = cells.iter().map(junction).collect();
        let (in_tree, taken) = (vec![false; junctions.len()], vec![Dirs::NONE; junctions.len()]);
        Junctions { junctions, at, in_tree, taken }
    }

    /// The junction in a cell, or at an end of its chain; `None` on a ring without one.
    fn junction_near(&self, ways: &Passages, cell: u32) -> Option<usize> {
        let at = |cell: u32| self.at[cell as usize];
        at(cell).or_else(|| at(follow(ways, cell, first(ways.ways(cell))).1))
    }

    /// Wilson's algorithm on the junctions: see `wilson.rs`.
    fn grow(&mut self, dirs: &mut RandomDirs, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut exits = vec![None; self.junctions.len()];
        for from in 0..self.junctions.len() {
            let mut here = from;
            while !self.in_tree[here] {
                let (dir, chain) = self.junctions[here].draw(dirs, cx)?;
                exits[here] = Some((dir, chain));
                here = chain.end;
            }
            here = from;
            while let Some((dir, chain)) = exits[here].filter(|_| !self.in_tree[here]) {
                self.in_tree[here] = true;
                self.taken[here] = self.taken[here].with(dir);
                self.taken[chain.end] = self.taken[chain.end].with(chain.back);
                here = chain.end;
            }
        }
        Ok(())
    }
}

/// Follows a chain to a junction, or back to the cell where it began. Returns the number of edges, that cell, and the
/// direction from there back into the chain.
fn follow(ways: &Passages, from: u32, dir: Dir) -> (u32, u32, Dir) {
    let (mut here, mut back, mut length) = (ways.step(from, dir), dir.opposite(), 1);
    while here != from && ways.ways(here).len() == 2 {
        let on = first(ways.ways(here).without(back));
        (here, back, length) = (ways.step(here, on), on.opposite(), length + 1);
    }
    (length, here, back)
}

/// The only direction of a set.
fn first(dirs: Dirs) -> Dir {
    dirs.iter().next().unwrap_or(Dir::N)
}

/// Opens sides along chains.
struct Digger<'a> {
    ways: &'a Passages,
    sides: Grid<Sides>,
}

impl Digger<'_> {
    /// Opens a chain except for one edge, drawn uniformly.
    fn dig_but_one(&mut self, from: u32, dir: Dir, length: u32, cx: &mut BuildCx<'_>) {
        let gap = cx.rng.below(length);
        self.dig(from, dir, length, Some(gap), cx);
    }

    fn dig(&mut self, from: u32, dir: Dir, length: u32, gap: Option<u32>, cx: &mut BuildCx<'_>) {
        let (mut here, mut dir) = (from, dir);
        for edge in 0..length {
            if gap != Some(edge) {
                self.join(here, dir, cx);
            }
            here = self.ways.step(here, dir);
            dir = first(self.ways.ways(here).without(dir.opposite()));
        }
    }

    fn join(&mut self, here: u32, dir: Dir, cx: &mut BuildCx<'_>) {
        let next = self.ways.step(here, dir);
        join_sides(&mut self.sides, here, dir, next);
        cx.step(&self.sides, [here, next]);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mapwright_core::{BuilderMap, Size, Tile, Wrap};

    use super::*;
    use crate::ground::Ground;

    fn ground(rows: &[&str], wrap: Wrap) -> Ground {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        let is_open = |x: u16, y: u16| rows[usize::from(y)].as_bytes()[usize::from(x)] == b'.';
        size.points().filter(|p| is_open(p.x, p.y)).for_each(|p| map.tiles[p] = Tile::FLOOR);
        let start = (0..size.area()).find(|&cell| !map.tiles[cell].is_solid()).unwrap();
        Ground { passages: map.passages(), start, is_whole: false }
    }

    /// The number of spanning trees, by the matrix-tree theorem (Kirchhoff 1847): the determinant of degrees minus
    /// joints, without one cell.
    fn n_trees(ways: &Passages) -> u64 {
        let cells: Vec<u32> = (0..ways.area()).filter(|&cell| !ways.ways(cell).is_empty()).skip(1).collect();
        let joints = |a: u32, b: u32| ways.neighbors(a).filter(|&next| next == b).count() as f64;
        let entry = |a: u32, b: u32| if a == b { f64::from(ways.ways(a).len()) } else { -joints(a, b) };
        let mut rows: Vec<Vec<f64>> = cells.iter().map(|&a| cells.iter().map(|&b| entry(a, b)).collect()).collect();
        let mut determinant = 1.0;
        // The matrix is positive definite, so no pivot is 0.
        for i in 0..rows.len() {
            determinant *= rows[i][i];
            for j in i + 1..rows.len() {
                let factor = rows[j][i] / rows[i][i];
                (i..rows.len()).for_each(|k| rows[j][k] -= factor * rows[i][k]);
            }
        }
        determinant.round() as u64
    }

    /// Counts how often each tree is drawn, and compares that with a uniform distribution over all trees.
    fn check(rows: &[&str], wrap: Wrap) {
        let n_trees = n_trees(&ground(rows, wrap).passages);
        let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for seed in 0..100 * n_trees {
            let blocks = Blocks::of(ground(rows, wrap));
            let sides = carve(&blocks, &mut BuildCx::new(seed, "chains", 0)).unwrap();
            *counts.entry(sides.as_slice().iter().map(|cell| cell.code()).collect()).or_default() += 1;
        }
        assert_eq!(counts.len() as u64, n_trees, "{rows:?}");
        let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
        let free = n_trees as f64 - 1.0;
        // Six standard deviations.
        assert!(chi_square < free + 6.0 * (2.0 * free).sqrt(), "{rows:?}: {chi_square:.0}");
    }

    #[test]
    fn every_tree_is_drawn_alike() {
        // Rings.
        check(&["...", ".#.", "..."], Wrap::None);
        check(&["....."], Wrap::X);
        // Chains of 8, 4 and 8 edges between two junctions.
        check(&[".....", ".#.#.", ".#.#.", ".#.#.", "....."], Wrap::None);
        // Short chains beside a long one, and two rings with bridges between.
        check(&["....", ".#..", "...."], Wrap::None);
        check(&["...####", ".#...#.", "...####"], Wrap::None);
        check(&["...#...", ".#...#.", "...#..."], Wrap::None);
        // A chain that comes back to its junction, and cells joined twice.
        check(&["...##", ".#...", "...#.", "##..."], Wrap::None);
        check(&["..", "..", ".#"], Wrap::X);
    }

    #[test]
    fn chains_pay_where_nearly_all_cells_are_in_some() {
        let is_worthwhile_at = |w: u16, h: u16, wrap| {
            let passages = Passages::lattice(Size::new(w, h), wrap);
            is_worthwhile(&Blocks::of(Ground { passages, start: 0, is_whole: true }))
        };
        assert!(is_worthwhile_at(1, 4096, Wrap::Y));
        assert!(!is_worthwhile_at(1, 4095, Wrap::Y), "it is soon walked");
        assert!(!is_worthwhile_at(1, 9000, Wrap::None), "it is all bridges");
        assert!(!is_worthwhile_at(300, 300, Wrap::None));
    }
}
