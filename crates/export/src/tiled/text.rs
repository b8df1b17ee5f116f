//! Tiled maps as JSON (`.tmj`): one line a tileset and a layer, so that a change shows where it is. XML (`.tmx`) is made of
//! the same values.

use mapwright_core::Grid;
use serde_json::{Map, Value, json};

use super::data::{TiledEncoding, numbers};
use super::files::TiledFormat;
use super::map::{TiledCells, TiledContent, TiledLayer, TiledMap, TiledObject, TiledShape, TiledSheet};
use super::property::TiledProperty;
use super::xml::document;
use crate::json::spread_with;

/// The version of Tiled whose format is written: some readers insist on the attribute.
pub(super) const TILED_VERSION: &str = "1.8.0";

impl TiledMap {
    /// The map as text, with its tilesets, which know their pictures. Those in separate files are called `sources`, one name
    /// each.
    pub(super) fn text(&self, format: TiledFormat, sheets: &[TiledSheet], sources: &[String]) -> String {
        let sheets = sheets.iter().zip(self.first_gids()).zip(sources);
        let tilesets = sheets.map(|((sheet, gid), source)| match self.external {
            true => json!({ "firstgid": gid, "source": source }),
            false => {
                let mut embedded = Map::new();
                embedded.insert("firstgid".to_owned(), gid.into());
                embedded.extend(sheet.set.json());
                Value::Object(embedded)
            }
        });
        let mut next_object = 1u32;
        let layers =
            (1u32..).zip(&self.layers).map(|(id, layer)| self.layer_value(format, id, layer, &mut next_object));
        let (tilesets, layers): (Vec<Value>, Vec<Value>) = (tilesets.collect(), layers.collect());
        let map = json!({
            "type": "map", "version": "1.8", "tiledversion": TILED_VERSION, "orientation": "orthogonal", "renderorder": "right-down",
            "compressionlevel": -1,
            "width": self.size.0,
            "height": self.size.1,
            "tilewidth": self.tile_size.0,
            "tileheight": self.tile_size.1,
            "infinite": self.infinite,
            "backgroundcolor": self.background.to_string(),
            "nextlayerid": layers.len() + 1,
            "nextobjectid": next_object,
            "properties": properties(&self.properties),
            "tilesets": tilesets,
            "layers": layers,
        });
        match format {
            TiledFormat::Tmj => spread_with(&map, 2, (self.encoding == TiledEncoding::Csv).then_some("data")),
            TiledFormat::Tmx => document("map", map),
        }
    }

    fn layer_value(&self, format: TiledFormat, id: u32, layer: &TiledLayer, next_object: &mut u32) -> Value {
        let opacity = f64::from(layer.opacity) / 100.0;
        let mut value = json!({ "id": id, "name": layer.name, "x": 0, "y": 0, "visible": layer.visible });
        value["opacity"] = if layer.opacity == 100 { json!(1) } else { json!(opacity) };
        match &layer.content {
            TiledContent::Tiles(cells) => self.add_cells(format, &mut value, cells),
            TiledContent::Objects(objects, color) => {
                let objects = objects.iter().map(|object| {
                    *next_object += 1;
                    object_value(*next_object - 1, object)
                });
                value["objects"] = objects.collect();
                value["type"] = json!("objectgroup");
                value["draworder"] = json!("topdown");
                value["color"] = json!(color.to_string());
            }
        }
        value
    }

    fn add_cells(&self, format: TiledFormat, value: &mut Value, cells: &TiledCells) {
        let (left, top, w, h) = cells.bounds();
        value["type"] = json!("tilelayer");
        (value["width"], value["height"]) = (json!(w), json!(h));
        if let (encoding @ "base64", compression) = self.encoding.words() {
            value["encoding"] = json!(encoding);
            value["compression"] = json!(compression.unwrap_or(""));
        }
        match cells {
            TiledCells::Whole(tiles) => value["data"] = self.data(format, tiles),
            TiledCells::Chunks(chunks) => {
                (value["startx"], value["starty"]) = (json!(left), json!(top));
                let chunk = chunks.iter().map(|chunk| {
                    let size = chunk.tiles.size();
                    let data = self.data(format, &chunk.tiles);
                    json!({ "x": chunk.x, "y": chunk.y, "width": size.w, "height": size.h, "data": data })
                });
                value["chunks"] = chunk.collect();
            }
        }
    }

    fn data(&self, format: TiledFormat, tiles: &Grid<u32>) -> Value {
        match (format, self.encoding) {
            (TiledFormat::Tmx, encoding) => format!("\n{}\n", encoding.text(tiles)).into(),
            (TiledFormat::Tmj, TiledEncoding::Csv) => format!("[{}]", numbers(tiles, ",")).into(),
            (TiledFormat::Tmj, packed) => packed.text(tiles).into(),
        }
    }
}

pub(super) fn properties(properties: &[TiledProperty]) -> Vec<Value> {
    let json = |property: &TiledProperty| json!({ "name": property.name, "type": property.value.words().1, "value": property.value.json() });
    properties.iter().map(json).collect()
}

fn object_value(id: u32, object: &TiledObject) -> Value {
    let mut value = json!({
        "id": id,
        "name": object.name,
        "type": object.kind,
        "x": number(object.x),
        "y": number(object.y),
        "width": 0, "height": 0, "rotation": 0, "visible": true,
    });
    match &object.shape {
        TiledShape::Point => value["point"] = json!(true),
        TiledShape::Rectangle(w, h) => (value["width"], value["height"]) = (number(*w), number(*h)),
        TiledShape::Polyline(points) => {
            let points = points.iter().map(|&(x, y)| json!({ "x": number(x), "y": number(y) }));
            value["polyline"] = points.collect();
        }
    }
    if !object.properties.is_empty() {
        value["properties"] = properties(&object.properties).into();
    }
    value
}

/// Pixels, which are whole but for the middles of odd tiles.
fn number(pixels: f64) -> Value {
    match pixels.fract() == 0.0 && pixels.abs() < f64::from(i32::MAX) {
        #[allow(clippy::cast_possible_truncation, reason = "whole, and in range")]
        true => json!(pixels as i64),
        false => json!(pixels),
    }
}
