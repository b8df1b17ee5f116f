//! Boards from the builder have exactly one solution.

use crate::common::{Board, Mix, random_board};
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Dir, Dirs, Facts, Grid, History, InitialMapBuilder, MapRng,
    MetaMapBuilder, Point, Portal, Sides, Size, Tile, Wrap,
};
use mapwright_graph::Metric;
use mapwright_maze::{Backtracker, KruskalMaze, PrimMaze};
use mapwright_pipes::{Grade, PipePuzzle, PipeShuffler, SolveLimits, UniquePipes, Verdict, metrics};

const NEVER_X: &str = "a board that wraps at a width of 2 never has one solution: any row can be mirrored";
const NEVER_Y: &str = "a board that wraps at a height of 2 never has one solution: any column can be mirrored";

fn never_unique(size: Size, wrap: Wrap) -> bool {
    wrap.x() && size.w == 2 || wrap.y() && size.h == 2
}

/// Whether the tiles are one tree that holds every tile which is not empty: by the definition.
fn is_tree(board: &Board) -> bool {
    let joints: u32 = board.tiles.as_slice().iter().map(|tile| tile.len()).sum();
    let tiles = board.tiles.as_slice().iter().filter(|tile| !tile.is_empty()).count();
    let agree = board.size.points().all(|p| {
        let faces = |dir: Dir| board.beyond(p, dir).is_some_and(|q| board.tiles[q].contains(dir.opposite()));
        board.tiles[p].iter().all(faces)
    });
    agree && board.is_solved(&board.tiles) && joints as usize == 2 * tiles.saturating_sub(1)
}

/// A board as it lies, of the same size and barriers as another.
fn with_tiles(board: &Board, tiles: &Grid<Dirs>) -> Board {
    Board { tiles: tiles.clone(), ..board.clone() }
}

#[test]
fn small_boards_have_one_solution_by_brute_force() {
    let mut rng = MapRng::new(1);
    let (mut made, mut gave_up) = (0, 0);
    for (w, h) in [(1, 1), (1, 2), (4, 1), (2, 2), (2, 3), (3, 3), (4, 3), (3, 4), (4, 4)] {
        for wrap in Wrap::ALL {
            for round in 0..24 {
                let holes = if round % 2 == 0 { 0.0 } else { 0.2 };
                let barriers = if round % 3 == 0 { 0.15 } else { 0.0 };
                let mix = Mix { holes, barriers, loops: 0.0, noise: 0.0 };
                let mut board = random_board(Size::new(w, h), wrap, mix, &mut rng);
                board.tiles = board.brute_force(1).remove(0);
                let wanted = UniquePipes { max_degree: 3 + round % 2, ..UniquePipes::default() };
                match board.puzzle().make_unique(&wanted, &mut rng) {
                    Ok(solved) => {
                        let unique = with_tiles(&board, solved.tiles());
                        assert!(is_tree(&unique), "{board:?} {unique:?}");
                        assert_eq!(unique.brute_force(2), std::slice::from_ref(&unique.tiles), "{unique:?}");
                        assert!(unique.tiles.iter().all(|(_, tile)| tile.len() <= u32::from(wanted.max_degree)));
                        let same = |p: Point| unique.tiles[p].is_empty() == board.tiles[p].is_empty();
                        assert!(board.size.points().all(same), "{board:?} {unique:?}");
                        made += 1;
                    }
                    Err(error) if never_unique(board.size, wrap) => {
                        let message = error.to_string();
                        let is_never = message == NEVER_X || message == NEVER_Y;
                        assert_ne!(is_never, error.is_retryable(), "{message}");
                    }
                    Err(error) => {
                        assert!(error.is_retryable(), "{error} {board:?}");
                        gave_up += 1;
                    }
                }
            }
        }
    }
    assert!(made > 600 && gave_up < 30, "{made} made, {gave_up} given up");
}

