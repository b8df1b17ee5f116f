//! The program as a person or a script meets it: outputs, messages, exit statuses.

mod puzzles;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{mapwright, mapwright_in, stderr, stdout};

fn recipe(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../recipe/recipes/{name}.json"))
}

#[track_caller]
fn succeeds(args: &[&str], input: &str) -> String {
    let output = mapwright(args, input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

#[track_caller]
fn fails(args: &[&str], input: &str, status: i32, message: &str) {
    let output = mapwright(args, input);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    assert_eq!(error.trim_end(), message);
    assert_eq!(stdout(&output), "");
}

const PUZZLE: &str = r#"{ "version": 1, "width": 5, "height": 3, "seed": 4, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "pipe-shuffler" }] }"#;

#[test]
fn a_map_that_a_player_has_changed_is_read_and_what_is_lost_is_said() {
    let map = r#"{ "format": "mapwright-map", "version": 2, "width": 3, "height": 1, "tiles": [0, 128, 0],
        "start": [1, 0], "spawns": [{ "at": [1, 0], "what": "Gold" }, { "at": [2, 0], "what": "Rat" }] }"#;
    let output = mapwright(&["build", "-"], map);
    let warning = "mapwright: warning: standard input: `start` is at (1, 0), which is not an open cell; it is dropped\n\
                   mapwright: warning: standard input: `Gold` is at (1, 0), which is not an open cell; it is dropped\n";
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ".#!\n".to_owned()));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), warning);
    assert!(mapwright(&["build", "-", "--quiet"], map).stderr.is_empty());
    let gold = r#"{ "at": [1, 0], "what": "Gold" }"#;
    let many = map.replacen(gold, &[gold; 30].join(", "), 1);
    let output = String::from_utf8(mapwright(&["build", "-"], &many).stderr).unwrap();
    assert_eq!(output.lines().count(), 11);
    assert!(output.ends_with("standard input: 21 more marks are dropped\n"), "{output}");
}

#[test]
fn errors_of_several_lines_keep_them() {
    let recipe = |rule: &str| {
        format!(
            r#"{{ "version": 1, "width": 2, "height": 1, "initial": {{ "use": "rewrite", "program": [{{ "one": "{rule}" }}] }} }}"#
        )
    };
    let message = "mapwright: standard input: initial rewrite: program[0].one: line 1, column 7: \
                   the right side is 1x1; expected 2x1\n  ## -> #\n        ^";
    fails(&["build", "-"], &recipe("## -> #"), 2, message);
    let hostile = mapwright(&["build", "-"], &recipe(r"\u001b[2J\nmapwright: done -> #"));
    let hostile = String::from_utf8(hostile.stderr).unwrap();
    assert!(!hostile.contains('\u{1b}') && !hostile.contains("\nmapwright"), "{hostile}");
}

#[test]
fn build_warns_of_rules_that_never_fire() {
    let recipe = r#"{ "version": 1, "width": 2, "height": 1,
        "initial": { "use": "rewrite", "program": [{ "one": "~# -> ~~" }] } }"#;
    let output = mapwright(&["build", "-"], recipe);
    let warning =
        "mapwright: warning: initial rewrite: program[0].one: `~# -> ~~` can never fire: no cell is ever `~`\n";
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), "##\n".to_owned()));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), warning);
    assert!(mapwright(&["build", "-", "--quiet"], recipe).stderr.is_empty());
}

