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
        for dir in puzzle.ground().ways(cell).complement().iter() {
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
    assert!(board.flow.marks.iter().all(|marks| marks & 0xe0 == 0), "a search left marks");
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

/// Rings of eight tiles down a diagonal, each of which touches the next in a corner: they are one block.
fn chain_of_rings(n: u16) -> PipePuzzle {
    let size = Size::new(2 * n + 1, 2 * n + 1);
    let mut tiles = Grid::new(size, Dirs::NONE);
    for corner in (0..2 * n).step_by(2) {
        let mut at = Point::new(corner, corner);
        for dir in [Dir::E, Dir::E, Dir::S, Dir::S, Dir::W, Dir::W, Dir::N, Dir::N] {
            let (dx, dy) = dir.delta();
            tiles[at] = tiles[at].with(dir);
            at = Point::new(at.x.wrapping_add_signed(dx as i16), at.y.wrapping_add_signed(dy as i16));
            tiles[at] = tiles[at].with(dir.opposite());
        }
    }
    PipePuzzle::new(tiles, Wrap::None, Point::new(0, 0)).unwrap()
}

/// How many sides a turn looks at, there and back.
fn work(board: &mut PipeBoard, at: Point, quarters: u32) -> u64 {
    let before = board.flow.edges_seen;
    board.turn(at, quarters).unwrap();
    board.turn(at, 4 - quarters).unwrap();
    board.flow.edges_seen - before
}

#[test]
fn a_turn_in_a_chain_of_rings_takes_linear_work_at_most_and_that_of_the_shorter_end() {
    let worst = |n: u16| {
        let mut board = PipeBoard::new(chain_of_rings(n));
        let tiles: Vec<Point> = board.size().points().filter(|&p| board.is_wet(p)).collect();
        tiles.iter().map(|&p| (1..4).map(|quarters| work(&mut board, p, quarters)).max().unwrap()).max().unwrap()
    };
    // A ring has 16 sides. Two edges go and come again at most: a search for the path and one for the detours each.
    let sides = 16 * 20;
    assert!(worst(20) <= 2 * 2 * 2 * sides, "{}", worst(20));
    // The middle of a side of the third ring: two rings are on one side of it, and how many there are on the other
    // does not matter.
    let third_ring = |n: u16| work(&mut PipeBoard::new(chain_of_rings(n)), Point::new(5, 4), 1);
    assert_eq!(third_ring(200), third_ring(20));
}

#[test]
fn the_work_of_a_turn_on_a_tree_is_what_it_changes() {
    let mut rng = MapRng::new(36);
    let size = Size::new(120, 80);
    for (puzzle, wrap) in
        Wrap::ALL.into_iter().flat_map(|wrap| mazes(size, wrap).into_iter().take(3).map(move |p| (p, wrap)))
    {
        let mut board = PipeBoard::new(puzzle);
        for _ in 0..400 {
            let (at, quarters) = (size.point(rng.below(size.area())), rng.range(1, 3));
            let mut seen = board.flow.edges_seen;
            let dried = board.turn(at, quarters).unwrap().dry.len() as u64;
            // Up to four ends are cut off. Each is looked at twice at most, its other end as often as it, and a cell
            // has four sides at most.
            let cost = board.flow.edges_seen - seen;
            assert!(cost <= 4 * 2 * (dried + 4), "{cost} for {dried} at {at}, wrap {wrap}");
            seen = board.flow.edges_seen;
            board.turn(at, 4 - quarters).unwrap();
            assert!(board.flow.edges_seen - seen <= 4 * dried);
        }
    }
}

#[test]
fn turns_take_no_room_once_they_were_made_before() {
    let mut rng = MapRng::new(37);
    let size = Size::new(40, 40);
    for puzzle in mazes(size, Wrap::Both) {
        let mut board = PipeBoard::new(puzzle);
        let turns = random_turns(size, 300, &mut rng);
        let room = |board: &PipeBoard| {
            let PipeBoard { flow, change, .. } = board;
            let fronts = flow.fronts.iter().map(|front| front.cells.capacity());
            let path = [flow.path.cells.capacity(), flow.path.dirs.capacity()];
            let lists = [&change.wet, &change.dry, &change.on_ring, &change.off_ring].map(Vec::capacity);
            fronts.chain(path).chain(lists).collect::<Vec<usize>>()
        };
        let there_and_back = |board: &mut PipeBoard| {
            let back = turns.iter().rev().map(|&(at, quarters)| (at, 8 - quarters));
            for (at, quarters) in turns.iter().copied().chain(back) {
                board.turn(at, quarters).unwrap();
            }
        };
        there_and_back(&mut board);
        let before = room(&board);
        there_and_back(&mut board);
        assert_eq!(room(&board), before);
    }
}
