//! Every crate that is published has what its page needs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

fn crates() -> Vec<PathBuf> {
    let root = root();
    let mut all: Vec<PathBuf> = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.push(root.to_owned());
    all
}

/// What a package does not hold, its page cannot show.
#[test]
fn no_readme_of_a_crate_points_out_of_its_package() {
    let root = root();
    let apps = ["bevy", "js", "python"].map(|app| root.join("apps").join(app));
    for dir in crates().into_iter().filter(|dir| dir != root).chain(apps) {
        let readme = fs::read_to_string(dir.join("README.md")).unwrap();
        assert!(!readme.contains("](.."), "{}", dir.display());
    }
}

#[test]
fn every_crate_has_metadata_a_readme_and_licenses() {
    for dir in crates() {
        let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
        let inherited = ["version", "edition", "rust-version", "license", "repository", "homepage", "include"];
        let inherited = inherited.map(|field| format!("\n{field}.workspace = true\n"));
        let own = [
            "description = \"",
            "readme = \"README.md\"\n",
            "keywords = [\"",
            "categories = [\"",
            "documentation = \"",
        ];
        let own = own.map(|field| format!("\n{field}"));
        for line in inherited.into_iter().chain(own) {
            assert!(manifest.contains(&line), "{}: no {line:?}", dir.display());
        }
        // The page of the program is that of the library.
        let has_page = dir.ends_with("cli") || manifest.contains("\n[package.metadata.docs.rs]\nall-features = true\n");
        assert!(has_page, "{}: docs.rs would show the default features only", dir.display());
        let keywords = manifest.split("\nkeywords = ").nth(1).unwrap().lines().next().unwrap();
        assert!(keywords.matches('"').count() <= 10, "crates.io takes at most five keywords: {}", dir.display());
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read_to_string(dir.join(license)).unwrap();
            let root = root().join(license);
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
    fs::read_to_string(root().join(file)).unwrap()
}

/// What is promised of a version is promised of all of it: the same seed makes the same map in all of its parts.
#[test]
fn everything_has_one_version() {
    let version = value("Cargo.toml", "workspace.package", "version");
    for manifest in ["apps/bevy", "apps/bevy/demo", "apps/c", "apps/godot", "apps/js/wasm", "apps/python"] {
        let manifest = format!("{manifest}/Cargo.toml");
        assert_eq!(value(&manifest, "package", "version"), version, "{manifest}");
    }
    assert_eq!(value("apps/delve/Cargo.toml", "workspace.package", "version"), version);
    for file in
        ["apps/js/package.json", "apps/js/package-lock.json", "apps/web/package.json", "apps/web/package-lock.json"]
    {
        let package: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
        assert_eq!(package["version"], version, "{file}");
    }
}

/// The table of the oldest versions of Rust is what the manifests promise.
#[test]
fn the_oldest_rust_is_that_of_the_table() {
    let table = read("docs/upgrading.md");
    let row = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap().to_owned();
    let of = |manifest: &str| value(manifest, "package", "rust-version");
    let all = value("Cargo.toml", "workspace.package", "rust-version");
    for manifest in ["apps/c/Cargo.toml", "apps/python/Cargo.toml", "apps/js/wasm/Cargo.toml"] {
        assert_eq!(of(manifest), all, "{manifest}");
    }
    assert!(row("| all crates").contains(&format!("| {all} |")));
    assert!(row("| `bevy_mapwright`").contains(&format!("| {} |", of("apps/bevy/Cargo.toml"))));
    assert!(row("| `apps/godot`").contains(&format!("| {} |", of("apps/godot/Cargo.toml"))));
    let rules = value("apps/delve/Cargo.toml", "workspace.package", "rust-version");
    let window = of("apps/delve/draw/Cargo.toml");
    assert!(row("| `apps/delve`").contains(&format!("| {rules}, {window} |")));
    assert!(read("README.md").contains(&format!("Rust {all} or later")));
}

/// The oldest Godot is said once for people, once for the engine, and once for the compiler.
#[test]
fn the_oldest_godot_is_one() {
    let feature = read("apps/godot/Cargo.toml");
    let (_, version) = feature.split_once("features = [\"api-").unwrap();
    let version = version.split('"').next().unwrap().replace('-', ".");
    let extension = read("apps/godot/sample/mapwright.gdextension");
    assert!(extension.contains(&format!("compatibility_minimum = {version}\n")), "{extension}");
    for file in ["apps/godot/README.md", "docs/godot.md"] {
        assert!(read(file).contains(&format!("Godot {version} or newer")), "{file}");
    }
    assert!(read("docs/upgrading.md").contains(&format!("`apps/godot`, for Godot {version} ")));
}

/// Scripts that people run to build a part of the project: macOS has other `realpath`, `sed`, `stat` and `readlink` than
/// GNU, and Bash 3.2.
#[test]
fn scripts_that_build_are_portable() {
    let gnu = [
        "realpath",
        "readlink -f",
        "stat -c",
        "sed -i",
        "0,/",
        "sed -r",
        "sed -z",
        "sed -s",
        "grep -P",
        "cp --",
        "mktemp --",
        "head -c",
        "xargs -d",
        "xargs -r",
        "date -d",
        "sort -V",
        "nproc",
        "mapfile",
        "readarray",
        "declare -A",
        "local -n",
        "${x,,}",
        "&>>",
        "|&",
    ];
    for file in ["apps/js/wasm/build", "apps/js/wasm/setup", "apps/delve/web/build", "apps/c/install"] {
        let script = read(file);
        let lines = script.lines().zip(1..).filter(|(line, _)| !line.trim_start().starts_with('#'));
        for (line, number) in lines {
            let found = gnu.iter().find(|flag| line.contains(*flag));
            assert_eq!(found, None, "{file}:{number}: {line}");
        }
    }
}

/// Where the project is stands in the workspace's manifest, and in those that cannot inherit from it.
#[test]
fn everything_has_one_address() {
    let address = value("Cargo.toml", "workspace.package", "repository");
    assert_eq!(value("Cargo.toml", "workspace.package", "homepage"), address);
    assert_eq!(value("apps/bevy/Cargo.toml", "package", "repository"), address);
    assert_eq!(value("apps/python/pyproject.toml", "project.urls", "Repository"), address);
    let package: serde_json::Value = serde_json::from_str(&read("apps/js/package.json")).unwrap();
    assert_eq!(package["repository"]["url"], address);
    assert!(read(".github/ISSUE_TEMPLATE/config.yml").contains(&format!("{address}/discussions")));
}

/// What is checked there is what is checked here, on the same system: each step of the workflow is one of `.ci/run`, or a
/// part of `.ci/nightly`.
#[test]
fn the_workflow_runs_what_ci_runs() {
    let (ours, workflow) = (read(".ci/run"), read(".github/workflows/ci.yml"));
    let job = workflow.split("\n  step:\n").nth(1).unwrap();
    assert!(job.contains("    container: debian:trixie\n"));
    let steps = job.split("        run:\n").nth(1).unwrap().split("    steps:\n").next().unwrap();
    let steps: Vec<&str> = steps.lines().map(|line| line.trim_start().strip_prefix("- ").unwrap()).collect();
    for step in &steps {
        let is_part = step
            .strip_prefix(".ci/nightly ")
            .is_some_and(|part| read(".ci/nightly").contains(&format!("\n{part}_() {{")));
        assert!(is_part || ours.contains(step), "`{step}` is not in .ci/run");
    }
    for app in ["bevy", "c", "delve", "js", "python", "web"] {
        assert!(steps.contains(&format!("apps/{app}/ci").as_str()), "{app}");
    }
}

/// The workflow of each night has a job for each part.
#[test]
fn each_night_runs_all_of_nightly() {
    let (ours, workflow) = (read(".ci/nightly"), read(".github/workflows/nightly.yml"));
    let list = |text: &str, start: &str, end: char| -> Vec<String> {
        let rest = text.split(start).nth(1).unwrap().split(end).next().unwrap();
        rest.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let parts = list(&ours, "\nPARTS=(", ')');
    assert!(parts.len() > 5 && parts.iter().all(|part| ours.contains(&format!("\n{part}_() {{\n"))), "{parts:?}");
    assert_eq!(list(&workflow, "part: [", ']'), parts);
}

/// A program that pins `mapwright` has pinned its maps, so no part may be newer than the whole.
#[test]
fn our_crates_require_each_other_in_one_version() {
    let version = value("Cargo.toml", "workspace.package", "version");
    let manifests = crates().into_iter().map(|dir| dir.join("Cargo.toml"));
    let others = ["benches", "tests", "tests/user", "tests/platforms", "tools/pictures"];
    let tests = others.map(|folder| Path::new(folder).join("Cargo.toml"));
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

/// A crate of others is compiled once for all of the repository: no lock file has it in two compatible versions, nor do two.
#[test]
fn lock_files_are_alike() {
    let locks = [
        ".",
        "apps/bevy",
        "apps/c",
        "apps/delve",
        "apps/godot",
        "apps/js/wasm",
        "apps/js/wasm/bindgen",
        "apps/python",
        "benches/peers",
        "fuzz",
        "tests/outside",
    ];
    let mut versions: BTreeMap<(String, String), BTreeMap<String, &str>> = BTreeMap::new();
    for folder in locks {
        let text = read(&format!("{folder}/Cargo.lock"));
        for package in text.split("[[package]]\n").skip(1) {
            let field = |start: &str| package.lines().find_map(|line| line.strip_prefix(start)?.strip_suffix('"'));
            let (name, version) = (field("name = \"").unwrap(), field("version = \"").unwrap());
            // What may be exchanged for it: the first number that is not zero is the same.
            let numbers: Vec<&str> = version.split(['.', '-', '+']).collect();
            let shared = 1 + numbers.iter().take(2).take_while(|&&number| number == "0").count();
            let place = (name.to_owned(), numbers[..shared].join("."));
            versions.entry(place).or_default().insert(version.to_owned(), folder);
        }
    }
    assert!(versions.len() > 300, "{}", versions.len());
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "`cargo update -p NAME --precise VERSION` makes them alike: {versions:#?}");
}

/// The files of the repository that are text, with their names. An archive of it has no list of them.
fn texts(dir: &Path) -> Vec<(String, String)> {
    const MADE: [&str; 6] = [".git", "dist", "fuzz", "node_modules", "out", "target"];
    let paths = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| !MADE.iter().any(|name| path.ends_with(name)));
    let texts = |path: PathBuf| match path.is_dir() {
        true => texts(&path),
        false => fs::read_to_string(&path).map(|text| (path.display().to_string(), text)).into_iter().collect(),
    };
    paths.flat_map(texts).collect()
}

/// `mapwright` on PyPI is a stranger's program in the same field. Ours is `mapwright-levels`, and `mapwright_levels` in
/// Python.
#[test]
fn no_text_has_anybody_install_the_namesake() {
    let (mut installs, mut imports) = (0, 0);
    for (name, text) in texts(root()) {
        let commands = text.lines().flat_map(|line| line.split("pip install").skip(1));
        let words = commands.flat_map(|rest| rest.split('`').next().unwrap().split_whitespace());
        for word in words {
            installs += 1;
            let word = word.trim_matches(|c| "'\"`(,;".contains(c));
            let is_ours = word.starts_with("mapwright-levels");
            assert!(is_ours || !word.starts_with("mapwright"), "{name} installs {word}");
        }
        if ![".py", ".pyi", ".ipynb", ".md"].iter().any(|end| name.ends_with(end)) {
            continue;
        }
        for rest in ["import mapwright", "from mapwright"].iter().flat_map(|start| text.split(start).skip(1)) {
            imports += 1;
            assert!(rest.starts_with("_levels"), "{name} imports a module `mapwright` that is not ours");
        }
    }
    assert!(installs > 5 && imports > 5, "{installs} installs, {imports} imports");
}

/// Players keep maps for years: whatever version wrote one, it can be read.
#[test]
fn a_map_file_of_0_1_0_can_be_read() {
    let (map, dropped) = mapwright::recipe::map_from_json(&read("tests/data/map-0.1.0.json")).unwrap();
    assert_eq!((map.validate(), dropped), (Ok(()), vec![]));
    assert_eq!((map.floors, map.size().w, map.portals.len()), (Some(4), 56, 6));
    assert!(map.start.is_some() && map.exit.is_some() && map.graph.is_some() && map.rooms.is_some());
    assert!(map.doors.iter().flatten().any(|door| door.lock.is_some()) && map.spawns.iter().any(|it| it.key.is_some()));
    assert_eq!(mapwright::levels::replay(&map, map.proof.as_ref().unwrap()), Ok(()));
}
