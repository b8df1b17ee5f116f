//! Maps that were drawn in an editor: files of Tiled, as XML or JSON, and of LDtk.
//!
//! Each reader makes a [`Drawing`](drawing::Drawing) of its file, in the words of the editor; what the numbers of cells mean is said by a
//! legend, by the classes and properties of tiles, or by what our exporters write.

mod drawing;
mod ldtk;
mod tiled;
mod xml;

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Dropped, Tile};
use serde_json::Value;

use crate::flaw::Flaw;
use crate::map_json::map_from_json;

/// The most bytes of a file of an editor. As values in memory, a byte may take sixteen.
const MOST_BYTES: usize = 1 << 25;
/// The most cells of a layer.
const MOST_CELLS: u64 = 1 << 24;

/// Which part of a file to read, and what its cells mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct HowToRead {
    pub(crate) level: Option<String>,
    pub(crate) layer: Option<String>,
    pub(crate) legend: BTreeMap<String, Tile>,
    /// Whether cells without a tile are marked as free, and all others as kept.
    pub(crate) blank_is_free: bool,
}

impl HowToRead {
    fn is_given(&self) -> bool {
        self.level.is_some() || self.layer.is_some() || !self.legend.is_empty()
    }
}

/// Reads a map from a file of our own, of Tiled or of LDtk, whichever it is. `beside` reads a file that it names.
pub(crate) fn map_from_file(
    content: &[u8],
    how: &HowToRead,
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<(BuilderMap, Vec<Dropped>), Flaw> {
    let text = std::str::from_utf8(content).map_err(|_| Flaw::of("not UTF-8 text"))?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    // What we write. Inside of a text the quotes would have strokes before them.
    if !text.starts_with('<') && text.contains("\"mapwright-map\"") {
        if how.is_given() {
            return Err(Flaw::of(
                "`level`, `layer` and `legend` are for files of Tiled and LDtk; this is a map as JSON",
            ));
        }
        return Ok(map_from_json(text)?);
    }
    if how.level.is_some() && text.starts_with('<') {
        return Err(Flaw::of("`level` is for files of LDtk; this is one of Tiled"));
    }
    let value = document(text)?;
    let read = |name: &str| document(std::str::from_utf8(&beside(name)?).ok()?).ok();
    let drawing = match &value {
        Value::Object(root) if ["layers", "orientation"].iter().any(|key| root.contains_key(*key)) => {
            tiled::drawing(&value, &read)?
        }
        Value::Object(root) if root.contains_key("levels") => ldtk::drawing(&value, how.level.as_deref(), &read)?,
        _ => return Err(Flaw::of("neither a map as JSON nor a file of Tiled or LDtk")),
    };
    let mut map = drawing.map(how)?;
    let dropped = map.repair();
    map.list_doors();
    Ok((map, dropped))
}

/// XML or JSON as values. XML becomes the JSON that Tiled writes of the same map.
fn document(text: &str) -> Result<Value, Flaw> {
    if text.len() > MOST_BYTES {
        return Err(Flaw::told(format!("a file of {} bytes; expected at most {MOST_BYTES}", text.len())));
    }
    match text.starts_with('<') {
        true => xml::value(text),
        false => serde_json::from_str(text).map_err(|error| Flaw::json("not valid JSON", &error)),
    }
}

/// A number, also one that is written as a text, as all are in XML.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    }
}

/// A whole number.
fn whole<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_i64(),
    };
    number.and_then(|number: i64| T::try_from(number).ok())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
