//! Game IDs are read and printed as Net does, and what is none is refused with its place.

use std::process::Command;

use mapwright_core::{BuilderChain, Dir, Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_maze::PrimMaze;
use mapwright_pipes::{GameId, PipeBoard, PipePuzzle, PipeShuffler, SolveLimits, UniquePipes, Verdict};

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
    let no_size = "instead of a size; expected an ID that begins with one, such as 11x11";
    check("", &format!("character 1: the text ends {no_size}"));
    check("x5:0", &format!("character 1: `x` {no_size}"));
    check("5:0", &format!("character 2: `:` {no_size}"));
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
    check("2x1: 14", &format!("character 5: ` ` {tile}"));
    check("2x1:1é", &format!("character 6: `é` {tile}"));
    check("2x1:14 ", "character 7: ` ` after the last tile; a board of 2x1 has only 2");
    check("2x1:140", "character 7: `0` after the last tile; a board of 2x1 has only 2");
    let first = "before the first tile; expected it after its tile, `v` for the right side and `h` for below";
    check("2x1:v14", &format!("character 5: barrier `v` {first}"));
    let outside = "which has no neighbor there; expected a side between two cells";
    check("2x1:14v", &format!("character 7: barrier `v` at (1, 0), {outside}"));
    check("2x2:1414h", &format!("character 9: barrier `h` at (1, 1), {outside}"));
    check("2x1w:1h4", &format!("character 7: barrier `h` at (0, 0), {outside}"));
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
