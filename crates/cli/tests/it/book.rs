//! The shell blocks of the book and of the READMEs run, each page in an empty folder of its own.
//!
//! What cannot run here is marked `console` instead of `sh`: games in the terminal, and `cargo`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn pages(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines of all blocks in a language.
fn blocks(page: &str, language: &str) -> String {
    let mut lines = String::new();
    let mut inside = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(name), None) => inside = Some(name),
            (None, Some(name)) if name == language => lines += &format!("{line}\n"),
            _ => {}
        }
    }
    lines
}

/// Files that the pages take for granted.
const FIXTURES: [(&str, &[u8]); 5] = [
    ("shape.txt", b"..........\n..........\n..........\n..........\n..........\n..........\n"),
    ("boards.txt", b"4 3 2 0 1 0 0 0 0\n8 10 3 6 2 0 4 1 4\n"),
    ("blocks.json", b"{}"),
    ("room.json", b"{}"),
    ("pieces.png", include_bytes!("../../../../docs/pictures/pieces.png")),
];

#[cfg(unix)]
#[test]
fn every_shell_block_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = Path::new(env!("CARGO_BIN_EXE_mapwright")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let readmes = ["README.md", "crates/cli/README.md"].map(|page| root.join(page));
    let mut n_pages = 0;
    for page in pages(&root.join("docs")).into_iter().chain(readmes) {
        let script = blocks(&fs::read_to_string(&page).unwrap(), "sh");
        if script.is_empty() {
            continue;
        }
        let waits = ["mapwright watch", "pipes play"].into_iter().find(|call| script.contains(call));
        assert_eq!(waits, None, "{} waits for a person: mark it `console`", page.display());
        n_pages += 1;
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("saves/World/datapacks")).unwrap();
        for (name, content) in FIXTURES {
            fs::write(dir.path().join(name), content).unwrap();
        }
        let output = Command::new("sh").args(["-ec", &script]).env("PATH", &path).current_dir(&dir).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {error}\n{script}", page.display());
    }
    assert!(n_pages > 8, "{n_pages}");
}
