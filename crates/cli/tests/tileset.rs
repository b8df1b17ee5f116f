//! Tilesets on the command line: written, read, drawn with.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

fn mapwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mapwright")).args(args).output().unwrap()
}

#[track_caller]
fn succeeds(args: &[&str]) {
    let output = mapwright(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[track_caller]
fn fails(args: &[&str], message: &str) {
    let output = mapwright(args);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), message);
}

#[test]
fn a_tileset_from_a_file_draws_as_the_one_that_comes_along() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (set, one, two) = (at("set.png"), at("one.png"), at("two.png"));
    succeeds(&["tileset", "terrain", "--png", &set, "--tile-px", "16"]);
    let coast = at("coast.json");
    let recipe = r#"{ "version": 1, "width": 16, "height": 16, "initial": { "use": "wang-tiles", "on": "corners" } }"#;
    std::fs::write(&coast, recipe).unwrap();
    let window = ["world", &coast, "--seed", "7", "--window", "-40,-30,12x9", "--png"];
    succeeds(&[&window[..], &[&one, "--tileset", &set]].concat());
    succeeds(&[&window[..], &[&two, "--tileset", "terrain"]].concat());
    let read = |path: &str| std::fs::read(path).unwrap();
    assert_eq!(read(&one), read(&two));
    assert_ne!(read(&one), read(&set));
    let recipe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../recipe/recipes/cave.json");
    succeeds(&["build", &recipe.to_string_lossy(), "--tileset", "walls", "--tile-px", "8", "--png", &one]);
}

#[test]
fn a_tileset_shows_in_every_picture_of_a_build() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let outputs = ["level.png", "level.gif", "stages"].map(at);
    let args = ["build", "locked-maze", "--png", &outputs[0], "--gif", &outputs[1], "--stages", &outputs[2]];
    succeeds(&args);
    let read = || {
        let stage = Path::new(&outputs[2]).join("00-backtracker.png");
        [&outputs[0], &outputs[1], &stage.to_string_lossy().into_owned()].map(|path| std::fs::read(path).unwrap())
    };
    let plain = read();
    succeeds(&[&args[..], &["--tileset", "paths", "--cell", "8"]].concat());
    let tiled = read();
    assert!((0..3).all(|nth| plain[nth] != tiled[nth]));
    succeeds(&[&args[..], &["--tileset", "paths", "--cell", "8", "--overlay", "walk"]].concat());
    assert_ne!(read()[0], tiled[0], "overlays show over tiles");
    let output = mapwright(&["build", "locked-maze", "--png", &outputs[0], "--tileset", "terrain"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("corners"));
}

#[test]
fn templates_are_written_for_every_kind() {
    let dir = tempfile::tempdir().unwrap();
    for kind in ["edge-16", "edge-81", "corner-16", "corner-81", "blob-47", "twin-33"] {
        let png = dir.path().join(kind).to_string_lossy().into_owned();
        succeeds(&["tileset", kind, "--png", &png]);
        assert_eq!(std::fs::read(png).unwrap()[..4], *b"\x89PNG");
    }
}

#[test]
fn what_is_no_tileset_is_named() {
    let unknown = "mapwright: no tileset is called `blob`; expected edge-16, edge-81, corner-16, corner-81, blob-47, \
                   twin-33; or terrain, terrain3, paths, walls, pipes";
    fails(&["tileset", "blob", "--png", "never.png"], unknown);
    let missing = "mapwright: nowhere.png: No such file or directory (os error 2)";
    fails(&["world", "endless-maze", "--window", "0,0,3x3", "--tileset", "nowhere.png", "--png", "never.png"], missing);
    assert!(!Path::new("never.png").exists());
}
