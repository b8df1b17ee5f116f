//! Inputs and surroundings that mean harm, or look like it: endless files, closed outputs, names that forge messages.
#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::names;

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
    "metas": [{ "use": "exit" }] }"#;

#[test]
fn a_full_or_closed_standard_error_changes_no_exit_status() {
    let dir = tempfile::tempdir().unwrap();
    let (maze, hopeless) = (dir.path().join("maze.json"), dir.path().join("hopeless.json"));
    std::fs::write(&maze, MAZE).unwrap();
    std::fs::write(&hopeless, HOPELESS).unwrap();
    let (maze, hopeless) = (maze.to_str().unwrap(), hopeless.to_str().unwrap());
    let out = dir.path().join("{seed}.out.json");
    let out = out.to_str().unwrap();
    for (args, status) in [
        (&["build", "lost.json"][..], 2),
        (&["build", hopeless], 1),
        (&["build", hopeless, "--seeds", "0..9", "--force", "-o", out, "--jobs", "1"], 1),
        (&["build", maze, "--seeds", "0..9", "--force", "-o", out, "--jobs", "1"], 0),
        (&["polyominoes", "4 3 2"], 2),
        (&["fly"], 2),
    ] {
        assert_eq!(call(args).stderr(full()).status().unwrap().code(), Some(status), "{args:?}");
        let line = format!("exec '{}' \"$@\" 2>&-", env!("CARGO_BIN_EXE_mapwright"));
        let mut closed = Command::new("sh");
        closed.args(["-c", &line, "sh"]).args(args).stdin(Stdio::null()).stdout(Stdio::null());
        assert_eq!(closed.status().unwrap().code(), Some(status), "{args:?}");
    }
    assert!((0..9).all(|seed| Path::new(&out.replace("{seed}", &seed.to_string())).exists()));
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
            &["measure", path],
            &["polyominoes", "--board", path],
            &["build", "cave", "--format", "png", "--tileset", path],
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
fn values_on_the_command_line_are_quoted_short_and_harmless() {
    let long = "\u{1b}[31mred ".repeat(20_000 / 9);
    let (option, file) = (format!("--{long}"), format!("{long}.jpg"));
    let (long, option, file) = (long.as_str(), option.as_str(), file.as_str());
    for args in [
        &[long][..],
        &["build", "cave", "--seed", long],
        &["build", "cave", option],
        &["build", "cave", long],
        &["build", "cave", "-o", file],
        &["build", "cave", "--overlay", long],
        &["measure", "cave", "--seeds", long],
        &["list", long],
        &["build", "cave", "--set", long],
        &["build", "cave", "-O", long],
        &["new", "random", "--only", long],
        &["generate", "schema", long],
        &["pipes", long],
        &["polyominoes", "--board", "-", "--pieces", long],
    ] {
        let output = call(args).output().unwrap();
        let message = error(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.len() < 1500 && !message.contains('\u{1b}'), "{} bytes: {message:.300}", message.len());
        assert!(message.contains("\\u{1b}[31mred") && message.contains('…'), "{message}");
    }
}

#[test]
fn a_reader_that_leaves_ends_the_program_without_a_word() {
    for args in [
        &["pipes", "new", "--count", "1000000000", "--size", "3x3"][..],
        &["build", "cave", "-o", "-"],
        &["build", "cave", "--format", "png", "--cell", "64"],
        &["polyominoes", "--all", "456", "6 6 1 2 0 1 1 2 2"],
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
fn a_full_standard_output_is_an_error_for_texts_and_pictures() {
    for what in ["txt", "json", "png", "gif"] {
        let output =
            call(&["build", "prim-maze", "--format", what]).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let told = error(&output);
        assert_eq!(output.status.code(), Some(2), "{what}: {told}");
        assert!(told.starts_with("mapwright: standard output: "), "{what}: {told}");
    }
}

#[test]
fn a_recipe_reads_no_file_elsewhere_unless_trusted() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir(at("in")).unwrap();
    std::fs::write(at("cave.txt"), "#.#\n#@#\n").unwrap();
    let recipe = MAZE.replace(r#""prim-maze""#, r#""prefab-level", "template": { "file": "../cave.txt" }"#);
    std::fs::write(at("in/recipe.json"), recipe).unwrap();
    let (path, out, found) = (at("in/recipe.json"), at("{seed}.json"), at("found"));
    let message = format!(
        "mapwright: {path}: initial prefab-level: the file ../cave.txt is elsewhere; expected a file beside the recipe \
         or below (`--trust-paths` allows any)\n"
    );
    for args in [
        &["build", &path][..],
        &["measure", &path],
        &["build", &path, "--seeds", "0..1", "-o", &out],
        &["search", "find", &path, "--want", "loops >= 0", "--count", "1", "-o", &found],
    ] {
        let output = call(args).output().unwrap();
        assert_eq!((output.status.code(), error(&output)), (Some(2), message.clone()), "{args:?}");
        assert_eq!(call(&[args, &["--trust-paths"]].concat()).output().unwrap().status.code(), Some(0), "{args:?}");
    }
}

/// An animation that takes minutes, begun in a folder by a shell that ignores some signals.
fn animation(dir: &Path, ignored: &str) -> Child {
    let line = format!("trap '' {ignored}; exec '{}' \"$@\"", env!("CARGO_BIN_EXE_mapwright"));
    let mut animation = Command::new("sh");
    animation.args(["-c", &line, "sh", "build", "cave", "-o", "film.gif", "--every", "1", "--cell", "32"]);
    let mut child = animation.current_dir(dir).stdin(Stdio::null()).spawn().unwrap();
    while names(dir).is_empty() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was told to");
        sleep(Duration::from_millis(10));
    }
    child
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn a_program_that_is_told_to_end_leaves_no_part_of_a_file() {
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = animation(dir.path(), "USR1");
        send(signal, &child);
        // A signal that this test ignores its children ignore, too.
        if is_ignored(number) {
            send("TERM", &child);
        }
        let ended = child.wait().unwrap().signal();
        assert!(ended == Some(number) || is_ignored(number), "{signal}: {ended:?}");
        assert_eq!(names(dir.path()), [""; 0], "{signal}");
    }
}

fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let mut child = animation(dir.path(), "HUP INT");
    for signal in ["HUP", "INT"] {
        send(signal, &child);
        sleep(Duration::from_millis(100));
        assert_eq!(child.try_wait().unwrap(), None, "{signal} was to be ignored");
        assert_eq!(names(dir.path()).len(), 1);
    }
    send("TERM", &child);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert_eq!(names(dir.path()), [""; 0]);
}
