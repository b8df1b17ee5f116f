//! Templates of herringbone tiles from files: text, or the pixels of a PNG.

use mapwright_core::{Color, Grid, Size};
use mapwright_files::Pixels;
use mapwright_wang::HerringboneTemplate;

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
    let Pixels { width, height, rgba } =
        Pixels::from_png(png, MOST_PIXELS).map_err(|error| format!("not a valid PNG: {error}"))?;
    let size = u16::try_from(width).ok().zip(u16::try_from(height).ok()).map(|(w, h)| Size::new(w, h));
    let colors = rgba.into_iter().map(|[r, g, b, _]| Color(r, g, b)).collect();
    size.and_then(|size| Grid::from_vec(size, colors))
        .ok_or_else(|| format!("{width}x{height} pixels are too many: expected up to 65535 a side"))
}
