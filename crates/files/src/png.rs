//! Pixels of a PNG from anywhere: every number in it is checked before it is used.

use std::fmt;
use std::io::Cursor;

use png::{ColorType, DecodingError, Limits, Transformations};

/// The pixels of a PNG, whatever its color type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Red, green, blue and opacity, row by row.
    pub rgba: Vec<[u8; 4]>,
}

/// A PNG that cannot be read.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// Not a PNG, or a damaged one.
    #[error("{}", damage(.0))]
    Damaged(DecodingError),
    /// A palette that is not a list of up to 256 colors of three bytes each.
    #[error("a palette of {bytes} bytes; expected up to 256 colors of 3 bytes")]
    Palette {
        /// Its length.
        bytes: usize,
    },
    /// More pixels than allowed. Found before memory is taken.
    #[error("{w}x{h} pixels are too many; expected up to {limit}")]
    TooLarge {
        /// Pixels across.
        w: u32,
        /// Pixels down.
        h: u32,
        /// The most pixels allowed.
        limit: u64,
    },
}

/// The message of the decoder. A chunk, which that prints with all its fields, is named.
fn damage(error: &DecodingError) -> String {
    let text = error.to_string();
    match text.split_once("ChunkType { type: ") {
        Some((problem, chunk)) => format!("{problem}{}", chunk.split([',', ' ']).next().unwrap_or_default()),
        None => text,
    }
}

/// `Variant: message`: `main` prints an error that it returns by `Debug`.
impl fmt::Debug for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = match self {
            PngError::Damaged(_) => "Damaged",
            PngError::Palette { .. } => "Palette",
            PngError::TooLarge { .. } => "TooLarge",
        };
        write!(f, "{variant}: {self}")
    }
}

impl Pixels {
    /// Decodes a PNG of up to `limit` pixels. Of an animation, this is the first frame.
    ///
    /// # Errors
    ///
    /// Damage of any kind, or too many pixels.
    pub fn from_png(png: &[u8], limit: u64) -> Result<Self, PngError> {
        // Besides pixels, the decoder may take memory for chunks of text and the like: a mebibyte is plenty.
        let limits = Limits { bytes: usize::try_from(limit.saturating_mul(8)).unwrap_or(usize::MAX).max(1 << 20) };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(png), limits);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info().map_err(PngError::Damaged)?;
        let (width, height) = reader.info().size();
        if u64::from(width) * u64::from(height) > limit {
            return Err(PngError::TooLarge { w: width, h: height, limit });
        }
        // `png` 0.18.1 panics when it expands any other palette.
        let bytes = reader.info().palette.as_ref().map_or(0, |palette| palette.len());
        if bytes % 3 != 0 || bytes > 3 * 256 {
            return Err(PngError::Palette { bytes });
        }
        let too_large = || PngError::Damaged(DecodingError::LimitsExceeded);
        let mut bytes = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
        let frame = reader.next_frame(&mut bytes).map_err(PngError::Damaged)?;
        let rgba = match frame.color_type {
            ColorType::Rgba => spread(&bytes, |rgba: [u8; 4]| rgba),
            ColorType::Rgb => spread(&bytes, |[r, g, b]: [u8; 3]| [r, g, b, 0xff]),
            ColorType::GrayscaleAlpha => spread(&bytes, |[gray, alpha]: [u8; 2]| [gray, gray, gray, alpha]),
            // A palette was expanded before.
            ColorType::Grayscale | ColorType::Indexed => spread(&bytes, |[gray]: [u8; 1]| [gray, gray, gray, 0xff]),
        };
        Ok(Pixels { width, height, rgba })
    }
}

fn spread<const N: usize>(bytes: &[u8], pixel: impl Fn([u8; N]) -> [u8; 4]) -> Vec<[u8; 4]> {
    bytes.as_chunks::<N>().0.iter().map(|&channels| pixel(channels)).collect()
}

#[cfg(test)]
mod tests {
    use png::BitDepth;

    use super::*;

    /// A PNG of one row, with a palette if there is one.
    fn png(color: ColorType, palette: Option<Vec<u8>>, row: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let width = (row.len() / color.samples()) as u32;
        let mut encoder = png::Encoder::new(&mut file, width, 1);
        encoder.set_color(color);
        encoder.set_depth(BitDepth::Eight);
        palette.into_iter().for_each(|palette| encoder.set_palette(palette));
        encoder.write_header().and_then(|mut writer| writer.write_image_data(row)).expect("a vector takes it");
        file
    }

    #[test]
    fn a_palette_that_is_no_list_of_colors_is_refused() {
        for bytes in 1..=2000 {
            let file = png(ColorType::Indexed, Some(vec![7; bytes]), &[0, 1, 0]);
            let read = Pixels::from_png(&file, 100);
            let is_list = bytes % 3 == 0 && bytes <= 768;
            assert_eq!(read.is_ok(), is_list, "{bytes}: {read:?}");
        }
        // A chunk of no bytes, with its checksum, and none at all.
        let file = png(ColorType::Indexed, Some(vec![7; 3]), &[0]);
        let at = file.windows(4).position(|word| word == b"PLTE").expect("it has a palette");
        let with = |chunk: &[u8]| [&file[..at - 4], chunk, &file[at + 11..]].concat();
        for empty in [with(b"\0\0\0\0PLTE\x4b\xa8\x89\x55"), with(b"")] {
            let error = Pixels::from_png(&empty, 9).expect_err("no colors").to_string();
            assert!(
                ["Chunk length wrong: PLTE", "Missing palette of indexed image."].contains(&error.as_str()),
                "{error}"
            );
        }
        let error = Pixels::from_png(&png(ColorType::Indexed, Some(vec![7; 5]), &[0]), 1).expect_err("5 bytes");
        assert_eq!(error.to_string(), "a palette of 5 bytes; expected up to 256 colors of 3 bytes");
    }

    #[test]
    fn all_color_types_are_read() {
        let read = |color, palette, row: &[u8]| {
            Pixels::from_png(&png(color, palette, row), 9).map(|pixels| pixels.rgba).expect("a sound PNG")
        };
        assert_eq!(read(ColorType::Rgba, None, &[1, 2, 3, 4, 5, 6, 7, 8]), [[1, 2, 3, 4], [5, 6, 7, 8]]);
        assert_eq!(read(ColorType::Rgb, None, &[1, 2, 3]), [[1, 2, 3, 255]]);
        assert_eq!(read(ColorType::Grayscale, None, &[1, 2]), [[1, 1, 1, 255], [2, 2, 2, 255]]);
        assert_eq!(read(ColorType::GrayscaleAlpha, None, &[1, 2]), [[1, 1, 1, 2]]);
        let palette = Some(vec![1, 2, 3, 4, 5, 6]);
        assert_eq!(read(ColorType::Indexed, palette, &[1, 0]), [[4, 5, 6, 255], [1, 2, 3, 255]]);
    }

    #[test]
    fn too_many_pixels_and_damage_are_refused() {
        let file = png(ColorType::Grayscale, None, &[0; 10]);
        assert_eq!(
            Pixels::from_png(&file, 9).expect_err("10").to_string(),
            "10x1 pixels are too many; expected up to 9"
        );
        for end in 0..file.len() - 12 {
            assert!(matches!(Pixels::from_png(&file[..end], 10), Err(PngError::Damaged(_))), "{end}");
        }
    }
}
