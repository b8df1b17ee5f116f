//! Options: what has no effect is refused, and a letter means the same everywhere.
#![allow(clippy::unwrap_used)]

mod common;

use common::{MAZE, mapwright, mapwright_in, names, prints, refusal, stderr, stdout};

#[test]
fn options_without_effect_are_refused() {
    let map = stdout(&mapwright(&["build", "-", "--json", "-"], MAZE));
    for (args, input, named) in [
        (&["build", "cave", "--tile-px", "8"][..], "", "--tileset"),
        (&["build", "cave", "--tileset", "walls"], "", "--png"),
        (&["build", "cave", "--cell", "8"], "", "--png"),
        (&["build", "cave", "--tint"], "", "--png"),
        (&["build", "cave", "--overlay", "areas"], "", "--png"),
        (&["build", "cave", "--every", "3", "--png", "x.png"], "", "--gif"),
        (&["build", "cave", "--tint", "--tileset", "walls", "--png", "x.png"], "", "--tint"),
        (&["build", "-", "--seed", "3"], &map, "--seed"),
        (&["stats", "-", "--seeds", "0..3"], &map, "--seeds"),
        (&["stats", "cave", "--png", "x.png"], "", "--seeds"),
        (&["batch", "-", "--seeds", "0..3", "--out", "x"], &map, "finished map"),
        (&["new", "--list", "--depth", "3"], "", "--depth"),
        (&["new", "cave", "--depth", "3"], "", "--depth"),
        (&["new", "cave", "--only", "cave"], "", "--only"),
        (&["world", "endless-maze", "--window", "0,0,3x3", "--cell", "8"], "", "--png"),
        (&["world", "endless-maze", "--window", "0,0,3x3", "--tileset", "terrain"], "", "--png"),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--pieces", "pentominoes"], "", "--pieces"),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--symmetry"], "", "--count"),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--color", "--count"], "", "--color"),
        (&["pipes", "new", "--maze", "backtracker", "--crosses"], "", "--crosses"),
        (&["pipes", "play", "3x1:254", "--size", "4x4"], "", "--size"),
        (&["export", "cave", "--to", "csv", "--form", "tiles", "-"], "", "--form"),
    ] {
        let message = refusal(args, input);
        assert!(message.contains(named), "{args:?}: {message}");
    }
}

#[test]
fn a_picture_has_the_name_of_a_picture() {
    for (args, expected) in [
        (&["build", "cave", "--png", "x.jpg"][..], "expected a name that ends in .png"),
        (&["build", "cave", "--gif", "x.png"], "expected a name that ends in .gif"),
        (&["build", "cave", "--apng", "x.gif"], "expected a name that ends in .apng or .png"),
        (&["build", "cave", "--json", "x.png"], "expected a name that ends in .json"),
        (&["world", "endless-maze", "--window", "0,0,3x3", "--png", "x.webp"], "expected a name that ends in .png"),
        (&["stats", "cave", "--seeds", "0..3", "--png", "x.svg"], "expected a name that ends in .png"),
        (&["tileset", "walls", "--png", "x.bmp"], "expected a name that ends in .png"),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--svg", "x.png"], "expected a name that ends in .svg"),
    ] {
        let message = refusal(args, "");
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    let dir = tempfile::tempdir().unwrap();
    for name in ["x", "x.PNG"] {
        assert_eq!(mapwright_in(dir.path(), &["build", "cave", "--png", name], "").status.code(), Some(0));
    }
}

#[test]
fn two_outputs_to_one_place_are_refused() {
    for (args, first, second) in [
        (&["build", "cave", "--json", "-", "--png", "-"][..], "--json", "--png"),
        (&["build", "cave", "--json", "--text"], "--json", "--text"),
        (&["build", "cave", "--text", "--digest"], "--digest", "--text"),
        (&["build", "cave", "--gif", "-", "--apng", "-"], "--gif", "--apng"),
        (&["stats", "cave", "--seeds", "0..2", "--png", "-"], "the metrics", "--png"),
        (&["world", "endless-maze", "--window", "0,0,3x3", "--json", "--png", "-"], "--json", "--png"),
        (&["world", "endless-maze", "--window", "0,0,3x3", "--text", "--png", "-"], "--text", "--png"),
        (&["pack", "4 3 2 0 1 0 0 0 0", "--png", "-"], "the filling", "--png"),
    ] {
        let message = refusal(args, "");
        let expected = format!("mapwright: {} and {} both go to standard output", quoted(first), quoted(second));
        assert_eq!(message, expected, "{args:?}");
    }
    let dir = tempfile::tempdir().unwrap();
    for (first, one, second, other) in [
        ("--png", "x.png", "--apng", "x.png"),
        ("--png", "x.png", "--apng", "./x.png"),
        ("--json", "a/x", "--rust", "a//x"),
        ("--gif", "a/x.gif", "--walk", "a/./x.gif"),
    ] {
        let output = mapwright_in(dir.path(), &["build", "castle-keys", first, one, second, other], "");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stderr(&output).trim_end(), format!("mapwright: `{first}` and `{second}` both go to {other}"));
    }
    assert_eq!(names(dir.path()), [""; 0]);
}

