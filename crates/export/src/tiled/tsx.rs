//! Tiled tilesets as XML (`.tsx`).

use std::str::FromStr;

use mapwright_core::Color;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::property::TiledProperty;
use super::set::from_hex;
use super::set::{TiledSet, TiledTile, WangColor, WangKind, WangSet, WangTile};
use super::xml::document;
use crate::ExportError;

impl TiledSet {
    /// The tileset as XML, for a file that ends in `.tsx`.
    pub fn to_tsx(&self) -> String {
        document("tileset", self.json().into())
    }

    /// Reads a tileset from XML. Collisions, animations and other data that a [`TiledSet`] lacks are ignored.
    ///
    /// # Errors
    ///
    /// The text is not XML, an attribute is missing or not a number, or a Wang set has an unknown type.
    pub fn from_tsx(text: &str) -> Result<TiledSet, ExportError> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = true;
        let mut set = None;
        // The names of the elements that are open, from the outside in.
        let mut open: Vec<Vec<u8>> = Vec::new();
        loop {
            let position = reader.buffer_position();
            match reader.read_event().map_err(|error| xml(format!("{error} at byte {position}")))? {
                Event::Start(tag) => {
                    read_tag(&tag, &open, &mut set)?;
                    open.push(tag.name().as_ref().to_vec());
                }
                Event::Empty(tag) => read_tag(&tag, &open, &mut set)?,
                Event::End(_) => drop(open.pop()),
                Event::Eof => break,
                _ => {}
            }
        }
        if let Some(name) = open.last() {
            return Err(xml(format!("<{}> is not closed", String::from_utf8_lossy(name))));
        }
        let set = set.ok_or_else(|| xml("there is no <tileset>".to_owned()))?;
        if set.image.is_empty() {
            return Err(xml("the tileset has no <image>".to_owned()));
        }
        Ok(set)
    }
}

fn xml(why: String) -> ExportError {
    ExportError::Xml(why)
}

/// Adds the content of a tag inside some open elements to the tileset.
fn read_tag(tag: &BytesStart<'_>, open: &[Vec<u8>], set: &mut Option<TiledSet>) -> Result<(), ExportError> {
    match (tag.name().as_ref(), set) {
        (b"tileset", set @ None) => *set = Some(tileset(tag)?),
        (b"image", Some(set)) if set.image.is_empty() => {
            set.image = text(tag, "image", "source")?;
            set.image_size = (number(tag, "image", "width")?, number(tag, "image", "height")?);
        }
        (b"tile", Some(set)) => {
            let kind = attribute(tag, "type")?.or(attribute(tag, "class")?).unwrap_or_default();
            set.tiles.push(TiledTile { tile: number(tag, "tile", "id")?, kind, properties: Vec::new() });
        }
        // Others belong to the tileset, to a Wang set or its colors, or to the collision shapes of a tile.
        (b"property", Some(set)) if open.ends_with(&[b"tile".to_vec(), b"properties".to_vec()]) => {
            let value = attribute(tag, "value")?.unwrap_or_default();
            let kind = attribute(tag, "type")?;
            let property = TiledProperty::read(text(tag, "property", "name")?, kind.as_deref(), value);
            if let (Some(tile), Some(property)) = (set.tiles.last_mut(), property) {
                tile.properties.push(property?);
            }
        }
        (b"wangset", Some(set)) => set.wang_sets.push(WangSet {
            name: text(tag, "wangset", "name")?,
            kind: WangKind::from_word(&text(tag, "wangset", "type")?)?,
            tile: tile(tag)?,
            colors: Vec::new(),
            tiles: Vec::new(),
        }),
        (b"wangcolor", Some(set)) => {
            let color: Color = from_hex(&text(tag, "wangcolor", "color")?)?;
            let probability = number(tag, "wangcolor", "probability")?;
            let color = WangColor { name: text(tag, "wangcolor", "name")?, color, tile: tile(tag)?, probability };
            set.wang_sets.last_mut().map(|set| set.colors.push(color)).ok_or_else(outside)?;
        }
        (b"wangtile", Some(set)) => {
            let tile = WangTile { tile: number(tag, "wangtile", "tileid")?, wang_id: wang_id(tag)? };
            set.wang_sets.last_mut().map(|set| set.tiles.push(tile)).ok_or_else(outside)?;
        }
        _ => {}
    }
    Ok(())
}

fn outside() -> ExportError {
    xml("a color or tile is outside any <wangset>".to_owned())
}

fn tileset(tag: &BytesStart<'_>) -> Result<TiledSet, ExportError> {
    let number = |name| number(tag, "tileset", name);
    let optional = |name| match attribute(tag, name)? {
        Some(_) => number(name),
        None => Ok(0),
    };
    Ok(TiledSet {
        name: text(tag, "tileset", "name")?,
        image: String::new(),
        image_size: (0, 0),
        tile_size: (number("tilewidth")?, number("tileheight")?),
        columns: number("columns")?,
        tile_count: number("tilecount")?,
        margin: optional("margin")?,
        spacing: optional("spacing")?,
        tiles: Vec::new(),
        wang_sets: Vec::new(),
    })
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, ExportError> {
    let found = tag.try_get_attribute(name).map_err(|error| xml(error.to_string()))?;
    let value = found.map(|found| found.unescape_value().map(|value| value.into_owned()));
    value.transpose().map_err(|error| xml(error.to_string()))
}

fn text(tag: &BytesStart<'_>, element: &'static str, name: &'static str) -> Result<String, ExportError> {
    let missing = || ExportError::Value { element, name, found: "missing".to_owned(), expected: "a text" };
    attribute(tag, name)?.ok_or_else(missing)
}

fn number<T: FromStr>(tag: &BytesStart<'_>, element: &'static str, name: &'static str) -> Result<T, ExportError> {
    let found = attribute(tag, name)?;
    let wrong = || ExportError::Value {
        element,
        name,
        found: found.as_ref().map_or("missing".to_owned(), |found| format!("\"{found}\"")),
        expected: "a number",
    };
    found.as_ref().and_then(|found| found.parse().ok()).ok_or_else(wrong)
}

/// The tile that stands for a set or a color; -1 for none.
fn tile(tag: &BytesStart<'_>) -> Result<Option<u32>, ExportError> {
    Ok(attribute(tag, "tile")?.and_then(|tile| tile.parse().ok()))
}

fn wang_id(tag: &BytesStart<'_>) -> Result<[u8; 8], ExportError> {
    let found = text(tag, "wangtile", "wangid")?;
    let colors: Option<Vec<u8>> = found.split(',').map(|color| color.trim().parse().ok()).collect();
    colors.and_then(|colors| colors.try_into().ok()).ok_or_else(|| ExportError::Value {
        element: "wangtile",
        name: "wangid",
        found: format!("\"{found}\""),
        expected: "eight numbers with commas between them",
    })
}
