//! What can be refused is refused before the work: no call here builds a map.

use crate::common;
use crate::common::{mapwright_in, names, refusal, stderr};

/// Cannot be built: a call that tries ends with the status 1.
const HOPELESS: &str = r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "exit" }] }"#;

/// Has no filling: a call that searches ends with the status 1.
const NO_FILLING: &str = "4 5 0 1 0 1 0 1 2";

#[cfg(unix)]
#[test]
fn places_that_cannot_be_written() {
    for args in [
        &["build", "-", "-o", "/dev/null/x.json"][..],
        &["build", "-", "-o", "/dev/null/a/x.png"],
        &["build", "-", "-o", "/dev/null/x.gif"],
        &["build", "-", "-o", "x.txt", "-o", "/dev/null/x.rs"],
        &["build", "-", "--stages", "/dev/null/x"],
        &["build", "-", "--seeds", "0..2", "-o", "/dev/null/{seed}.json"],
        &["build", "-", "-o", "/dev/null/x.csv"],
        &["build", "-", "-o", "/dev/null/x.svg"],
        &["build", "-", "-o", "/dev/null/x.tmx"],
        &["build", "-", "-o", "/dev/null/x.ldtk"],
        &["build", "-", "-o", "/dev/null/x.nbt"],
        &["build", "-", "--format", "nbt", "-O", "pieces=yes", "-o", "/dev/null/x"],
        &["build", "-", "--format", "datapack", "-o", "/dev/null/x"],
        &["build", "-", "--format", "pipe-pack", "-o", "/dev/null/x"],
        &["measure", "-", "--seeds", "0..2", "-o", "/dev/null/x.png"],
        &["measure", "-", "-o", "/dev/null/x.json"],
        &["search", "find", "-", "--want", "loops >= 3", "-o", "/dev/null/x"],
        &["search", "varied", "-", "-o", "/dev/null/x"],
        &["search", "archive", "-", "--axes", "loops,rooms", "-o", "/dev/null/x"],
        &["search", "sweep", "-", "--vary", "initial.use=wilson,eller", "--seeds", "0..2", "-o", "/dev/null/x"],
        &["polyominoes", NO_FILLING, "-o", "/dev/null/x.png"],
        &["polyominoes", NO_FILLING, "-o", "/dev/null/x.json"],
        &["pipes", "play", "--session", "/dev/null/x.json"],
        &["new", "cave", "-o", "/dev/null/x.json"],
        &["generate", "man", "-o", "/dev/null/x"],
    ] {
        assert_eq!(refusal(args, HOPELESS), "mapwright: /dev/null: not a directory", "{args:?}");
    }
}

#[test]
fn a_folder_in_the_place_of_a_file() {
    for args in [
        &["build", "-", "-o", "x.png"][..],
        &["build", "-", "-o", "x.png", "--format", "datapack"],
        &["search", "find", "-", "--want", "loops >= 3", "-o", "x.png"],
    ] {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("x.png/full")).unwrap();
        let output = mapwright_in(dir.path(), args, HOPELESS);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("mapwright: x.png"), "{}", stderr(&output));
        assert_eq!(names(dir.path()), ["x.png"], "{args:?}");
    }
}

#[test]
fn what_a_killed_run_left_behind_is_no_obstacle() {
    // The name has the number of a process, so every one is taken.
    let dir = tempfile::tempdir().unwrap();
    let mut call = common::call(dir.path(), &["build", "prim-maze", "-o", "x.png"]);
    let line = format!("mkdir .mapwright-$$.trial && exec '{}' \"$@\"", env!("CARGO_BIN_EXE_mapwright"));
    if cfg!(unix) {
        call = std::process::Command::new("sh");
        call.args(["-c", &line, "sh", "build", "prim-maze", "-o", "x.png"]).current_dir(dir.path());
    }
    let output = call.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(dir.path()), ["x.png"]);
}

