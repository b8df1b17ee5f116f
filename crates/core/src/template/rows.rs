//! Rows of characters as a grid.

use super::{Template, TemplateError};
use crate::{Grid, Size};

/// The size of rows, checked before allocating memory: one long row makes all others long.
pub(super) fn size_of_rows<'a>(rows: impl Iterator<Item = &'a str>) -> Result<Size, TemplateError> {
    let (mut w, mut h) = (0, 0);
    for row in rows {
        w = row.chars().count().max(w);
        h += 1;
    }
    Template::check_size(w.try_into().unwrap_or(u64::MAX), h)
}

/// The characters of rows.
pub(super) fn grid_of_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> Result<Grid<char>, TemplateError> {
    let mut glyphs = Grid::new(size_of_rows(rows.clone())?, ' ');
    for (row, cells) in rows.zip(glyphs.rows_mut()) {
        row.chars().zip(cells).for_each(|(glyph, cell)| *cell = glyph);
    }
    Ok(glyphs)
}
