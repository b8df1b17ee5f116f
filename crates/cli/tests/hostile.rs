//! Inputs and surroundings that mean harm, or look like it: endless files, closed outputs, names that forge messages.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn call(args: &[&str]) -> Command {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mapwright"));
    call.args(args).stdin(Stdio::null());
    call
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

const MAZE: &str = r#"{ "version": 1, "width": 5, "height": 3, "initial": { "use": "prim-maze" } }"#;

/// No solution for most seeds: a vault that fits nowhere is reported seed by seed.
const HOPELESS: &str = r#"{ "version": 1, "width": 1, "height": 1, "initial": { "use": "prim-maze" },
    "metas": [{ "use": "distant-exit" }] }"#;

#[test]
fn a_full_or_closed_standard_error_changes_no_exit_status() {
    let dir = tempfile::tempdir().unwrap();
    let (maze, hopeless) = (dir.path().join("maze.json"), dir.path().join("hopeless.json"));
    std::fs::write(&maze, MAZE).unwrap();
    std::fs::write(&hopeless, HOPELESS).unwrap();
    let (maze, hopeless) = (maze.to_str().unwrap(), hopeless.to_str().unwrap());
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    for (args, status) in [
        (&["build", "lost.json"][..], 2),
        (&["build", hopeless], 1),
        (&["batch", hopeless, "--seeds", "0..9", "--out", out, "--jobs", "1"], 1),
        (&["batch", maze, "--seeds", "0..9", "--out", out, "--jobs", "1"], 0),
        (&["pack", "4 3 2"], 2),
        (&["fly"], 2),
    ] {
        assert_eq!(call(args).stderr(full()).status().unwrap().code(), Some(status), "{args:?}");
        let line = format!("exec '{}' \"$@\" 2>&-", env!("CARGO_BIN_EXE_mapwright"));
        let mut closed = Command::new("sh");
        closed.args(["-c", &line, "sh"]).args(args).stdin(Stdio::null()).stdout(Stdio::null());
        assert_eq!(closed.status().unwrap().code(), Some(status), "{args:?}");
    }
    assert!((0..9).all(|seed| Path::new(&format!("{out}/{seed}.json")).exists()));
}

#[test]
fn only_regular_files_and_standard_input_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let why = "not a regular file; use `-` to read standard input";
    for path in ["/dev/zero", fifo.to_str().unwrap(), dir.path().to_str().unwrap()] {
        let expected = format!("mapwright: {path}: {why}\n");
        for args in [
            &["build", path][..],
            &["stats", path],
            &["export", path, "--to", "csv", "-"],
            &["pack", "--board", path],
            &["build", "cave", "--png", "-", "--tileset", path],
        ] {
            let output = call(args).output().unwrap();
            assert_eq!((output.status.code(), error(&output)), (Some(2), expected.clone()), "{args:?}");
        }
    }
}

#[test]
fn standard_input_is_read_up_to_a_limit() {
    let output = call(&["pipes", "check", "-"]).stdin(File::open("/dev/zero").unwrap()).output().unwrap();
    assert_eq!(error(&output), "mapwright: standard input: more than 268435456 bytes\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn names_cannot_forge_messages() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bad.json");
    std::fs::write(&path, MAZE.replace("prim-maze", r"x\u001b[2J\nmapwright: all is well\u202e")).unwrap();
    let output = call(&["build", path.to_str().unwrap()]).output().unwrap();
    let error = error(&output);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("x\\u{1b}[2J\\nmapwright: all is well\\u{202e}"), "{error}");
}

#[test]
fn a_reader_that_leaves_ends_the_program_without_a_word() {
    for args in [
        &["pipes", "new", "--count", "1000000000", "--size", "3x3"][..],
        &["build", "cave", "--json", "-"],
        &["build", "cave", "--png", "-", "--scale", "64"],
    ] {
        let mut child = call(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut reader = BufReader::with_capacity(16, child.stdout.take().unwrap());
        reader.fill_buf().unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), error(&output).as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_recipe_reads_no_file_elsewhere_unless_trusted() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir(at("in")).unwrap();
    std::fs::write(at("cave.txt"), "#.#\n#@#\n").unwrap();
    let recipe = MAZE.replace(r#""prim-maze""#, r#""prefab-level", "file": "../cave.txt""#);
    std::fs::write(at("in/recipe.json"), recipe).unwrap();
    let (path, out) = (at("in/recipe.json"), at("out"));
    let message = format!(
        "mapwright: {path}: initial prefab-level: the file ../cave.txt is elsewhere; expected a file beside the recipe \
         or below (`--trust-paths` allows any)\n"
    );
    for args in [
        &["build", &path][..],
        &["stats", &path],
        &["batch", &path, "--seeds", "0..1", "--out", &out],
        &["export", &path, "--to", "csv", "-"],
    ] {
        let output = call(args).output().unwrap();
        assert_eq!((output.status.code(), error(&output)), (Some(2), message.clone()), "{args:?}");
        assert_eq!(call(&[args, &["--trust-paths"]].concat()).output().unwrap().status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_program_that_is_told_to_end_leaves_no_part_of_a_file() {
    let parts = |dir: &Path| {
        let names = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".part")).count()
    };
    for signal in ["INT", "TERM", "HUP"] {
        let dir = tempfile::tempdir().unwrap();
        // A film that takes minutes.
        let args = ["build", "cave", "--gif", "film.gif", "--every", "1", "--scale", "32", "--seed", "1"];
        let mut child = call(&args).current_dir(dir.path()).spawn().unwrap();
        while parts(dir.path()) == 0 {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it was told to");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert!(!child.wait().unwrap().success(), "{signal}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "{signal}");
    }
}
