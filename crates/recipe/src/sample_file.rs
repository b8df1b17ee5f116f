//! Reads samples for wave function collapse: a map as JSON, text, or the pixels of a PNG.

use mapwright_core::BuilderMap;
use mapwright_wfc::{sample_from_pixels, sample_from_text};

use crate::Files;
use crate::error::{Flaw, RecipeErrorKind};
use crate::herringbone_file::pixels;
use crate::map_json::map_from_json;

/// Reads a sample: a PNG if the file begins like one, a map if it begins with a brace, otherwise text.
pub(crate) fn read(files: &Files, file: &str) -> Result<BuilderMap, RecipeErrorKind> {
    files.load("sample", file, |bytes| {
        if bytes.starts_with(b"\x89PNG") {
            return pixels(&bytes).map(|pixels| sample_from_pixels(&pixels));
        }
        let text = String::from_utf8(bytes).map_err(|_| Flaw::of("neither a PNG nor text"))?;
        if text.trim_start().starts_with('{') {
            return Ok(map_from_json(&text)?.0);
        }
        Ok(sample_from_text(&text)?)
    })
}
