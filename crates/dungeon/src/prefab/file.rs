//! Reads prefabs from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::PrefabError;
use super::legend::Legend;
use super::template::Prefab;

/// Why a file cannot be read as a prefab.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum PrefabFileError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The file is larger than a prefab can be.
    #[error("{file}: more than {} bytes", MOST_BYTES)]
    TooLarge {
        /// The file.
        file: String,
    },
    /// The prefab itself is wrong.
    #[error("{file}: {error}")]
    Prefab {
        /// The file.
        file: String,
        /// What is wrong.
        error: PrefabError,
    },
}

mapwright_core::debug_as_display!(PrefabFileError);

/// The largest file. The largest prefab as text, in glyphs of three bytes, is smaller.
const MOST_BYTES: u64 = 1 << 26;

impl Prefab {
    /// Reads a file: a REXPaint image if it begins like gzip, otherwise text.
    ///
    /// # Errors
    ///
    /// The file is missing, cannot be read, or is not a prefab.
    pub fn load(path: impl AsRef<Path>, legend: &Legend) -> Result<Self, PrefabFileError> {
        let file = || path.as_ref().display().to_string();
        let mut bytes = Vec::new();
        File::open(path.as_ref())
            .and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| PrefabFileError::File { file: file(), error })?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
            return Err(PrefabFileError::TooLarge { file: file() });
        }
        Prefab::from_bytes(bytes, legend).map_err(|error| PrefabFileError::Prefab { file: file(), error })
    }

    /// Reads the content of a file: a REXPaint image if it begins like gzip, otherwise text.
    ///
    /// # Errors
    ///
    /// The bytes are neither, or the prefab is wrong as in [`from_xp`](Self::from_xp) and [`from_text`](Self::from_text).
    pub fn from_bytes(bytes: Vec<u8>, legend: &Legend) -> Result<Self, PrefabError> {
        if bytes.starts_with(b"\x1f\x8b") {
            return Prefab::from_xp(&bytes, legend);
        }
        let text = String::from_utf8(bytes).map_err(|_| PrefabError::Content)?;
        // Some editors begin files with this byte order mark.
        Prefab::from_text(text.strip_prefix('\u{feff}').unwrap_or(&text), legend)
    }
}

impl PrefabFileError {
    /// The same error with another name of the file, one that the user knows.
    #[must_use]
    pub fn of(mut self, name: impl Into<String>) -> Self {
        match &mut self {
            PrefabFileError::File { file, .. }
            | PrefabFileError::TooLarge { file }
            | PrefabFileError::Prefab { file, .. } => *file = name.into(),
        }
        self
    }
}
