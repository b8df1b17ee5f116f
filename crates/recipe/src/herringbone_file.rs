//! Templates of herringbone tiles from files: text, or the pixels of a PNG.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use mapwright_core::{Color, Grid, Size};
use mapwright_files::Pixels;
use mapwright_wang::{HerringboneTemplate, TemplateError};

/// A template that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateFileError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file is larger than a template can be.
    #[error("{file}: more than {} bytes", MOST_BYTES)]
    TooLarge {
        /// The file.
        file: String,
    },
    /// The file is neither a sound PNG nor text.
    #[error("{file}: {why}")]
    Content {
        /// The file.
        file: String,
        /// What is wrong.
        why: String,
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

/// The most bytes of a file that are read: a text of the largest template has fewer.
pub(crate) const MOST_BYTES: u64 = 1 << 26;
/// The most pixels of a picture.
const MOST_PIXELS: u64 = 1 << 24;

/// The template in a file, which is a PNG if it begins as one and else text.
pub(crate) fn read(dir: &Path, file: &str) -> Result<HerringboneTemplate, TemplateFileError> {
    let named = || file.to_owned();
    let failed = |error| TemplateFileError::File { file: named(), error };
    let mut bytes = Vec::new();
    File::open(dir.join(file)).and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(TemplateFileError::TooLarge { file: named() });
    }
    let content = |why: String| TemplateFileError::Content { file: named(), why };
    let template = if bytes.starts_with(b"\x89PNG") {
        HerringboneTemplate::from_pixels(&pixels(&bytes).map_err(content)?)
    } else {
        let text = String::from_utf8(bytes).map_err(|_| content("neither a PNG nor text".to_owned()))?;
        text.parse()
    };
    template.map_err(|error| TemplateFileError::Template { file: named(), error })
}

/// The pixels of a PNG, without their opacity.
pub(crate) fn pixels(png: &[u8]) -> Result<Grid<Color>, String> {
    let Pixels { width, height, rgba } =
        Pixels::from_png(png, MOST_PIXELS).map_err(|error| format!("no sound PNG: {error}"))?;
    let size = u16::try_from(width).ok().zip(u16::try_from(height).ok()).map(|(w, h)| Size::new(w, h));
    let colors = rgba.into_iter().map(|[r, g, b, _]| Color(r, g, b)).collect();
    size.and_then(|size| Grid::from_vec(size, colors))
        .ok_or_else(|| format!("{width}x{height} pixels are too many: expected up to 65535 a side"))
}
