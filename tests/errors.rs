//! Every error that a crate can return is made by a test, or stands in a short list with the reason why it cannot be.
//!
//! The enums and their messages are read from the source. A variant counts as made if a test or an example in the
//! documentation names it, or expects a fixed part of its message. What only shows another
//! error is left to that one.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What no test can make, and why.
const NOT_MADE: [(&str, &str); 8] = [
    ("CollapseError::Broken", "a proof in the solver that a solution fits: it would be a fault of the solver"),
    ("ExportError::Save", "the disk fails: `save_atomic` is tested with such disks"),
    ("RenderError::Gif", "the encoder refuses a frame that was checked before"),
    ("XpError::Compress", "packing into memory does not fail"),
    ("BlocksError::Nbt", "plain data has an NBT form"),
    ("BlocksError::TooManyKinds", "takes a map with 65,536 kinds of columns"),
    ("PackError::TooManyPieces", "takes a filling with 65,536 pieces"),
    ("ReadError::TooManyRegions", "takes a drawing of more than 300,000 glyphs"),
];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file and its tests. Lines of documentation count as tests: their examples are run.
fn split(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).unwrap();
    let is_test = path.components().any(|part| ["tests", "tests.rs"].iter().any(|name| part.as_os_str() == *name));
    let at = if is_test { 0 } else { text.find("#[cfg(test)]").unwrap_or(text.len()) };
    let (code, tests) = text.split_at(at);
    let is_doc = |line: &&str| line.trim_start().starts_with("//");
    let docs =
        code.lines().filter(|line| line.trim_start().starts_with("//!") || line.trim_start().starts_with("/// "));
    let tests = docs.chain(tests.lines()).collect::<Vec<_>>().join("\n");
    (code.lines().filter(|line| !is_doc(line)).collect::<Vec<_>>().join("\n"), joined(&tests))
}

/// Literals that go on in the next line, in one.
fn joined(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start())
}

/// The text between brackets, from just behind the first one.
fn inside(text: &str, (open, close): (char, char)) -> &str {
    let mut depth = 1;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth == 0
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The variants of the error enums in some code, each with its message; none where it shows the message of another error.
fn variants(code: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for part in code.split("pub enum ").skip(1) {
        let (head, rest) = part.split_once('{').unwrap();
        let name = head.split(['<', ' ']).next().unwrap();
        if !name.contains("Error") {
            continue;
        }
        for variant in inside(rest, ('{', '}')).split("#[error(").skip(1) {
            let message = joined(inside(variant, ('(', ')')));
            let after = &variant[inside(variant, ('(', ')')).len()..];
            let is_name = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_uppercase());
            let Some(line) = after.lines().find(is_name) else { continue };
            let variant: String = line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
            let is_own = message.trim_start().starts_with('"');
            found.push((format!("{name}::{variant}"), is_own.then(|| message.trim().to_owned())));
        }
    }
    found
}

/// The parts of a message that are the same whatever it is about, if they say anything.
fn fixed_parts(message: &str) -> Vec<String> {
    let literal = message.trim_start_matches('"').split('"').next().unwrap_or_default();
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in literal.chars() {
        match c {
            '{' => {
                depth += 1;
                parts.push(String::new());
            }
            '}' => depth -= 1,
            ';' if depth == 0 => parts.push(String::new()),
            _ if depth == 0 => parts.last_mut().unwrap().push(c),
            _ => {}
        }
    }
    // A quote around a value may be written otherwise in a test.
    let trimmed = parts.iter().map(|part| part.trim_matches(['`', ' ', ':', ',', '(', ')']).to_owned());
    trimmed.filter(|part| part.len() > 5).collect()
}

#[test]
fn every_error_is_made_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for dir in ["crates", "src", "tests"] {
        sources(&root.join(dir), &mut files);
    }
    files.retain(|path| path != &root.join("tests/errors.rs"));
    let parts: Vec<(String, String)> = files.iter().map(|path| split(path)).collect();
    let tests: String = parts.iter().map(|(_, tests)| tests.as_str()).collect::<Vec<_>>().join("\n");
    let all: Vec<(String, Option<String>)> = parts.iter().flat_map(|(code, _)| variants(code)).collect();
    assert!(all.len() > 180, "{} variants found", all.len());
    let is_made = |name: &str, message: &Option<String>| {
        let parts = message.as_deref().map(fixed_parts).unwrap_or_default();
        tests.contains(name) || parts.is_empty() || parts.iter().any(|part| tests.contains(part.as_str()))
    };
    let missing = all.iter().filter(|(name, message)| !is_made(name, message));
    let missing: BTreeSet<&str> = missing.map(|(name, _)| name.as_str()).collect();
    let excused: BTreeSet<&str> = NOT_MADE.iter().map(|(name, _)| *name).collect();
    let unexcused: Vec<_> = missing.difference(&excused).collect();
    assert!(unexcused.is_empty(), "no test makes {unexcused:#?}");
    assert!(NOT_MADE.iter().all(|(name, why)| all.iter().any(|(known, _)| known == name) && !why.is_empty()));
}
