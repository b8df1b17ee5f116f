//! Game IDs are read and printed as Net does, and what is none is refused with its place.

use std::process::Command;

use mapwright_core::{BuilderChain, Dir, Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_maze::PrimMaze;
use mapwright_pipes::{GameId, Move, PipeBoard, PipePuzzle, PipeShuffler, Session, SolveLimits, UniquePipes, Verdict};

#[test]
fn digits_and_marks_are_nets() {
    let id: GameId = "3x2w:1v2h4848hv".parse().unwrap();
    let puzzle = id.puzzle();
    let sides = [Dir::E, Dir::N, Dir::W, Dir::S, Dir::W, Dir::S];
    assert!(puzzle.tiles().as_slice().iter().copied().eq(sides.map(|dir| Dirs::NONE.with(dir))));
    assert_eq!((puzzle.size(), puzzle.wrap(), puzzle.source()), (Size::new(3, 2), Wrap::Both, Point::new(1, 1)));
    let shut: Vec<(Point, Vec<Dir>)> = puzzle
        .size()
        .points()
        .map(|p| (p, puzzle.ground().dirs(puzzle.size().index(p)).complement().iter().collect()))
        .filter(|(_, dirs): &(Point, Vec<Dir>)| !dirs.is_empty())
        .collect();
    let at = |x, y, dirs: &[Dir]| (Point::new(x, y), dirs.to_vec());
    let expected = [
        at(0, 0, &[Dir::E]),
        at(1, 0, &[Dir::S, Dir::W]),
        at(2, 0, &[Dir::N]),
        at(0, 1, &[Dir::W]),
        at(1, 1, &[Dir::N]),
    ];
    // The last tile's barriers are over both borders: to (0, 1) and to (2, 0).
    assert_eq!(shut, [&expected[..], &[at(2, 1, &[Dir::E, Dir::S])]].concat());
    assert_eq!(id.to_string(), "3x2w:1v2h4848vh", "marks come out in Net's order");
}

#[test]
fn parameters_are_kept() {
    let check = |text: &str, probability: Option<&str>, ambiguous: bool| {
        let id: GameId = text.parse().unwrap();
        assert_eq!((id.barrier_probability(), id.is_ambiguous()), (probability, ambiguous), "{text}");
        assert_eq!(id.to_string(), text);
        assert_eq!(id.with_tiles(&Grid::new(Size::new(1, 1), Dirs::NONE)).to_string(), text.replace(":1", ":0"));
        assert_eq!(id.to_string().parse(), Ok(id));
    };
    check("2x1:14", None, false);
    check("2x1a:14", None, true);
    check("2x1w:1v4v", None, false);
    check("1x1w:1", None, false);
    check("2x1b0.05:1v4", Some("0.05"), false);
    check("2x1wb1a:14v", Some("1"), true);
    assert_eq!("02x01ab.5w:F0".parse::<GameId>().unwrap().to_string(), "2x1wb.5a:f0");
}

#[test]
fn what_is_no_id_is_refused_with_its_place() {
    let check = |text: &str, message: &str| {
        assert_eq!(text.parse::<GameId>().unwrap_err().to_string(), message, "{text}");
    };
    let no_size = "instead of a size; expected an ID that begins with one, such as 11x11, or the address of a page with an ID after \
                   its `#`";
    check("", &format!("character 1: the text ends {no_size}"));
    check("x5:0", &format!("character 1: `x` {no_size}"));
    check("5y", &format!("character 2: `y` {no_size}"));
    check("https://example.org/net.html", &format!("character 1: `h` {no_size}"));
    check(
        "https://example.org/net.html#5",
        "character 31: the text ends instead of a size; expected an ID that begins with one, such as 11x11, or the address of a page with an ID after its `#`",
    );
    check("5x", &format!("character 3: the text ends {no_size}"));
    check("5xé", &format!("character 3: `é` {no_size}"));
    check("-1x5:", &format!("character 1: `-` {no_size}"));
    check("0x5:", "character 1: the width is 0; expected 1 to 65535");
    check("5x000:", "character 3: the height is 000; expected 1 to 65535");
    check("5x65536:", "character 3: the height is 65536; expected 1 to 65535");
    check("99999999999999999999x5:", "character 1: the width is 99999999999999999999; expected 1 to 65535");
    let parameters = "among the parameters; expected `w`, `b` with a probability, `a`, and then `:`";
    check("2x1", &format!("character 4: the text ends {parameters}"));
    check("2x1wz:14", &format!("character 5: `z` {parameters}"));
    check("2x1w 14", &format!("character 5: ` ` {parameters}"));
    check("2x1waw:14", "character 6: `w` is given twice");
    check("2x1b1b1:14", "character 6: `b` is given twice");
    check("2x1aa:14", "character 5: `a` is given twice");
    let probability = |text| format!("the probability of barriers is `{text}`; expected 0 to 1, such as 0.25");
    check("2x1b:14", &format!("character 5: {}", probability("")));
    check("2x1b1.01:14", &format!("character 5: {}", probability("1.01")));
    check("2x1b0.1.2:14", &format!("character 5: {}", probability("0.1.2")));
    check("2x1b-1:14", &format!("character 5: {}", probability("")));
    check("2x1b1e-5:14", &format!("character 6: `e` {parameters}"));
    let seed = "a random seed, from which only Net itself makes the board; expected `:` and the tiles";
    check("11x11w#123", &format!("character 7: {seed}"));
    check("2x1:1", "character 6: the text ends after 1 tiles; a board of 2x1 has 2");
    check("65535x65535:", "character 13: the text ends after 0 tiles; a board of 65535x65535 has 4294836225");
    let tile = "is not a tile; expected one hex digit for each tile, the sum of R=1 U=2 L=4 D=8";
    check("2x1:1g", &format!("character 6: `g` {tile}"));
    check("2:141", "character 6: the text ends after 3 tiles; a board of 2x2 has 4");
    check("2x1: 14", &format!("character 5: ` ` {tile}"));
    check("2x1:1é", &format!("character 6: `é` {tile}"));
    check("2x1:14 0", "character 7: ` ` after the last tile; a board of 2x1 has only 2");
    check("2x1:140", "character 7: `0` after the last tile; a board of 2x1 has only 2");
    let first = "before the first tile; expected it after its tile, `v` for the right side and `h` for below";
    check("2x1:v14", &format!("character 5: barrier `v` {first}"));
    check("2x1:1vv4", "character 7: barrier `v` at (0, 0) is given twice");
    check("2x2:1vhv414", "character 8: barrier `v` at (0, 0) is given twice");
}

#[test]
fn a_puzzle_that_net_cannot_hold_has_no_id() {
    let tiles = Grid::new(Size::new(3, 2), Dirs::ALL);
    let check = |wrap, source, message: &str| {
        let puzzle = PipePuzzle::new(tiles.clone(), wrap, source).unwrap();
        assert_eq!(GameId::new(puzzle).unwrap_err().to_string(), message);
    };
    let center = Point::new(1, 1);
    check(Wrap::X, center, "a board that wraps only along x has no game ID; expected none or both");
    check(Wrap::Y, center, "a board that wraps only along y has no game ID; expected none or both");
    let corner = "a board with its source at (0, 0) has no game ID; expected the center, (1, 1)";
    check(Wrap::Both, Point::new(0, 0), corner);
    let puzzle = PipePuzzle::new(tiles, Wrap::None, center).unwrap().with_barrier(center, Dir::W);
    let id = GameId::new(puzzle.clone()).unwrap();
    assert_eq!(id.to_string(), "3x2:ffffvff");
    assert_eq!("3x2:ffffvff".parse::<GameId>().unwrap().into_puzzle(), puzzle);
}

/// Runs Net. A test without it says so in one line and passes, except where the environment has `CI=true`.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn net(arguments: &[&str]) -> Option<(bool, String)> {
    let programs = ["sgt-net", "/usr/games/sgt-net"];
    let Some(output) = programs.iter().find_map(|program| Command::new(program).args(arguments).output().ok()) else {
        let missing = "Net (sgt-net of the package sgt-puzzles) is not installed";
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{missing}");
        eprintln!("skipped: {missing}");
        return None;
    };
    Some((output.status.success(), String::from_utf8(output.stdout).unwrap()))
}

