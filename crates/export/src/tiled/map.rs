//! A map in the terms of Tiled, before it is written down.

use mapwright_core::{Color, Grid};
use mapwright_render::RgbaImage;
use serde_json::Value;

use super::data::TiledEncoding;
use super::set::TiledSet;
use crate::ExportError;

/// A map as Tiled knows it: tilesets, layers, properties.
///
/// A cell of a layer holds the number of a tile, counted through all tilesets in their order from 1 on; 0 is an empty
/// cell. Tiled calls that a *global tile ID*. Its four highest bits would turn or mirror the tile; here they are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledMap {
    /// Columns and rows. Of an infinite map, those of what is known of it.
    pub size: (u32, u32),
    /// Whether it goes on beyond its chunks.
    pub infinite: bool,
    /// Width and height of a cell in pixels.
    pub tile_size: (u32, u32),
    /// The tilesets with their pictures.
    pub sheets: Vec<TiledSheet>,
    /// The layers, the lowest first.
    pub layers: Vec<TiledLayer>,
    /// What else is to be known of it.
    pub properties: Vec<TiledProperty>,
    /// What shows where nothing is.
    pub background: Color,
    /// How the tiles of layers are written.
    pub encoding: TiledEncoding,
    /// Whether each tileset gets a file of its own, so that several maps can share it, or stands in the map's file.
    pub external: bool,
}

/// A tileset and its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledSheet {
    /// All but the picture. Its name is the end of the names of its files.
    pub set: TiledSet,
    /// The picture.
    pub picture: RgbaImage,
}

/// A layer.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledLayer {
    /// What it is called.
    pub name: String,
    /// Whether it is shown when the map is opened.
    pub visible: bool,
    /// How much it covers what is below, in percent.
    pub opacity: u8,
    /// What is on it.
    pub content: TiledContent,
}

/// What is on a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledContent {
    /// A tile in each cell.
    Tiles(TiledCells),
    /// Things that stand anywhere, in a color that Tiled shows them in.
    Objects(Vec<TiledObject>, Color),
}

/// The tiles of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledCells {
    /// All of them.
    Whole(Grid<u32>),
    /// Those of an infinite map, as far as they are known.
    Chunks(Vec<TiledChunk>),
}

/// A part of an infinite layer.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledChunk {
    /// The column of its left tiles.
    pub x: i32,
    /// The row of its upper tiles.
    pub y: i32,
    /// Its tiles.
    pub tiles: Grid<u32>,
}

/// Something that stands on a map. All lengths are pixels from the top left corner of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledObject {
    /// What it is called.
    pub name: String,
    /// What it is: `room`, `corridor`, `portal`, `area`, `join`, `door`, `start`, `exit`, `spawn`, `key`.
    pub kind: String,
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Its shape.
    pub shape: TiledShape,
    /// What else is to be known of it.
    pub properties: Vec<TiledProperty>,
}

/// The shape of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledShape {
    /// A place.
    Point,
    /// So wide and so high.
    Rectangle(f64, f64),
    /// Through these places, each seen from the place of the object.
    Polyline(Vec<(f64, f64)>),
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledProperty {
    /// The name.
    pub name: String,
    /// The value.
    pub value: TiledValue,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TiledValue {
    /// Any text. Seeds are texts, for Tiled keeps whole numbers in 32 bits.
    Text(String),
    /// A whole number.
    Int(i32),
    /// Yes or no.
    Bool(bool),
}

impl TiledProperty {
    /// A property as a file has it; `None` for one of a type that is not kept.
    pub(super) fn read(name: String, kind: Option<&str>, value: String) -> Option<Result<TiledProperty, ExportError>> {
        let wrong = |expected| ExportError::Value {
            element: "property",
            name: "value",
            found: format!("\"{value}\""),
            expected,
        };
        let value = match kind.unwrap_or("string") {
            "string" => Ok(TiledValue::Text(value)),
            "int" => value.parse().map(TiledValue::Int).map_err(|_| wrong("a whole number of 32 bits")),
            "bool" => value.parse().map(TiledValue::Bool).map_err(|_| wrong("\"true\" or \"false\"")),
            _ => return None,
        };
        Some(value.map(|value| TiledProperty { name, value }))
    }

    pub(super) fn text(name: &str, value: impl Into<String>) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Text(value.into()) }
    }

    pub(super) fn int(name: &str, value: impl Into<i32>) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Int(value.into()) }
    }

    pub(super) fn bool(name: &str, value: bool) -> TiledProperty {
        TiledProperty { name: name.to_owned(), value: TiledValue::Bool(value) }
    }
}

impl TiledValue {
    /// The value as a text, and the name of its type.
    pub(super) fn words(&self) -> (String, &'static str) {
        match self {
            TiledValue::Text(text) => (text.clone(), "string"),
            TiledValue::Int(number) => (number.to_string(), "int"),
            TiledValue::Bool(yes) => (yes.to_string(), "bool"),
        }
    }
}

impl TiledValue {
    /// The value in JSON.
    pub(crate) fn json(&self) -> Value {
        match self {
            TiledValue::Text(text) => text.as_str().into(),
            TiledValue::Int(number) => (*number).into(),
            TiledValue::Bool(yes) => (*yes).into(),
        }
    }
}

impl TiledMap {
    /// The number of the first tile of each tileset: 1, then on by the tiles of those before.
    pub fn first_gids(&self) -> Vec<u32> {
        let counts = self.sheets.iter().map(|sheet| sheet.set.tile_count);
        counts.scan(1, |next: &mut u32, count| Some(std::mem::replace(next, next.saturating_add(count)))).collect()
    }

    /// The layer of a name.
    pub fn layer(&self, name: &str) -> Option<&TiledLayer> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}

impl TiledCells {
    /// Left, top, width and height of all chunks; of a whole layer, of the layer.
    pub(super) fn bounds(&self) -> (i32, i32, u32, u32) {
        let side = |length: u16| i64::from(length);
        match self {
            TiledCells::Whole(tiles) => (0, 0, tiles.size().w.into(), tiles.size().h.into()),
            TiledCells::Chunks(chunks) => {
                let left = chunks.iter().map(|chunk| chunk.x).min().unwrap_or(0);
                let top = chunks.iter().map(|chunk| chunk.y).min().unwrap_or(0);
                let right = chunks.iter().map(|chunk| i64::from(chunk.x) + side(chunk.tiles.size().w)).max();
                let bottom = chunks.iter().map(|chunk| i64::from(chunk.y) + side(chunk.tiles.size().h)).max();
                let span = |from: i32, to: Option<i64>| u32::try_from(to.unwrap_or(0) - i64::from(from)).unwrap_or(0);
                (left, top, span(left, right), span(top, bottom))
            }
        }
    }
}
