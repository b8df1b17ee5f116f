//! Tiles as text: the palette's glyph for each cell.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Grid, Palette, Point, Tile};

use super::read::{Lattice, ReadError};

/// One glyph a cell, or the letter of the mark that stands there.
pub(super) fn write(map: &BuilderMap, palette: &Palette, marks: &BTreeMap<Point, char>) -> String {
    let glyph = |p: Point, tile: Tile| marks.get(&p).copied().unwrap_or(palette.look(tile).glyph);
    let mut text = String::new();
    for (y, row) in (0..map.size().h).zip(map.tiles.rows()) {
        text.extend((0..map.size().w).zip(row).map(|(x, &tile)| glyph(Point::new(x, y), tile)));
        text.push('\n');
    }
    text
}

/// Reads one tile a character. Of two tiles with one glyph the palette's first is meant.
///
/// # Errors
///
/// Lines of different lengths, or a glyph that the palette does not have.
pub fn read_tiles(text: &str, palette: &Palette) -> Result<Grid<Tile>, ReadError> {
    Lattice::of(text)?
        .read(|at, glyph| palette.tile(glyph).ok_or_else(|| ReadError::at(at, glyph, "is not a glyph of the palette")))
}