#[test]
fn build_prints_text_or_json_and_takes_a_seed() {
    let text = succeeds(&["build", "-"], PUZZLE);
    assert_eq!(text.lines().count(), 3);
    let json = succeeds(&["build", "-", "--format", "json"], PUZZLE);
    assert!(json.starts_with(r#"{"format":"mapwright-map","version":2,"width":5,"height":3,"#));
    assert_eq!(json, succeeds(&["build", "-", "--format", "json", "--seed", "4"], PUZZLE));
    assert_ne!(json, succeeds(&["build", "-", "--format", "json", "--seed", "5"], PUZZLE));
    // The map can be built on, drawn and measured.
    assert_eq!(succeeds(&["build", "-"], &json), text);
    assert!(succeeds(&["measure", "-"], &json).contains("open_cells           15\n"));
}

#[test]
fn build_prints_the_digest_of_what_it_writes() {
    let json = succeeds(&["build", "cave", "--format", "json"], "");
    let hash = json
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(succeeds(&["build", "cave", "--digest"], ""), format!("{hash:016x}\n"));
}

#[test]
fn a_finished_map_has_no_seeds() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_string_lossy().into_owned();
    let map = succeeds(&["build", "-", "--format", "json"], PUZZLE);
    let message = "mapwright: standard input: a finished map has no seeds; expected a recipe";
    fails(&["build", "-", "--seeds", "0..3", "-o", &format!("{out}/{{seed}}.json")], &map, 2, message);
}

#[test]
fn build_writes_pictures_of_every_stage() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (json, png, gif, apng, stages) = (at("m.json"), at("m.png"), at("m.gif"), at("m.apng"), at("stages"));
    let puzzle = recipe("pipe-puzzle").to_string_lossy().into_owned();
    let args = ["build", &puzzle, "-o", &json, "-o", &png, "-o", &gif, "-o", &apng, "--every", "10"];
    let printed = succeeds(&[&args[..], &["--stages", &stages, "--cell", "8"]].concat(), "");
    assert_eq!(printed, "");
    let head = |path: &str| std::fs::read(path).unwrap()[..4].to_vec();
    assert_eq!(head(&png), b"\x89PNG");
    assert_eq!(head(&gif), b"GIF8");
    assert_eq!(head(&apng), b"\x89PNG");
    let mut names: Vec<String> =
        std::fs::read_dir(&stages).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "00-prim-maze.png",
            "01-ring-validator.png",
            "02-loop-injector.png",
            "03-ring-validator.png",
            "04-pipe-shuffler.png",
            "05-ring-validator.png"
        ]
    );
    // A recorded build makes the same map.
    assert_eq!(std::fs::read_to_string(json).unwrap(), succeeds(&["build", &puzzle, "--format", "json"], ""));
}

#[test]
fn a_range_of_seeds_is_built_alike_for_any_number_of_jobs() {
    let maps = |jobs: &str| {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("maps/{name}-{seed}.json").to_string_lossy().into_owned();
        let output = mapwright(&["build", "-", "--seeds", "3..8", "--jobs", jobs, "-o", &out], PUZZLE);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("5 of 5 maps in {out}\n"));
        let at = |seed: i32| out.replace("{name}", "map").replace("{seed}", &seed.to_string());
        (3..8).map(|seed| std::fs::read_to_string(at(seed)).unwrap()).collect::<Vec<_>>()
    };
    let one = maps("1");
    assert_eq!(one, maps("4"));
    assert_eq!(one[1], succeeds(&["build", "-", "--format", "json"], PUZZLE));
}

#[test]
fn a_failed_seed_is_reported_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("{seed}.json").to_string_lossy().into_owned();
    let hopeless = r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" },
        "metas": [{ "use": "exit" }] }"#;
    let output = mapwright(&["build", "-", "--seeds", "0..2", "-o", &out, "--jobs", "1"], hopeless);
    assert_eq!(output.status.code(), Some(1));
    let why = "metas[0] exit: no free floor for an exit can be reached from the start at (0, 0)";
    let expected = [
        format!("mapwright: seed 0: {why}"),
        format!("mapwright: seed 1: {why}"),
        format!("0 of 2 maps in {out}"),
        "mapwright: 2 of 2 seeds could not be built".to_owned(),
    ];
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn of_many_seeds_what_can_be_built_is_written_and_the_call_fails_if_anything_cannot() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("maps");
    // Caves so small that some have no floor.
    let some = r#"{ "version": 1, "width": 8, "height": 7, "initial": { "use": "cellular-automata" },
        "metas": [{ "use": "start" }, { "use": "exit" }] }"#;
    let output = mapwright(&["build", "-", "--seeds", "0..40", "-o", out.join("{seed}.json").to_str().unwrap()], some);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let written = std::fs::read_dir(&out).unwrap().count();
    assert!(0 < written && written < 40, "{written}: {said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = format!("mapwright: {} of 40 seeds could not be built", 40 - written);
    assert_eq!(said.lines().last(), Some(last.as_str()));
    assert_eq!(said.lines().filter(|line| line.starts_with("mapwright: seed ")).count(), 40 - written);
}