#[test]
fn what_net_prints_is_read_and_printed_again() {
    let rows =
        ["11x11", "11x11w", "11x11b0.3", "11x11a", "5x5wb1", "1x2", "2x1", "3x9b1", "2x2wa", "3x2wab1", "40x25wb0.4a"];
    for parameters in rows {
        let Some((works, text)) = net(&["--generate", "12", parameters]) else { return };
        assert!(works, "{parameters}");
        assert_eq!(text.lines().count(), 12);
        for line in text.lines() {
            let id: GameId = line.parse().unwrap();
            assert_eq!(id.to_string(), line);
            assert_eq!(GameId::new(id.puzzle().clone()).unwrap().to_string(), line, "there are no parameters in it");
        }
    }
    // Boards turned here are still Net's to solve, and Net means the same tiles and barriers by them: of one solution
    // it finds the only one, and so it does of a turned board.
    let (_, text) = net(&["--generate", "6", "7x6wb0.3"]).unwrap();
    for line in text.lines() {
        let mut board = PipeBoard::new(line.parse::<GameId>().unwrap().into_puzzle());
        for (i, p) in (0..).zip(board.size().points()) {
            board.turn(p, i * i).unwrap();
        }
        let turned = GameId::new(board.puzzle().clone()).unwrap().to_string();
        let (solves, _) = net(&["--generate", "1", "--test-solve", &turned]).unwrap();
        assert!(solves, "{turned}");
    }
    // A straight between two dead ends joins them, but not through a barrier; a corner does not.
    for (id, expected) in
        [("3x1:1a1", true), ("3x1:1av1", false), ("1x3:8h54", false), ("1x3:854", true), ("3x1:1c1", false)]
    {
        assert_eq!(net(&["--generate", "1", "--test-solve", id]).unwrap().0, expected, "{id}");
    }
}

