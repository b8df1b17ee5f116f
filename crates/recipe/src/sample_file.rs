//! Reads samples for wave function collapse: a map as JSON, text, or the pixels of a PNG.

use mapwright_core::BuilderMap;
use mapwright_wfc::{sample_from_pixels, sample_from_text};

use crate::Files;
use crate::error::RecipeErrorKind;
use crate::herringbone_file::pixels;
use crate::map_json::map_from_json;

const WHAT: &str = "sample";

/// Reads a sample: a PNG if the file begins like one, a map if it begins with a brace, otherwise text.
pub(crate) fn read(files: &Files, file: &str) -> Result<BuilderMap, RecipeErrorKind> {
    let failed = |problem: String| RecipeErrorKind::file(WHAT, file, problem);
    let bytes = files.read(WHAT, file)?;
    if bytes.starts_with(b"\x89PNG") {
        return pixels(&bytes).map(|pixels| sample_from_pixels(&pixels)).map_err(failed);
    }
    let text = String::from_utf8(bytes).map_err(|_| failed("neither a PNG nor text".to_owned()))?;
    if text.trim_start().starts_with('{') {
        return map_from_json(&text).map_err(|error| failed(error.place_only()));
    }
    sample_from_text(&text).map_err(|error| failed(error.to_string()))
}
