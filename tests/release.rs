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
