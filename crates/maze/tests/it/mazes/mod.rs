//! Every maze is a spanning tree, and looks as its algorithm should.

mod textbook;

use mapwright_core::{BuildCx, BuilderChain, BuilderMap, Corner, Dir, Dirs, History, InitialMapBuilder};
use mapwright_core::{Passages, Point, Rect, Size, Wrap};
use mapwright_graph::{Components, Metric, Metrics, independent_loops};
use mapwright_maze::{AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze};
use mapwright_maze::{NestedMaze, NextCell, PrimMaze, RecursiveDivision, Root, Sidewinder, Wilson};
use proptest::prelude::*;

pub(crate) fn mazes() -> Vec<Box<dyn InitialMapBuilder>> {
    vec![
        Box::new(PrimMaze::default()),
        Box::new(PrimMaze { max_degree: 4, root: Root::Random }),
        Box::new(KruskalMaze::default()),
        Box::new(KruskalMaze { max_degree: 3, root: Root::Random }),
        Box::new(Backtracker::default()),
        Box::new(Wilson { root: Root::Random }),
        Box::new(AldousBroder::default()),
        Box::new(HuntAndKill { root: Root::Random }),
        Box::new(growing(NextCell::Newest)),
        Box::new(growing(NextCell::Oldest)),
        Box::new(growing(NextCell::Random)),
        Box::new(mix([2, 1, 1])),
        Box::new(BinaryTree::default()),
        Box::new(BinaryTree { corner: Corner::SE, horizontal_chance: 0.2, root: Root::Random }),
        Box::new(Sidewinder::default()),
        Box::new(Eller::default()),
        Box::new(Eller { horizontal_chance: 0.0, root: Root::Random }),
        Box::new(RecursiveDivision { root: Root::Random }),
        Box::new(NestedMaze { root: Root::Random }),
    ]
}

fn growing(choice: NextCell) -> GrowingTree {
    GrowingTree { choice, ..GrowingTree::default() }
}

fn mix([newest, oldest, random]: [u8; 3]) -> GrowingTree {
    GrowingTree { newest, oldest, random, ..GrowingTree::default() }
}

fn build(maze: Box<dyn InitialMapBuilder>, size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    BuilderChain::start_with(size, maze).wrap(wrap).build(seed).unwrap()
}

fn assert_spanning_tree(map: &BuilderMap) {
    let passages = map.passages();
    let components = Components::from_map(map, &passages);
    assert_eq!(components.sizes, [map.size().area()], "one part that holds every cell");
    assert_eq!(independent_loops(&passages, &components), 0);
    // Both halves of every side agree.
    let sides = map.sides.as_ref().unwrap();
    for (p, cell) in sides.iter() {
        assert_eq!(cell.dirs(), passages.dirs(map.size().index(p)), "{p}");
        assert!(cell.0 & 0b10_10_10_10 == 0, "open sides have color 1");
    }
}

#[test]
fn every_maze_starts_at_its_root() {
    let size = Size::new(9, 6);
    for root in size.points().map(Root::At).chain([Root::Center]) {
        let mazes: [Box<dyn InitialMapBuilder>; 12] = [
            Box::new(PrimMaze { max_degree: 3, root }),
            Box::new(KruskalMaze { max_degree: 4, root }),
            Box::new(Backtracker { root }),
            Box::new(Wilson { root }),
            Box::new(AldousBroder { root }),
            Box::new(HuntAndKill { root }),
            Box::new(GrowingTree { choice: NextCell::Newest, root, ..GrowingTree::default() }),
            Box::new(BinaryTree { root, ..BinaryTree::default() }),
            Box::new(Sidewinder { root, ..Sidewinder::default() }),
            Box::new(Eller { root, ..Eller::default() }),
            Box::new(RecursiveDivision { root }),
            Box::new(NestedMaze { root }),
        ];
        let expected = if let Root::At(cell) = root { cell } else { size.center() };
        for maze in mazes {
            let name = maze.name();
            assert_eq!(build(maze, size, Wrap::None, 3).start, Some(expected), "{name}");
        }
    }
}

