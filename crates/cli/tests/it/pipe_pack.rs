//! `mapwright build --format pipe-pack`, as a script meets it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PUZZLE: &str = r#"{ "version": 1, "width": 5, "height": 3, "seed": 4, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "pipe-shuffler" }] }"#;

/// The exit status and the message.
fn build(recipe: &str, args: &[&str]) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mapwright"))
        .args(["build", "-", "--format", "pipe-pack", "-o"])
        .args(args)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(recipe.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim_end().to_owned())
}

fn read(place: &Path, path: &str) -> String {
    std::fs::read_to_string(place.join(path)).unwrap()
}

#[test]
fn a_pipe_board_becomes_a_pack_of_the_version() {
    let dir = tempfile::tempdir().unwrap();
    let blocks = dir.path().join("blocks.json");
    std::fs::write(&blocks, r#"{ "wet-ring": "magma_block" }"#).unwrap();
    let place = dir.path().join("pack");
    let blocks = format!("blocks={}", blocks.display());
    let options = ["-O", "minecraft=1.20.4", "-O", "namespace=game", "-O", &blocks];
    let told = build(PUZZLE, &[&[place.to_str().unwrap()], &options[..]].concat());
    assert_eq!(told, (0, format!("wrote {}", place.display())));
    assert!(read(&place, "pack.mcmeta").contains("\"pack_format\": 26"));
    assert!(
        read(&place, "data/game/functions/draw/wet_ring.mcfunction")
            .starts_with("setblock ~ ~ ~ minecraft:magma_block\n")
    );
    assert_eq!(read(&place, "data/game/functions/board/lay.mcfunction").matches("game.frame\"]").count(), 15);
    // Nothing is written over.
    let (status, message) = build(PUZZLE, &[place.to_str().unwrap()]);
    assert_eq!(status, 2);
    assert!(message.ends_with("already exists and is never overwritten"), "{message}");
}

#[test]
fn what_is_no_board_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("pack");
    let check = |recipe: &str, options: &[&str], message: &str| {
        let told = build(recipe, &[&[place.to_str().unwrap()], options].concat());
        assert_eq!(told, (2, format!("mapwright: {message}")));
        assert!(!place.exists());
    };
    let rooms = PUZZLE.replace("prim-maze", "arena").replace(r#"{ "use": "pipe-shuffler" }"#, "");
    check(&rooms, &[], "the map has no `sides`, so it has no pipes");
    let large = PUZZLE.replace("\"width\": 5", "\"width\": 500");
    let allowed = "is too large for one tick of the game; expected at most 1024 cells, and 128 along a side";
    check(&large, &[], &format!("the board of 500x3 {allowed}"));
    check(PUZZLE, &["-O", "room=room.json"], "`-O room` is for datapack; not for pipe-pack");
}