#[test]
fn options_that_fit_no_map_of_the_recipe() {
    for (args, message) in [
        (
            &["build", "-", "--animation", "walk", "-o", "w.gif"][..],
            "mapwright: `--animation walk` shows nothing: there is no proof; `solvability-validator` gives one",
        ),
        (
            &["build", "-", "-o", "x.png", "--overlay", "areas"],
            "mapwright: the overlay `areas` shows nothing: there is no level graph; `area-graph` gives one",
        ),
        (&["build", "-", "-o", "x.png", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (&["build", "-", "-o", "x.png", "--sprites", "lost"], "mapwright: lost: "),
        (
            &["build", "-", "-o", "x.png", "--tileset", "walls"],
            "mapwright: the map has walls between its cells, and the tileset shows solid tiles: add the stage `sides-to-tiles`, ",
        ),
        (
            &["build", "-", "-o", "x.tmx", "--tileset", "walls"],
            "mapwright: the map has walls between its cells, and the tileset shows solid tiles: ",
        ),
        (
            &["build", "-", "-o", "x.png", "--tileset", "terrain"],
            "mapwright: the map has no `corners`, which the tileset shows: begin with `wang-tiles`, ",
        ),
        (
            &["search", "find", "-", "--want", "loops >= 3", "--sheet", "--tileset", "walls", "-o", "x"],
            "mapwright: the map has walls between its cells, and the tileset shows solid tiles: ",
        ),
        (
            &["search", "find", "-", "--want", "loops >= 3", "--sheet", "--tileset", "lost.png", "-o", "x"],
            "mapwright: lost.png: ",
        ),
        (
            &["search", "find", "-", "--want", "loops >= 3", "-o", "x.png"],
            "mapwright: x.png: `-o` names a folder for the recipes that are found, not a file; `--sheet` draws them",
        ),
        (
            &["search", "find", "-", "--want", "loops >= 3", "-o", "x", "--cell", "4"],
            "mapwright: `--cell` has no effect without `--sheet`",
        ),
        (
            &["measure", "-", "--seeds", "0..2", "-o", "x.png", "--axes", "tees,loops"],
            "error: invalid value 'tees' for '--axes <X,Y>': no metric is called `tees`; did you mean `tee_share`?",
        ),
        (
            &["measure", "-", "--seeds", "0..2", "-o", "x.png", "--axes", "loops"],
            "mapwright: --axes has 1 metrics; expected two, X,Y",
        ),
        (&["build", "-", "--format", "txt", "-O", "form=round"], "mapwright: `-O form=round`: expected auto, tiles, "),
        (&["build", "-", "--format", "txt", "-O", "marks=maybe"], "mapwright: `-O marks=maybe`: expected yes, no"),
        (&["build", "-", "--format", "tmx"], "mapwright: maps for editors are several files; "),
        (
            &["build", "-", "--format", "tmx", "-o", "x.png"],
            "mapwright: the file \"x.png\" cannot be written: Tiled expects ",
        ),
        (
            &["build", "-", "-o", "x.tmx", "-O", "layers=tiles,roofs"],
            "mapwright: `-O layers=tiles,roofs`: expected some ",
        ),
        (&["build", "-", "-o", "x.tmx", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (&["build", "-", "-o", "x.ldtk", "-O", "level=1"], "mapwright: the level \"1\" cannot be written: "),
        (&["build", "-", "-o", "x.nbt", "-O", "height=0"], "mapwright: "),
        (&["build", "-", "-o", "x.nbt", "-O", "height=high"], "mapwright: `-O height=high`: expected a whole number"),
        (&["build", "-", "-o", "x.nbt", "-O", "blocks=lost.json"], "mapwright: lost.json: "),
        (
            &["build", "-", "-o", "x.nbt", "-O", "namespace=a"],
            "mapwright: `-O namespace` has no effect without `-O pieces",
        ),
        (&["build", "-", "--format", "nbt", "-O", "pieces=yes"], "mapwright: a data pack is a folder or a zip; "),
        (
            &["build", "-", "--format", "nbt", "-O", "pieces=yes", "-o", "x", "-O", "namespace=A b"],
            "mapwright: `A b` cannot be a namespace",
        ),
        (&["build", "-", "--format", "datapack"], "mapwright: a data pack is a folder or a zip; "),
        (
            &["build", "-", "--format", "datapack", "-o", "x", "-O", "namespace=A b"],
            "mapwright: `A b` cannot be a namespace",
        ),
        (
            &["build", "-", "--format", "datapack", "-o", "x", "-O", "mob=Elf=Elf"],
            "mapwright: `Elf` for `Elf` is no name of an entity",
        ),
        (&["build", "-", "--format", "datapack", "-o", "x", "-O", "room=lost.json"], "mapwright: lost.json: "),
        (&["build", "-", "--format", "pipe-pack", "-o", "x", "-O", "blocks=lost.json"], "mapwright: lost.json: "),
        (
            &["build", "-", "-o", "x.csv", "-O", "plnae=wet"],
            "error: invalid value 'plnae=wet' for '--option <KEY=VALUE>': no format has an option `plnae`; did you mean `plane`?",
        ),
    ] {
        let found = refusal(args, HOPELESS);
        assert!(found.starts_with(message), "{args:?}: {found}");
    }
}

#[test]
fn what_cannot_be_of_a_large_map() {
    // After a build, the table of `--timings` would come first; and the test would take a minute.
    let large = r#"{ "version": 1, "width": 4000, "height": 4000, "initial": { "use": "prim-maze" } }"#;
    for (output, message) in [
        (&["-o", "x.foo"][..], "mapwright: x.foo: no format for `.foo`; "),
        (&["-o", "x.png", "--tileset", "terrain"], "mapwright: the map has no `corners`, "),
        (&["-o", "x.png", "--overlay", "walk"], "mapwright: the overlay `walk` shows nothing: "),
        (
            &["-o", "x.csv", "-O", "marks=no"],
            "mapwright: `-O marks` is for png, svg, gif, apng, txt, xp, uvtt; not for csv",
        ),
        (&["-o", "x.png", "--cell", "9"], "mapwright: a picture of 36000x36000 pixels is too large: "),
    ] {
        let found = refusal(&[&["build", "-", "--timings"], output].concat(), large);
        assert!(found.starts_with(message), "{output:?}: {found}");
    }
}

#[test]
fn pictures_that_are_too_large() {
    // After a build, the table of `--timings` would come first.
    let large = r#"{ "version": 1, "width": 600, "height": 600, "initial": { "use": "prim-maze" } }"#;
    for output in [&["-o", "x.png"][..], &["--stages", "x"], &["-o", "x.gif"]] {
        let message = refusal(&[&["build", "-", "--timings", "--cell", "512"], output].concat(), large);
        assert!(message.starts_with("mapwright: a picture of 307") && message.contains(" is too large: "), "{message}");
    }
    // A cell becomes four, and then it is too large.
    let doubled = large.replace(" } }", " }, \"metas\": [{ \"use\": \"sides-to-tiles\" }] }");
    let message = refusal(&["build", "-", "--timings", "--cell", "20", "-o", "x.png"], &doubled);
    assert!(message.contains(" is too large: "), "{message}");
}

#[test]
fn windows_of_worlds_that_no_map_can_hold() {
    for (args, message) in [
        (
            &["endless-caves", "--window", "0,0,65535x65535", "-o", "x.png"][..],
            "mapwright: a map of 65535x65535 would take up to ",
        ),
        (&["endless-caves", "--window", "0,0,9000x9000", "-o", "x.png", "--cell", "64"], "mapwright: a picture of "),
        (&["endless-caves", "--window", "0,0,9x9", "-o", "x.png", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (
            &["endless-caves", "--window", "9223372036854773307,0,9x9", "--along", "1000,0,4", "-o", "x.gif"],
            "mapwright: a window of 9x9 at ",
        ),
    ] {
        let found = refusal(&[&["world"], args].concat(), "");
        assert!(found.starts_with(message), "{args:?}: {found}");
    }
}

#[test]
fn a_tileset_that_is_not_one_or_whose_picture_is_too_large() {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), &["tileset", "blob-47", "-o", "blob.png"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    mapwright::render::save_png(dir.path().join("odd.png"), &mapwright::render::RgbaImage::new(37, 11)).unwrap();
    let solid = HOPELESS.replace("\"metas\": [", "\"metas\": [{ \"use\": \"sides-to-tiles\" }, ");
    let refused = |tileset: &str, recipe: &str| {
        let output = mapwright_in(dir.path(), &["build", "-", "--tileset", tileset, "-o", "x.png"], recipe);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    assert_eq!(
        refused("odd.png", &solid),
        "mapwright: odd.png: a tileset of 37x11 pixels cannot be cut into tiles: expected a grid of 16, 33, 47 to 49 or 81 square tiles of 8, 12, 16 … 64 pixels\n"
    );
    let large = solid.replace("\"width\": 1, \"height\": 1", "\"width\": 2000, \"height\": 2000");
    assert_eq!(
        refused("blob.png", &large),
        "mapwright: a picture of 128000x128000 pixels is too large: expected at most 268435456 pixels\n"
    );
    assert!(refused("blob.png", HOPELESS).starts_with("mapwright: the map has walls between its cells"));
}