#[test]
fn mazes_span_small_and_odd_sizes() {
    for (w, h) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (2, 7), (5, 8), (64, 3), (31, 31), (300, 200)] {
        for wrap in Wrap::ALL {
            for seed in 0..if w == 300 { 1 } else { 12 } {
                for (maze, again) in mazes().into_iter().zip(mazes()) {
                    let map = build(maze, Size::new(w, h), wrap, seed);
                    assert_spanning_tree(&map);
                    // Recording changes nothing, and ends with the maze.
                    let mut history = History::every(if w == 300 { 500 } else { 1 });
                    let chain = BuilderChain::start_with(map.size(), again).wrap(wrap);
                    assert_eq!(chain.build_with(seed, &mut history).unwrap(), map);
                    let mut replay = history.replay();
                    while replay.next_frame().is_some() {}
                    assert_eq!(replay.map(), &map);
                }
            }
        }
    }
}

#[test]
fn mazes_recorded_every_50_steps_are_whole_at_their_end() {
    // Nothing is missing that came after the last frame, whatever its place.
    for (seed, (w, h)) in (0..100).zip([(21, 13), (10, 5), (7, 7)].into_iter().cycle()) {
        for maze in mazes() {
            let mut history = History::every(50);
            let map = BuilderChain::start_with(Size::new(w, h), maze).build_with(seed, &mut history).unwrap();
            assert_spanning_tree(&map);
            let mut replay = history.replay();
            while replay.next_frame().is_some() {}
            assert_eq!(replay.map(), &map);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(36))]
    #[test]
    fn mazes_span_any_size(w in 1u16..=300, h in 1u16..=200, wrap in 0usize..4, seed: u64, maze in 0..mazes().len()) {
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

/// The mean shares of dead ends and of cells on the longest path of 400 mazes of 40×25 cells, in percent.
fn shares(maze: &dyn Fn() -> Box<dyn InitialMapBuilder>) -> (f64, f64) {
    let (mut ends, mut path) = (0.0, 0.0);
    for seed in 0..400 {
        let map = build(maze(), Size::new(40, 25), Wrap::None, seed);
        let metrics = Metrics::new(&map);
        let of = |metric| metrics.get(metric).unwrap();
        ends += of(Metric::DeadEndShare) * 1000.0 / 10.0 / 400.0;
        path += of(Metric::LongestPath) / 10.0 / 400.0;
    }
    (ends, path)
}

#[test]
fn dead_ends_and_longest_paths_are_those_of_the_algorithms() {
    // The standard errors are below 0.06 points for dead ends (with Prim and growing trees 0.07) and below 0.45
    // points for paths, so these bounds are five of them or more, and four for paths.
    let check = |maze: &dyn Fn() -> Box<dyn InitialMapBuilder>, dead_ends: f64, longest: f64| {
        let (ends, path) = shares(maze);
        assert!((ends - dead_ends).abs() < 0.35, "{:?}: {ends:.2} % dead ends, not {dead_ends} %", maze());
        let fits = longest.is_nan() || (path - longest).abs() < 1.8;
        assert!(fits, "{:?}: longest path {path:.2} %, not {longest} %", maze());
    };
    check(&|| Box::new(Backtracker::default()), 10.3, 51.0);
    check(&|| Box::new(KruskalMaze::default()), 30.3, 14.4);
    check(&|| Box::new(PrimMaze { max_degree: 4, root: Root::Random }), 32.2, 9.7);
    check(&|| Box::new(Wilson::default()), 29.1, 16.9);
    check(&|| Box::new(AldousBroder::default()), 29.1, 16.9);
    check(&|| Box::new(HuntAndKill::default()), 9.7, 24.9);
    check(&|| Box::new(growing(NextCell::Newest)), 10.3, 51.0);
    check(&|| Box::new(Eller::default()), 29.0, f64::NAN);
    check(&|| Box::new(BinaryTree::default()), 25.1, f64::NAN);
    check(&|| Box::new(Sidewinder::default()), 27.6, f64::NAN);
    check(&|| Box::new(RecursiveDivision::default()), 27.1, f64::NAN);
}

#[test]
fn the_more_random_a_mix_the_shorter_the_ways() {
    let mix = |newest, random| shares(&|| Box::new(mix([newest, 0, random])));
    let shares = [mix(1, 0), mix(9, 1), mix(1, 1), mix(1, 9), mix(0, 1)];
    assert!(shares.windows(2).all(|two| two[0].1 > two[1].1 + 0.3), "{shares:?}");
    assert!(shares[..3].windows(2).all(|two| two[0].0 + 1.0 < two[1].0), "more dead ends: {shares:?}");
    // A mix of one part is that part, though it is drawn in another way.
    for (choice, mix) in [(NextCell::Newest, shares[0]), (NextCell::Random, shares[4])] {
        let one = shares_of(choice);
        assert!((one.0 - mix.0).abs() < 0.35 && (one.1 - mix.1).abs() < 1.8, "{one:?} {mix:?}");
    }
}

fn shares_of(choice: NextCell) -> (f64, f64) {
    shares(&|| Box::new(growing(choice)))
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
        BuilderChain::start_with(Size::new(5, 5), maze).build(0).unwrap_err().to_string()
    };
    assert_eq!(
        message(Box::new(PrimMaze { max_degree: 2, root: Root::Center })),
        "initial prim-maze: parameter `max_degree` is 2; expected 3 to 4"
    );
    assert_eq!(
        message(Box::new(KruskalMaze { max_degree: 5, root: Root::Center })),
        "initial kruskal-maze: parameter `max_degree` is 5; expected 3 to 4"
    );
    assert_eq!(
        message(Box::new(Backtracker { root: Root::At(Point::new(5, 1)) })),
        "initial backtracker: parameter `root` is (5, 1); expected a cell of the 5x5 map"
    );
    assert_eq!(
        message(Box::new(mix([0; 3]))),
        "initial growing-tree: parameter `newest` is 0; expected at least 1 when `oldest` and `random` are 0"
    );
    assert_eq!(
        message(Box::new(mix([0, 101, 0]))),
        "initial growing-tree: parameter `oldest` is 101; expected 0 to 100"
    );
    assert_eq!(
        message(Box::new(Eller { horizontal_chance: 1.5, root: Root::Center })),
        "initial eller: parameter `horizontal_chance` is 1.5; expected 0 to 1"
    );
    assert_eq!(
        message(Box::new(Sidewinder { horizontal_chance: -0.5, root: Root::Center })),
        "initial sidewinder: parameter `horizontal_chance` is -0.5; expected 0 to 1"
    );
    assert_eq!(
        message(Box::new(BinaryTree { horizontal_chance: f64::NAN, ..BinaryTree::default() })),
        "initial binary-tree: parameter `horizontal_chance` is NaN; expected 0 to 1"
    );
    for maze in mazes() {
        let name = maze.name();
        assert!(maze.check(Size::new(5, 5)).is_ok(), "{name}");
    }
}

#[test]
fn more_cells_than_an_algorithm_can_number_are_refused() {
    let kruskal = KruskalMaze::default();
    assert!(InitialMapBuilder::check(&kruskal, Size::new(65535, 32768)).is_ok());
    let error = InitialMapBuilder::check(&kruskal, Size::new(65535, 65535)).unwrap_err();
    assert_eq!(error.to_string(), "a map of 65535x65535 is too large: a kruskal-maze has at most 2147483648 cells");
    assert!(!error.is_retryable());
    assert!(InitialMapBuilder::check(&PrimMaze::default(), Size::new(65535, 65535)).is_ok());
}

#[test]
fn nothing_is_allocated_for_a_map_that_is_too_large() {
    let error = BuilderChain::start_with(Size::new(65535, 65535), PrimMaze::default()).build(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "initial prim-maze: a map of 65535x65535 would take up to 42948362250 bytes; \
         expected at most 4294967296 bytes and 65535 cells a side"
    );
}
