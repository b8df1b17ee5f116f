//! What is written where, and what is said of it.

use crate::common::{MAZE, call, mapwright_in, names, stderr, stdout};

#[test]
fn success_says_what_was_written_and_folders_are_made() {
    let dir = tempfile::tempdir().unwrap();
    for (args, written) in [
        (&["build", "cave", "-o", "a/b/cave.png", "-o", "a/cave.json"][..], &["a/cave.json", "a/b/cave.png"][..]),
        (&["build", "prim-maze", "-o", "c/x.gif", "-o", "c/x.apng"], &["c/x.gif", "c/x.apng"]),
        (&["build", "cave", "-o", "d/cave.png"], &["d/cave.png"]),
        (&["build", "cave", "--digest", "--stages", "e/f"], &["e/f"]),
        (&["build", "cave", "-o", "g/cave.tmx"], &["g/cave.tmx"]),
        (&["new", "cave", "-o", "h/cave.json"], &["h/cave.json"]),
        (&["build", "prim-maze", "--format", "datapack", "-o", "i/pack"], &["i/pack"]),
        (&["build", "prim-maze", "-o", "i/pack.zip"], &["i/pack.zip"]),
        (&["build", "prim-maze", "-O", "pieces=yes", "--format", "nbt", "-o", "j/pack"], &["j/pack"]),
        (&["build", "cave", "--seeds", "0..2", "-o", "k/{seed}.json"], &["2 of 2 maps in k/{seed}.json"]),
        (&["measure", "cave", "--seeds", "0..2", "-o", "l/heat.png"], &["l/heat.png"]),
        (&["tileset", "walls", "-o", "m/walls.png"], &["m/walls.png"]),
        (&["world", "endless-maze", "--window", "0,0,3x3", "-o", "n/w.png", "-o", "o/w.tmx"], &["o/w.tmx", "n/w.png"]),
        (&["polyominoes", "4 3 2 0 1 0 0 0 0", "-o", "p/f.svg"], &["p/f.svg"]),
        (&["generate", "man", "-o", "q/man"], &["q/man"]),
        (&["generate", "schema", "-o", "r/recipe.json"], &["r/recipe.json"]),
    ] {
        let output = mapwright_in(dir.path(), args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert_eq!(said.lines().count(), written.len(), "{args:?}: {said}");
        for name in written {
            assert!(said.contains(name), "{args:?}: {said}");
        }
    }
    for args in [
        &["build", "cave", "-o", "q.png", "--quiet"][..],
        &["build", "cave", "-o", "q.png", "-q"],
        &["-q", "build", "cave", "--seeds", "0..2", "-o", "q/{seed}.json"],
        &["build", "cave", "-o", "q.tmx", "-q"],
        &["tileset", "walls", "-o", "q.png", "-q"],
        &["polyominoes", "4 3 2 0 1 0 0 0 0", "-o", "q.svg", "-q"],
    ] {
        let output = mapwright_in(dir.path(), args, "");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{args:?}");
    }
}

/// A map of four million cells, drawn and written within 20 bytes a cell where each is a pixel. By default each has two by
/// two, with 16 bytes.
#[cfg(target_os = "linux")]
#[test]
fn large_pictures_take_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    for initial in ["arena", "cellular-automata", "backtracker", "wang-tiles"] {
        let recipe =
            format!(r#"{{ "version": 1, "width": 2000, "height": 2000, "initial": {{ "use": "{initial}" }} }}"#);
        std::fs::write(dir.path().join("large.json"), recipe).unwrap();
        for (bytes, options) in [(20, "--cell 1"), (20 + 16, "")] {
            // The data of the process in kibibytes: the picture, and what an empty one takes.
            let limit = (bytes * 2000 * 2000 + (16 << 20)) / 1024;
            let program = env!("CARGO_BIN_EXE_mapwright");
            let line = format!("ulimit -d {limit}; exec '{program}' build large.json -o large.png {options}");
            let output = std::process::Command::new("sh").args(["-c", &line]).current_dir(dir.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{initial} {options}: {}", stderr(&output));
        }
    }
}

#[test]
fn a_theme_is_a_name_or_a_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("night.json"), r##"{ "base": "dark", "paper": "#000000" }"##).unwrap();
    std::fs::write(dir.path().join("wrong.json"), r#"{ "ink": "red" }"#).unwrap();
    for (name, theme) in [("a.png", "dark"), ("b.png", "night.json"), ("c.svg", "night.json"), ("d.dd2vtt", "print")] {
        let output = mapwright_in(dir.path(), &["build", "cave", "-o", name, "--theme", theme], "");
        assert_eq!(stderr(&output), format!("wrote {name}\n"));
    }
    let svg = std::fs::read_to_string(dir.path().join("c.svg")).unwrap();
    assert!(svg.contains("#000000"), "{}", &svg[..400]);
    for (theme, why) in [
        ("sepia", "expected atlas, parchment, dark, blueprint, print, or a .json file"),
        ("gone.json", "gone.json: No such file or directory (os error 2)"),
        ("wrong.json", "wrong.json: theme: `ink`: expected a color of six hexadecimal digits, such as `#f6f1e5`"),
    ] {
        let output = mapwright_in(dir.path(), &["build", "cave", "-o", "x.png", "--theme", theme], "");
        let told = stderr(&output);
        assert!(told.contains(why), "{told}");
        assert_eq!((output.status.code(), told.contains("--theme <NAME|FILE>")), (Some(2), true), "{told}");
    }
}

#[test]
fn a_sheet_frames_a_picture_and_everything_else_is_written_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut pictures = Vec::new();
    for options in ["", "--sheet poster --theme dark", "--sheet stages --overlay distance"] {
        let line = format!("build rooms-with-doors -o a.png -o a.csv --cell 6 {options}");
        let output = mapwright_in(dir.path(), &line.split_whitespace().collect::<Vec<_>>(), "");
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), "wrote a.csv\nwrote a.png\n".to_owned()));
        let picture = std::fs::read(dir.path().join("a.png")).unwrap();
        assert!(!pictures.contains(&picture), "{options}");
        pictures.push(picture);
    }
}