#[test]
fn list_shows_everything_for_people_and_programs() {
    let text = succeeds(&["list", "stages"], "");
    let json: serde_json::Value = serde_json::from_str(&succeeds(&["list", "stages", "--format", "json"], "")).unwrap();
    let list = json.as_array().unwrap();
    assert!(list.len() >= 17);
    for builder in list {
        assert!(text.contains(builder["name"].as_str().unwrap()));
        for key in ["kind", "about", "params", "needs", "gives", "drops", "effect"] {
            assert!(!builder[key].is_null(), "{builder}");
        }
    }
    let prim = list.iter().find(|builder| builder["name"] == "prim-maze").unwrap();
    assert_eq!(prim["params"][0]["range"], serde_json::json!([3, 4]));
    assert_eq!(prim["gives"], serde_json::json!(["sides", "start"]));
}

#[test]
fn new_prints_recipes_that_build() {
    for name in ["pipe-puzzle", "cave", "loop-injector", "cellular-automata", "wang-tiles"] {
        let recipe = succeeds(&["new", name], "");
        succeeds(&["build", "-"], &recipe);
    }
    fails(&["new", "cavern"], "", 2, "mapwright: no recipe is called `cavern`; did you mean `cave`?");
    fails(&["new", "x"], "", 2, "mapwright: no recipe is called `x`; `mapwright list recipes` lists all");
}

#[test]
fn the_recipes_are_listed_with_a_phrase_each_in_a_hundred_columns() {
    let list = succeeds(&["list", "recipes"], "");
    let files = std::fs::read_dir(recipe("cave").parent().unwrap()).unwrap().count();
    assert_eq!(list.lines().count(), files);
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    assert!(list.contains("  cave                       80x50  Cave in one piece, "), "{list}");
    let some = succeeds(&["list", "recipes", "locks", "maze"], "");
    assert_eq!(some, "  locked-maze  31x21  Maze with locks\n");
    fails(
        &["list", "recipes", "casle"],
        "",
        2,
        "mapwright: nothing in the list has `casle`; did you mean `castle-keys`?",
    );
    assert_eq!(mapwright(&["new"], "").status.code(), Some(2));
}

#[test]
fn a_built_in_recipe_is_called_by_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("maps").to_string_lossy().into_owned();
    let file = recipe("cave").to_string_lossy().into_owned();
    assert_eq!(succeeds(&["build", "cave"], ""), succeeds(&["build", &file], ""));
    assert_eq!(succeeds(&["build", "prim-maze"], "").lines().count(), 43);
    assert_eq!(succeeds(&["measure", "cave"], ""), succeeds(&["measure", &file], ""));
    assert_eq!(succeeds(&["build", "cave", "--format", "csv"], ""), succeeds(&["build", &file, "--format", "csv"], ""));
    succeeds(&["build", "cave", "--seeds", "0..1", "-o", &format!("{out}/{{seed}}.json")], "");
    fails(&["build", "caev"], "", 2, "mapwright: no recipe is called `caev`; did you mean `cave`?");
    // A file comes first, a folder does not.
    let call = |name: &str| {
        let mut call = Command::new(env!("CARGO_BIN_EXE_mapwright"));
        stdout(&call.args(["build", name]).current_dir(dir.path()).output().unwrap())
    };
    std::fs::create_dir(dir.path().join("cave")).unwrap();
    std::fs::write(dir.path().join("maze"), PUZZLE).unwrap();
    assert_eq!((call("cave").lines().count(), call("maze").lines().count()), (50, 3));
}

