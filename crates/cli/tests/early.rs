//! What can be refused is refused before the work: no call here builds a map.
#![allow(clippy::unwrap_used)]

mod common;

use common::{mapwright_in, names, refusal, stderr};

/// Cannot be built: a call that tries ends with the status 1.
const HOPELESS: &str = r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "distant-exit" }] }"#;

/// Has no filling: a call that searches ends with the status 1.
const NO_FILLING: &str = "4 5 0 1 0 1 0 1 2";

#[cfg(unix)]
#[test]
fn places_that_cannot_be_written() {
    for args in [
        &["build", "-", "--json", "/dev/null/x.json"][..],
        &["build", "-", "--png", "/dev/null/a/x.png"],
        &["build", "-", "--gif", "/dev/null/x.gif"],
        &["build", "-", "--apng", "/dev/null/x.apng"],
        &["build", "-", "--rust", "/dev/null/x.rs", "--text"],
        &["build", "-", "--stages", "/dev/null/x"],
        &["build", "-", "-o", "/dev/null/x.txt"],
        &["batch", "-", "--seeds", "0..2", "-o", "/dev/null/x"],
        &["stats", "-", "--seeds", "0..2", "--png", "/dev/null/x.png"],
        &["stats", "-", "--json=/dev/null/x.json"],
        &["search", "-", "--want", "loops >= 3", "-o", "/dev/null/x"],
        &["varied", "-", "-o", "/dev/null/x"],
        &["archive", "-", "--axes", "loops,rooms", "-o", "/dev/null/x"],
        &["sweep", "-", "--vary", "initial.use=wilson,eller", "--seeds", "0..2", "-o", "/dev/null/x"],
        &["export", "-", "/dev/null/x.csv"],
        &["export", "-", "/dev/null/x.svg"],
        &["export", "-", "/dev/null/x.tmx"],
        &["export", "-", "/dev/null/x.ldtk"],
        &["export", "-", "/dev/null/x.nbt"],
        &["export", "-", "--to", "nbt", "--pieces", "/dev/null/x"],
        &["export", "-", "--to", "datapack", "/dev/null/x"],
        &["export", "-", "--to", "pipe-pack", "/dev/null/x"],
        &["pack", NO_FILLING, "--png", "/dev/null/x.png"],
        &["pipes", "play", "--session", "/dev/null/x.json"],
        &["pack", NO_FILLING, "--json=/dev/null/x.json"],
    ] {
        assert_eq!(refusal(args, HOPELESS), "mapwright: /dev/null: not a directory", "{args:?}");
    }
}

#[test]
fn a_folder_in_the_place_of_a_file() {
    for args in [
        &["build", "-", "--png", "x.png"][..],
        &["export", "-", "x.png", "--to", "datapack"],
        &["search", "-", "--want", "loops >= 3", "-o", "x.png"],
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
    let mut call = common::call(dir.path(), &["build", "prim-maze", "--png", "x.png"]);
    let line = format!("mkdir .mapwright-$$.trial && exec '{}' \"$@\"", env!("CARGO_BIN_EXE_mapwright"));
    if cfg!(unix) {
        call = std::process::Command::new("sh");
        call.args(["-c", &line, "sh", "build", "prim-maze", "--png", "x.png"]).current_dir(dir.path());
    }
    let output = call.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(dir.path()), ["x.png"]);
}

