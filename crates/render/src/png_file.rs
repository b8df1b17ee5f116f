//! Pictures as PNG files.

use std::io::Write;
use std::path::Path;

use mapwright_files::{SaveError, save_atomic};
use png::{BitDepth, ColorType, DeflateCompression};

use crate::RenderError;
use crate::colors::indexed;
use crate::image::RgbaImage;

/// Pictures of more pixels than this are compressed three times as fast, and hardly worse.
const LARGE: usize = 1 << 22;

/// Writes a picture as PNG: with a palette if it has at most 256 colors, which makes small files.
///
/// # Errors
///
/// The writer's errors.
pub fn write_png(image: &RgbaImage, writer: impl Write) -> Result<(), RenderError> {
    let indexed = indexed(image);
    let mut encoder = png::Encoder::new(writer, image.width(), image.height());
    encoder.set_depth(BitDepth::Eight);
    if image.pixels().len() > LARGE {
        encoder.set_deflate_compression(DeflateCompression::Level(3));
    }
    match &indexed {
        Some((palette, _)) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette.concat());
        }
        None => encoder.set_color(ColorType::Rgba),
    }
    let mut png = encoder.write_header()?;
    png.write_image_data(indexed.as_ref().map_or(image.as_raw(), |(_, indices)| indices))?;
    png.finish()?;
    Ok(())
}

/// Writes a picture to a file, completely or not at all.
///
/// # Errors
///
/// The file cannot be written.
pub fn save_png(path: impl AsRef<Path>, image: &RgbaImage) -> Result<(), SaveError<RenderError>> {
    save_atomic(path.as_ref(), |file| write_png(image, file))
}
