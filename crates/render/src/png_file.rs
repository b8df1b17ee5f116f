//! Pictures as PNG files.

use std::io::Write;
use std::path::Path;

use crate::image::RgbaImage;
use png::{BitDepth, ColorType};

use crate::colors::{Area, Gathered};
use mapwright_files::{SaveError, save_atomic};

use crate::RenderError;

/// Writes a picture as PNG: by palette when that can tell all its colors, which makes small files.
///
/// # Errors
///
/// The writer's errors.
pub fn write_png(image: &RgbaImage, writer: impl Write) -> Result<(), RenderError> {
    let whole = Area::whole(image);
    let is_opaque = image.pixels().all(|pixel| pixel[3] == 0xff);
    let mut gathered = Gathered::default();
    gathered.add(image, whole);
    let palette = gathered.palette();
    let mut encoder = png::Encoder::new(writer, image.width(), image.height());
    encoder.set_depth(BitDepth::Eight);
    if is_opaque && palette.is_exact() {
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(palette.bytes());
        let mut png = encoder.write_header()?;
        png.write_image_data(&palette.indices(image, whole))?;
        png.finish()?;
    } else {
        encoder.set_color(ColorType::Rgba);
        let mut png = encoder.write_header()?;
        png.write_image_data(image.as_raw())?;
        png.finish()?;
    }
    Ok(())
}

/// Writes a picture to a file, whole or not at all.
///
/// # Errors
///
/// That the file cannot be written.
pub fn save_png(path: impl AsRef<Path>, image: &RgbaImage) -> Result<(), SaveError<RenderError>> {
    save_atomic(path.as_ref(), |file| write_png(image, file))
}