#[test]
fn options_that_fit_no_map_of_the_recipe() {
    for (args, message) in [
        (
            &["build", "-", "--walk", "w.gif"][..],
            "mapwright: `--walk` shows nothing: there is no proof; `solvability-validator` gives one",
        ),
        (
            &["build", "-", "--png", "x.png", "--overlay", "areas"],
            "mapwright: the overlay `areas` shows nothing: there is no level graph; `area-graph` gives one",
        ),
        (&["build", "-", "--png", "x.png", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (&["build", "-", "--walk", "w.svg"], "error: invalid value 'w.svg' for '--walk <FILE>': "),
        (
            &["stats", "-", "--seeds", "0..2", "--png", "x.png", "--axes", "tees,loops"],
            "error: invalid value 'tees' for '--axes <X,Y>': expected two of open_cells, open_share, ",
        ),
        (
            &["stats", "-", "--seeds", "0..2", "--png", "x.png", "--axes", "loops"],
            "mapwright: --axes has 1 metrics; expected two, X,Y",
        ),
        (
            &["export", "-", "--to", "ascii", "--form", "round", "-"],
            "mapwright: `ascii` has no form `round`; expected ",
        ),
        (&["export", "-", "--to", "tmx", "-"], "mapwright: maps for editors are several files; "),
        (&["export", "-", "--to", "tmx", "x.png"], "mapwright: the file \"x.png\" cannot be written: Tiled expects "),
        (&["export", "-", "x.tmx", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (&["export", "-", "x.ldtk", "--level-name", "1"], "mapwright: the level \"1\" cannot be written: "),
        (&["export", "-", "x.nbt", "--height", "0"], "mapwright: "),
        (&["export", "-", "x.nbt", "--blocks", "lost.json"], "mapwright: lost.json: "),
        (&["export", "-", "--to", "nbt", "--pieces", "-"], "mapwright: pieces are a directory; "),
        (
            &["export", "-", "--to", "nbt", "--pieces", "x", "--namespace", "A b"],
            "mapwright: `A b` cannot be a namespace",
        ),
        (&["export", "-", "--to", "datapack", "-"], "mapwright: a data pack is a directory; "),
        (&["export", "-", "--to", "datapack", "x", "--namespace", "A b"], "mapwright: `A b` cannot be a namespace"),
        (&["export", "-", "--to", "datapack", "x", "--mob", "Elf=elf"], "mapwright: `elf` for `Elf` is no mob known"),
        (&["export", "-", "--to", "datapack", "x", "--room", "lost.json"], "mapwright: lost.json: "),
        (&["export", "-", "--to", "pipe-pack", "x", "--pipe-blocks", "lost.json"], "mapwright: lost.json: "),
    ] {
        let found = refusal(args, HOPELESS);
        assert!(found.starts_with(message), "{args:?}: {found}");
    }
}

#[test]
fn pictures_that_are_too_large() {
    // After a build, the table of `--timings` would come first.
    let large = r#"{ "version": 1, "width": 600, "height": 600, "initial": { "use": "prim-maze" } }"#;
    for output in [&["--png", "x.png"][..], &["--stages", "x"], &["--gif", "x.gif"]] {
        let message = refusal(&[&["build", "-", "--timings", "--cell", "512"], output].concat(), large);
        assert!(message.starts_with("mapwright: a picture of 307") && message.contains(" is too large: "), "{message}");
    }
    // A cell becomes four, and then it is too large.
    let doubled = large.replace(" } }", " }, \"metas\": [{ \"use\": \"sides-to-tiles\" }] }");
    let message = refusal(&["build", "-", "--timings", "--cell", "20", "--png", "x.png"], &doubled);
    assert!(message.contains(" is too large: "), "{message}");
}

#[test]
fn windows_of_worlds_that_no_map_can_hold() {
    for (args, message) in [
        (
            &["endless-caves", "--window", "0,0,65535x65535", "--png", "x.png"][..],
            "mapwright: a map of 65535x65535 would take up to ",
        ),
        (&["endless-caves", "--window", "0,0,9x9", "--tiled", "x.png"], "mapwright: x.png: Tiled expects a name "),
        (&["endless-caves", "--window", "0,0,9000x9000", "--png", "x.png", "--cell", "64"], "mapwright: a picture of "),
        (&["endless-caves", "--window", "0,0,9x9", "--png", "x.png", "--tileset", "lost.png"], "mapwright: lost.png: "),
        (
            &["endless-caves", "--window", "9223372036854773307,0,9x9", "--walk", "1000,0,4", "--gif", "x.gif"],
            "mapwright: a window of 9x9 at ",
        ),
    ] {
        let found = refusal(&[&["world"], args].concat(), "");
        assert!(found.starts_with(message), "{args:?}: {found}");
    }
}
