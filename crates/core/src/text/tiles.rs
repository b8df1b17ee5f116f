//! Tiles as text: the palette's glyph for each cell.

use std::collections::BTreeMap;

use crate::{BuilderMap, Grid, Palette, Point, TextError, TextRows, Tile};

use super::error::WriteError;

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

/// The default palette with nothing but ASCII: deep water is `}`.
pub fn ascii_palette() -> Palette {
    let mut palette = Palette::default();
    let color = palette.look(Tile::DEEP_WATER).color;
    palette.set(Tile::DEEP_WATER, "deep water", '}', color);
    palette
}

/// Refuses tiles whose glyphs are not ASCII.
pub(super) fn check_ascii(map: &BuilderMap, palette: &Palette) -> Result<(), WriteError> {
    let look = |&tile: &Tile| palette.look(tile);
    match map.tiles.as_slice().iter().map(look).find(|look| !look.glyph.is_ascii_graphic() && look.glyph != ' ') {
        Some(look) => Err(WriteError::NotAscii { name: look.name.clone(), glyph: look.glyph }),
        None => Ok(()),
    }
}

/// Reads one tile a character. Of two tiles with one glyph the palette's first is meant.
///
/// # Errors
///
/// Lines of different lengths, or a glyph that the palette does not have.
pub fn read_tiles(text: &str, palette: &Palette) -> Result<Grid<Tile>, TextError> {
    let tile =
        |at, glyph| palette.tile(glyph).ok_or_else(|| TextError::character(at, glyph, "is not a glyph of the palette"));
    TextRows::from_text(text)?.read(tile)
}
