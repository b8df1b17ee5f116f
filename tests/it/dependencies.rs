//! The layers of the workspace: which crate may use which.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::root;

const BUILDERS: [&str; 8] = ["levels", "maze", "dungeon", "wang", "wfc", "packing", "rewrite", "pipes"];

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
    let root = root();
    let mut allowed: BTreeMap<&str, Vec<&str>> = BTreeMap::from([
        ("macros", vec![]),
        ("core", vec!["macros"]),
        ("graph", vec!["core"]),
        ("files", vec![]),
        ("render", vec!["core", "files", "graph"]),
        ("charts", vec!["core", "render"]),
        ("export", vec!["core", "files", "graph", "render"]),
        ("minecraft", vec!["core", "files", "graph"]),
        ("recipe", vec!["core", "files", "levels", "maze", "dungeon", "wang", "wfc", "packing", "rewrite", "pipes"]),
        ("search", vec!["core", "graph", "pipes", "recipe"]),
        ("world", vec!["core"]),
        // The facade has no name behind `mapwright`.
        ("cli", vec![""]),
        ("bindings", vec![""]),
    ]);
    BUILDERS.iter().for_each(|builder| {
        allowed.insert(builder, vec!["core", "graph"]);
    });
    // Machines place things as `scatter` does.
    allowed.insert("levels", vec!["core", "dungeon", "graph"]);
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

/// The code of every file below a folder: no comments, no tests.
fn code(dir: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(code(&path));
        } else if !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            files.push((path, lines.map(|line| format!("{line}\n")).collect()));
        }
    }
    files
}

#[test]
fn builders_are_named_by_themselves_and_listed_by_recipe_alone() {
    let root = root().join("crates");
    for name in [
        "core",
        "graph",
        "levels",
        "maze",
        "dungeon",
        "wang",
        "wfc",
        "packing",
        "rewrite",
        "pipes",
        "render",
        "charts",
        "export",
        "minecraft",
        "search",
        "cli",
    ] {
        let files = code(&root.join(name).join("src"));
        assert!(!files.is_empty());
        for (path, code) in files {
            let named: Vec<&str> = mapwright::recipe::builders()
                .iter()
                .map(|info| info.name)
                // What a map has is called so too, and exports name what a map has. Glyphs have a meaning `keep`.
                .filter(|&name| {
                    !["keep", "portals", "spawns", "stairs"].contains(&name)
                        && !mapwright::core::Plane::ALL.iter().any(|plane| plane.name() == name)
                })
                .filter(|name| code.contains(&format!("\"{name}\"")))
                .collect();
            let own = BUILDERS.contains(&name) && named.len() <= 2;
            assert!(named.is_empty() || own, "{} names {named:?}", path.display());
        }
    }
}

#[test]
fn stages_never_call_other_stages() {
    let root = root().join("crates");
    for (path, code) in BUILDERS.iter().flat_map(|name| code(&root.join(name).join("src"))) {
        // Floors are what chains of their own make.
        let runs_chains = path.ends_with("floors/chains.rs");
        for call in [".apply(", ".build(", "BuilderChain"].into_iter().filter(|_| !runs_chains) {
            assert!(!code.contains(call), "{} has {call}", path.display());
        }
    }
}
