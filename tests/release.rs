//! Every crate that is published has what its page needs.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.push(root.to_owned());
    all
}

/// What a package does not hold, its page cannot show.
#[test]
fn no_readme_of_a_crate_points_out_of_its_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for dir in crates().into_iter().filter(|dir| dir != root) {
        let readme = fs::read_to_string(dir.join("README.md")).unwrap();
        assert!(!readme.contains("](.."), "{}", dir.display());
    }
}

#[test]
fn every_crate_has_metadata_a_readme_and_licenses() {
    for dir in crates() {
        let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
        let inherited = ["version", "edition", "rust-version", "license", "keywords", "categories", "include"];
        let inherited = inherited.map(|field| format!("\n{field}.workspace = true\n"));
        let own = ["\ndescription = \"", "\nreadme = \"README.md\"\n"].map(str::to_owned);
        for line in inherited.into_iter().chain(own) {
            assert!(manifest.contains(&line), "{}: no {line:?}", dir.display());
        }
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read_to_string(dir.join(license)).unwrap();
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(license);
            assert_eq!(text, fs::read_to_string(root).unwrap(), "{}", dir.display());
        }
    }
}

/// The value of `key = "value"` in a section of a manifest.
fn value(manifest: &str, section: &str, key: &str) -> String {
    let text = read(manifest);
    let section = text.split(&format!("[{section}]\n")).nth(1).unwrap().split("\n[").next().unwrap();
    let start = format!("{key} = \"");
    let line = section.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
    line.split('"').next().unwrap().to_owned()
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// What is promised of a version is promised of all of it: the same seed makes the same map in all of its parts.
#[test]
fn everything_has_one_version() {
    let version = value("Cargo.toml", "workspace.package", "version");
    for manifest in ["apps/bevy", "apps/bevy/demo", "apps/godot", "apps/python", "apps/web/wasm"] {
        let manifest = format!("{manifest}/Cargo.toml");
        assert_eq!(value(&manifest, "package", "version"), version, "{manifest}");
    }
    assert_eq!(value("apps/delve/Cargo.toml", "workspace.package", "version"), version);
    for file in ["apps/web/package.json", "apps/web/package-lock.json"] {
        let package: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
        assert_eq!(package["version"], version, "{file}");
    }
}

/// A program that pins `mapwright` has pinned its maps, so no part may be newer than the whole.
#[test]
fn our_crates_require_each_other_in_one_version() {
    let version = value("Cargo.toml", "workspace.package", "version");
    let manifests = crates().into_iter().map(|dir| dir.join("Cargo.toml"));
    let tests = ["tests/user/Cargo.toml", "tests/platforms/Cargo.toml"].map(PathBuf::from);
    let (mut seen, exactly) = (0, format!("version = \"={version}\""));
    for manifest in manifests.chain(tests) {
        let text = read(manifest.to_str().unwrap());
        let ours = text.lines().filter(|line| line.starts_with("mapwright") && line.contains("path = "));
        for line in ours {
            assert!(line.contains(&exactly), "{}: {line}", manifest.display());
            seen += 1;
        }
    }
    assert!(seen > 17, "{seen} dependencies");
}

/// Text files of the repository.
fn texts(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if ![".git", "target", "node_modules", "dist", "pictures"].contains(&name) {
                texts(&path, found);
            }
        } else if fs::read(&path).is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok()) {
            found.push(path);
        }
    }
}

/// `mapwright` on PyPI is a stranger's program in the same field. Ours is `mapwright-levels`.
#[test]
fn no_text_has_anybody_install_the_namesake() {
    let mut files = Vec::new();
    texts(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let commands = text.lines().flat_map(|line| line.split("pip install").skip(1));
        let words = commands.flat_map(|rest| rest.split('`').next().unwrap().split_whitespace());
        for word in words {
            seen += 1;
            let word = word.trim_matches(|c| "'\"`(,;".contains(c));
            let is_ours = word.starts_with("mapwright-levels");
            assert!(is_ours || !word.starts_with("mapwright"), "{} installs {word}", file.display());
        }
    }
    assert!(seen > 5);
}
