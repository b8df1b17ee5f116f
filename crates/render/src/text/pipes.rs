//! Pipes as text: one box-drawing character a tile, with a line to each of its open sides.

use mapwright_core::{BuilderMap, Grid, Point, Sides};

use super::glyphs;
use super::read::{Lattice, ReadError};

/// Every tile by its own sides, joined or not; with `heavy_wet`, wet tiles have heavy lines.
pub(super) fn write(map: &BuilderMap, sides: &Grid<Sides>, heavy_wet: bool) -> String {
    let wet = map.flow.as_ref().filter(|_| heavy_wet).map(|flow| &flow.wet);
    let is_wet = |p: Point| wet.and_then(|wet| wet.get(p)).copied().unwrap_or(false);
    let mut text = String::new();
    for (p, tile) in sides.iter() {
        text.push(if is_wet(p) { glyphs::heavy(tile.dirs()) } else { glyphs::light(tile.dirs()) });
        if p.x + 1 == sides.size().w {
            text.push('\n');
        }
    }
    text
}

/// Reads one pipe tile a character, light or heavy; a space is an empty tile.
///
/// # Errors
///
/// Lines of different lengths, or a character that is no box drawing.
pub fn read_pipes(text: &str) -> Result<Grid<Sides>, ReadError> {
    Lattice::of(text)?
        .read(|at, glyph| glyphs::dirs(glyph).map(Sides::from).ok_or_else(|| ReadError::at(at, glyph, "is not a pipe")))
}
