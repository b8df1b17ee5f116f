//! The commands for puzzles: pipe boards and polyominoes.

use super::*;

#[test]
fn pipes_are_made_checked_and_solved() {
    let ids = succeeds(&["pipes", "new", "--size", "7x5", "--unique", "--count", "3", "--seed", "4"], "");
    assert_eq!(ids.lines().count(), 3);
    let again = succeeds(&["pipes", "new", "--size", "7x5", "--unique", "--seed", "5"], "");
    assert_eq!(ids.lines().nth(1), again.lines().next(), "each puzzle has a seed of its own");
    for id in ids.lines() {
        let solved = succeeds(&["pipes", "solve", id, "--format", "json"], "");
        let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
        assert_eq!(solved["verdict"], "unique");
        assert_eq!(solved["difficulty"]["tiles"], 35);
        let check = succeeds(&["pipes", "check", "-", "--format", "json"], solved["solutions"][0].as_str().unwrap());
        let expected =
            "{\"width\":7,\"height\":5,\"wrap\":\"none\",\"tiles\":35,\"wet\":35,\"on_ring\":0,\"solved\":true}\n";
        assert_eq!(check, expected);
    }
    let several = mapwright(&["pipes", "solve", "2x2w:5555", "--format", "json"], "");
    assert_eq!(several.status.code(), Some(1));
}

#[test]
fn pipes_come_from_files_and_lines_and_are_as_hard_as_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let call = |args: &[&str]| {
        let output = mapwright_in(dir.path(), args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    call(&["build", "pipe-puzzle", "-o", "board.json"]);
    let board = call(&["pipes", "check", "board.json"]);
    assert!(board.contains(" tiles, "), "{board}");
    for (grade, names) in [("easy", &["local", "rings"][..]), ("medium", &["isolation"]), ("hard", &["lookahead"])] {
        let ids = call(&["pipes", "new", "--grade", grade, "--size", "9x9", "--count", "2"]);
        std::fs::write(dir.path().join("ids.txt"), &ids).unwrap();
        let solved = call(&["pipes", "solve", "ids.txt", "--format", "json"]);
        assert_eq!(solved.lines().count(), 2);
        for line in solved.lines() {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer["verdict"], "unique");
            assert!(names.contains(&answer["difficulty"]["grade"].as_str().unwrap()), "{grade}: {line}");
        }
    }
    fails(&["pipes", "check", "-"], "3x1:254\n3x1:254\n", 2, "mapwright: game ID: found 2; expected one");
    assert!(stderr(&mapwright(&["pipes", "solve", "lost.json"], "")).starts_with("mapwright: lost.json: "));
}

#[test]
fn pipes_that_are_wrong_are_named() {
    let error = "mapwright: game ID: character 8: the text ends after 3 tiles; a board of 2x2 has 4";
    fails(&["pipes", "check", "2x2:123"], "", 2, error);
    let refused = "mapwright: metas[0] unique-pipes: a board that wraps at a width of 2 never has one solution: any row \
                   can be mirrored";
    fails(&["pipes", "new", "--size", "2x9", "--wrap", "--unique"], "", 2, refused);
    let message = "mapwright: pipes play needs a terminal; `pipes check` draws a board anywhere";
    fails(&["pipes", "play", "3x1:254"], "", 2, message);
}

/// Exit status, standard output, and the same as JSON.
fn solved(id: &str) -> (Option<i32>, serde_json::Value) {
    let output = mapwright(&["pipes", "solve", id, "--format", "json"], "");
    assert_eq!(stdout(&output).lines().count(), 1);
    (output.status.code(), serde_json::from_str(&stdout(&output)).unwrap())
}

