//! Help, completions and manual pages.
#![allow(clippy::panic)]

use crate::common::{mapwright_in, names, prints, stderr};

/// All commands, and those below them, as the help of the program lists them.
fn commands() -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![vec![]];
    let mut next = 0;
    while let Some(command) = all.get(next).cloned() {
        next += 1;
        let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = prints(&words);
        let Some((_, list)) = help.split_once("\nCommands:\n") else { continue };
        let lines = list.lines().take_while(|line| !line.is_empty());
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
        all.extend(names.filter(|&name| name != "help").map(|name| [&command[..], &[name.to_owned()]].concat()));
    }
    all.remove(0);
    all
}

#[test]
fn the_help_lists_commands_of_both_levels() {
    let all: Vec<String> = commands().into_iter().map(|command| command.join(" ")).collect();
    for known in ["search find", "search sweep", "generate man", "pipes solve"] {
        assert!(all.iter().any(|command| command == known), "{known}: {all:?}");
    }
    assert_eq!(all.iter().filter(|command| !command.contains(' ')).count(), 11, "{all:?}");
}

#[test]
fn completions_know_every_command() {
    let commands = commands();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = prints(&["generate", "completions", shell]);
        for name in commands.iter().flatten() {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(script.contains("--seed") || script.contains("-l seed"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = tempfile::tempdir().unwrap();
    let output = mapwright_in(dir.path(), &["generate", "man", "-o", "pages"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pages = names(&dir.path().join("pages"));
    let commands = commands().into_iter().map(|command| format!("-{}", command.join("-")));
    let mut expected: Vec<String> =
        commands.chain([String::new()]).map(|command| format!("mapwright{command}.1")).collect();
    expected.sort();
    assert_eq!(pages, expected);
    let build = std::fs::read_to_string(dir.path().join("pages/mapwright-build.1")).unwrap();
    assert!(build.contains(".TH mapwright-build 1") && build.contains("mapwright build cave"), "{build}");
    // Pages are written over: a new version has new ones.
    assert_eq!(mapwright_in(dir.path(), &["generate", "man", "-o", "pages"], "").status.code(), Some(0));
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
    std::fs::write(dir.path().join("beasts.json"), r#"[{ "name": "Rat", "weight": 3, "cost": 2 }]"#).unwrap();
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let examples = examples(&prints(&words));
        assert!(!examples.is_empty() && examples.len() <= 4, "{command:?}");
        for line in examples {
            assert!(line.starts_with(&format!("mapwright {}", command.join(" "))), "{line}");
            // These go on until they are stopped.
            if ["watch", "play"].contains(&command.last().unwrap().as_str()) {
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
