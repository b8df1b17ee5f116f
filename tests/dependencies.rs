//! The layers of the workspace: which crate may use which.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

const BUILDERS: [&str; 4] = ["maze", "dungeon", "tiling", "pipes"];

/// The crates of ours that a manifest names among its dependencies (not those for tests).
fn dependencies(manifest: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(manifest).unwrap();
    let mut section = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if section == "[dependencies]" && name.starts_with("mapwright") {
            found.push(name.trim_start_matches("mapwright").trim_start_matches('-').to_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn no_crate_uses_another_that_it_must_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut allowed: BTreeMap<&str, Vec<&str>> = BTreeMap::from([
        ("core", vec![]),
        ("graph", vec!["core"]),
        ("render", vec!["core", "graph"]),
        ("recipe", vec!["core", "maze", "dungeon", "tiling", "pipes"]),
        // The facade has no name behind `mapwright`.
        ("cli", vec![""]),
    ]);
    BUILDERS.iter().for_each(|builder| {
        allowed.insert(builder, vec!["core", "graph"]);
    });
    let crates: Vec<String> = std::fs::read_dir(root.join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(crates.len(), allowed.len());
    for name in crates {
        let allowed = &allowed[name.as_str()];
        for used in dependencies(&root.join("crates").join(&name).join("Cargo.toml")) {
            assert!(allowed.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

#[test]
fn core_and_graph_know_no_builder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for dir in ["crates/core/src", "crates/core/src/history", "crates/graph/src"] {
        let entries = std::fs::read_dir(root.join(dir)).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some()));
    }
    assert!(files.len() > 20);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code: String =
            text.split("#[cfg(test)]").next().unwrap().lines().filter(|l| !l.trim_start().starts_with("//")).collect();
        for info in mapwright::recipe::builders() {
            assert!(!code.contains(&format!("\"{}\"", info.name)), "{} names {}", file.display(), info.name);
        }
    }
}
