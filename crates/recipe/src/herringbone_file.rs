//! Templates of herringbone tiles from files: text, or the pixels of a PNG.

use mapwright_core::{Color, Grid, Size};
use mapwright_files::Pixels;
use mapwright_wang::HerringboneTemplate;

use crate::Files;
use crate::error::{Flaw, RecipeErrorKind};

/// The most pixels of a picture.
const MOST_PIXELS: u64 = 1 << 24;

/// The template in a file, which is a PNG if it begins as one and else text.
pub(crate) fn read(files: &Files, file: &str) -> Result<HerringboneTemplate, RecipeErrorKind> {
    files.load("template", file, |bytes| {
        if bytes.starts_with(b"\x89PNG") {
            return Ok(HerringboneTemplate::from_pixels(&pixels(&bytes)?)?);
        }
        let text = String::from_utf8(bytes).map_err(|_| Flaw::of("neither a PNG nor text"))?;
        Ok(text.parse::<HerringboneTemplate>()?)
    })
}

/// The pixels of a PNG, without their opacity.
pub(crate) fn pixels(png: &[u8]) -> Result<Grid<Color>, Flaw> {
    let Pixels { width, height, rgba } = Pixels::from_png(png, MOST_PIXELS)?;
    let size = u16::try_from(width).ok().zip(u16::try_from(height).ok()).map(|(w, h)| Size::new(w, h));
    let colors = rgba.into_iter().map(|[r, g, b, _]| Color(r, g, b)).collect();
    let pixels = size.and_then(|size| Grid::from_vec(size, colors));
    pixels.ok_or(Flaw::of("a PNG of more than 65535 pixels a side"))
}
