//! Every maze is a spanning tree, and looks as its algorithm should.
#![allow(clippy::unwrap_used)]

use mapwright_core::{BuildCx, BuilderChain, BuilderMap, InitialMapBuilder, Passages, Point, Size, Wrap};
use mapwright_graph::{Components, Metrics, independent_loops};
use mapwright_maze::{Backtracker, KruskalMaze, PrimMaze, Root};
use proptest::prelude::*;

fn mazes() -> Vec<Box<dyn InitialMapBuilder>> {
    vec![
        Box::new(PrimMaze::default()),
        Box::new(PrimMaze { max_degree: 4, root: Root::Random }),
        Box::new(KruskalMaze::default()),
        Box::new(KruskalMaze { max_degree: 3, root: Root::Random }),
        Box::new(Backtracker::default()),
    ]
}

fn build(maze: Box<dyn InitialMapBuilder>, size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    BuilderChain::start_with_boxed(size, maze).wrap(wrap).build(seed).unwrap()
}

fn assert_spanning_tree(map: &BuilderMap) {
    let passages = map.passages();
    let components = Components::of(map, &passages);
    assert_eq!(components.sizes, [map.size().area()], "one part that holds every cell");
    assert_eq!(independent_loops(&passages, &components), 0);
    // Both halves of every side agree.
    let sides = map.sides.as_ref().unwrap();
    for (p, cell) in sides.iter() {
        assert_eq!(cell.dirs(), passages.ways(map.size().index(p)), "{p}");
        assert!(cell.0 & 0b10_10_10_10 == 0, "open sides have color 1");
    }
}

