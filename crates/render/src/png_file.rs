//! Pictures as PNG files.

use std::io::Write;
use std::path::Path;

use mapwright_files::{SaveError, save_atomic};
use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::RenderError;
use crate::colors::{Gathered, Indexed, PixelRect, Rgb};
use crate::picture::Theme;
use image::{Rgba, RgbaImage};

/// On our pictures this level is five times as fast as the usual 6, and its files are as small.
const LEVEL: u8 = 3;

/// Pictures of more pixels than this are compressed four times as fast, and a third worse.
const LARGE: usize = 1 << 22;

/// Writes a picture as PNG: with a palette if it has at most 256 colors, which makes small files, and without alpha if it
/// is opaque.
///
/// # Errors
///
/// The writer's errors.
pub fn write_png(image: &RgbaImage, writer: impl Write) -> Result<(), RenderError> {
    let mut encoder = Encoder::new(writer, image.width(), image.height());
    let level = if image.pixels().len() > LARGE { 1 } else { LEVEL };
    encoder.set_deflate_compression(DeflateCompression::Level(level));
    match Indexed::of(image) {
        Some(mut indexed) => {
            let numbers: Vec<u8> = image.pixels().map(|pixel| indexed.number(pixel.0).unwrap_or(0)).collect();
            write_indexed(&numbers, &indexed.colors, image.width(), encoder)
        }
        None if image.pixels().all(|pixel| pixel.0[3] == 255) => {
            encoder.set_color(ColorType::Rgb);
            write_rows(image.rows(), encoder, |pixels, row| {
                row.extend(pixels.flat_map(|&Rgba([r, g, b, _])| [r, g, b]))
            })
        }
        None => {
            encoder.set_color(ColorType::Rgba);
            write_rows(image.rows(), encoder, |pixels, row| row.extend(pixels.flat_map(|pixel| pixel.0)))
        }
    }
}

/// Writes an opaque picture as PNG with at most 256 colors, a third as large as with all of them. The theme's icons and locks
/// keep their colors.
///
/// # Errors
///
/// The writer's errors.
pub fn write_small_png(image: &RgbaImage, theme: &Theme, writer: impl Write) -> Result<(), RenderError> {
    let mut gathered = Gathered::default();
    gathered.add(image, PixelRect::whole(image));
    let palette = gathered.palette(&theme.fixed());
    let numbers = palette.indices(image, PixelRect::whole(image));
    let mut encoder = Encoder::new(writer, image.width(), image.height());
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    write_indexed(&numbers, &palette.colors, image.width(), encoder)
}

/// Writes a picture row by row, with as many bits for each pixel as its colors need: 1, 2, 4 or 8.
fn write_indexed(
    numbers: &[u8],
    colors: &[Rgb],
    width: u32,
    mut encoder: Encoder<'_, impl Write>,
) -> Result<(), RenderError> {
    let (depth, bits) = match colors.len() {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    encoder.set_depth(depth);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(colors.concat());
    // Numbers of colors are not near each other where colors are: filters would only add noise.
    encoder.set_filter(Filter::NoFilter);
    write_rows(numbers.chunks_exact((width as usize).max(1)), encoder, |numbers, row| {
        row.extend(numbers.chunks(8 / bits).map(|packed| {
            let byte = packed.iter().fold(0, |byte, number| (byte << (bits % 8)) | number);
            byte << (8 - bits * packed.len())
        }));
    })
}

/// Writes the rows of a picture, each as the bytes that `bytes` adds.
fn write_rows<T>(
    rows: impl Iterator<Item = T>,
    encoder: Encoder<'_, impl Write>,
    bytes: impl Fn(T, &mut Vec<u8>),
) -> Result<(), RenderError> {
    let mut png = encoder.write_header()?;
    let mut stream = png.stream_writer()?;
    let mut row = Vec::new();
    for pixels in rows {
        row.clear();
        bytes(pixels, &mut row);
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
        // Many colors become few, and those of locks stay.
        let theme = Theme::default();
        let lock = theme.locks[0];
        let mut many = RgbaImage::from_fn(64, 64, |x, y| Rgba([4 * x as u8, 4 * y as u8, 128, 255]));
        many.put_pixel(9, 9, crate::raster::pixel(lock));
        let mut small = Vec::new();
        write_small_png(&many, &theme, &mut small).unwrap();
        let read = Pixels::from_png(&small, 1 << 20).unwrap();
        assert_eq!(read.rgba[9 * 64 + 9], [lock.0, lock.1, lock.2, 255]);
        let far = |(a, b): (&Rgba<u8>, &[u8; 4])| (0..3).map(|c| a[c].abs_diff(b[c])).max().unwrap();
        assert!(many.pixels().zip(&read.rgba).map(far).max().unwrap() < 32);
        let full = write_png(&RgbaImage::from_fn(9, 9, |_, _| Rgba([0; 4])), &mut [0_u8; 50][..]);
        assert!(matches!(full, Err(RenderError::Png(_))));
        let clear = RgbaImage::from_fn(3, 2, |x, y| Rgba([1, 2, 3, (x + y) as u8]));
        let mut png = Vec::new();
        write_png(&clear, &mut png).unwrap();
        assert!(clear.pixels().map(|pixel| pixel.0).eq(Pixels::from_png(&png, 6).unwrap().rgba));
    }
}
