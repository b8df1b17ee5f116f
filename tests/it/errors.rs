//! Every error that a crate can return is made by a test, or stands in a short list with the reason why it cannot be.
//!
//! The enums and their messages are read from the source. A variant counts as made if a test, or an example in the
//! documentation, names it or expects a fixed part of its message; one whose message has no such part must be named. That
//! a test names it is all that is checked here: what the test does with it is up to the test. What only shows another
//! error is left to that one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// What no test can make, and why.
const NOT_MADE: [(&str, &str); 6] = [
    ("CollapseError::Broken", "a proof in the solver that a solution fits: it would be a fault of the solver"),
    ("ExportError::Save", "the disk fails: `save_atomic` is tested with such disks"),
    ("XpError::Compress", "packing into memory does not fail"),
    ("BlocksError::Nbt", "plain data has an NBT form"),
    ("BlocksError::TooManyKinds", "takes a map with 65,536 kinds of columns"),
    ("PackError::TooManyPieces", "takes a filling with 65,536 pieces"),
];

/// Variants that show the message of something else, and the test that expects one of those.
const SHOWN: [(&str, &str); 7] = [
    ("CheckError::Cell", "what_is_no_filling_is_named"),
    ("HerringboneError::Line", "mistakes_in_a_text_are_named"),
    ("PackError::Area", "bad_lines_are_refused_with_the_reason"),
    ("PipePackError::Unsound", "maps_that_are_no_boards_are_refused"),
    ("SearchError::Vary", "errors_say_what_does_not_go_together"),
    ("TemplateFileError::File", "files_are_told_apart_and_their_faults_named"),
    ("TemplateFileError::Template", "files_are_told_apart_and_their_faults_named"),
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

/// The code of a file and its tests, together with the examples of its documentation.
fn split(path: &Path) -> (String, String) {
    let text = fs::read_to_string(path).unwrap();
    let is_test = path.components().any(|part| ["tests", "tests.rs"].iter().any(|name| part.as_os_str() == *name));
    let at = if is_test { 0 } else { text.find("#[cfg(test)]").unwrap_or(text.len()) };
    let (code, tests) = text.split_at(at);
    let is_doc = |line: &&str| line.trim_start().starts_with("//");
    let examples = examples(code);
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let tests = examples.into_iter().chain(tests.lines().filter(|line| !is_comment(line)));
    let tests = tests.collect::<Vec<_>>().join("\n");
    (code.lines().filter(|line| !is_doc(line)).collect::<Vec<_>>().join("\n"), joined(&tests))
}

/// The lines of the examples in a file's documentation, which are run.
fn examples(code: &str) -> Vec<&str> {
    let (mut is_inside, mut is_run, mut found) = (false, false, Vec::new());
    for line in code.lines().map(str::trim_start) {
        let Some(text) = line.strip_prefix("///").or(line.strip_prefix("//!")) else {
            is_inside = false;
            continue;
        };
        if let Some(kind) = text.trim_start().strip_prefix("```") {
            is_inside = !is_inside;
            is_run = matches!(kind.trim(), "" | "rust");
        } else if is_inside && is_run {
            found.push(text);
        }
    }
    found
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
    let root = root();
    let mut files = Vec::new();
    for dir in ["crates", "src", "tests"] {
        sources(&root.join(dir), &mut files);
    }
    files.retain(|path| path != &root.join("tests/it/errors.rs"));
    let parts: Vec<(String, String)> = files.iter().map(|path| split(path)).collect();
    let tests: String = parts.iter().map(|(_, tests)| tests.as_str()).collect::<Vec<_>>().join("\n");
    let all: Vec<(String, Option<String>)> = parts.iter().flat_map(|(code, _)| variants(code)).collect();
    assert!(all.len() > 180, "{} variants found", all.len());
    let is_made = |name: &str, message: &Option<String>| {
        let parts = message.as_deref().map(fixed_parts).unwrap_or_default();
        // What shows another error has no message of its own.
        tests.contains(name) || message.is_none() || parts.iter().any(|part| tests.contains(part.as_str()))
    };
    let missing = all.iter().filter(|(name, message)| !is_made(name, message));
    let missing: BTreeSet<&str> = missing.map(|(name, _)| name.as_str()).collect();
    let excused: BTreeSet<&str> = NOT_MADE.iter().map(|(name, _)| *name).collect();
    for (name, test) in SHOWN {
        assert!(missing.contains(name), "{name} is made by name");
        assert!(tests.contains(&format!("fn {test}(")), "there is no test {test}");
    }
    let shown: BTreeSet<&str> = SHOWN.iter().map(|(name, _)| *name).collect();
    let unexcused: Vec<_> = missing.iter().filter(|name| !excused.contains(*name) && !shown.contains(*name)).collect();
    assert!(unexcused.is_empty(), "no test makes {unexcused:#?}");
    assert!(NOT_MADE.iter().all(|(name, why)| all.iter().any(|(known, _)| known == name) && !why.is_empty()));
}

/// `main` prints the error that it returns by `Debug`: it must be the message, after the name of the variant.
#[test]
fn every_error_prints_its_message() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    files.retain(|path| path.components().any(|part| part.as_os_str() == "src"));
    let mut n_errors = 0;
    for path in files {
        let code = fs::read_to_string(&path).unwrap();
        for item in code.split("#[derive(").skip(1) {
            let (derived, rest) = item.split_once(")]").unwrap();
            let declared = rest.lines().find(|line| line.contains("enum ") || line.contains("struct ")).unwrap_or("");
            let name = declared.split("enum ").last().unwrap().split("struct ").last().unwrap();
            let name: String = name.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
            if !derived.contains("thiserror::Error") && !name.ends_with("Error") && !name.ends_with("ErrorKind") {
                continue;
            }
            n_errors += 1;
            let by_hand = code.contains(&format!("fmt::Debug for {name}"));
            assert!(
                derived.contains("ErrorDebug") || by_hand,
                "{name} in {} prints its fields: derive `mapwright_core::ErrorDebug`",
                path.display()
            );
        }
    }
    assert!(n_errors > 35, "{n_errors} errors found");
}
