//! Compares every answer of the live board with a search of the whole board.

use mapwright_core::{BuilderChain, Dir, Dirs, Flow, Grid, MapRng, Point, Size, Wrap};
use mapwright_graph::flow;
use mapwright_maze::{Backtracker, KruskalMaze, LoopInjector, PrimMaze};

use super::*;

/// The naive twin: keeps only the tiles, and searches the whole board after every turn.
struct Twin {
    puzzle: PipePuzzle,
    tiles: Grid<Dirs>,
    found: Flow,
}

impl Twin {
    fn new(puzzle: &PipePuzzle) -> Self {
        let tiles = puzzle.tiles().clone();
        Twin { found: search(puzzle, &tiles), puzzle: puzzle.clone(), tiles }
    }

    fn turn(&mut self, at: Point, quarters: u32) -> BoardChange {
        self.tiles[at] = self.tiles[at].iter().map(|dir| dir.turned(quarters)).collect();
        let now = search(&self.puzzle, &self.tiles);
        let before = std::mem::replace(&mut self.found, now);
        let became = |old: &Grid<bool>, new: &Grid<bool>, value: bool| {
            new.iter().filter(|&(p, &new)| new == value && old[p] != value).map(|(p, _)| p).collect::<Vec<Point>>()
        };
        BoardChange {
            wet: became(&before.wet, &self.found.wet, true),
            dry: became(&before.wet, &self.found.wet, false),
            on_ring: became(&before.on_ring, &self.found.on_ring, true),
            off_ring: became(&before.on_ring, &self.found.on_ring, false),
            solved: self.tiles.iter().all(|(p, tile)| tile.is_empty() || self.found.wet[p]),
        }
    }
}

/// Joins the tiles by the rule of maps with sides, which knows no barriers, and then shuts those.
fn search(puzzle: &PipePuzzle, tiles: &Grid<Dirs>) -> Flow {
    let mut joined = puzzle.with_tiles(tiles).to_map().passages();
    for cell in 0..joined.area() {
        for dir in puzzle.ground().dirs(cell).complement().iter() {
            joined.part(cell, dir);
        }
    }
    flow(&joined, puzzle.size().index(puzzle.source()))
}

/// Plays the same turns on both and compares everything.
fn play(puzzle: &PipePuzzle, turns: impl IntoIterator<Item = (Point, u32)>) {
    let (mut board, mut twin) = (PipeBoard::new(puzzle.clone()), Twin::new(puzzle));
    compare(&board, &twin);
    for (at, quarters) in turns {
        let expected = twin.turn(at, quarters);
        let change = board.turn(at, quarters).unwrap();
        assert_eq!(*change, expected, "{at} by {quarters}, which led to {:?}", twin.tiles);
        compare(&board, &twin);
    }
}

fn compare(board: &PipeBoard, twin: &Twin) {
    assert_eq!(board.puzzle().tiles(), &twin.tiles);
    let (wet, on_ring) = (&twin.found.wet, &twin.found.on_ring);
    for p in board.size().points() {
        assert_eq!((board.is_wet(p), board.is_on_ring(p)), (wet[p], on_ring[p]), "{p} of {:?}", board.puzzle);
    }
    let count = |is: &dyn Fn(Point) -> bool| twin.tiles.iter().filter(|&(p, t)| !t.is_empty() && is(p)).count() as u32;
    let expected = TileCounts { tiles: count(&|_| true), wet: count(&|p| wet[p]), on_ring: count(&|p| on_ring[p]) };
    assert_eq!(board.counts(), expected);
    assert_eq!(board.solved(), expected.wet == expected.tiles);
    if board.size().area() <= 40 {
        compare_ring_sides(board);
    }
}

/// A ring side, by definition: without it there is still a way to its other end.
fn compare_ring_sides(board: &PipeBoard) {
    for cell in 0..board.joined().area() {
        let is_ring = |&dir: &Dir| {
            let mut others = board.joined().clone();
            others.part(cell, dir);
            reachable(&others, cell)[board.joined().step(cell, dir)]
        };
        let expected: Dirs = board.joined().dirs(cell).iter().filter(is_ring).collect();
        let at = board.size().point(cell);
        assert_eq!(board.ring_sides(at), expected, "{at} of {:?}", board.puzzle);
    }
}

/// Single tiles at random.
fn random_turns(size: Size, n: u32, rng: &mut MapRng) -> Vec<(Point, u32)> {
    (0..n).map(|_| (size.point(rng.below(size.area())), rng.below(5))).collect()
}

/// Turns of a few tiles again and again, often there and back, as players do.
fn fiddling(size: Size, n: u32, rng: &mut MapRng) -> Vec<(Point, u32)> {
    let mut turns = Vec::new();
    while turns.len() < n as usize {
        let (at, quarters) = (size.point(rng.below(size.area())), rng.range(1, 3));
        turns.push((at, quarters));
        if rng.chance(0.8) {
            turns.push((at, 4 - quarters));
        }
    }
    turns
}

