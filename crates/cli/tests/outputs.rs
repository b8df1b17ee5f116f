//! What is written where, and what is said of it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{MAZE, call, mapwright_in, names, stderr, stdout};

#[test]
fn success_says_what_was_written_and_folders_are_made() {
    let dir = tempfile::tempdir().unwrap();
    for (args, written) in [
        (
            &["build", "cave", "--png", "a/b/cave.png", "--json", "a/cave.json"][..],
            &["a/cave.json", "a/b/cave.png"][..],
        ),
        (&["build", "prim-maze", "--gif", "c/x.gif", "--apng", "c/x.apng"], &["c/x.gif", "c/x.apng"]),
        (&["build", "cave", "-o", "d/cave.png"], &["d/cave.png"]),
        (&["build", "cave", "--digest", "--stages", "e/f"], &["e/f"]),
        (&["export", "cave", "g/cave.tmx"], &["g/cave.tmx"]),
        (&["export", "cave", "h/cave.csv"], &["h/cave.csv"]),
        (&["export", "prim-maze", "--to", "datapack", "i/pack"], &["i/pack"]),
        (&["export", "prim-maze", "--pieces", "--to", "nbt", "j/pack"], &["j/pack"]),
        (&["batch", "cave", "--seeds", "0..2", "-o", "k/maps"], &["2 of 2 maps in k/maps"]),
        (&["stats", "cave", "--seeds", "0..2", "--png", "l/heat.png"], &["l/heat.png"]),
        (&["tileset", "walls", "--png", "m/walls.png"], &["m/walls.png"]),
        (
            &["world", "endless-maze", "--window", "0,0,3x3", "--png", "n/w.png", "--tiled", "o/w.tmx"],
            &["n/w.png", "o/w.tmx"],
        ),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--svg", "p/f.svg"], &["p/f.svg"]),
        (&["man", "q/man"], &["q/man"]),
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
        &["build", "cave", "--png", "q.png", "--quiet"][..],
        &["build", "cave", "-o", "q.png", "-q"],
        &["-q", "batch", "cave", "--seeds", "0..2", "-o", "q"],
        &["export", "cave", "q.tmx", "-q"],
        &["tileset", "walls", "--png", "q.png", "-q"],
        &["pack", "4 3 2 0 1 0 0 0 0", "--svg", "q.svg", "-q"],
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
            let line = format!("ulimit -d {limit}; exec '{program}' build large.json --png large.png {options}");
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
        let verb = if name.ends_with("png") { vec!["build", "cave", "-o", name] } else { vec!["export", "cave", name] };
        let output = mapwright_in(dir.path(), &[&verb[..], &["--theme", theme]].concat(), "");
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
fn a_picture_is_exported_as_it_is_built() {
    let dir = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let output = mapwright_in(dir.path(), &line.split(' ').collect::<Vec<_>>(), "");
        (output.status.code(), stderr(&output))
    };
    let mut pictures = Vec::new();
    for options in ["--cell 6", "--sheet hero --theme dark --cell 6", "--sheet stages --cell 6 --tint"] {
        assert_eq!(run(&format!("build rooms-with-doors --png built.png {options}")).0, Some(0));
        let exported = run(&format!("export rooms-with-doors exported.png {options}"));
        assert_eq!(exported, (Some(0), "wrote exported.png\n".to_owned()));
        let [built, exported] = ["built.png", "exported.png"].map(|name| std::fs::read(dir.path().join(name)).unwrap());
        assert!(built == exported, "{options}");
        assert!(!pictures.contains(&built), "{options}");
        pictures.push(built);
    }
    let (code, told) = run("export rooms-with-doors a.svg --sheet hero");
    assert_eq!(code, Some(2));
    assert!(told.contains("`--sheet` is for `png`; `svg` does not take it"), "{told}");
}

#[test]
fn a_failed_build_makes_no_folder() {
    let dir = tempfile::tempdir().unwrap();
    let hopeless = MAZE.replace("\"width\": 5, \"height\": 3", "\"width\": 1, \"height\": 1");
    let hopeless = hopeless.replace("\"prim-maze\" }", "\"prim-maze\" }, \"metas\": [{ \"use\": \"distant-exit\" }]");
    let output = mapwright_in(dir.path(), &["build", "-", "--png", "a/b.png"], &hopeless);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(names(dir.path()), [""; 0]);
}

#[test]
fn a_name_that_windows_keeps_for_itself_is_noted() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["CON.tmx", "nul.csv", "Lpt1.svg"] {
        let output = mapwright_in(dir.path(), &["export", "prim-maze", name], "");
        let told =
            format!("mapwright: warning: {name}: Windows reserves this name for a device and cannot open the file\n");
        assert!(stderr(&output).starts_with(&told), "{}", stderr(&output));
    }
}

#[test]
fn maps_that_share_their_images_are_noted() {
    let dir = tempfile::tempdir().unwrap();
    let export = |name| stderr(&mapwright_in(dir.path(), &["export", "prim-maze", name], ""));
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
    for args in [&["export", "prim-maze", "CON.csv"][..], &["export", "prim-maze", "a.tmj"], &["build", "-"]] {
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
    assert_eq!(mapwright_in(dir.path(), &["build", "cave", "--png", &name], "").status.code(), Some(0));
    assert_eq!(names(dir.path()), [name]);
}

#[test]
fn colors_that_are_asked_for_are_there_whatever_the_terminal_wants() {
    let dir = tempfile::tempdir().unwrap();
    for no_color in [None, Some(""), Some("1")] {
        let mut call = call(dir.path(), &["pack", "--color", "4 4 0 0 0 0 0 4 0"]);
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