#[test]
fn mazes_span_small_and_odd_sizes() {
    for (w, h) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 7), (5, 8), (64, 3), (31, 31), (300, 200)] {
        for wrap in Wrap::ALL {
            for seed in 0..if w == 300 { 2 } else { 20 } {
                for maze in mazes() {
                    assert_spanning_tree(&build(maze, Size::new(w, h), wrap, seed));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn mazes_span_any_size(w in 1u16..=300, h in 1u16..=200, wrap in 0usize..4, seed: u64, maze in 0usize..5) {
        let map = build(mazes().swap_remove(maze), Size::new(w, h), Wrap::ALL[wrap], seed);
        assert_spanning_tree(&map);
    }
}

#[test]
fn capped_mazes_have_no_fourth_open_side() {
    for seed in 0..40 {
        for wrap in Wrap::ALL {
            let capped: [Box<dyn InitialMapBuilder>; 2] =
                [Box::new(PrimMaze::default()), Box::new(KruskalMaze { max_degree: 3, root: Root::Center })];
            for maze in capped {
                let map = build(maze, Size::new(40, 25), wrap, seed);
                assert!(map.sides.unwrap().as_slice().iter().all(|cell| cell.degree() <= 3));
            }
        }
    }
}

#[test]
fn every_tree_of_a_two_by_two_board_comes_up_equally_often() {
    // Four edges, one of which stays closed: four trees. The backtracker begins with one of two edges and
    // walks on, so it makes two of them.
    for (i, _) in mazes().iter().enumerate() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..4000 {
            let map = build(mazes().swap_remove(i), Size::new(2, 2), Wrap::None, seed);
            let codes: Vec<u8> = map.sides.unwrap().as_slice().iter().map(|cell| cell.code()).collect();
            *counts.entry(codes).or_insert(0) += 1;
        }
        let trees = if i == 4 { 2 } else { 4 };
        assert_eq!(counts.len(), trees);
        // Six standard deviations; Prim's trees, which grow from one corner, are not all alike.
        let mean = 4000 / trees as i32;
        assert!(i < 2 || counts.values().all(|n: &i32| (n - mean).abs() < 190), "{counts:?}");
    }
}

#[test]
fn dead_ends_and_longest_paths_are_those_of_the_algorithms() {
    // Means of 400 mazes of 40×25 cells; the standard errors are below 0.1 points for dead ends and
    // below 0.45 points for paths, so these bounds are four of them or more.
    let check = |maze: &dyn Fn() -> Box<dyn InitialMapBuilder>, dead_ends: f64, longest: f64| {
        let (mut ends, mut path) = (0.0, 0.0);
        for seed in 0..400 {
            let metrics = Metrics::of(&build(maze(), Size::new(40, 25), Wrap::None, seed));
            ends += f64::from(metrics.degrees[1]) / 10.0 / 400.0;
            path += f64::from(metrics.longest_path) / 10.0 / 400.0;
        }
        assert!((ends - dead_ends).abs() < 0.4, "{:?}: {ends:.2} % dead ends, not {dead_ends} %", maze());
        assert!((path - longest).abs() < 1.8, "{:?}: longest path {path:.2} %, not {longest} %", maze());
    };
    check(&|| Box::new(Backtracker::default()), 10.3, 51.0);
    check(&|| Box::new(KruskalMaze::default()), 30.3, 14.4);
    check(&|| Box::new(PrimMaze { max_degree: 4, root: Root::Random }), 32.2, 9.7);
}

#[test]
fn the_start_is_the_root() {
    let size = Size::new(9, 6);
    let start = |root| build(Box::new(Backtracker { root }), size, Wrap::None, 3).start;
    assert_eq!(start(Root::Center), Some(Point::new(4, 3)));
    assert_eq!(start(Root::At(Point::new(8, 0))), Some(Point::new(8, 0)));
    let mut seen: Vec<_> = (0..40)
        .map(|seed| build(Box::new(PrimMaze { max_degree: 3, root: Root::Random }), size, Wrap::None, seed).start)
        .collect();
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 20);
}

#[test]
fn bad_parameters_are_named() {
    let message = |maze: Box<dyn InitialMapBuilder>| {
        BuilderChain::start_with_boxed(Size::new(5, 5), maze).build(0).unwrap_err().to_string()
    };
    assert_eq!(
        message(Box::new(PrimMaze { max_degree: 2, root: Root::Center })),
        "initial prim-maze: parameter `max_degree` is 2; allowed is 3 or 4"
    );
    assert_eq!(
        message(Box::new(KruskalMaze { max_degree: 5, root: Root::Center })),
        "initial kruskal-maze: parameter `max_degree` is 5; allowed is 3 or 4"
    );
    assert_eq!(
        message(Box::new(Backtracker { root: Root::At(Point::new(5, 1)) })),
        "initial backtracker: parameter `root` is (5, 1); allowed is a cell of the 5x5 map"
    );
}

#[test]
fn nothing_is_allocated_for_a_map_that_is_too_large() {
    let error = BuilderChain::start_with(Size::new(65535, 65535), PrimMaze::default()).build(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "initial prim-maze: a map of 65535x65535 would take up to 206152138800 bytes; \
         allowed are 4294967296 bytes and 65535 cells a side"
    );
}

/// The textbook backtracker, on a list of seen cells: the fast one must draw the same numbers.
#[test]
fn the_backtracker_is_the_textbook_one() {
    for (w, h) in [(1, 1), (2, 2), (5, 8), (13, 4)] {
        for wrap in Wrap::ALL {
            let size = Size::new(w, h);
            let lattice = Passages::lattice(size, wrap);
            let mut rng = BuildCx::new(5, "backtracker", 0).rng;
            let mut path = vec![size.index(size.center())];
            let mut seen = path.clone();
            let mut joints = Vec::new();
            while let Some(&here) = path.last() {
                let unseen = lattice.ways(here).iter().filter(|&dir| !seen.contains(&lattice.step(here, dir)));
                match rng.pick_dir(unseen.collect()) {
                    Some(dir) => {
                        joints.push((here, dir));
                        path.push(lattice.step(here, dir));
                        seen.push(lattice.step(here, dir));
                    }
                    None => {
                        path.pop();
                    }
                }
            }
            let map = build(Box::new(Backtracker::default()), size, wrap, 5);
            let passages = map.passages();
            assert!(joints.iter().all(|&(here, dir)| passages.ways(here).contains(dir)));
            assert_eq!(joints.len() as u32 + 1, size.area());
        }
    }
}