/// Builds a board of some maze and checks it with the full solver; gives the maze and the board.
#[track_caller]
fn check(
    size: Size,
    wrap: Wrap,
    seed: u64,
    maze: impl InitialMapBuilder + Clone + 'static,
    wanted: &UniquePipes,
) -> (BuilderMap, BuilderMap) {
    let raw = BuilderChain::start_with(size, maze).wrap(wrap);
    let before = raw.build(seed).unwrap();
    let chain = raw.with(wanted.clone());
    let map = chain.build(seed).unwrap();
    let puzzle = PipePuzzle::from_map(&map).unwrap();
    let board = Board { size, wrap, tiles: puzzle.tiles().clone(), source: puzzle.source(), barriers: vec![] };
    assert!(is_tree(&board), "{size} {wrap:?} {seed}");
    assert!(board.tiles.iter().all(|(_, tile)| (1..=u32::from(wanted.max_degree)).contains(&tile.len())));
    let solved = puzzle.solve(&SolveLimits::default());
    assert_eq!(solved.verdict, Verdict::Unique(board.tiles), "{size} {wrap:?} {seed}");
    assert!((wanted.easiest..=wanted.hardest).contains(&solved.difficulty.grade), "{:?}", solved.difficulty);
    assert_eq!((map.start, &map.tiles), (before.start, &before.tiles));
    (before, map)
}

#[test]
fn mazes_of_all_kinds_become_unique_on_all_wraps() {
    let capped = UniquePipes::default();
    let uncapped = UniquePipes { max_degree: 4, ..capped.clone() };
    for (w, h) in [(5, 8), (9, 3), (1, 9), (16, 16), (31, 31)] {
        for wrap in Wrap::ALL {
            for seed in 0..3 {
                check(Size::new(w, h), wrap, seed, PrimMaze::default(), &capped);
                check(Size::new(w, h), wrap, seed, PrimMaze { max_degree: 4, ..PrimMaze::default() }, &uncapped);
                check(Size::new(w, h), wrap, seed, Backtracker::default(), &capped);
                // Has crosses, which the cap takes away.
                check(Size::new(w, h), wrap, seed, KruskalMaze::default(), &capped);
            }
        }
    }
}

#[test]
fn boards_are_as_hard_as_wanted() {
    let grades = [Grade::Local, Grade::Rings, Grade::Isolation, Grade::Lookahead];
    for (i, &hardest) in grades.iter().enumerate() {
        for &easiest in &grades[..=i] {
            let wanted = UniquePipes { hardest, easiest, ..UniquePipes::default() };
            check(Size::new(16, 16), Wrap::None, 5, PrimMaze::default(), &wanted);
            // Without a border the easy rules have nothing to begin with.
            if hardest >= Grade::Isolation {
                check(Size::new(9, 9), Wrap::Both, 6, PrimMaze::default(), &wanted);
            }
        }
    }
}

#[test]
fn the_maze_keeps_its_character() {
    // Of each degree the share among all cells, in tenths of a percent: before and after.
    let size = Size::new(120, 120);
    let (before, after) = check(size, Wrap::None, 4, PrimMaze::default(), &UniquePipes::default());
    let shares = |map: &BuilderMap| {
        let sides = map.sides.as_ref().unwrap();
        [1, 2, 3].map(|degree| sides.iter().filter(|(_, cell)| cell.degree() == degree).count() * 1000 / 14_400)
    };
    let (before_shares, after_shares) = (shares(&before), shares(&after));
    for (one, other) in before_shares.iter().zip(&after_shares) {
        assert!(one.abs_diff(*other) <= 15, "{before_shares:?} {after_shares:?}");
    }
    let (one, other) = (before.sides.unwrap(), after.sides.unwrap());
    let changed = one.iter().filter(|&(p, sides)| other[p] != *sides).count();
    assert!((100..600).contains(&changed), "{changed} of 14,400 cells changed");
}

#[test]
fn shuffled_and_recorded_boards_are_the_same_boards() {
    let chain = BuilderChain::start_with(Size::new(20, 14), PrimMaze::default())
        .with(UniquePipes::default())
        .with(PipeShuffler::default());
    let mut history = History::every(1);
    let map = chain.build_with(9, &mut history).unwrap();
    assert_eq!(map, chain.build(9).unwrap());
    let mut replay = history.replay();
    while replay.next_frame().is_some() {}
    assert_eq!(replay.map(), &map);
    let solved = PipePuzzle::from_map(&map).unwrap().solve(&SolveLimits::default());
    let solution = Grid::from_fn(map.size(), |p| map.solution.as_ref().unwrap()[p].dirs());
    assert_eq!(solved.verdict, Verdict::Unique(solution));
    assert!(history.frames().len() > 5, "swaps are steps");
}