#[test]
fn a_failed_build_makes_no_folder() {
    let dir = tempfile::tempdir().unwrap();
    let hopeless = MAZE.replace("\"width\": 5, \"height\": 3", "\"width\": 1, \"height\": 1");
    let hopeless = hopeless.replace("\"prim-maze\" }", "\"prim-maze\" }, \"metas\": [{ \"use\": \"exit\" }]");
    let output = mapwright_in(dir.path(), &["build", "-", "-o", "a/b.png"], &hopeless);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(names(dir.path()), [""; 0]);
}

#[test]
fn a_name_that_windows_keeps_for_itself_is_noted() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["CON.tmx", "nul.csv", "Lpt1.svg"] {
        let output = mapwright_in(dir.path(), &["build", "prim-maze", "-o", name], "");
        let told =
            format!("mapwright: warning: {name}: Windows reserves this name for a device and cannot open the file\n");
        assert!(stderr(&output).starts_with(&told), "{}", stderr(&output));
    }
}

#[test]
fn maps_that_share_their_images_are_noted() {
    let dir = tempfile::tempdir().unwrap();
    let export = |name| stderr(&mapwright_in(dir.path(), &["build", "prim-maze", "-o", name], ""));
    assert_eq!(export("a.tmx"), "wrote a.tmx\n");
    assert_eq!(export("a.tmx"), "wrote a.tmx\n");
    assert_eq!(export("b.ldtk"), "wrote b.ldtk\n");
    let told = "mapwright: warning: a.tmj and a.tmx share their images; rename one of them\n";
    assert_eq!(export("a.tmj"), format!("{told}wrote a.tmj\n"));
}

#[test]
fn quiet_calls_do_not_warn() {
    let dir = tempfile::tempdir().unwrap();
    let warns = r#"{ "version": 1, "width": 2, "height": 1,
        "initial": { "use": "rewrite", "program": [{ "one": "~# -> ~~" }] } }"#;
    for args in [&["build", "prim-maze", "-o", "CON.csv"][..], &["build", "prim-maze", "-o", "a.tmj"], &["build", "-"]]
    {
        std::fs::write(dir.path().join("a.tmx"), "").unwrap();
        let told = |more: &[&str]| stderr(&mapwright_in(dir.path(), &[args, more].concat(), warns));
        assert!(told(&[]).starts_with("mapwright: warning: "), "{args:?}: {}", told(&[]));
        assert_eq!(told(&["-q"]), "", "{args:?}");
    }
}

