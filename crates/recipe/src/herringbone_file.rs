//! Templates of herringbone tiles from files: text, or the pixels of a PNG.

use std::io::Cursor;

use mapwright_core::{Color, Grid, Size};
use mapwright_wang::HerringboneTemplate;
use png::{ColorType, Limits, Transformations};

use crate::Files;
use crate::error::RecipeErrorKind;

/// The most pixels of a picture.
const MOST_PIXELS: u64 = 1 << 24;

const WHAT: &str = "template";

/// The template in a file, which is a PNG if it begins as one and else text.
pub(crate) fn read(files: &Files, file: &str) -> Result<HerringboneTemplate, RecipeErrorKind> {
    let failed = |problem: String| RecipeErrorKind::file(WHAT, file, problem);
    let bytes = files.read(WHAT, file)?;
    let template = if bytes.starts_with(b"\x89PNG") {
        HerringboneTemplate::from_pixels(&pixels(&bytes).map_err(failed)?)
    } else {
        let text = String::from_utf8(bytes).map_err(|_| failed("neither a PNG nor text".to_owned()))?;
        text.parse()
    };
    template.map_err(|error| failed(error.to_string()))
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
        return Err(format!("{w}x{h} pixels are too many; expected at most {MOST_PIXELS}, and 65535 a side"));
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
