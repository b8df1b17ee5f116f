//! Help, completions and manual pages.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::{mapwright_in, names, prints, stderr};

const COMMANDS: [&str; 15] = [
    "batch",
    "build",
    "builders",
    "completions",
    "export",
    "help",
    "man",
    "new",
    "pack",
    "pipes",
    "schema",
    "stats",
    "tileset",
    "watch",
    "world",
];

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = prints(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(script.contains("--seed") || script.contains("-l seed"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), &["man", "pages"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pages = names(&dir.path().join("pages"));
    for page in
        ["mapwright.1", "mapwright-build.1", "mapwright-pipes.1", "mapwright-pipes-solve.1", "mapwright-watch.1"]
    {
        assert!(pages.iter().any(|found| found == page), "{page}: {pages:?}");
    }
    let build = std::fs::read_to_string(dir.path().join("pages/mapwright-build.1")).unwrap();
    assert!(build.contains(".TH mapwright-build 1") && build.contains("mapwright build cave"), "{build}");
    // Pages are written over: a new version has new ones.
    assert_eq!(mapwright_in(dir.path(), &["man", "pages"], "").status.code(), Some(0));
}

/// The examples of a page of help.
fn examples(help: &str) -> Vec<String> {
    let (_, after) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
    after.lines().take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn every_command_shows_examples_that_work() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("level.json"), prints(&["new", "level-rooms"])).unwrap();
    let pipes = ["check", "new", "play", "solve", "turn"].map(|command| vec!["pipes", command]);
    let commands = COMMANDS.into_iter().filter(|&command| command != "help").map(|command| vec![command]).chain(pipes);
    for command in commands {
        let examples = examples(&prints(&[&command[..], &["--help"]].concat()));
        assert!(!examples.is_empty() && examples.len() <= 4, "{command:?}");
        for line in examples {
            assert!(line.starts_with(&format!("mapwright {}", command.join(" "))), "{line}");
            // These go on until they are stopped.
            if ["watch", "play"].contains(command.last().unwrap()) {
                continue;
            }
            let line = line.replace("mapwright", "\"$MAPWRIGHT\"");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-e", "-c", &line]).current_dir(dir.path()).env("MAPWRIGHT", env!("CARGO_BIN_EXE_mapwright"));
            let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        }
    }
}
