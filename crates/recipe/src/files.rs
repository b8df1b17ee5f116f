//! The files that a recipe names.
//!
//! A recipe may come from anywhere, so its files must be beside it or below, even after following links.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use mapwright_files::{MOST_BYTES, read_capped};

use crate::error::RecipeErrorKind;

/// Where to look for a recipe's files, and whether they may be elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Files {
    dir: PathBuf,
    trusts_paths: bool,
    /// The files themselves, by name, in place of a folder.
    held: Option<BTreeMap<String, Vec<u8>>>,
}

impl Files {
    /// Files in a folder or below; `""` is the current one.
    pub fn in_dir(dir: impl Into<PathBuf>) -> Self {
        Files { dir: dir.into(), ..Files::default() }
    }

    /// Files by name, held in memory. Nothing is read from disk: for programs without one, such as a web page.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Files { held: Some(files.into_iter().collect()), ..Files::default() }
    }

    /// Allows files anywhere else too: for recipes whose author you trust.
    #[must_use]
    pub const fn trusting_paths(mut self) -> Self {
        self.trusts_paths = true;
        self
    }

    /// The path of a file that can be read. Errors call it `what`.
    fn find(&self, what: &'static str, file: &str) -> Result<PathBuf, RecipeErrorKind> {
        let unreadable = |error: std::io::Error| RecipeErrorKind::file(what, file, error);
        let dir = if self.dir.as_os_str().is_empty() { Path::new(".") } else { &self.dir };
        let place = dir.join(file).canonicalize().map_err(unreadable)?;
        if !self.trusts_paths && !place.starts_with(dir.canonicalize().map_err(unreadable)?) {
            return Err(outside(file));
        }
        match place.is_file() {
            true => Ok(place),
            false => Err(RecipeErrorKind::file(what, file, "not a regular file")),
        }
    }

    /// The content of a file.
    pub(crate) fn read(&self, what: &'static str, file: &str) -> Result<Vec<u8>, RecipeErrorKind> {
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !self.trusts_paths && !Path::new(file).components().all(is_plain) {
            return Err(outside(file));
        }
        if let Some(held) = &self.held {
            return held.get(file).cloned().ok_or_else(|| RecipeErrorKind::file(what, file, "no such file"));
        }
        let place = self.find(what, file)?;
        read_capped(&place, MOST_BYTES).map_err(|error| RecipeErrorKind::file(what, file, error))
    }

    /// The content of a text file.
    pub(crate) fn read_text(&self, what: &'static str, file: &str) -> Result<String, RecipeErrorKind> {
        let text = String::from_utf8(self.read(what, file)?);
        text.map_err(|_| RecipeErrorKind::file(what, file, "not UTF-8 text"))
    }
}

fn outside(file: &str) -> RecipeErrorKind {
    RecipeErrorKind::Outside { file: file.to_owned() }
}
