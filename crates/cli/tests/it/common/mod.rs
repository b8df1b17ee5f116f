//! Calls of the program, and what they say.
#![allow(dead_code)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A maze of five by three cells.
pub(crate) const MAZE: &str = r#"{ "version": 1, "width": 5, "height": 3, "initial": { "use": "prim-maze" } }"#;

/// A call in a folder.
pub(crate) fn call(dir: &Path, args: &[&str]) -> Command {
    let mut call = Command::new(env!("CARGO_BIN_EXE_mapwright"));
    call.args(args).current_dir(dir).stdin(Stdio::null()).env_remove("NO_COLOR");
    call
}

/// Runs a call in a folder of its own, with `input` as its standard input.
pub(crate) fn mapwright(args: &[&str], input: &str) -> Output {
    let dir = tempfile::tempdir().unwrap();
    mapwright_in(dir.path(), args, input)
}

pub(crate) fn mapwright_in(dir: &Path, args: &[&str], input: &str) -> Output {
    let mut call = call(dir, args);
    let mut child = call.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A call that fails early may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a call prints that succeeds.
#[track_caller]
pub(crate) fn prints(args: &[&str]) -> String {
    let output = mapwright(args, "");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// The message of a call that is refused and leaves no file.
#[track_caller]
pub(crate) fn refusal(args: &[&str], input: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
    assert_eq!(stdout(&output), "", "{args:?}");
    assert_eq!(names(dir.path()), [""; 0], "{args:?} wrote something");
    stderr(&output).trim_end().to_owned()
}

/// The names in a folder, sorted.
pub(crate) fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