#[test]
fn the_longest_names_can_be_written() {
    let dir = tempfile::tempdir().unwrap();
    let name = format!("{}.png", "n".repeat(251));
    assert_eq!(mapwright_in(dir.path(), &["build", "cave", "-o", &name], "").status.code(), Some(0));
    assert_eq!(names(dir.path()), [name]);
}

#[test]
fn colors_that_are_asked_for_are_there_whatever_the_terminal_wants() {
    let dir = tempfile::tempdir().unwrap();
    for no_color in [None, Some(""), Some("1")] {
        let mut call = call(dir.path(), &["polyominoes", "--color", "4 4 0 0 0 0 0 4 0"]);
        no_color.iter().for_each(|value| {
            call.env("NO_COLOR", value);
        });
        assert!(stdout(&call.output().unwrap()).contains('\u{1b}'), "{no_color:?}");
    }
}

/// `script` runs a call in a terminal of its own.
#[cfg(target_os = "linux")]
#[test]
fn colors_are_for_terminals_that_have_not_asked_for_none() {
    let dir = tempfile::tempdir().unwrap();
    for (no_color, has_colors) in [(None, true), (Some(""), true), (Some("1"), false)] {
        let mut call = call(dir.path(), &["pipes", "check", "3x1:254"]);
        assert!(!stdout(&call.output().unwrap()).contains('\u{1b}'), "without a terminal");
        let mut terminal = std::process::Command::new("script");
        let line = format!("'{}' pipes check 3x1:254", env!("CARGO_BIN_EXE_mapwright"));
        terminal.args(["-q", "-e", "-c", &line, "/dev/null"]).env_remove("NO_COLOR").current_dir(dir.path());
        terminal.stdin(std::process::Stdio::null());
        no_color.iter().for_each(|value| {
            terminal.env("NO_COLOR", value);
        });
        let output = terminal.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stdout(&output).contains('\u{1b}'), has_colors, "{no_color:?}: {}", stdout(&output));
    }
}

/// The pixels of a call's picture.
fn picture(recipe: &str, more: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), &[&["build", recipe, "-o", "x.png", "--cell", "8"], more].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{more:?}: {}", stderr(&output));
    std::fs::read(dir.path().join("x.png")).unwrap()
}

#[test]
fn pictures_leave_out_marks_for_players_and_outline_the_last_changes() {
    let plain = picture("castle-keys", &[]);
    for (more, differs) in [
        (&["-O", "marks=no"][..], true),
        (&["-O", "marks=yes"], false),
        (&["--overlay", "changes"], true),
        (&["--seed", "1"], true),
    ] {
        assert_eq!(picture("castle-keys", more) != plain, differs, "{more:?}");
    }
}

#[test]
fn nothing_is_written_where_a_picture_cannot_be() {
    let dir = tempfile::tempdir().unwrap();
    // A row of tiles more than the stages promise is one too many for a picture.
    let maze = r#"{ "version": 1, "width": 16, "height": 16, "initial": { "use": "prim-maze" },
        "metas": [{ "use": "sides-to-tiles" }] }"#;
    let args = ["build", "-", "--cell", "512", "-o", "maze.png", "-o", "maze.json", "-o", "maze.csv"];
    let output = mapwright_in(dir.path(), &args, maze);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(names(dir.path()), [""; 0]);
    // What took long is kept.
    let search = ["search", "find", "cave", "--want", "open_share > 40%", "--count", "2", "--sheet", "-o", "found"];
    let output = mapwright_in(dir.path(), &[&search[..], &["--cell", "512", "--size", "300x300"]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("mapwright: warning: no found/sheet.png: "), "{}", stderr(&output));
    assert_eq!(names(&dir.path().join("found")), ["000.json", "001.json", "manifest.json"]);
}
