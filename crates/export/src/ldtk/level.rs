//! Layers of a level with what is on them.

use std::fmt::Write;

use mapwright_core::{Grid, Size};
use serde_json::{Value, json};

use super::defs::LayerDef;
use crate::tiled::TiledSheet;

/// What is on a layer, on all floors of the map.
pub(super) enum Content {
    Grid(Grid<u32>),
    /// Numbers of tiles, counted from 1, with 0 for none.
    Tiles(Grid<u32>, TiledSheet, String),
    /// By floor.
    Entities(Vec<Vec<Value>>),
}

/// What all layers of a level share.
#[derive(Clone, Copy)]
pub(super) struct LevelFrame {
    pub(super) size: Size,
    pub(super) grid: u32,
    pub(super) level: u32,
    /// The floor of the map that the level is.
    pub(super) floor: u16,
    /// The row of the map that is its first.
    pub(super) top: u16,
}

impl LevelFrame {
    /// The cells of the level, out of those of the map.
    fn cut(self, cells: &Grid<u32>) -> &[u32] {
        let w = usize::from(self.size.w);
        let (first, n) = (usize::from(self.top) * w, usize::from(self.size.h) * w);
        cells.as_slice().get(first..first + n).unwrap_or_default()
    }
}

/// A layer of the level as JSON.
///
/// Cells are written as text at once: as values, tiles would take near a kilobyte of memory each.
pub(super) fn instance(layer: &LayerDef, content: &Content, visible: bool, iid: &str, place: LevelFrame) -> String {
    let mut value = json!({
        "__identifier": layer.name,
        "__type": layer.kind.word(),
        "__cWid": place.size.w,
        "__cHei": place.size.h,
        "__gridSize": place.grid,
        "__opacity": layer.opacity,
        "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
        "__tilesetDefUid": layer.tileset,
        "__tilesetRelPath": null,
        "iid": iid,
        "levelId": place.level,
        "layerDefUid": layer.uid,
        "pxOffsetX": 0, "pxOffsetY": 0,
        "visible": visible,
        "optionalRules": [], "intGridCsv": [], "autoLayerTiles": [],
        // Only rules of auto-layers draw lots with it, and there are none.
        "seed": 0, "overrideTilesetUid": null, "gridTiles": [], "entityInstances": [],
    });
    match content {
        Content::Grid(cells) => {
            let cells = place.cut(cells);
            let mut text = String::with_capacity(cells.len() * 2);
            for (i, cell) in cells.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                // Writing to a string cannot fail.
                let _ = write!(text, "{comma}{cell}");
            }
            return filled(&value.to_string(), "intGridCsv", &[text]);
        }
        Content::Tiles(cells, sheet, file) => {
            value["__tilesetRelPath"] = json!(file);
            return filled(&value.to_string(), "gridTiles", &[tiles(place.cut(cells), sheet, place)]);
        }
        Content::Entities(floors) => value["entityInstances"] = json!(floors.get(usize::from(place.floor))),
    }
    value.to_string()
}

/// JSON with something in its first empty lists of this name. No text in it can be taken for such a list: in a text,
/// quotes have a stroke before them.
pub(super) fn filled(json: &str, list: &str, contents: &[String]) -> String {
    let empty = format!("\"{list}\":[]");
    let mut parts = json.split(&empty);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let contents = contents.iter().map(String::as_str).chain(std::iter::repeat(""));
    for (content, part) in contents.zip(parts) {
        text.extend(["\"", list, "\":[", content, "]", part]);
    }
    text
}

/// The tiles of all cells that have one. `d` is the number of the cell, `t` that of the tile.
fn tiles(cells: &[u32], sheet: &TiledSheet, place: LevelFrame) -> String {
    let (columns, (w, h)) = (sheet.set.columns.max(1), sheet.set.tile_size);
    let mut text = String::new();
    for (cell, tile) in (0..).zip(cells).filter_map(|(cell, tile)| Some((cell, tile.checked_sub(1)?))) {
        let at = place.size.point(cell);
        let (x, y) = (u32::from(at.x) * place.grid, u32::from(at.y) * place.grid);
        let (from_x, from_y) = (tile % columns * w, tile / columns * h);
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ =
            write!(text, r#"{comma}{{"px":[{x},{y}],"src":[{from_x},{from_y}],"f":0,"t":{tile},"d":[{cell}],"a":1}}"#);
    }
    text
}