#[test]
fn barriers_leave_one_solution_and_stand_at_closed_places() {
    let mut rng = MapRng::new(3);
    for wrap in Wrap::ALL {
        let map = BuilderChain::start_with(Size::new(4, 4), PrimMaze::default())
            .wrap(wrap)
            .with(UniquePipes::default())
            .build(u64::from(wrap.x()))
            .unwrap();
        let solved = PipePuzzle::from_map(&map).unwrap();
        for share in [0.0, 0.4, 1.0] {
            let puzzle = solved.add_barriers(solved.tiles(), share, &mut rng);
            assert_eq!(puzzle.solve(&SolveLimits::default()).verdict, Verdict::Unique(solved.tiles().clone()));
            let ways = (0..16).map(|at| puzzle.ground().dirs(at).len()).sum::<u32>();
            let free = (0..16).map(|at| solved.ground().dirs(at).len()).sum::<u32>();
            match share {
                0.0 => assert_eq!(ways, free),
                1.0 => assert_eq!(ways, 30, "only the joints of the tree are left"),
                _ => assert!(ways < free),
            }
        }
    }
}

#[test]
fn what_cannot_be_made_unique_is_refused_with_the_reason() {
    let message = |map: &BuilderMap, wanted: UniquePipes| {
        let error = wanted.apply(&mut map.clone(), &mut BuildCx::new(1, "unique-pipes", 0)).unwrap_err();
        error.to_string()
    };
    let maze = |w, h, wrap| BuilderChain::start_with(Size::new(w, h), PrimMaze::default()).wrap(wrap).build(1).unwrap();
    assert_eq!(message(&maze(2, 5, Wrap::X), UniquePipes::default()), NEVER_X);
    assert_eq!(message(&maze(7, 2, Wrap::Both), UniquePipes::default()), NEVER_Y);
    let rings = message(&maze(5, 5, Wrap::Both), UniquePipes { hardest: Grade::Rings, ..UniquePipes::default() });
    assert_eq!(rings, "with `hardest` rings no tile of a board without border and holes can be deduced");
    let fine = maze(5, 5, Wrap::None);
    let parameter = message(&fine, UniquePipes { max_degree: 2, ..UniquePipes::default() });
    assert_eq!(parameter, "parameter `max_degree` is 2; expected 3 to 4");
    let parameter = message(&fine, UniquePipes { hardest: Grade::Guessing, ..UniquePipes::default() });
    assert_eq!(parameter, "parameter `hardest` is guessing; expected local, rings, isolation or lookahead");
    let spoiled = |spoil: fn(&mut BuilderMap)| {
        let mut map = fine.clone();
        spoil(&mut map);
        message(&map, UniquePipes::default())
    };
    let ring = spoiled(|map| {
        map.sides = Some(Grid::from_fn(map.size(), |p| {
            let faces = [(p.y > 0, Dir::N), (p.x < 4, Dir::E), (p.y < 4, Dir::S), (p.x > 0, Dir::W)];
            Sides::from(faces.into_iter().filter(|face| face.0).map(|face| face.1).collect::<Dirs>())
        }));
    });
    assert!(ring.starts_with("the sides are not a spanning tree: there is a ring at ("), "{ring}");
    let apart = spoiled(|map| map.sides = Some(Grid::new(map.size(), Sides::CLOSED)));
    assert_eq!(apart, "the sides are not a spanning tree: a cell is not connected to the start at (0, 0)");
    let loose = spoiled(|map| map.tiles[Point::new(0, 0)] = Tile::WALL);
    assert!(loose.starts_with("the sides are not a spanning tree: a side is open from one end only at ("), "{loose}");
    let portals = spoiled(|map| map.portals.push(Portal::new((0, 0), (4, 4))));
    assert_eq!(portals, "the map has portals; a pipe board has none");
    let no_start = spoiled(|map| map.start = None);
    assert_eq!(no_start, "needs `start`, which no earlier stage provides");
}

