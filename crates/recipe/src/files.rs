//! The files that a recipe names.
//!
//! A recipe may come from anywhere. So it reads no file unless it was given a folder, its files must be beside it or
//! below, even after following links, and no message holds anything of their content.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use mapwright_files::{MOST_BYTES, read_capped};

use crate::error::RecipeErrorKind;
use crate::flaw::Flaw;

/// Where to look for a recipe's files, and whether they may be elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Files {
    source: FileSource,
    trusts_paths: bool,
}

#[derive(Clone, Debug, Default)]
enum FileSource {
    /// No file can be read.
    #[default]
    Nowhere,
    /// A folder, and those below it.
    Dir(PathBuf),
    /// The files themselves, by name.
    Memory(BTreeMap<String, Vec<u8>>),
}

impl Files {
    /// No files: a recipe that reads one is refused.
    pub fn none() -> Self {
        Files::default()
    }

    /// Files in a folder or below; `""` is the current one.
    pub fn in_dir(dir: impl Into<PathBuf>) -> Self {
        Files { source: FileSource::Dir(dir.into()), trusts_paths: false }
    }

    /// Files by name, held in memory. Nothing is read from disk: for programs without one, such as a web page.
    pub fn in_memory(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Files { source: FileSource::Memory(files.into_iter().collect()), trusts_paths: false }
    }

    /// Allows files anywhere else too: for recipes whose author you trust.
    #[must_use]
    pub const fn trusting_paths(mut self) -> Self {
        self.trusts_paths = true;
        self
    }

    /// Reads a file and what it holds. Errors call it `what`, and say what is wrong with it in words without its content.
    pub(crate) fn load<T>(
        &self,
        what: &'static str,
        file: &str,
        read: impl FnOnce(Vec<u8>) -> Result<T, Flaw>,
    ) -> Result<T, RecipeErrorKind> {
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !self.trusts_paths && !Path::new(file).components().all(is_plain) {
            return Err(outside(file));
        }
        let unreadable = |flaw: Flaw| flaw.in_file(what, file);
        let content = match &self.source {
            FileSource::Nowhere => Err(Flaw::of("the recipe reads files, and no folder was given for them")),
            FileSource::Memory(held) => held.get(file).cloned().ok_or(Flaw::of("no such file")),
            FileSource::Dir(dir) => {
                let place = self.find(dir, file).map_err(unreadable)?.ok_or_else(|| outside(file))?;
                read_capped(&place, MOST_BYTES).map_err(Flaw::from)
            }
        };
        content.and_then(read).map_err(unreadable)
    }

    /// Reads a text file and what it holds.
    pub(crate) fn load_text<T>(
        &self,
        what: &'static str,
        file: &str,
        read: impl FnOnce(&str) -> Result<T, Flaw>,
    ) -> Result<T, RecipeErrorKind> {
        self.load(what, file, |bytes| read(std::str::from_utf8(&bytes).map_err(|_| Flaw::of("not UTF-8 text"))?))
    }

    /// The path of a file that can be read; `None` if it is elsewhere.
    fn find(&self, dir: &Path, file: &str) -> Result<Option<PathBuf>, Flaw> {
        let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        let place = dir.join(file).canonicalize()?;
        if !self.trusts_paths && !place.starts_with(dir.canonicalize()?) {
            return Ok(None);
        }
        match place.is_file() {
            true => Ok(Some(place)),
            false => Err(Flaw::of("not a regular file")),
        }
    }
}

fn outside(file: &str) -> RecipeErrorKind {
    RecipeErrorKind::Outside { file: file.to_owned() }
}
