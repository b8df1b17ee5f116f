//! Layers of a level with what is on them.

use std::fmt::Write;

use mapwright_core::{Grid, Size};
use serde_json::{Value, json};

use super::defs::LayerDef;
use crate::tiled::TiledSheet;

/// What is on a layer.
pub(super) enum Content {
    Grid(Grid<u32>),
    /// Numbers of tiles, counted from 1, with 0 for none.
    Tiles(Grid<u32>, TiledSheet, String),
    Entities(Vec<Value>),
}

/// What all layers of a level share.
#[derive(Clone, Copy)]
pub(super) struct LevelFrame {
    pub(super) size: Size,
    pub(super) grid: u32,
    pub(super) level: u32,
}

/// A layer of the level as JSON.
///
/// Cells are written as text at once: as values, tiles would take near a kilobyte of memory each.
pub(super) fn instance(layer: &LayerDef, content: Content, visible: bool, iid: &str, place: LevelFrame) -> String {
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
            let mut text = String::with_capacity(cells.as_slice().len() * 2);
            for (i, cell) in cells.as_slice().iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                // Writing to a string cannot fail.
                let _ = write!(text, "{comma}{cell}");
            }
            return filled(&value.to_string(), "intGridCsv", &text);
        }
        Content::Tiles(cells, sheet, file) => {
            value["__tilesetRelPath"] = json!(file);
            return filled(&value.to_string(), "gridTiles", &tiles(&cells, &sheet, place));
        }
        Content::Entities(entities) => value["entityInstances"] = json!(entities),
    }
    value.to_string()
}

/// JSON with something in its first empty list of this name. No text in it can be taken for that list: in a text,
/// quotes have a stroke before them.
pub(super) fn filled(json: &str, list: &str, content: &str) -> String {
    json.replacen(&format!("\"{list}\":[]"), &format!("\"{list}\":[{content}]"), 1)
}

/// The tiles of all cells that have one. `d` is the number of the cell, `t` that of the tile.
fn tiles(cells: &Grid<u32>, sheet: &TiledSheet, place: LevelFrame) -> String {
    let (columns, (w, h)) = (sheet.set.columns.max(1), sheet.set.tile_size);
    let mut text = String::new();
    for (cell, tile) in (0..).zip(cells.as_slice()).filter_map(|(cell, tile)| Some((cell, tile.checked_sub(1)?))) {
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
