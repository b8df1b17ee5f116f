//! Wilson's algorithm and that of Aldous and Broder draw every spanning tree alike.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, BuilderChain, BuilderMap, InitialMapBuilder, MetaMapBuilder, Point, Size, Tile, Wrap};
use mapwright_maze::{AldousBroder, KruskalMaze, Root, Wilson};

/// Pearson's statistic of how often each maze comes up in 60 draws for each of `n_trees`, in standard deviations
/// from its mean.
fn deviation(n_trees: usize, draw: impl Fn(u64) -> BuilderMap) -> f64 {
    let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for seed in 0..60 * n_trees as u64 {
        let codes = draw(seed).sides.unwrap().as_slice().iter().map(|cell| cell.code()).collect();
        *counts.entry(codes).or_default() += 1;
    }
    assert_eq!(counts.len(), n_trees, "every tree comes up, and nothing else");
    let chi_square: f64 = counts.values().map(|&n| (f64::from(n) - 60.0).powi(2) / 60.0).sum();
    let free = n_trees as f64 - 1.0;
    (chi_square - free) / (2.0 * free).sqrt()
}

type Make = fn(Root) -> Box<dyn InitialMapBuilder>;

const UNIFORM: [Make; 2] = [|root| Box::new(Wilson { root }), |root| Box::new(AldousBroder { root })];

fn build(maze: Box<dyn InitialMapBuilder>, (w, h): (u16, u16), wrap: Wrap, seed: u64) -> BuilderMap {
    BuilderChain::start_with(Size::new(w, h), maze).wrap(wrap).build(seed).unwrap()
}

#[test]
fn every_spanning_tree_is_equally_likely() {
    // How many there are is known by the matrix-tree theorem.
    let boards = [
        ((2, 2), Wrap::None, 4),
        ((2, 3), Wrap::None, 15),
        ((3, 3), Wrap::None, 192),
        ((4, 2), Wrap::None, 56),
        // A ring, and doubled edges.
        ((1, 5), Wrap::Y, 5),
        ((2, 2), Wrap::X, 12),
    ];
    for (board, wrap, n_trees) in boards {
        for (make, root) in UNIFORM.into_iter().flat_map(|make| [(make, Root::Center), (make, Root::Random)]) {
            let deviation = deviation(n_trees, |seed| build(make(root), board, wrap, seed));
            assert!(deviation.abs() < 5.0, "{:?} {board:?} {wrap}: {deviation:.1}", make(root));
        }
    }
    // The test can tell: Kruskal's algorithm makes every tree, but not uniformly.
    let kruskal = deviation(192, |seed| build(Box::new(KruskalMaze::default()), (3, 3), Wrap::None, seed));
    assert!(kruskal > 8.0, "{kruskal:.1}");
}

#[test]
fn a_long_ring_leaves_out_one_edge() {
    for (make, seed) in UNIFORM.into_iter().flat_map(|make| [(make, 1), (make, 2)]) {
        for (size, wrap) in [((2000, 1), Wrap::X), ((1, 2000), Wrap::Y)] {
            let sides = build(make(Root::Center), size, wrap, seed).sides.unwrap();
            let with = |n: u32| sides.as_slice().iter().filter(|cell| cell.dirs().len() == n).count();
            assert_eq!((with(1), with(2)), (2, 1998), "{:?} {wrap}", make(Root::Center));
        }
    }
}

#[test]
fn every_spanning_tree_of_a_mask_is_equally_likely() {
    // A ring of eight cells; two boards of 15 trees each with a bridge between; both apart.
    let masks: [(&[&str], usize); 3] =
        [(&["...", ".#.", "..."], 8), (&["..#..", ".....", "..#.."], 225), (&["..#..", "..#..", "..#.."], 225)];
    for (rows, n_trees) in masks {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut mask = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let is_wall = |p: &Point| rows[usize::from(p.y)].as_bytes()[usize::from(p.x)] == b'#';
        size.points().filter(is_wall).for_each(|p| mask.tiles[p] = Tile::WALL);
        for maze in [&Wilson::default() as &dyn MetaMapBuilder, &AldousBroder::default()] {
            let deviation = deviation(n_trees, |seed| {
                let mut map = mask.clone();
                maze.apply(&mut map, &mut BuildCx::new(seed, maze.name(), 0)).unwrap();
                map
            });
            assert!(deviation.abs() < 5.0, "{maze:?} {rows:?}: {deviation:.1}");
        }
    }
}