#[test]
fn new_random_prints_a_level_that_builds() {
    for (depth, size) in [("1", "80x50"), ("9", "20x15"), ("300", "120x80")] {
        for seed in ["0", "7", "18446744073709551615"] {
            let recipe = succeeds(&["new", "random", "--depth", depth, "--seed", seed, "--size", size], "");
            assert!(recipe.contains(&format!("\"seed\": {seed},")), "{recipe}");
            let map = succeeds(&["build", "-"], &recipe);
            assert!(map.contains('S') && map.contains('E'), "{map}");
        }
    }
    let plain = succeeds(&["new", "random"], "");
    assert_eq!(plain, succeeds(&["new", "random", "--depth", "1", "--seed", "0", "--size", "80x50"], ""));
    let dla = succeeds(&["new", "random", "--only", "dla,walk", "--wrap", "both"], "");
    assert!(dla.contains("dla") || dla.contains("drunkards-walk"), "{dla}");
    assert!(dla.contains("\"wrap\": \"both\""), "{dla}");
}

#[test]
fn new_says_what_can_be_rolled() {
    let small = "mapwright: parameter `size` is 11x10; expected 12x10 to 1000x1000";
    fails(&["new", "random", "--size", "11x10"], "", 2, small);
    let misplaced = "mapwright: --depth only works with `mapwright new random`, not with `cave`";
    fails(&["new", "cave", "--depth", "3"], "", 2, misplaced);
    for (flag, value, message) in [
        ("--depth", "0", "'0' for '--depth <D>': 0 is not in 1..=4294967295"),
        ("--depth", "-3", "'-3' for '--depth <D>': -3 is not in 1..=4294967295"),
        ("--size", "20", "'20' for '--size <WxH>': expected WxH, both 1 to 65535, such as 11x11"),
        ("--wrap", "z", "'z' for '--wrap <WRAP>': expected none, x, y, both"),
        ("--only", "maze,caves", "'caves' for '--only <FAMILY,…>': no family is called `caves`; did you mean `cave`?"),
    ] {
        let message = format!("error: invalid value {message}\n\nFor more information, try '--help'.");
        fails(&["new", "random", flag, value], "", 2, &message);
    }
}

#[test]
fn measure_shows_one_map_or_the_spread_of_many() {
    let one: serde_json::Value =
        serde_json::from_str(&succeeds(&["measure", "-", "--format", "json"], PUZZLE)).unwrap();
    assert_eq!((&one["open_cells"], &one["size"]), (&15.into(), &serde_json::json!([5, 3])));
    let many = succeeds(&["measure", "-", "--format", "json", "--seeds", "0..70"], PUZZLE);
    let many: serde_json::Value = serde_json::from_str(&many).unwrap();
    assert_eq!((&many["built"], &many["failed"]), (&70.into(), &0.into()));
    assert_eq!(
        many["metrics"]["open_cells"],
        serde_json::json!({ "mean": 15.0, "deviation": 0.0, "min": 15.0, "max": 15.0 })
    );
    assert!(succeeds(&["measure", "-", "--seeds", "0..3"], PUZZLE).starts_with("3 maps, 0 failed seeds\n"));
    let map = succeeds(&["build", "-", "--format", "json"], PUZZLE);
    fails(
        &["measure", "-", "--seeds", "0..3"],
        &map,
        2,
        "mapwright: standard input: --seeds only works with a recipe; this is a map",
    );
}

