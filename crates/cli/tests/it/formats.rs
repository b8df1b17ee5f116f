//! CSV, text, SVG, REXPaint, structures and schematics, from a call of `mapwright build`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn mapwright(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mapwright"));
    let mut child =
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A call that fails early may not read it all.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What a call prints that succeeds.
#[track_caller]
fn prints(args: &[&str], input: &str) -> Vec<u8> {
    let output = mapwright(args, input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[track_caller]
fn prints_text(args: &[&str], input: &str, expected: &str) {
    assert_eq!(String::from_utf8(prints(args, input)).unwrap(), expected);
}

/// A call that fails as wrong input, and writes nothing.
#[track_caller]
fn fails(args: &[&str], input: &str, message: &str) {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let output = mapwright(&[args, &["-o", out.to_str().unwrap()]].concat(), input);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), format!("mapwright: {message}"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "something was written");
}

/// A maze of two cells, in regions of their own.
const MAZE: &str = r#"{"format": "mapwright-map", "version": 2, "width": 2, "height": 1, "wrap": "none", "tiles": [0, 0],
    "sides": [4, 64], "regions": [1, 2], "start": [0, 0], "exit": [1, 0]}"#;

/// Floor, wall, deep water, door.
const TILES: &str = r#"{"format": "mapwright-map", "version": 2, "width": 4, "height": 1, "wrap": "none",
    "tiles": [0, 128, 130, 1]}"#;

#[test]
fn numbers_and_texts() {
    let check = |options: &[&str], map: &str, expected: &str| {
        prints_text(&[&["build", "-", "--format"], options].concat(), map, expected)
    };
    check(&["csv"], TILES, "0,128,130,1\n");
    check(&["csv", "-O", "plane=solid"], TILES, "0,1,1,0\n");
    check(&["csv", "-O", "plane=sides"], MAZE, "4,64\n");
    check(&["txt"], TILES, ".#≈+\n");
    check(&["txt", "-O", "ascii=yes"], TILES, ".#}+\n");
    check(&["txt", "-O", "ascii=yes"], MAZE, "+---+---+\n| S   E |\n+---+---+\n");
    check(&["txt", "-O", "ascii=yes", "-O", "width=narrow", "-O", "marks=no"], MAZE, "+-+-+\n|   |\n+-+-+\n");
    let regions = "+-+-+\n|S|E|\n+-+-+\n";
    check(&["txt", "-O", "ascii=yes", "-O", "form=regions", "-O", "width=narrow"], MAZE, regions);
    check(&["txt", "-O", "form=tiles"], MAZE, "SE\n");
    let secret = TILES.replace("1]}", r#"1], "doors": [{"cells": [[3, 0]], "kind": "secret"}]}"#);
    check(&["txt"], &secret, ".#≈+\n");
    check(&["txt", "-O", "secrets=hidden"], &secret, ".#≈#\n");
    check(&["csv"], &secret, "0,128,130,1\n");
}

#[test]
fn drawings() {
    let svg = String::from_utf8(prints(&["build", "-", "--format", "svg", "--cell", "10"], MAZE)).unwrap();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"32\" height=\"22\""), "{svg}");
    let is_icon = |line: &&str| line.starts_with("<use ") && line.contains("-icon");
    assert_eq!(svg.lines().filter(is_icon).count(), 2);
    let plain =
        String::from_utf8(prints(&["build", "-", "--format", "svg", "-O", "marks=no", "--overlay", "distance"], MAZE))
            .unwrap();
    assert_eq!(plain.matches("-icon").count(), 0);
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    for (name, options) in [("one", &[][..]), ("two", &["-O", "form=lines", "-O", "marks=no", "-O", "regions=no"])] {
        let to = ["build", "-", "--format", "xp"];
        prints(&[&to[..], options, &["-o", &at(name)]].concat(), MAZE);
        // What goes into the file goes to standard output too.
        assert_eq!(fs::read(at(name)).unwrap(), prints(&[&to[..], options].concat(), MAZE));
    }
    assert!(fs::metadata(at("one")).unwrap().len() > fs::metadata(at("two")).unwrap().len());
}