fn quoted(name: &str) -> String {
    if name.starts_with('-') { format!("`{name}`") } else { name.to_owned() }
}

#[test]
fn json_goes_to_standard_output_or_to_a_file_in_every_command() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["build", "cave"][..],
        &["builders"],
        &["builders", "arena"],
        &["stats", "cave"],
        &["stats", "cave", "--seeds", "0..3"],
        &["world", "endless-maze", "--window", "0,0,3x3"],
        &["pack", "4 3 2 0 1 0 0 0 0"],
        &["pipes", "check", "3x1:254"],
        &["pipes", "solve", "3x1:254"],
        &["pipes", "turn", "3x1:254", "0,0,1"],
    ] {
        let printed = prints(&[args, &["--json"]].concat());
        assert!(printed.starts_with(['{', '[']), "{args:?}: {printed}");
        let output = mapwright_in(dir.path(), &[args, &["--json=x.json"]].concat(), "");
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""), "{args:?}");
        assert_eq!(std::fs::read_to_string(dir.path().join("x.json")).unwrap(), printed, "{args:?}");
        assert!(stderr(&output).starts_with("wrote x.json"), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn the_format_comes_from_the_extension() {
    let dir = tempfile::tempdir().unwrap();
    for (out, to) in [
        ("x.csv", "csv"),
        ("x.txt", "ascii"),
        ("x.svg", "svg"),
        ("x.xp", "xp"),
        ("x.tmj", "tmj"),
        ("x.tmx", "tmx"),
        ("x.ldtk", "ldtk"),
        ("x.nbt", "nbt"),
        ("x.schem", "schem"),
    ] {
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        for (folder, args) in [(&one, &["export", "-", out][..]), (&two, &["export", "-", out, "--to", to])] {
            std::fs::create_dir(folder).unwrap();
            let output = mapwright_in(folder, args, MAZE);
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        }
        assert_eq!(names(&one), names(&two), "{out}");
        assert_eq!(std::fs::read(one.join(out)).unwrap(), std::fs::read(two.join(out)).unwrap(), "{out}");
        [one, two].iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }
    for (alias, out, written) in
        [("tiled", "x.tmx", "x.tmx"), ("rexpaint", "x.xp", "x.xp"), ("minecraft", "pack", "pack/pack.mcmeta")]
    {
        let output = mapwright_in(dir.path(), &["export", "prim-maze", "--to", alias, out], "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(dir.path().join(written).exists(), "{written}");
    }
    for (args, expected) in [
        (&["export", "cave", "-"][..], "mapwright: cannot tell the format from the name `-`; expected `--to FORMAT`"),
        (
            &["export", "cave", "x.json"],
            "mapwright: cannot tell the format from the name `x.json`; expected `--to FORMAT`",
        ),
        (&["export", "cave", "--to", "csv", "x.tmx"], "mapwright: x.tmx: expected a name that ends in .csv"),
    ] {
        assert_eq!(refusal(args, ""), expected, "{args:?}");
    }
}

#[test]
fn build_takes_the_kind_of_output_from_the_name() {
    let dir = tempfile::tempdir().unwrap();
    for (name, option) in [("m.png", "--png"), ("m.gif", "--gif"), ("m.apng", "--apng"), ("m.json", "--json")] {
        for args in [["build", "-", "-o", name], ["build", "-", option, &format!("same-{name}")]] {
            let output = mapwright_in(dir.path(), &args, MAZE);
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        }
        let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
        assert!(read(name) == read(&format!("same-{name}")), "{name}");
    }
    let output = mapwright_in(dir.path(), &["build", "-", "-o", "m.txt"], MAZE);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), String::new()));
    let text = std::fs::read_to_string(dir.path().join("m.txt")).unwrap();
    assert_eq!(text, stdout(&mapwright(&["build", "-"], MAZE)));
    let message = refusal(&["build", "cave", "-o", "m.bmp"], "");
    assert!(message.contains("m.bmp: expected a name that ends in .png, .gif, .apng, .json, .txt or .rs"), "{message}");
}
