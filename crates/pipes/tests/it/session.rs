//! Sessions: undo, redo, locks, hints, and what is saved.

use mapwright_core::{BuilderChain, Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_maze::{Backtracker, PrimMaze};
use mapwright_pipes::{GameId, Move, PipeBoard, PipePuzzle, Session};

fn solved_board(size: Size, wrap: Wrap, seed: u64) -> PipePuzzle {
    let chain = match seed % 2 {
        0 => BuilderChain::start_with(size, PrimMaze::default()),
        _ => BuilderChain::start_with(size, Backtracker::default()),
    };
    PipePuzzle::from_map(&chain.wrap(wrap).build(seed).unwrap()).unwrap()
}

fn shuffled(puzzle: &PipePuzzle, rng: &mut MapRng) -> PipePuzzle {
    puzzle.with_tiles(&puzzle.tiles().map(|&tile| tile.turned(rng.below(4))))
}

fn made(x: u16, y: u16, quarters: u8) -> Move {
    Move { at: Point::new(x, y), quarters }
}

#[test]
fn undo_and_redo_walk_the_moves() {
    let mut rng = MapRng::new(41);
    let size = Size::new(7, 5);
    let start = shuffled(&solved_board(size, Wrap::None, 1), &mut rng);
    let mut session = Session::new(start.clone());
    let mut boards = vec![start];
    assert_eq!(session.undo(), None);
    for _ in 0..200 {
        session.turn(size.point(rng.below(size.area())), rng.range(1, 3)).unwrap();
        boards.push(session.board().puzzle().clone());
    }
    for (n, board) in boards.iter().enumerate().rev() {
        assert_eq!(session.moves().len(), n);
        assert_eq!(session.undone().len(), 200 - n);
        assert_eq!(session.board().puzzle(), board);
        assert_eq!(session.board().counts(), PipeBoard::new(board.clone()).counts());
        assert_eq!(session.undo().is_some(), n > 0);
    }
    for board in &boards[1..] {
        assert!(session.redo().is_some());
        assert_eq!(session.board().puzzle(), board);
    }
    assert_eq!(session.redo(), None);
}

#[test]
fn a_new_move_cuts_off_what_was_undone() {
    let mut session = Session::from_id("3x1:154".parse().unwrap());
    let at = |x| Point::new(x, 0);
    session.turn(at(0), 5).unwrap();
    session.turn(at(1), 2).unwrap();
    session.turn(at(2), 3).unwrap();
    session.undo();
    session.undo();
    assert!(session.turn(at(2), 4).unwrap().is_empty());
    assert_eq!(session.undone(), [made(1, 0, 2), made(2, 0, 3)], "a full turn is no move");
    session.turn(at(2), 2).unwrap();
    assert_eq!(session.moves(), [made(0, 0, 1), made(2, 0, 2)]);
    assert_eq!(session.undone(), []);
}

#[test]
fn a_locked_tile_does_not_turn_until_it_is_unlocked() {
    let mut session = Session::from_id("3x1:154".parse().unwrap());
    let at = |x| Point::new(x, 0);
    session.turn(at(0), 1).unwrap();
    session.lock(at(0)).unwrap();
    session.lock(at(0)).unwrap();
    session.lock(at(2)).unwrap();
    let before = session.board().puzzle().clone();
    assert_eq!(session.turn(at(0), 1).unwrap_err().to_string(), "the tile at (0, 0) is locked");
    assert_eq!(session.turn(at(3), 1).unwrap_err().to_string(), "(3, 0) is outside the board of 3x1");
    assert_eq!(session.lock(at(3)).unwrap_err().to_string(), "(3, 0) is outside the board of 3x1");
    assert_eq!(session.unlock(at(3)).unwrap_err().to_string(), "(3, 0) is outside the board of 3x1");
    assert_eq!(session.board().puzzle(), &before);
    assert_eq!(session.moves().len(), 1);
    assert!(session.locked().eq([at(0), at(2)]));
    assert!(session.undo().is_some(), "what was turned before it was locked is turned back");
    session.unlock(at(0)).unwrap();
    assert!(session.turn(at(0), 1).is_ok() && session.locked().eq([at(2)]));
}

#[test]
fn hints_solve_every_board_from_the_source_outwards() {
    let mut rng = MapRng::new(42);
    for (w, h) in [(1, 1), (1, 4), (2, 2), (5, 8), (12, 9)] {
        for (seed, wrap) in (0..).zip(Wrap::ALL) {
            let solution = solved_board(Size::new(w, h), wrap, seed);
            let mut session = Session::new(shuffled(&solution, &mut rng));
            let wrong = |session: &Session| {
                let tiles = session.board().puzzle().tiles();
                tiles.iter().filter(|&(p, &tile)| tile != solution.tiles()[p]).count()
            };
            for left in (0..wrong(&session)).rev() {
                let hint = session.hint_towards(solution.tiles()).unwrap().unwrap();
                assert_eq!(session.hint_towards(solution.tiles()).unwrap(), Some(hint));
                session.turn(hint.at, hint.quarters.into()).unwrap();
                assert!(session.board().is_wet(hint.at), "a hint wets its tile");
                assert_eq!(wrong(&session), left);
            }
            assert!(session.is_solved());
            assert_eq!(session.hint_towards(solution.tiles()).unwrap(), None);
        }
    }
}

#[test]
fn the_nearest_wrong_tile_to_the_source_is_the_hint() {
    let check = |board: &str, expected: Option<Move>| {
        let solution: GameId = "5x1:15554".parse().unwrap();
        let session = Session::from_id(board.parse().unwrap());
        assert_eq!(session.hint_towards(solution.puzzle().tiles()).unwrap(), expected, "{board}");
    };
    check("5x1:15554", None);
    check("5x1:255a4", Some(made(3, 0, 1)));
    check("5x1:2a558", Some(made(1, 0, 1)));
    check("5x1:85558", Some(made(4, 0, 1)));
    check("5x1:45554", Some(made(0, 0, 2)));
}

#[test]
fn what_a_solution_leaves_dry_comes_last_row_by_row() {
    // The solution has five dead ends that look to the left. Water gets nowhere from the source in the middle.
    let solution: GameId = "5x1:44444".parse().unwrap();
    let hint = |board: &str| Session::from_id(board.parse().unwrap()).hint_towards(solution.puzzle().tiles()).unwrap();
    assert_eq!(hint("5x1:11111"), Some(made(2, 0, 2)));
    assert_eq!(hint("5x1:11444"), Some(made(0, 0, 2)));
}

#[test]
fn a_solution_of_another_board_gives_no_hint() {
    let session = Session::from_id("3x1:154".parse().unwrap());
    let check = |solution: &Grid<Dirs>, message: &str| {
        assert_eq!(session.hint_towards(solution).unwrap_err().to_string(), message);
    };
    let other = |id: &str| id.parse::<GameId>().unwrap().into_puzzle().tiles().clone();
    check(&other("1x3:222"), "the solution is 1x3; the board is 3x1");
    check(&other("3x1:161"), "the solution has another kind of tile at (1, 0) than the board");
    check(&other("3x1:1a0"), "the solution has another kind of tile at (2, 0) than the board");
}

#[cfg(feature = "serde")]
mod saved {
    use super::*;
    use mapwright_core::Dir;
    use mapwright_maze::Root;
    use mapwright_pipes::PipeShuffler;

    #[test]
    fn a_session_is_read_back_as_it_was() {
        let mut rng = MapRng::new(43);
        for (w, h, wrap) in [(1, 1, Wrap::None), (6, 5, Wrap::Both), (9, 2, Wrap::None), (2, 2, Wrap::Both)] {
            let size = Size::new(w, h);
            let puzzle = shuffled(&solved_board(size, wrap, 3), &mut rng).with_barrier(Point::new(0, 0), Dir::E);
            let mut session = Session::new(puzzle);
            for _ in 0..60 {
                let at = size.point(rng.below(size.area()));
                match rng.below(5) {
                    0 => drop(session.undo().map(|change| change.solved)),
                    1 => drop(session.redo().map(|change| change.solved)),
                    2 => session.lock(at).unwrap(),
                    3 => session.unlock(at).unwrap(),
                    _ => drop(session.turn(at, rng.below(4)).map(|change| change.solved)),
                }
                let json = serde_json::to_string(&session).unwrap();
                let back: Session = serde_json::from_str(&json).unwrap();
                assert_eq!(back.board().puzzle(), session.board().puzzle());
                assert_eq!(back.board().counts(), session.board().counts());
                assert_eq!((back.moves(), back.undone()), (session.moves(), session.undone()));
                assert!(back.locked().eq(session.locked()));
                assert_eq!(back.id(), session.id());
                assert_eq!(serde_json::to_string(&back).unwrap(), json);
            }
        }
    }

    #[test]
    fn a_session_is_one_plain_object() {
        let mut session = Session::from_id("3x1b0.5a:154".parse().unwrap());
        session.turn(Point::new(2, 0), 7).unwrap();
        session.turn(Point::new(1, 0), 2).unwrap();
        session.undo();
        session.lock(Point::new(0, 0)).unwrap();
        let expected = r#"{"id":"3x1b0.5a:154","moves":[[2,0,3],[1,0,2]],"cursor":1,"locked":[[0,0]]}"#;
        assert_eq!(serde_json::to_string(&session).unwrap(), expected);
        let change = serde_json::to_string(session.undo().unwrap()).unwrap();
        assert_eq!(change, r#"{"wet":[[2,0]],"dry":[],"on_ring":[],"off_ring":[],"solved":true}"#);
        let counts = serde_json::to_string(&session.board().counts()).unwrap();
        assert_eq!(counts, r#"{"tiles":3,"wet":3,"on_ring":0}"#);
    }

    #[test]
    fn what_no_session_wrote_is_refused() {
        let check = |json: &str, message: &str| {
            let error = serde_json::from_str::<Session>(json).unwrap_err().to_string();
            assert_eq!(error.split(" at line").next(), Some(message), "{json}");
        };
        let with = |moves: &str, cursor: &str, locked: &str| {
            format!(r#"{{"id":"3x1:154","moves":{moves},"cursor":{cursor},"locked":{locked}}}"#)
        };
        assert!(serde_json::from_str::<Session>(&with("[[0,0,1]]", "1", "[[0,0],[2,0]]")).is_ok());
        check(&with("[[0,1,1]]", "0", "[]"), "`moves[0]` is at (0, 1), outside the board of 3x1");
        check(&with("[[0,0,1],[3,0,1]]", "0", "[]"), "`moves[1]` is at (3, 0), outside the board of 3x1");
        check(&with("[[0,0,0]]", "0", "[]"), "`moves[0]` has 0 quarter turns; expected 1 to 3");
        check(&with("[[0,0,4]]", "1", "[]"), "`moves[0]` has 4 quarter turns; expected 1 to 3");
        check(&with("[[0,0,1]]", "2", "[]"), "`cursor` is 2; expected 0 to 1, the number of moves");
        check(&with("[]", "0", "[[1,0],[0,1]]"), "`locked[1]` is (0, 1), outside the board of 3x1");
        let order = "expected a cell after the one before it, row by row";
        check(&with("[]", "0", "[[1,0],[1,0]]"), &format!("`locked[1]` is (1, 0); {order}"));
        check(&with("[]", "0", "[[1,0],[0,0]]"), &format!("`locked[1]` is (0, 0); {order}"));
        check(&with("[]", "-1", "[]"), "invalid value: integer `-1`, expected usize");
        check(&with("[[0,0]]", "0", "[]"), "invalid length 2, expected a tuple of size 3");
        check(r#"{"id":"3x1:154","moves":[],"cursor":0}"#, "missing field `locked`");
        let more = r#"{"id":"3x1:154","moves":[],"cursor":0,"locked":[],"extra":1}"#;
        check(more, "unknown field `extra`, expected one of `id`, `board`, `solution`, `moves`, `cursor`, `locked`");
        let id = r#"{"id":"3x1:15","moves":[],"cursor":0,"locked":[]}"#;
        check(id, "character 7: the text ends after 2 tiles; a board of 3x1 has 3");
    }

    #[test]
    fn a_board_without_an_id_is_saved_with_its_solution() {
        let mut rng = MapRng::new(44);
        for (w, h) in [(1, 1), (1, 7), (4, 3), (5, 8)] {
            for wrap in Wrap::ALL {
                let size = Size::new(w, h);
                let maze = PrimMaze { root: Root::Random, ..PrimMaze::default() };
                let chain = BuilderChain::start_with(size, maze).wrap(wrap).with(PipeShuffler::default());
                let map = chain.build(rng.bits()).unwrap();
                let mut session = Session::from_map(&map).unwrap();
                let expected = map.solution.as_ref().unwrap().map(|cell| cell.dirs());
                assert_eq!(session.solution(), Some(&expected));
                for _ in 0..5 {
                    session.turn(size.point(rng.below(size.area())), rng.below(4)).unwrap();
                }
                let json = serde_json::to_string(&session).unwrap();
                let mut back: Session = serde_json::from_str(&json).unwrap();
                assert_eq!(back.board().puzzle(), session.board().puzzle());
                assert_eq!((back.first_board(), back.solution()), (session.first_board(), session.solution()));
                assert_eq!((back.id(), back.moves()), (session.id(), session.moves()));
                assert_eq!(serde_json::to_string(&back).unwrap(), json);
                while let Some(hint) = back.hint_towards(map.solution.as_ref().unwrap()).unwrap() {
                    back.turn(hint.at, hint.quarters.into()).unwrap();
                }
                assert!(back.is_solved());
            }
        }
    }

    #[test]
    fn boards_and_solutions_are_plain_text() {
        let tiles = Grid::from_vec(Size::new(3, 1), [4, 5, 1].map(Dirs::from_bits).to_vec()).unwrap();
        let puzzle = PipePuzzle::new(tiles, Wrap::X, Point::new(0, 0)).unwrap().with_barrier(Point::new(2, 0), Dir::E);
        let mut session = Session::new(puzzle);
        let solved = Grid::from_vec(Size::new(3, 1), [2, 10, 8].map(Dirs::from_bits).to_vec()).unwrap();
        session.set_solution(&solved).unwrap();
        let board = r#"{"width":3,"height":1,"wrap":"x","source":[0,0],"tiles":"8a2v"}"#;
        let rest = r#""moves":[],"cursor":0,"locked":[]"#;
        let expected = format!(r#"{{"board":{board},"solution":"154",{rest}}}"#);
        assert_eq!(serde_json::to_string(&session).unwrap(), expected);
        let check = |json: String, message: &str| {
            let error = serde_json::from_str::<Session>(&json).unwrap_err().to_string();
            assert_eq!(error.split(" at line").next(), Some(message), "{json}");
        };
        let of = |board: &str, solution: &str| format!(r#"{{{board},"solution":"{solution}",{rest}}}"#);
        check(format!("{{{rest}}}"), "expected either `id` or `board`");
        check(of(&format!(r#""id":"3x1:154","board":{board}"#), "154"), "expected either `id` or `board`");
        let id = r#""id":"3x1:154""#;
        check(of(id, "15"), "`solution`: character 3: the text ends after 2 tiles; a board of 3x1 has 3");
        let bar = "`v` is not a tile; expected one hex digit for each tile, the sum of R=1 U=2 L=4 D=8";
        check(of(id, "15v4"), &format!("`solution`: character 3: {bar}"));
        check(of(id, "164"), "`solution`: the solution has another kind of tile at (1, 0) than the board");
        let board = |w: u16, source: &str, tiles: &str| {
            let board = format!(r#""width":{w},"height":1,"wrap":"y","source":{source},"tiles":"{tiles}""#);
            format!(r#"{{"board":{{{board}}},{rest}}}"#)
        };
        check(board(0, "[0,0]", ""), "a board of 0x1 has no cells; expected at least 1x1");
        check(board(2, "[2,0]", "11"), "the source (2, 0) is outside the board of 2x1");
        check(board(2, "[1,0]", "1"), "`tiles`: character 2: the text ends after 1 tiles; a board of 2x1 has 2");
        check(board(2, "[1,0]", "1vv1"), "`tiles`: character 3: barrier `v` at (0, 0) is given twice");
    }
}

#[test]
fn a_game_begins_anew() {
    let solved: GameId = "3x1:154".parse().unwrap();
    let mut session = Session::from_id("3x1:2a1".parse().unwrap());
    session.set_solution(solved.puzzle().tiles()).unwrap();
    let (first, hint) = (session.clone(), session.hint().unwrap());
    session.turn(hint.at, hint.quarters.into()).unwrap();
    session.lock((2, 0)).unwrap();
    assert!(session.moves().len() == 1 && session.is_locked((2, 0)));
    session.undo();
    session.reset();
    assert!(session.moves().is_empty() && session.undone().is_empty() && !session.is_locked((2, 0)));
    assert_eq!(session.board().puzzle(), first.board().puzzle());
    assert_eq!((session.hint(), session.id()), (Some(hint), first.id()));
}