/// Tiles with each side open by a chance of `share` eighths; some cells are empty.
fn random_board(size: Size, wrap: Wrap, share: u32, rng: &mut MapRng) -> PipePuzzle {
    let mut tile = |_| match rng.below(8) {
        0 => Dirs::NONE,
        _ => Dir::ALL.into_iter().filter(|_| rng.below(8) < share).collect(),
    };
    let tiles = Grid::from_fn(size, &mut tile);
    PipePuzzle::new(tiles, wrap, size.point(rng.below(size.area()))).unwrap()
}

fn with_barriers(mut puzzle: PipePuzzle, n: u32, rng: &mut MapRng) -> PipePuzzle {
    for _ in 0..n {
        let at = puzzle.size().point(rng.below(puzzle.size().area()));
        puzzle = puzzle.with_barrier(at, Dir::from_index(rng.below(4)));
    }
    puzzle
}

/// Solved boards with the trees of mazes, some with loops.
fn mazes(size: Size, wrap: Wrap) -> Vec<PipePuzzle> {
    let prim = || BuilderChain::start_with(size, PrimMaze::default()).wrap(wrap);
    let backtracker = || BuilderChain::start_with(size, Backtracker::default()).wrap(wrap);
    let chains = [
        prim(),
        backtracker(),
        BuilderChain::start_with(size, KruskalMaze::default()).wrap(wrap),
        prim().with(LoopInjector::braid(0.5)),
        backtracker().with(LoopInjector::braid(1.0)),
        backtracker().with(LoopInjector::count(2)),
    ];
    chains.iter().zip(0..).map(|(chain, seed)| PipePuzzle::from_map(&chain.build(seed).unwrap()).unwrap()).collect()
}

#[test]
fn turns_match_the_twin_on_small_random_boards() {
    let mut rng = MapRng::new(31);
    let sizes = [(1, 1), (1, 2), (2, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 2), (3, 3), (4, 5), (5, 8)];
    for (w, h) in sizes {
        for wrap in Wrap::ALL {
            for share in [3, 5, 6, 7, 8] {
                for barriers in [0, 3] {
                    let size = Size::new(w, h);
                    let puzzle = with_barriers(random_board(size, wrap, share, &mut rng), barriers, &mut rng);
                    play(&puzzle, random_turns(size, 90, &mut rng));
                }
            }
        }
    }
}

#[test]
fn turns_match_the_twin_on_trees_and_loops() {
    let mut rng = MapRng::new(32);
    for (w, h, turns) in [(7, 7, 400), (12, 9, 400), (2, 11, 200), (33, 33, 120)] {
        let size = Size::new(w, h);
        for wrap in Wrap::ALL {
            for solved in mazes(size, wrap) {
                play(&solved, fiddling(size, turns, &mut rng));
                play(&with_barriers(solved.clone(), 6, &mut rng), random_turns(size, turns, &mut rng));
                let shuffled = Grid::from_fn(size, |p| solved.tiles()[p].turned(rng.below(4)));
                play(&solved.with_tiles(&shuffled), random_turns(size, turns / 2, &mut rng));
            }
        }
    }
}

#[test]
fn turns_match_the_twin_on_large_boards() {
    let mut rng = MapRng::new(33);
    let size = Size::new(200, 200);
    for wrap in [Wrap::None, Wrap::Both] {
        for puzzle in mazes(size, wrap) {
            play(&puzzle, fiddling(size, 24, &mut rng));
        }
    }
}

#[test]
fn a_solved_board_is_won_by_its_last_turn() {
    let size = Size::new(9, 7);
    for wrap in Wrap::ALL {
        for solved in mazes(size, wrap) {
            let mut board = PipeBoard::new(solved.clone());
            assert!(board.solved() && board.last_change().solved);
            for p in size.points() {
                board.turn(p, 1).unwrap();
            }
            let wins: Vec<Point> =
                size.points().filter(|&p| board.turn(p, 3).unwrap().solved && board.puzzle() == &solved).collect();
            assert_eq!(wins, [Point::new(8, 6)], "it is the last turn that brings the solution back");
            assert_eq!(board.counts().wet, 63);
        }
    }
}

#[test]
fn a_board_without_tiles_is_solved_and_its_source_is_wet() {
    let tiles = Grid::new(Size::new(3, 1), Dirs::NONE);
    let mut board = PipeBoard::new(PipePuzzle::new(tiles, Wrap::Both, Point::new(1, 0)).unwrap());
    assert_eq!(board.counts(), TileCounts::default());
    assert!(board.solved() && board.is_wet(Point::new(1, 0)) && !board.is_wet(Point::new(0, 0)));
    let change = board.turn(Point::new(1, 0), 1).unwrap();
    assert!(change.is_empty() && change.solved);
}

#[test]
fn outside_the_board_there_is_nothing() {
    let mut board = PipeBoard::new(random_board(Size::new(3, 2), Wrap::Both, 8, &mut MapRng::new(4)));
    let (before, at) = (board.puzzle().clone(), Point::new(1, 2));
    assert_eq!(board.turn(at, 1).unwrap_err().to_string(), "(1, 2) is outside the board of 3x2");
    assert_eq!(board.puzzle(), &before);
    assert_eq!((board.tile(at), board.is_wet(at), board.is_on_ring(at)), (None, false, false));
}