#[test]
fn boards_with_one_solution_are_the_same_here_and_there() {
    let limits = SolveLimits::default();
    for parameters in ["11x11", "9x8w", "13x13b0.4", "7x7wb0.5", "3x9b1", "5x5wb1", "1x2", "31x31"] {
        let Some((works, text)) = net(&["--generate", "6", parameters]) else { return };
        assert!(works, "{parameters}");
        for line in text.lines() {
            let id: GameId = line.parse().unwrap();
            assert_eq!(id.puzzle().solve(&limits).verdict.name(), "unique", "{line}");
        }
    }
    for (size, wrap, barriers) in [
        (Size::new(11, 11), Wrap::None, 0.0),
        (Size::new(9, 8), Wrap::Both, 0.0),
        (Size::new(15, 12), Wrap::None, 0.4),
        (Size::new(7, 7), Wrap::Both, 1.0),
        (Size::new(1, 6), Wrap::None, 0.0),
    ] {
        let chain = || BuilderChain::start_with(size, PrimMaze::default()).wrap(wrap).with(UniquePipes::default());
        for seed in 0..4 {
            let solution = PipePuzzle::from_map(&chain().build(seed).unwrap()).unwrap();
            let shuffled = chain().with(PipeShuffler::default()).build(seed).unwrap();
            let puzzle = PipePuzzle::from_map(&shuffled).unwrap();
            let puzzle = puzzle.add_barriers(solution.tiles(), barriers, &mut MapRng::new(seed));
            assert_eq!(puzzle.solve(&limits).verdict, Verdict::Unique(solution.tiles().clone()));
            let id = GameId::new(puzzle).unwrap().to_string();
            assert!(net(&["--generate", "1", "--test-solve", &id]).unwrap().0, "{id}");
        }
    }
}

#[test]
fn ids_are_read_as_people_paste_them() {
    for (pasted, id) in [
        ("2:1414", "2x2:1414"),
        ("2wb0.5a:1v414", "2x2wb0.5a:1v414"),
        ("https://example.org/js/net.html#3x2:1v4a826", "3x2:1v4a826"),
        ("\thttps://example.org/?a=b#2:1414\n", "2x2:1414"),
        ("https://example.org/net.html#3x2%3A1v4a826", "3x2:1v4a826"),
        ("https://example.org/net.html%233x2%3a1v4a826", "3x2:1v4a826"),
        ("  2x1:14 \n", "2x1:14"),
        // On the border, where Net closes all anyway.
        ("2x1:1h4vh", "2x1:14"),
        ("2x2:14v14h", "2x2:1414"),
        ("2x1w:1h4", "2x1w:14"),
    ] {
        assert_eq!(pasted.parse::<GameId>().unwrap().to_string(), id, "{pasted}");
    }
}

