//! Other programs that read what we write. A test whose program is missing says so in one line and passes, except where
//! the environment has `CI=true`: there it fails. `.ci/run` installs them all.
#![allow(dead_code, unreachable_pub, reason = "each test uses some of them")]
#![allow(clippy::expect_used, reason = "a test may fail")]

use std::path::PathBuf;
use std::process::{Command, Output};

/// A program of Tiled (`tiled`, `tmxrasterizer`), ready to run without a screen.
#[track_caller]
pub(crate) fn tiled(program: &str) -> Option<Command> {
    let command = || {
        let mut command = Command::new(program);
        command.env("QT_QPA_PLATFORM", "offscreen").env("XDG_RUNTIME_DIR", std::env::temp_dir());
        command
    };
    let runs = command().arg("--version").output().is_ok_and(|output| output.status.success());
    found(runs.then(command), program)
}

/// A Python with the packages that read formats: tcod, nbtlib, litemapy, ldtkpy, pytiled-parser, pytmx.
#[track_caller]
pub(crate) fn python() -> Option<Command> {
    found(installed("formats/bin/python"), "the Python packages that read formats")
}

/// `mecha`, which reads data packs.
#[track_caller]
pub(crate) fn mecha() -> Option<Command> {
    found(installed("mecha/bin/mecha"), "mecha")
}

/// A Python with `jsonschema`, and a Node with `ajv`: two validators of JSON Schema.
#[track_caller]
pub(crate) fn validators() -> Option<[Command; 2]> {
    let python = installed("jsonschema/bin/python");
    let node = installed("ajv/node_modules").map(|modules| {
        let mut node = Command::new("node");
        node.env("NODE_PATH", modules.get_program());
        node
    });
    found(python.zip(node).map(|(python, node)| [python, node]), "jsonschema or ajv")
}

/// The text that a Python program prints; it must not fail.
#[track_caller]
pub(crate) fn run_python(mut python: Command, program: &str, arguments: &[&str]) -> String {
    text(&python.arg("-c").arg(program).args(arguments).output().expect("Python starts"))
}

/// What a program printed; it must not have failed.
#[track_caller]
pub(crate) fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A program in the folder that `MAPWRIGHT_CLIENTS` names.
fn installed(path: &str) -> Option<Command> {
    let place = PathBuf::from(std::env::var_os("MAPWRIGHT_CLIENTS")?).join(path);
    place.exists().then(|| Command::new(place))
}

#[track_caller]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn found<T>(client: Option<T>, name: &str) -> Option<T> {
    if client.is_none() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{name} is not installed");
        eprintln!("skipped: {name} is not installed");
    }
    client
}
