//! Templates as text: a glyph for each cell.

use std::str::FromStr;

use super::rows::grid_of_rows;
use super::{Legend, Template, TemplateError};
use crate::Size;

impl Template {
    /// Reads a template from text. Each line is a row. Shorter lines are padded with spaces, because editors strip these.
    ///
    /// # Errors
    ///
    /// As [`from_glyphs`](Self::from_glyphs); there are no cells or too many.
    pub fn from_text(text: &str, legend: &Legend) -> Result<Self, TemplateError> {
        Template::from_rows(text.lines(), legend)
    }

    /// Like [`from_text`](Self::from_text), from rows.
    ///
    /// # Errors
    ///
    /// As [`from_text`](Self::from_text).
    pub fn from_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone, legend: &Legend) -> Result<Self, TemplateError> {
        Template::from_glyphs(grid_of_rows(rows)?, legend)
    }

    /// The template as text. Its [`legend`](Self::legend) reads it back.
    pub fn to_text(&self) -> String {
        let rows: Vec<String> = self.glyphs.rows().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }
}

/// With the default legend.
impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Template::from_text(text, &Legend::default())
    }
}

impl Template {
    /// Refuses a size without cells or with too many, before allocating memory.
    ///
    /// # Errors
    ///
    /// That size.
    pub fn check_size(w: u64, h: u64) -> Result<Size, TemplateError> {
        if w == 0 || h == 0 {
            return Err(TemplateError::Empty);
        }
        match (u16::try_from(w), u16::try_from(h)) {
            (Ok(w), Ok(h)) if Size::new(w, h).area() <= Template::MAX_CELLS => Ok(Size::new(w, h)),
            _ => Err(TemplateError::TooLarge { w, h }),
        }
    }
}
