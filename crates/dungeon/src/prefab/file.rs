//! Reads templates from files of text and of REXPaint.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use mapwright_core::{Legend, Template, TemplateError};

use super::xp::template_from_xp;

/// Why a file cannot be read as a template.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum TemplateFileError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The file is larger than a template can be.
    #[error("{file}: more than {} bytes", MOST_BYTES)]
    TooLarge {
        /// The file.
        file: String,
    },
    /// The template itself is wrong.
    #[error("{file}: {error}")]
    Template {
        /// The file.
        file: String,
        /// What is wrong.
        error: TemplateError,
    },
}

/// The largest file. The largest template as text, in glyphs of three bytes, is smaller.
const MOST_BYTES: u64 = 1 << 26;

/// Reads a template from a file: a REXPaint image if it begins like gzip, otherwise text.
///
/// # Errors
///
/// The file is missing, cannot be read, or is not a template.
pub fn load_template(path: impl AsRef<Path>, legend: &Legend) -> Result<Template, TemplateFileError> {
    let file = || path.as_ref().display().to_string();
    let mut bytes = Vec::new();
    File::open(path.as_ref())
        .and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| TemplateFileError::File { file: file(), error })?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(TemplateFileError::TooLarge { file: file() });
    }
    template_from_bytes(bytes, legend).map_err(|error| TemplateFileError::Template { file: file(), error })
}

/// Reads the content of a file: a REXPaint image if it begins like gzip, otherwise text.
///
/// # Errors
///
/// The bytes are neither, or the template is wrong as in [`template_from_xp`] and [`Template::from_text`].
pub fn template_from_bytes(bytes: Vec<u8>, legend: &Legend) -> Result<Template, TemplateError> {
    if bytes.starts_with(b"\x1f\x8b") {
        return template_from_xp(&bytes, legend);
    }
    let text = String::from_utf8(bytes).map_err(|_| TemplateError::Content)?;
    // Some editors begin files with this byte order mark.
    Template::from_text(text.strip_prefix('\u{feff}').unwrap_or(&text), legend)
}

impl TemplateFileError {
    /// The same error with another name of the file, one that the user knows.
    #[must_use]
    pub fn of(mut self, name: impl Into<String>) -> Self {
        match &mut self {
            TemplateFileError::File { file, .. }
            | TemplateFileError::TooLarge { file }
            | TemplateFileError::Template { file, .. } => *file = name.into(),
        }
        self
    }
}
