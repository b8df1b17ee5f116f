//! Pictures as PNG files.

use std::io::Write;
use std::path::Path;

use mapwright_files::{SaveError, save_atomic};
use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::RenderError;
use crate::colors::Indexed;
use image::RgbaImage;

/// Pictures of more pixels than this are compressed many times as fast, and hardly worse.
const LARGE: usize = 1 << 22;

/// Writes a picture as PNG: with a palette if it has at most 256 colors, which makes small files.
///
/// # Errors
///
/// The writer's errors.
pub fn write_png(image: &RgbaImage, writer: impl Write) -> Result<(), RenderError> {
    let mut encoder = Encoder::new(writer, image.width(), image.height());
    if image.pixels().len() > LARGE {
        encoder.set_deflate_compression(DeflateCompression::Level(1));
    }
    match Indexed::of(image) {
        Some(indexed) => write_indexed(image, indexed, encoder),
        None => {
            encoder.set_color(ColorType::Rgba);
            let mut png = encoder.write_header()?;
            png.write_image_data(image.as_raw())?;
            Ok(png.finish()?)
        }
    }
}

/// Writes a picture row by row, with as many bits for each pixel as its colors need: 1, 2, 4 or 8.
fn write_indexed(
    image: &RgbaImage,
    mut indexed: Indexed,
    mut encoder: Encoder<'_, impl Write>,
) -> Result<(), RenderError> {
    let (depth, bits) = match indexed.colors.len() {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    encoder.set_depth(depth);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(indexed.colors.concat());
    // Numbers of colors are not near each other where colors are: filters would only add noise.
    encoder.set_filter(Filter::NoFilter);
    let mut png = encoder.write_header()?;
    let mut stream = png.stream_writer()?;
    let mut row = Vec::new();
    let rows = image.as_chunks::<4>().0.chunks_exact((image.width() as usize).max(1));
    for pixels in rows {
        row.clear();
        for packed in pixels.chunks(8 / bits) {
            let numbers = packed.iter().map(|&pixel| indexed.number(pixel).unwrap_or(0));
            let byte = numbers.fold(0, |byte, number| (byte << (bits % 8)) | number);
            row.push(byte << (8 - bits * packed.len()));
        }
        stream.write_all(&row).map_err(png::EncodingError::from)?;
    }
    stream.finish()?;
    Ok(png.finish()?)
}

/// Writes a picture to a file, completely or not at all.
///
/// # Errors
///
/// The file cannot be written.
pub fn save_png(path: impl AsRef<Path>, image: &RgbaImage) -> Result<(), SaveError<RenderError>> {
    save_atomic(path.as_ref(), |file| write_png(image, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use mapwright_files::Pixels;

    /// Whatever number of bits a pixel takes, and however many of them the last byte of a row has.
    #[test]
    fn what_is_written_is_read_again() {
        for colors in [1, 2, 3, 4, 5, 16, 17, 256, 257] {
            for (w, h) in [(1, 1), (1, 300), (7, 40), (8, 33), (9, 31), (300, 1)] {
                let color = |n: u32| [n as u8, (n >> 8) as u8, (n * 7) as u8, 255];
                let image = RgbaImage::from_fn(w, h, |x, y| Rgba(color((x + y * w) * 5 % colors)));
                let mut png = Vec::new();
                write_png(&image, &mut png).unwrap();
                let read = Pixels::from_png(&png, 1 << 20).unwrap();
                assert_eq!((read.width, read.height), (w, h));
                assert!(image.pixels().map(|pixel| pixel.0).eq(read.rgba), "{colors} colors, {w}x{h}");
            }
        }
        let full = write_png(&RgbaImage::from_fn(9, 9, |_, _| Rgba([0; 4])), &mut [0_u8; 50][..]);
        assert!(matches!(full, Err(RenderError::Png(_))));
        let clear = RgbaImage::from_fn(3, 2, |x, y| Rgba([1, 2, 3, (x + y) as u8]));
        let mut png = Vec::new();
        write_png(&clear, &mut png).unwrap();
        assert!(clear.pixels().map(|pixel| pixel.0).eq(Pixels::from_png(&png, 6).unwrap().rgba));
    }
}