#[test]
fn solving_prints_what_is_known_and_its_status_tells_the_verdict() {
    // Barriers and the wrap stay in the solutions.
    let (status, answer) = solved("3x3wb0.5a:69d4hea81v8");
    assert_eq!((status, &answer["verdict"]), (Some(1), &"several".into()));
    let solutions = answer["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 2);
    assert_ne!(solutions[0], solutions[1]);
    for solution in solutions {
        let solution = solution.as_str().unwrap();
        assert!(solution.starts_with("3x3wb0.5a:") && solution.contains('v') && solution.contains('h'), "{solution}");
        let check = succeeds(&["pipes", "check", solution, "--format", "json"], "");
        assert!(check.contains("\"wrap\":\"both\"") && check.ends_with("\"solved\":true}\n"), "{check}");
    }
    let plain = mapwright(&["pipes", "solve", "3x3wb0.5a:69d4hea81v8"], "");
    let lines: Vec<String> = stdout(&plain).lines().take(3).map(str::to_owned).collect();
    assert_eq!(lines, ["several", solutions[0].as_str().unwrap(), solutions[1].as_str().unwrap()]);
    // One solution in full.
    let expected = "{\"verdict\":\"unique\",\"solutions\":[\"3x1:154\"],\"difficulty\":{\"grade\":\"local\",\"tiles\":3,\
                    \"open_after_local\":0,\"open_after_rings\":0,\"open_after_isolation\":0,\
                    \"open_after_lookahead\":0,\"rounds\":1,\"widths\":[3],\"refuted\":0,\"guesses\":0,\"depth\":0}}\n";
    assert_eq!(succeeds(&["pipes", "solve", "-", "--format", "json"], "3x1:254\r\n"), expected);
    let (status, answer) = solved("3x1:101");
    assert_eq!((status, &answer["verdict"], &answer["solutions"]), (Some(1), &"none".into(), &serde_json::json!([])));
    let unknown = mapwright(&["pipes", "solve", "3x3w:333333333", "--steps", "0", "--format", "json"], "");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stdout(&unknown).starts_with("{\"verdict\":\"unknown\",\"solutions\":[],"));
    assert_eq!(mapwright(&["pipes", "solve", "3x1:25", "--format", "json"], "").status.code(), Some(2));
}

#[test]
fn new_puzzles_are_ids_and_nothing_else() {
    let call = |args: &[&str]| succeeds(&[&["pipes", "new", "--seed", "3"], args].concat(), "");
    assert_eq!(call(&["--count", "0"]), "");
    assert_eq!(call(&["--size", "1x1", "--unique"]), "1x1:0\n");
    for (args, start) in [
        (&["--size", "6x5", "--wrap", "--unique", "--barriers", "0.5", "--count", "4"][..], "6x5w:"),
        (&["--size", "3x1", "--wrap", "--unique", "--barriers", "1", "--count", "4"], "3x1w:"),
        (&["--size", "1x9", "--unique", "--maze", "kruskal", "--crosses", "--count", "4"], "1x9:"),
        (&["--size", "8x8", "--unique", "--maze", "backtracker", "--count", "4"], "8x8:"),
    ] {
        let ids = call(args);
        assert_eq!(ids.lines().count(), 4);
        for id in ids.lines() {
            assert!(id.starts_with(start), "{id}");
            assert_eq!(solved(id).0, Some(0), "{id}");
        }
    }
}

#[test]
fn polyominoes_draws_a_filling_as_the_original_does() {
    // The board of the first puzzle has one filling.
    let drawn = succeeds(&["polyominoes", "4 3 2 0 1 0 0 0 0"], "");
    assert_eq!(drawn, succeeds(&["polyominoes", "4", "3", "2", "0", "1", "0", "0", "0", "0"], ""));
    assert_eq!(drawn, "┌─┬┬┐\n│┌┘││\n││┌┘│\n└┴┴─┘\n");
    let many = succeeds(&["polyominoes"], "# two boards\n4 3 2 0 1 0 0 0 0\n\n4 4 0 0 0 0 0 4 0\n");
    assert_eq!(many, format!("{drawn}\n┌─┬─┐\n│╳│╳│\n├─┼─┤\n│╳│╳│\n└─┴─┘\n"));
    let colored = succeeds(&["polyominoes", "--color", "4 4 0 0 0 0 0 4 0"], "");
    assert!(colored.contains("\u{1b}[30;48;2;"), "{colored}");
}

#[test]
fn polyominoes_answers_programs_in_json() {
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let answer = parse(&succeeds(&["polyominoes", "--format", "json", "4 3 2 0 1 0 0 0 0"], ""));
    assert_eq!(answer["feasible"], true);
    assert_eq!(answer["grid"], serde_json::json!([1, 1, 2, 3, 1, 2, 2, 3, 1, 2, 3, 3]));
    assert!(answer["nodes"].as_u64().unwrap() > 0);
    let output = mapwright(&["polyominoes", "--format", "json"], "4 3 2 0 1 0 0 0 0\n4 5 0 0 0 1 1 0 3\nnonsense\n");
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<serde_json::Value> = stdout(&output).lines().map(parse).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0], &lines[1]["feasible"]), (&answer, &serde_json::json!(false)));
    assert!(lines[1]["why"].as_str().unwrap().starts_with("no filling: colored like a chessboard"));
    assert_eq!(lines[2]["error"], "1 numbers instead of 9; expected W H LL LR ZL ZR I O T");
    assert_eq!(
        succeeds(&["polyominoes", "--format", "json", "--count", "8 10 3 6 2 0 4 1 4"], ""),
        "{\"count\":\"2176384588\"}\n"
    );
    let all = parse(&succeeds(&["polyominoes", "--format", "json", "--all", "100", "4 4 0 0 0 0 4 0 0"], ""));
    assert_eq!((&all["complete"], all["fillings"].as_array().unwrap().len()), (&serde_json::json!(true), 2));
    let unique = succeeds(&["polyominoes", "--format", "json", "--unique", "4 3 2 0 1 0 0 0 0"], "");
    assert_eq!(parse(&unique), serde_json::json!({ "feasible": true, "unique": true }));
}

