//! The programs of `docs/tutorial.md`: the first stands there whole, and each of the next is a diff to the one before.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::path::Path;
use std::{env, fs};

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tutorial.md");
    println!("cargo::rerun-if-changed={}", page.display());
    // Packed up, these tests have no book beside them.
    let Ok(page) = fs::read_to_string(page) else { return };
    let out = env::var("OUT_DIR").expect("Cargo says where");
    let mut program = blocks(&page, "rust").next().expect("a program").to_owned();
    for step in 1.. {
        fs::write(Path::new(&out).join(format!("step{step}.rs")), &program).expect("a folder to write to");
        let Some(diff) = blocks(&page, "diff").nth(step - 1) else { break };
        diff.split("@@\n").for_each(|hunk| program = patch(&program, hunk));
    }
}

/// The blocks of a page in one language.
fn blocks<'a>(page: &'a str, language: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("```{language}\n");
    page.split(&start).skip(1).filter_map(|rest| rest.split("```").next()).collect::<Vec<_>>().into_iter()
}

/// A program after one hunk: its lines begin with `-`, `+` or a space.
fn patch(program: &str, hunk: &str) -> String {
    let side = |other: char| -> String {
        let lines = hunk.lines().filter(|line| !line.starts_with(other));
        lines.map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
    };
    let (old, new) = (side('+'), side('-'));
    assert_eq!(program.matches(&old).count(), 1, "docs/tutorial.md: this hunk fits once:\n{hunk}");
    program.replacen(&old, &new, 1)
}
