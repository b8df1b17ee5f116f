//! Samples for wave function collapse from files: a map as JSON, a text, or the pixels of a PNG.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use mapwright_core::BuilderMap;
use mapwright_wfc::{sample_from_pixels, sample_from_text};

use crate::error::RecipeErrorKind;
use crate::herringbone_file::{MOST_BYTES, pixels};
use crate::map_json::map_from_json;

/// The sample in a file: a PNG if it begins as one, a map if it begins with a brace, and else a text.
pub(crate) fn read(dir: &Path, file: &str) -> Result<BuilderMap, RecipeErrorKind> {
    let failed = |problem: String| RecipeErrorKind::Sample { file: file.to_owned(), problem };
    let mut bytes = Vec::new();
    let read = File::open(dir.join(file)).and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(error.to_string()))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(failed(format!("more than {MOST_BYTES} bytes")));
    }
    if bytes.starts_with(b"\x89PNG") {
        return pixels(&bytes).map(|pixels| sample_from_pixels(&pixels)).map_err(failed);
    }
    let text = String::from_utf8(bytes).map_err(|_| failed("neither a PNG nor text".to_owned()))?;
    if text.trim_start().starts_with('{') {
        return map_from_json(&text).map_err(|error| failed(error.to_string()));
    }
    sample_from_text(&text).map_err(|error| failed(error.to_string()))
}
