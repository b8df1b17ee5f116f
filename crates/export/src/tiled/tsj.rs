//! Tiled tilesets as JSON (`.tsj`).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::property::TiledProperty;
use super::set::from_hex;
use super::set::{TiledSet, TiledTile, WangColor, WangKind, WangSet, WangTile};
use super::text::{TILED_VERSION, properties};
use crate::ExportError;

/// The names of the format. Other fields are ignored.
#[derive(Serialize, Deserialize)]
struct TsjFile {
    columns: u32,
    image: String,
    imageheight: u32,
    imagewidth: u32,
    #[serde(default)]
    margin: u32,
    name: String,
    #[serde(default)]
    spacing: u32,
    tilecount: u32,
    tileheight: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tiles: Vec<Single>,
    tilewidth: u32,
    #[serde(default, skip_deserializing)]
    tiledversion: &'static str,
    #[serde(rename = "type", default = "tileset")]
    kind: String,
    #[serde(default, skip_deserializing)]
    version: &'static str,
    #[serde(default)]
    wangsets: Vec<Set>,
}

#[derive(Serialize, Deserialize)]
struct Single {
    id: u32,
    #[serde(rename = "type", alias = "class", default)]
    kind: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct Set {
    colors: Vec<Hue>,
    name: String,
    tile: i64,
    #[serde(rename = "type")]
    kind: String,
    wangtiles: Vec<TsjTile>,
}

#[derive(Serialize, Deserialize)]
struct Hue {
    color: String,
    name: String,
    probability: f64,
    tile: i64,
}

#[derive(Serialize, Deserialize)]
struct TsjTile {
    tileid: u32,
    wangid: [u8; 8],
}

fn tileset() -> String {
    "tileset".to_owned()
}

impl TiledSet {
    /// The tileset as JSON, for a file that ends in `.tsj`.
    pub fn to_tsj(&self) -> String {
        serde_json::to_string_pretty(&self.file()).unwrap_or_default()
    }

    /// The same for embedding in a map.
    pub(super) fn json(&self) -> Map<String, Value> {
        match serde_json::to_value(self.file()) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    fn file(&self) -> TsjFile {
        let single = |tile: &TiledTile| Single {
            id: tile.tile,
            kind: tile.kind.clone(),
            properties: properties(&tile.properties),
        };
        TsjFile {
            columns: self.columns,
            image: self.image.clone(),
            imageheight: self.image_size.1,
            imagewidth: self.image_size.0,
            margin: self.margin,
            name: self.name.clone(),
            spacing: self.spacing,
            tilecount: self.tile_count,
            tileheight: self.tile_size.1,
            tiles: self.tiles.iter().map(single).collect(),
            tilewidth: self.tile_size.0,
            tiledversion: TILED_VERSION,
            kind: tileset(),
            version: "1.8",
            wangsets: self.wang_sets.iter().map(file_set).collect(),
        }
    }

    /// Reads a tileset from JSON. Collisions, animations and other data that a [`TiledSet`] lacks are ignored.
    ///
    /// # Errors
    ///
    /// The text is not JSON, a field is missing or has the wrong type, or a Wang set has an unknown type.
    pub fn from_tsj(text: &str) -> Result<TiledSet, ExportError> {
        let file: TsjFile = serde_json::from_str(text).map_err(ExportError::Json)?;
        if file.kind != "tileset" {
            let found = format!("\"{}\"", file.kind);
            return Err(ExportError::Value { element: "tileset", name: "type", found, expected: "\"tileset\"" });
        }
        Ok(TiledSet {
            name: file.name,
            image: file.image,
            image_size: (file.imagewidth, file.imageheight),
            tile_size: (file.tilewidth, file.tileheight),
            columns: file.columns,
            tile_count: file.tilecount,
            margin: file.margin,
            spacing: file.spacing,
            tiles: file.tiles.into_iter().map(tile).collect::<Result<_, _>>()?,
            wang_sets: file.wangsets.into_iter().map(wang_set).collect::<Result<_, _>>()?,
        })
    }
}

fn file_set(set: &WangSet) -> Set {
    let id = |tile: Option<u32>| tile.map_or(-1, i64::from);
    let hue = |color: &WangColor| Hue {
        color: color.color.to_string(),
        name: color.name.clone(),
        probability: color.probability,
        tile: id(color.tile),
    };
    Set {
        colors: set.colors.iter().map(hue).collect(),
        name: set.name.clone(),
        tile: id(set.tile),
        kind: set.kind.word().to_owned(),
        wangtiles: set.tiles.iter().map(|tile| TsjTile { tileid: tile.tile, wangid: tile.wang_id }).collect(),
    }
}

fn tile(single: Single) -> Result<TiledTile, ExportError> {
    let properties = single.properties.iter().filter_map(|property| {
        let text = |field: &str| property[field].as_str().map(str::to_owned);
        let value = match &property["value"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        TiledProperty::read(text("name")?, text("type").as_deref(), value)
    });
    Ok(TiledTile { tile: single.id, kind: single.kind, properties: properties.collect::<Result<_, _>>()? })
}

fn wang_set(set: Set) -> Result<WangSet, ExportError> {
    let color = |hue: Hue| {
        let (tile, color) = (u32::try_from(hue.tile).ok(), from_hex(&hue.color)?);
        Ok(WangColor { name: hue.name, color, tile, probability: hue.probability })
    };
    let tiles = set.wangtiles.into_iter().map(|tile| WangTile { tile: tile.tileid, wang_id: tile.wangid });
    Ok(WangSet {
        name: set.name,
        kind: WangKind::from_word(&set.kind)?,
        tile: u32::try_from(set.tile).ok(),
        colors: set.colors.into_iter().map(color).collect::<Result<_, ExportError>>()?,
        tiles: tiles.collect(),
    })
}