#[test]
fn only_what_another_seed_may_mend_is_tried_again() {
    let size = Size::new(5, 5);
    let prim = |wrap| BuilderChain::start_with(size, PrimMaze { max_degree: 4, ..PrimMaze::default() }).wrap(wrap);
    let retryable = |chain: BuilderChain| chain.build(1).unwrap_err().is_retryable();
    let rings = UniquePipes { hardest: Grade::Rings, ..UniquePipes::default() };
    assert!(!retryable(prim(Wrap::Both).with(rings.clone())), "no maze on a torus has a cell to begin with");
    let crosses = UniquePipes { max_degree: 4, ..rings };
    let chain = prim(Wrap::Both).with(crosses);
    let errors: Vec<BuildError> = (0..60).filter_map(|seed| chain.build(seed).err()).collect();
    assert!(!errors.is_empty() && errors.iter().all(BuildError::is_retryable), "a cross would be one");
    #[derive(Clone, Debug)]
    struct WithPortal;
    impl Builder for WithPortal {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("portal")
        }
    }
    impl MetaMapBuilder for WithPortal {
        fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            map.portals.push(Portal::new((0, 0), (4, 4)));
            Ok(())
        }
    }
    assert!(!retryable(prim(Wrap::None).with(WithPortal).with(UniquePipes::default())), "pipes have no portals");
}

#[test]
fn colors_stay_where_the_maze_does() {
    #[derive(Clone, Debug)]
    struct Red;
    impl Builder for Red {
        fn facts(&self, _: Size) -> Facts {
            Facts::new("red")
        }
    }
    impl MetaMapBuilder for Red {
        fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
            map.sides.iter_mut().flat_map(|sides| sides.as_mut_slice()).for_each(|cell| cell.0 *= 2);
            Ok(())
        }
    }
    let size = Size::new(31, 31);
    let chain = BuilderChain::start_with(size, PrimMaze::default()).with(Red).with(UniquePipes::default());
    let mut history = History::every(1);
    let map = chain.build_with(3, &mut history).unwrap();
    // A side that was closed at any time is new, and gets color 1.
    let (mut replay, mut closed) = (history.replay(), Grid::new(size, Dirs::NONE));
    let mut swaps = 0;
    while replay.next_frame().is_some() {
        let Some(sides) =
            replay.map().sides.as_ref().filter(|sides| sides.iter().any(|(_, cell)| cell.0 & 0b10101010 != 0))
        else {
            continue;
        };
        size.points().for_each(|p| closed[p] = Dirs::from_bits(closed[p].bits() | sides[p].dirs().complement().bits()));
        swaps += 1;
    }
    let mut colors = [0; 3];
    for (p, &cell) in map.sides.unwrap().iter() {
        for dir in cell.dirs().iter() {
            let expected = if closed[p].contains(dir) { 1 } else { 2 };
            assert_eq!(cell.color(dir), expected, "{p} {dir:?}");
            colors[usize::from(expected)] += 1;
        }
    }
    assert!(swaps > 5 && colors[1] >= 10 && colors[2] > 1500, "{swaps} {colors:?}");
}

/// The grade is a metric of boards with one solution, and of no other map.
#[test]
fn the_grade_of_a_board_is_a_metric() {
    let grade = |chain: BuilderChain, seed| metrics(&chain.build(seed).unwrap()).get(Metric::PipeGrade);
    let maze = |size| BuilderChain::start_with(size, PrimMaze::default());
    for (hardest, value) in [(Grade::Local, 0.0), (Grade::EASY, 1.0), (Grade::MEDIUM, 2.0), (Grade::HARD, 3.0)] {
        let unique = UniquePipes { hardest, easiest: hardest, ..UniquePipes::default() };
        let board = maze(Size::new(16, 16)).with(unique);
        assert_eq!(grade(board.clone(), 3), None, "not a board yet");
        assert_eq!(grade(board.with(PipeShuffler::default()), 3), Some(value), "{hardest:?}");
    }
    let plain = maze(Size::new(9, 7)).with(PipeShuffler::default());
    let verdicts = (0..30).map(|seed| {
        let board = PipePuzzle::from_map(&plain.build(seed).unwrap()).unwrap();
        let is_unique = matches!(board.solve(&SolveLimits::default()).verdict, Verdict::Unique(_));
        assert_eq!(grade(plain.clone(), seed).is_some(), is_unique, "{seed}");
        is_unique
    });
    let unique = verdicts.filter(|&is_unique| is_unique).count();
    assert!((1..30).contains(&unique), "{unique} of 30");
}