#[test]
fn polyominoes_counts_lists_and_tells_what_is_unique() {
    assert_eq!(succeeds(&["polyominoes", "--count", "6 6 1 2 0 1 1 2 2"], ""), "456\n");
    assert_eq!(succeeds(&["polyominoes", "--count", "--symmetry", "4 4 0 0 0 0 4 0 0"], ""), "1\n");
    assert_eq!(
        succeeds(&["polyominoes", "--unique"], "4 3 2 0 1 0 0 0 0\n4 5 0 2 1 1 1 0 0\n"),
        "unique\nnot unique\n"
    );
    assert_eq!(succeeds(&["polyominoes", "--unique", "--symmetry", "4 5 0 2 1 1 1 0 0"], ""), "unique\n");
    let three = succeeds(&["polyominoes", "--all", "3", "6 6 1 2 0 1 1 2 2"], "");
    assert_eq!(three.split("\n\n").count(), 3);
}

#[test]
fn polyominoes_fills_any_board_with_any_pieces() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let board = "..........\n".repeat(6);
    let args = ["polyominoes", "--board", "-", "--pieces", "pentominoes", "--mirror"];
    assert_eq!(succeeds(&[&args[..], &["--count", "--symmetry"]].concat(), &board), "2339\n");
    let (png, svg) = (at("p.png"), at("p.svg"));
    succeeds(&[&args[..], &["-o", &png, "-o", &svg, "--jobs", "2"]].concat(), &board);
    assert_eq!(std::fs::read(png).unwrap()[..4], *b"\x89PNG");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let ring = ["polyominoes", "--board", "-", "--pieces", "XX", "--counts", "4", "--count"];
    assert_eq!(succeeds(&ring, "...\n.#.\n...\n"), "2\n");
    fails(
        &["polyominoes", "--board", "-", "--counts", "1,2"],
        "..",
        2,
        "mapwright: --counts has 2 numbers; expected 7, one for each shape",
    );
    fails(&["polyominoes", "--board", "-"], "##", 2, "mapwright: standard input: a board of 2x1 has no free cell");
}

#[test]
fn polyominoes_says_what_is_wrong_and_why_there_is_no_filling() {
    let needed = "expected W H LL LR ZL ZR I O T";
    fails(&["polyominoes", "4 3 2"], "", 2, &format!("mapwright: 3 numbers instead of 9; {needed}"));
    let area = "mapwright: the 6 pieces cover 24 cells and the board has 25: 1 too few";
    fails(&["polyominoes", "5 5 6 0 0 0 0 0 0"], "", 2, area);
    let range = "expected a whole number from 0 to 4194304";
    fails(&["polyominoes", "4 3 -2 0 1 0 0 0 0"], "", 2, &format!("mapwright: LL is `-2`; {range}"));
    fails(
        &["polyominoes", "4", "3", "-2", "0", "1", "0", "0", "0", "0"],
        "",
        2,
        &format!("mapwright: LL is `-2`; {range}"),
    );
    fails(&["polyominoes", "0 3 2 0 1 0 0 0 0"], "", 2, "mapwright: W is `0`; expected a whole number from 1 to 4096");
    fails(
        &["polyominoes"],
        "\n",
        2,
        &format!("mapwright: standard input has no board; {}", needed.replace("expected", "expected lines")),
    );
    fails(&["polyominoes", "4 5 0 1 0 1 0 1 2"], "", 1, "mapwright: no filling: the search tried everything");
    let exhausted = mapwright(&["polyominoes", "--count", "4 5 0 1 0 1 0 1 2"], "");
    assert_eq!((exhausted.status.code(), stdout(&exhausted).as_str()), (Some(1), "0\n"));
    let gave_up = "mapwright: gave up after 5000 nodes (budget 5000 nodes and 1024 MiB)";
    fails(&["polyominoes", "--nodes", "5000", "10 12 0 0 5 12 12 1 0"], "", 1, gave_up);
    // A bad line does not keep the others from being done.
    let output = mapwright(
        &["polyominoes", "--count"],
        "4 3 2 0 1 0 0 0 0\n5 5 6 0 0 0 0 0 0\n4 5 0 1 0 1 0 1 2\n4 4 0 0 0 0 4 0 0\n",
    );
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), "1\n0\n2\n"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        errors,
        "mapwright: line 2: the 6 pieces cover 24 cells and the board has 25: 1 too few\nmapwright: line 3: no filling: the search tried everything\n"
    );
}
