//! Data packs as a person or a script asks for them.

use std::fs;
use std::path::Path;
use std::process::Command;

const MAZE: &str = r#"{ "version": 1, "width": 5, "height": 3, "seed": 4, "initial": { "use": "prim-maze" } }"#;

/// Runs `mapwright build maze.json --format datapack -o pack …` in a folder. Returns the status and the message.
fn build(dir: &Path, more: &[&str]) -> (Option<i32>, String) {
    fs::write(dir.join("maze.json"), MAZE).unwrap();
    let program = env!("CARGO_BIN_EXE_mapwright");
    let args = ["build", "maze.json", "--format", "datapack", "-o", "pack"];
    let output = Command::new(program).current_dir(dir).args(args).args(more).output().unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_maze_becomes_a_folder_for_the_version_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(build(dir.path(), &[]), (Some(0), "wrote pack\n".to_owned()));
    assert!(dir.path().join("pack/data/maze/function/build.mcfunction").is_file());
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("room.json"), r#"{ "wall": "tuff" }"#).unwrap();
    let more = ["-O", "minecraft=1.20.4", "-O", "namespace=a.b", "-O", "room=room.json"];
    assert_eq!(build(dir.path(), &more), (Some(0), "wrote pack\n".to_owned()));
    let room = fs::read_to_string(dir.path().join("pack/data/a.b/functions/rooms/0.mcfunction")).unwrap();
    assert!(room.contains("minecraft:tuff"));
}

#[test]
fn what_cannot_be_is_told_before_anything_is_written() {
    let check = |room: &str, more: &[&str], message: &str| {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("room.json"), room).unwrap();
        let more = [&["-O", "room=room.json"], more].concat();
        let (status, error) = build(dir.path(), &more);
        assert_eq!((status, error.trim_end()), (Some(2), message));
        let mut left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["maze.json", "room.json"]);
    };
    check(
        r#"{ "wall": "Stone" }"#,
        &[],
        "mapwright: room.json: `Stone`: `S` is not allowed in a block's name; expected a-z, 0-9, `_`, `-`, `.` and `/` \
         at line 1 column 19",
    );
    check(
        "{}",
        &["-O", "namespace=My Maze"],
        "mapwright: `My Maze` cannot be a namespace: expected a-z, 0-9, `_`, `-` and `.`",
    );
    check(
        r#"{ "wall-height": 383 }"#,
        &[],
        "mapwright: rooms 385 blocks high with floor and ceiling do not fit between the 384 heights of a world",
    );
    check("{}", &["-O", "mob=Goblin=husk"], "mapwright: `-O mob`: no spawn on the map is called `Goblin`");
    check(
        "{}",
        &["-O", "minecraft=1.19"],
        "mapwright: `-O minecraft=1.19`: unknown Minecraft version `1.19`; expected 1.20.4, 1.20.6, 1.21, 1.21.3, \
         1.21.4, 1.21.5, 1.21.6, 1.21.8, 1.21.10, 1.21.11, 26.1, 26.2, 26.3",
    );
}

#[test]
fn what_is_there_stays_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let pack = dir.path().join("pack");
    fs::create_dir(&pack).unwrap();
    fs::write(pack.join("mine"), "mine").unwrap();
    let message = "mapwright: pack already exists and is never overwritten\n".to_owned();
    assert_eq!(build(dir.path(), &[]), (Some(2), message));
    let left: Vec<_> = fs::read_dir(&pack).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["mine"]);
    assert_eq!(fs::read_to_string(pack.join("mine")).unwrap(), "mine");
}

#[test]
fn a_zip_holds_what_the_folder_holds() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(build(dir.path(), &[]), (Some(0), "wrote pack\n".to_owned()));
    let zip = |name: &str| {
        let args = ["build", "maze.json", "-o", name];
        let output = Command::new(env!("CARGO_BIN_EXE_mapwright")).current_dir(dir.path()).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        fs::read(dir.path().join(name)).unwrap()
    };
    let bytes = zip("pack.zip");
    assert!(bytes.starts_with(b"PK\x03\x04") && bytes == zip("again.zip"));
    let has = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    assert!(has(b"pack.mcmeta") && has(b"data/maze/function/build.mcfunction"));
}
