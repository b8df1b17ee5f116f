//! Templates of herringbone tiles from files: text, or the pixels of a PNG.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use mapwright_core::{Color, Grid, Size};
use mapwright_wang::{HerringboneTemplate, TemplateError};
use png::{ColorType, Limits, Transformations};

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
    let damaged = |error: png::DecodingError| format!("no sound PNG: {error}");
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(png), Limits { bytes: 1 << 27 });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (w, h) = reader.info().size();
    let narrow = |length: u32| u16::try_from(length).ok().filter(|_| u64::from(w) * u64::from(h) <= MOST_PIXELS);
    let (Some(narrow_w), Some(narrow_h)) = (narrow(w), narrow(h)) else {
        return Err(format!("{w}x{h} pixels are too many: allowed are {MOST_PIXELS}, and 65535 a side"));
    };
    let size = Size::new(narrow_w, narrow_h);
    let too_large = || "no sound PNG: it is too large".to_owned();
    let mut bytes = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let frame = reader.next_frame(&mut bytes).map_err(damaged)?;
    let gray = |gray: u8| Color(gray, gray, gray);
    let colors = match frame.color_type {
        ColorType::Rgba => bytes.as_chunks::<4>().0.iter().map(|&[r, g, b, _]| Color(r, g, b)).collect(),
        ColorType::Rgb => bytes.as_chunks::<3>().0.iter().map(|&[r, g, b]| Color(r, g, b)).collect(),
        ColorType::GrayscaleAlpha => bytes.as_chunks::<2>().0.iter().map(|&[light, _]| gray(light)).collect(),
        ColorType::Grayscale | ColorType::Indexed => bytes.into_iter().map(gray).collect(),
    };
    Grid::from_vec(size, colors).ok_or_else(too_large)
}
