//! The Aldous–Broder algorithm: one random walk (Aldous, *The random walk construction of uniform spanning
//! trees*, 1990; Broder, *Generating random spanning trees*, 1989).
//!
//! The walk continues until it has visited every cell, and each cell is joined to the one from which it was first
//! entered. Every spanning tree is equally likely. But the last cells take long: about *n* log² *n* steps in all, and
//! no bound is certain. So after [`DRAWS_PER_CELL`] steps for each cell the rest is drawn from its exact distribution
//! in another way.
//!
//! *How, and why it is exact.* Suppose the walk is at *x* when it is cut short, and has not entered the cells *U*. If
//! it continued, it would join each cell of *U* to the one from which it is first entered after that moment. A walk has
//! no memory, so this is the walk from *x* of a second run of the algorithm, of which only the edges of *U* are used.
//! By the theorem, all edges of that run form a uniform spanning tree of **all** cells, directed to *x* and, given
//! *x*, independent of what went before. Wilson's algorithm with root *x* draws from the same distribution, and only
//! the paths from the cells of *U* need to be walked. So each of them is joined to its parent in that tree, and the
//! result is distributed as if the walk had continued.
//!
//! The obvious shortcut is wrong: to continue with Wilson's algorithm from the cells that are already in the maze. On a
//! square of four cells, cut short at the second, two of the four mazes then have probability ⅓ each and two have ⅙. A
//! walk at *x* is more likely to enter the cells near *x* first.

use mapwright_core::{BuildCx, BuildError, Grid, Sides, params};

use crate::Root;
use crate::ground::{Carve, Ground, shipped};
use crate::random_walk::{BridgelessBlocks, RandomDirs, WalkTree};

/// The steps for each cell after which the walk is cut short, including those against a wall. By then it has visited
/// nearly all cells of small maps, and most cells of large ones.
const DRAWS_PER_CELL: u64 = 16;

/// A uniformly random maze, by a single random walk.
///
/// A maze drawn uniformly from all possible mazes, by a random walk that joins each cell to the one from which it
/// was first entered.
///
/// It makes the same mazes as [`Wilson`](crate::Wilson), with the same probabilities, but they grow in another way,
/// which shows in an animation. Wilson's algorithm is faster.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::AldousBroder;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), AldousBroder::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct AldousBroder {
    /// Where the walk begins. It does not affect the probabilities of mazes.
    pub root: Root,
}

impl Carve for AldousBroder {
    shipped!("aldous-broder", "A fair maze by one long walk");
    const MEMORY: u64 = 8;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        carve_within(DRAWS_PER_CELL, ground, cx)
    }
}

fn carve_within(draws_per_cell: u64, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
    let blocks = BridgelessBlocks::claimed(ground, cx)?;
    let mut tree = WalkTree::new(&blocks.ground);
    let mut dirs = RandomDirs::for_ground(&blocks.ground);
    let mut cut_short = Vec::new();
    for &(root, size) in &blocks.roots {
        tree.plant(root);
        let (mut here, mut unseen, mut draws) = (root, size - 1, draws_per_cell * u64::from(size));
        while unseen > 0 {
            let Some((dir, next)) = tree.wander(&mut here, &mut draws, &mut dirs, cx)? else {
                cut_short.push(here);
                break;
            };
            tree.leave(next, dir.opposite());
            tree.take_in(next);
            cx.step(&tree, [here, next]);
            (here, unseen) = (next, unseen - 1);
        }
    }
    if !cut_short.is_empty() {
        complete(&mut tree, &cut_short, &blocks, &mut dirs, cx)?;
    }
    Ok(tree.into_sides(&blocks.bridges))
}

/// Joins every unseen cell to its parent in a spanning tree directed to the cell where the walk of its block was cut
/// short. The paths may lead through seen cells, which keep their parents.
fn complete(
    tree: &mut WalkTree,
    cut_short: &[u32],
    blocks: &BridgelessBlocks,
    dirs: &mut RandomDirs,
    cx: &mut BuildCx<'_>,
) -> Result<(), BuildError> {
    let mut rest = WalkTree::new(&blocks.ground);
    cut_short.iter().for_each(|&end| rest.plant(end));
    for cell in 0..blocks.ground.passages.area() {
        if tree.is_in_tree(cell) {
            continue;
        }
        rest.walk(cell, dirs, cx)?;
        let mut here = cell;
        while let Some((dir, next)) = rest.take_in(here) {
            if !tree.is_in_tree(here) {
                tree.leave(here, dir);
                tree.take_in(here);
                cx.step(tree, [here, next]);
            }
            here = next;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mapwright_core::{Passages, Size, Wrap};

    use super::*;

    /// Wherever the walk is cut short: at once, after some steps, with nearly all cells seen.
    #[test]
    fn a_walk_cut_short_draws_every_tree_alike() {
        for (w, h, n_trees) in [(2, 2, 4), (3, 2, 15), (3, 3, 192)] {
            let size = Size::new(w, h);
            for draws_per_cell in 0..5 {
                let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
                for seed in 0..100 * n_trees {
                    let passages = Passages::lattice(size, Wrap::None);
                    let ground = Ground { passages, start: 1, is_whole: true };
                    let sides = carve_within(draws_per_cell, ground, &mut BuildCx::new(seed, "cut short", 0)).unwrap();
                    *counts.entry(sides.as_slice().iter().map(|cell| cell.code()).collect()).or_default() += 1;
                }
                assert_eq!(counts.len() as u64, n_trees);
                let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
                let free = n_trees as f64 - 1.0;
                // Six standard deviations.
                assert!(chi_square < free + 6.0 * (2.0 * free).sqrt(), "{size}, {draws_per_cell}: {chi_square:.0}");
            }
        }
    }
}