#[test]
fn wrong_input_is_status_two_and_a_failed_build_status_one() {
    fails(&["build", "lost.json"], "", 2, "mapwright: lost.json: No such file or directory (os error 2)");
    fails(
        &["build", "-"],
        "{",
        2,
        "mapwright: standard input: not valid JSON: EOF while parsing an object at line 1 column 1",
    );
    fails(
        &["build", "-"],
        &PUZZLE.replace("pipe-shuffler", "pipe-shufler"),
        2,
        "mapwright: standard input: metas[0] pipe-shufler: no builder is called `pipe-shufler`; did you mean `pipe-shuffler`?",
    );
    fails(
        &["build", "-"],
        &PUZZLE.replace("pipe-shuffler", "loop-injector\", \"chance\": \"1"),
        2,
        "mapwright: standard input: metas[0] loop-injector: parameter `chance` is \"1\"; expected a number from 0 to 1",
    );
    fails(
        &["build", "-"],
        &PUZZLE.replace("\"width\": 5, \"height\": 3", "\"width\": 65535, \"height\": 65535"),
        2,
        "mapwright: standard input: initial prim-maze: a map of 65535x65535 would take up to 42948362250 bytes; \
         expected at most 4294967296 bytes and 65535 cells a side",
    );
    fails(
        &["build", "-"],
        r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" }, "metas": [{ "use": "exit" }] }"#,
        1,
        "mapwright: metas[0] exit: no free floor for an exit can be reached from the start at (0, 0)",
    );
    for call in
        [&["build"][..], &["build", "-", "--seeds", "5..5", "-o", "x"], &["build", "-", "--cell", "0"], &["fly"]]
    {
        let output = mapwright(call, PUZZLE);
        assert_eq!(output.status.code(), Some(2), "{call:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    }
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let nowhere = file.join("m.json").to_string_lossy().into_owned();
    let output = mapwright(&["build", "-", "-o", &nowhere], PUZZLE);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("file: "));
    std::fs::remove_file(file).unwrap();
    // A build that fails leaves no file.
    let path = dir.path().join("m.png").to_string_lossy().into_owned();
    let hopeless = r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" },
        "metas": [{ "use": "exit" }] }"#;
    assert_eq!(mapwright(&["build", "-", "-o", &path], hopeless).status.code(), Some(1));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn pictures_and_animations_go_to_standard_output_too() {
    for (flag, magic) in [("png", &b"\x89PNG"[..]), ("apng", b"\x89PNG"), ("gif", b"GIF8")] {
        let output = mapwright(&["build", "-", "-o", "-", "--format", flag], PUZZLE);
        assert_eq!(output.status.code(), Some(0), "{flag}");
        assert!(output.stdout.starts_with(magic), "{flag}");
    }
    assert!(!Path::new("-").exists());
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(succeeds(&["build", "-"], &format!("\u{feff}{PUZZLE}")), succeeds(&["build", "-"], PUZZLE));
}

#[test]
fn many_seeds_stop_at_an_error_that_no_seed_can_mend() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("{seed}.json").to_string_lossy().into_owned();
    // Would do if it wrapped, so it is not refused before the first build.
    let small = r#"{ "version": 1, "width": 2, "height": 2, "initial": { "use": "arena" },
        "metas": [{ "use": "tiles-to-sides" }] }"#;
    fails(
        &["build", "-", "--seeds", "0..1000000", "-o", &out, "--jobs", "1"],
        small,
        2,
        "mapwright: metas[0] tiles-to-sides: a map of 2x2 is too small: at least 3x3 is needed",
    );
}

