//! Pictures as PNG files.

use std::io::Write;
use std::path::Path;

use image::RgbaImage;
use mapwright_files::{SaveError, encode_png, encode_small_png, save_atomic};

use crate::RenderError;
use crate::picture::Theme;

/// Writes a picture as PNG: with a palette if it has at most 256 colors, which makes small files, and without alpha if it
/// is opaque.
///
/// # Errors
///
/// The writer's errors.
pub fn write_png(image: &RgbaImage, writer: impl Write) -> Result<(), RenderError> {
    Ok(encode_png(image.dimensions(), image, writer)?)
}

/// Writes an opaque picture as PNG with at most 256 colors, a third as large as with all of them. The theme's icons and locks
/// keep their colors.
///
/// # Errors
///
/// The writer's errors.
pub fn write_small_png(image: &RgbaImage, theme: &Theme, writer: impl Write) -> Result<(), RenderError> {
    Ok(encode_small_png(image.dimensions(), image, &theme.fixed(), writer)?)
}

/// Writes a picture to a file, completely or not at all.
///
/// # Errors
///
/// The file cannot be written.
pub fn save_png(path: impl AsRef<Path>, image: &RgbaImage) -> Result<(), SaveError<RenderError>> {
    save_atomic(path.as_ref(), |file| write_png(image, file))
}