#[test]
fn boxes_of_blocks() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    fs::write(at("blocks.json"), r#"{"height": 4, "columns": {"wall": ["tuff"]}}"#).unwrap();
    for format in ["nbt", "schem"] {
        let call = ["build", "-", "--format", format];
        let file = at(format);
        prints(&[&call[..], &["-o", &file]].concat(), MAZE);
        let house = fs::read(&file).unwrap();
        assert_eq!(house[..2], [0x1f, 0x8b]);
        assert_eq!(prints(&call, MAZE), house);
        let own =
            prints(&[&call[..], &["-O", &format!("blocks={}", at("blocks.json")), "-O", "spacing=3"]].concat(), MAZE);
        assert_ne!(own, house);
        // The same as the file, said on the command line.
        let other = at("same.json");
        fs::write(&other, r#"{"height": 9, "cell": 3, "columns": {"128": ["tuff"]}}"#).unwrap();
        let same = prints(&[&call[..], &["-O", &format!("blocks={other}"), "-O", "height=4"]].concat(), MAZE);
        assert_eq!(same, own);
        let newer = prints(&[&call[..], &["-O", "minecraft=1.21.8"]].concat(), MAZE);
        assert_ne!(newer, house);
    }
}

#[test]
fn pieces_are_a_pack_that_is_never_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("pack");
    let options = ["-O", "pieces=yes", "-O", "spacing=30", "-O", "namespace=level"];
    let call = [&["build", "-", "--format", "nbt", "-o", place.to_str().unwrap()], &options[..]].concat();
    prints(&call, MAZE);
    let text = |path: &str| fs::read_to_string(place.join(path)).unwrap();
    assert_eq!(
        text("data/level/function/place.mcfunction"),
        "place template level:piece.0.0.0 ~ ~ ~\nplace template level:piece.1.0.0 ~48 ~ ~\n"
    );
    assert!(text("index.json").contains("\"name\": \"level:piece.1.0.0\""));
    assert!(text("pack.mcmeta").contains("48"));
    let again = mapwright(&call, MAZE);
    let message = format!("mapwright: {} already exists and is never overwritten", place.display());
    assert_eq!(String::from_utf8_lossy(&again.stderr).trim_end(), message);
}

fn json(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("blocks.json");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn what_cannot_be_written_is_told_before_a_file_is() {
    let check = |words: &str, map: &str, message: &str| {
        let options: Vec<&str> = words.split(' ').collect();
        fails(&[&["build", "-", "--format"], &options[..]].concat(), map, message);
    };
    check(
        "csv -O plane=wet",
        TILES,
        "`-O plane=wet` has no effect: the map has no `flow`; it comes from `ring-validator`",
    );
    check("txt -O form=lines", TILES, "`-O form=lines`: expected auto, tiles, maze, pipes, regions");
    check("svg -O form=maze", TILES, "the map has no `sides` to draw");
    check("xp -O form=pipes", TILES, "the map has no `sides` to draw");
    check("xp -O plane=solid", TILES, "`-O plane` is for csv; not for xp");
    check("schem -O pieces=yes", TILES, "`-O pieces` is for nbt; not for schem");
    check("nbt -O spacing=64", TILES, "`cell` is 64; expected 1 to 63");
    check("nbt -O height=384", TILES, "the map becomes 386 blocks high; a world has room for 384");
    let large =
        "the map becomes 63x5x32 blocks; a structure block holds 48 a side: write it in pieces (`-O pieces=yes`)";
    check("nbt -O spacing=30", MAZE, large);
    let dir = tempfile::tempdir().unwrap();
    let with_blocks = |text: &str, message: &str| {
        let path = json(dir.path(), text);
        let path = path.to_str().unwrap();
        let blocks = format!("blocks={path}");
        fails(&["build", "-", "--format", "schem", "-O", &blocks], TILES, &message.replace("FILE", path));
    };
    let namespace = "FILE: `My:stone`: `M` is not allowed in a block's namespace; expected a-z, 0-9, `_`, `-` and `.` \
                     at line 1 column 20";
    with_blocks(r#"{"base": "My:stone"}"#, namespace);
    let pieces = ["build", "-", "--format", "nbt", "-O", "pieces=yes"];
    let output = mapwright(&pieces, TILES);
    let message = "mapwright: a data pack is a folder or a zip; expected a name, not standard output";
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), message);
}