/// A saved game, as Net writes it.
fn saved_game(params: &str, desc: &str, moves: &[(&str, &str)], position: usize) -> String {
    let line = |name: &str, data: &str| format!("{name:8}:{}:{data}\n", data.len());
    let moves: String = moves.iter().map(|(name, data)| line(name, data)).collect();
    [
        &line("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        &line("VERSION", "1"),
        &line("GAME", "Net"),
        &line("PARAMS", params),
        &line("CPARAMS", params),
        &line("DESC", desc),
        &line("UI", "O0,0;C1,1"),
        &line("NSTATES", &(1 + moves.lines().count()).to_string()),
        &line("STATEPOS", &position.to_string()),
        &*moves,
    ]
    .concat()
}

#[test]
fn saved_games_of_net_go_on_here() {
    let moves = [("MOVE", "A0,0"), ("MOVE", "C1,0"), ("MOVE", "F2,1"), ("MOVE", "L2,1"), ("MOVE", "C0,1")];
    let text = saved_game("3x2", "1v4a826", &moves, 5);
    let session = Session::from_net_save(&text).unwrap();
    assert_eq!(session.id().unwrap().to_string(), "3x2:1v4a826");
    let at = |x, y, quarters| Move { at: Point::new(x, y), quarters };
    assert_eq!(session.moves(), [at(0, 0, 3), at(1, 0, 1), at(2, 1, 2)]);
    assert_eq!(session.undone(), [at(0, 1, 1)]);
    assert_eq!(session.locked().collect::<Vec<_>>(), [Point::new(2, 1)]);
    // A solution turns locked tiles too. To start over forgets moves and locks.
    let solved = [moves[3], ("SOLVE", "S;F2,1;A0,1"), ("MOVE", "J;C0,0;C0,0")];
    let session = Session::from_net_save(&saved_game("3x2", "1v4a826", &solved, 4)).unwrap();
    assert_eq!(session.moves(), [at(2, 1, 2), at(0, 1, 3), at(0, 0, 1), at(0, 0, 1)]);
    assert_eq!(session.locked().count(), 1);
    let again = [moves[0], moves[3], ("RESTART", "3x2:1v4a826"), moves[1]];
    let session = Session::from_net_save(&saved_game("3x2", "1v4a826", &again, 5)).unwrap();
    assert_eq!((session.moves(), session.locked().count()), (&[at(1, 0, 1)][..], 0));
    assert_eq!(session.first_board(), Session::from_net_save(&text).unwrap().first_board());

    let check = |text: &str, message: &str| {
        assert_eq!(Session::from_net_save(text).unwrap_err().to_string(), message);
    };
    check(&text.replace("3:Net", "5:Loopy"), "a saved game of `Loopy`; expected one of Net");
    check(&text.replace("DESC", "desc"), "there is no `DESC`");
    check(
        &text.replace("7:1v4a826", "6:1v4a82"),
        "`PARAMS` and `DESC`: character 11: the text ends after 5 tiles; a board of 3x2 has 6",
    );
    let form = "expected a name, `:`, the number of bytes that follow, `:` and these bytes";
    check(&text.replace("7:1v4a826", "700:1v4a826"), &format!("line 6: {form}"));
    check("", "there is no `GAME`");
    check("SAVEFILE:41:Simon", &format!("line 1: {form}"));
    check(&text.replace("NSTATES :1:6", "NSTATES :1:9"), "`NSTATES` is `9`; expected 6, one more than the moves");
    assert!(Session::from_net_save(&format!("\n{text}")).is_ok());
    let no_move = "is no move; expected A, C, F or L with a cell of the board, such as C3,4";
    for (wrong, text) in
        [("C3,0", "C3,0"), ("L0,2", "L0,2"), ("X0,0", "X0,0"), ("é", "é"), ("S;C0", "C0"), ("C-1,0", "C-1,0")]
    {
        check(&saved_game("3x2", "1v4a826", &[("MOVE", wrong)], 2), &format!("line 10: `{text}` {no_move}"));
    }
    let position = "expected 1 to 2, one more than the moves";
    check(&saved_game("3x2", "1v4a826", &moves[..1], 3), &format!("`STATEPOS` is `3`; {position}"));
    check(&saved_game("3x2", "1v4a826", &moves[..1], 0), &format!("`STATEPOS` is `0`; {position}"));
    // What the program itself writes.
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("game");
    let made = net(&["--generate", "2", "7x5wb0.2", "--save", place.to_str().unwrap(), "--save-suffix", ".game"]);
    for number in 0..if made.is_some() { 2 } else { 0 } {
        let text = std::fs::read_to_string(dir.path().join(format!("game{number}.game"))).unwrap();
        let session = Session::from_net_save(&text).unwrap();
        assert!(
            session.moves().is_empty() && text.contains(session.id().unwrap().to_string().split(':').nth(1).unwrap()),
            "{text}"
        );
    }
}
