//! Writes a run into the pages that show it, between two comments of HTML.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// Replaces what a page of the repository has between `<!-- run -->` and `<!-- end of run -->`.
pub fn write(page: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let old = fs::read_to_string(&path).map_err(|error| io::Error::new(error.kind(), format!("{page}: {error}")))?;
    let new = replaced(&old, text).ok_or_else(|| format!("{page} has no `{BEGIN}` before a `{END}`"))?;
    fs::write(&path, new)?;
    Ok(())
}

const BEGIN: &str = "<!-- run -->";
const END: &str = "<!-- end of run -->";

fn replaced(page: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{text}\n{END}{after}"))
}

/// What was measured, and on what: the commit, `+` if files differ from it, and the processor.
pub fn measured() -> String {
    let commit = said("git", &["describe", "--always", "--abbrev=8", "--dirty=+", "--exclude=*"]);
    let lscpu = said("lscpu", &[]);
    let line = |name: &str| lscpu.lines().find_map(|line| line.strip_prefix(name)).map_or("?", str::trim).to_owned();
    format!("Measured on commit {commit}, on {} cores of an {}.", line("CPU(s):"), line("Model name:"))
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    output.map_or_else(|_| "?".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_comments_changes() {
        let page = "a\n<!-- run -->\nold\n<!-- end of run -->\nb\n";
        assert_eq!(replaced(page, "new").unwrap(), "a\n<!-- run -->\nnew\n<!-- end of run -->\nb\n");
        assert_eq!(replaced("<!-- end of run --> <!-- run -->", "new"), None);
    }

    #[test]
    fn the_pages_have_a_place_for_a_run() {
        for page in ["docs/performance.md", "benches/peers/README.md"] {
            let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page)).unwrap();
            assert!(replaced(&text, "").is_some(), "{page}");
        }
    }
}
