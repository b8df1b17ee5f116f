//! Pictures as PNG.

use std::io::Write;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::EncodeError;
use crate::colors::{Gathered, Indexed, Rgb};

/// On pictures of maps this level is five times as fast as the usual 6, and its files are as small.
const LEVEL: u8 = 3;

/// Pictures of more pixels than this are compressed four times as fast, and a third worse.
const LARGE: usize = 1 << 22;

/// Writes a picture as PNG: with a palette if it has at most 256 colors, which makes small files, and without alpha if it
/// is opaque. Each of the `w`×`h` pixels has red, green, blue and opacity, row by row.
///
/// # Errors
///
/// Fewer or more rows than `h`, or the writer's errors.
pub fn encode_png((w, h): (u32, u32), rgba: &[u8], writer: impl Write) -> Result<(), EncodeError> {
    let pixels = rgba.as_chunks::<4>().0;
    let mut encoder = Encoder::new(writer, w, h);
    let level = if pixels.len() > LARGE { 1 } else { LEVEL };
    encoder.set_deflate_compression(DeflateCompression::Level(level));
    if let Some(mut indexed) = Indexed::of(pixels) {
        let numbers: Vec<u8> = pixels.iter().map(|&pixel| indexed.number(pixel).unwrap_or(0)).collect();
        write_indexed(&numbers, &indexed.colors, w, encoder)
    } else if pixels.iter().all(|pixel| pixel[3] == 255) {
        encoder.set_color(ColorType::Rgb);
        write_rows(pixels, w, encoder, |pixels, row| row.extend(pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b])))
    } else {
        encoder.set_color(ColorType::Rgba);
        write_rows(pixels, w, encoder, |pixels, row| row.extend(pixels.as_flattened()))
    }
}

/// Writes an opaque picture as PNG with at most 256 colors, a third as large as with all of them. Those of `fixed` stay as
/// they are.
///
/// # Errors
///
/// Fewer or more rows than `h`, or the writer's errors.
pub fn encode_small_png(
    (w, h): (u32, u32),
    rgba: &[u8],
    fixed: &[[u8; 3]],
    writer: impl Write,
) -> Result<(), EncodeError> {
    let colors = || rgba.as_chunks::<4>().0.iter().map(|&[r, g, b, _]| [r, g, b]);
    let mut gathered = Gathered::default();
    gathered.add(colors());
    let palette = gathered.palette(fixed);
    let mut encoder = Encoder::new(writer, w, h);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    write_indexed(&palette.numbers(colors()), &palette.colors, w, encoder)
}

/// Writes a picture row by row, with as many bits for each pixel as its colors need: 1, 2, 4 or 8.
fn write_indexed(
    numbers: &[u8],
    colors: &[Rgb],
    width: u32,
    mut encoder: Encoder<'_, impl Write>,
) -> Result<(), EncodeError> {
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
    write_rows(numbers, width, encoder, |numbers, row| {
        row.extend(numbers.chunks(8 / bits).map(|packed| {
            let byte = packed.iter().fold(0, |byte, number| (byte << (bits % 8)) | number);
            byte << (8 - bits * packed.len())
        }));
    })
}

/// Writes the rows of a picture, each as the bytes that `bytes` adds.
fn write_rows<T>(
    pixels: &[T],
    width: u32,
    encoder: Encoder<'_, impl Write>,
    bytes: impl Fn(&[T], &mut Vec<u8>),
) -> Result<(), EncodeError> {
    let mut png = encoder.write_header()?;
    let mut stream = png.stream_writer()?;
    let mut row = Vec::new();
    for pixels in pixels.chunks_exact((width as usize).max(1)) {
        row.clear();
        bytes(pixels, &mut row);
        stream.write_all(&row).map_err(png::EncodingError::from)?;
    }
    stream.finish()?;
    Ok(png.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pixels;

    fn read(size: (u32, u32), rgba: &[[u8; 4]]) -> Pixels {
        let mut png = Vec::new();
        encode_png(size, rgba.as_flattened(), &mut png).unwrap();
        Pixels::from_png(&png, 1 << 20).unwrap()
    }

    /// Whatever number of bits a pixel takes, and however many of them the last byte of a row has.
    #[test]
    fn what_is_written_is_read_again() {
        for colors in [1, 2, 3, 4, 5, 16, 17, 256, 257] {
            for (width, height) in [(1, 1), (1, 300), (7, 40), (8, 33), (9, 31), (300, 1)] {
                let color = |n: u32| [n as u8, (n >> 8) as u8, (n * 7) as u8, 255];
                let rgba: Vec<[u8; 4]> = (0..width * height).map(|nth| color(nth * 5 % colors)).collect();
                assert_eq!(read((width, height), &rgba), Pixels { width, height, rgba });
            }
        }
        let clear: Vec<[u8; 4]> = (0..6).map(|nth| [1, 2, 3, nth]).collect();
        assert_eq!(read((3, 2), &clear).rgba, clear);
    }

    #[test]
    fn many_colors_become_few_and_fixed_ones_stay() {
        let mut many: Vec<[u8; 4]> = (0..64 * 64).map(|n| [n as u8 % 64 * 4, (n / 64) as u8 * 4, 128, 255]).collect();
        many[99] = [1, 200, 9, 255];
        let mut small = Vec::new();
        encode_small_png((64, 64), many.as_flattened(), &[[1, 200, 9]], &mut small).unwrap();
        let read = Pixels::from_png(&small, 1 << 20).unwrap();
        assert_eq!(read.rgba[99], many[99]);
        let far = |(a, b): (&[u8; 4], &[u8; 4])| (0..3).map(|c| a[c].abs_diff(b[c])).max().unwrap();
        assert!(many.iter().zip(&read.rgba).map(far).max().unwrap() < 32);
    }

    #[test]
    fn full_disks_and_other_numbers_of_rows_are_errors() {
        let full = encode_png((9, 9), &[0; 9 * 9 * 4], &mut [0_u8; 50][..]);
        assert!(matches!(full, Err(EncodeError::Png(_))));
        for bytes in [0, 4, 80, 84, 112, 400] {
            for rgba in [vec![7; bytes], (0..bytes).map(|n| n as u8).collect(), vec![255; bytes]] {
                assert_eq!(encode_png((7, 3), &rgba, std::io::sink()).is_ok(), bytes == 84, "{bytes} bytes");
            }
        }
    }
}