#[test]
fn measure_draws_a_heat_map_of_two_metrics() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (png, txt) = (at("range.png"), at("range.txt"));
    let call = |axes: &'static str| {
        ["measure", "-", "--seeds", "0..20", "-o", &png, "--axes", axes, "-o", &txt].map(str::to_owned)
    };
    succeeds(&call("tee_share,longest_path").each_ref().map(String::as_str), PUZZLE);
    let table = std::fs::read_to_string(&txt).unwrap();
    assert!(table.starts_with("20 maps, 0 failed seeds\n"));
    assert_eq!(std::fs::read(&png).unwrap()[..4], *b"\x89PNG");
    std::fs::remove_file(&png).unwrap();
    // What was measured is written even if it cannot be drawn.
    let known = "open_cells, open_share, components, largest_share, passages, isolated_share, dead_ends, dead_end_share, \
                 corridor_share, tee_share, cross_share, loops, longest_path, longest_path_share, pipe_grade";
    let output = mapwright(&call("loops,rooms").each_ref().map(String::as_str), PUZZLE);
    let message = format!("wrote {txt}\nmapwright: no map has the metric `rooms`; they have {known}\n");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()), (Some(2), message));
    assert_eq!(std::fs::read_to_string(&txt).unwrap(), table);
    assert!(!Path::new(&png).exists());
    let csv = succeeds(&["measure", "-", "--seeds", "0..3", "--format", "csv"], PUZZLE);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows[0][..4].join(","), rows.len()), ("seed,width,height,open_cells".to_owned(), 4));
    assert!(rows.iter().all(|row| row.len() == rows[0].len()) && rows[3][..4] == ["2", "5", "3", "15"], "{csv}");
}

#[test]
fn overlays_are_drawn_over_the_map_and_refused_where_they_show_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let level = recipe("locked-maze");
    let draw = |overlay: &[&str]| {
        let path = dir.path().join("level.png");
        let args = [&["build", level.to_str().unwrap(), "--cell", "8", "-o", path.to_str().unwrap()], overlay];
        succeeds(&args.concat(), "");
        std::fs::read(path).unwrap()
    };
    let mut pictures: Vec<Vec<u8>> = ["areas", "graph", "walk", "areas,graph,walk"]
        .iter()
        .map(|overlay| draw(&["--overlay", overlay]))
        .chain([draw(&[])])
        .collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 5, "each overlay shows");
    let map = succeeds(&["build", "-", "--format", "json"], PUZZLE);
    for (name, lacks, giver) in [
        ("areas", "level graph", "area-graph"),
        ("graph", "level graph", "area-graph"),
        ("walk", "proof", "solvability-validator"),
    ] {
        let why = format!("there is no {lacks}; `{giver}` gives one");
        let message = format!("mapwright: the overlay `{name}` shows nothing: {why}");
        for input in [PUZZLE, &map] {
            fails(&["build", "-", "--overlay", name, "-o", "x.png"], input, 2, &message);
        }
    }
}

#[test]
fn schemas_are_printed() {
    let of = |args: &[&str]| serde_json::from_str::<serde_json::Value>(&succeeds(args, "")).unwrap();
    assert_eq!(of(&["generate", "schema"]), of(&["generate", "schema", "recipe"]));
    assert_eq!(of(&["generate", "schema"])["title"], "Mapwright recipe");
    assert_eq!(of(&["generate", "schema", "map"])["title"], "Mapwright map");
}

#[test]
fn recipes_are_written_as_rust() {
    let program = include_str!("../../../../../tests/it/rust/program.rs");
    assert_eq!(succeeds(&["build", "castle-keys", "--format", "rs"], ""), program);
    let other = succeeds(&["build", "castle-keys", "--format", "rs", "--seed", "12"], "");
    assert_eq!(other, program.replace("build(11)", "build(12)"));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("puzzle.rs");
    let digest = succeeds(&["build", "-", "-o", path.to_str().unwrap(), "--digest"], PUZZLE);
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written.contains(".with(PipeShuffler::default())") && digest.trim().len() == 16);
    let map = succeeds(&["build", "-", "--format", "json"], PUZZLE);
    fails(
        &["build", "-", "--format", "rs"],
        &map,
        2,
        "mapwright: standard input: a finished map cannot be written as Rust code; expected a recipe",
    );
}
