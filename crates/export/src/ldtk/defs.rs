//! Definitions: what kinds of layers, entities and tilesets a project has.

use mapwright_core::Color;
use serde_json::{Value, json};

use super::fields::FieldDef;
use crate::tiled::TiledSheet;

/// What kind of layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerKind {
    IntGrid,
    Tiles,
    Entities,
}

impl LayerKind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            LayerKind::IntGrid => "IntGrid",
            LayerKind::Tiles => "Tiles",
            LayerKind::Entities => "Entities",
        }
    }
}

/// A value of an IntGrid layer: its number, name and color.
pub(super) type GridValue = (u32, String, Color);

/// A layer, as both its definition and its instance know it.
#[derive(Clone, Debug)]
pub(super) struct LayerDef {
    pub(super) uid: u32,
    pub(super) name: String,
    pub(super) kind: LayerKind,
    pub(super) opacity: f64,
    pub(super) tileset: Option<u32>,
    pub(super) values: Vec<GridValue>,
}

impl LayerDef {
    pub(super) fn def(&self, grid: u32) -> Value {
        let values = self.values.iter().map(|(value, name, color)| {
            json!({ "value": value, "identifier": name, "color": color.to_string(), "tile": null, "groupUid": 0 })
        });
        json!({
            "__type": self.kind.word(),
            "identifier": self.name,
            "type": self.kind.word(),
            "uid": self.uid,
            "doc": null, "uiColor": null,
            "gridSize": grid,
            "guideGridWid": 0, "guideGridHei": 0,
            "displayOpacity": self.opacity,
            "inactiveOpacity": 1, "hideInList": false, "hideFieldsWhenInactive": false,
            "canSelectWhenInactive": true, "renderInWorldView": true, "pxOffsetX": 0, "pxOffsetY": 0,
            "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": true, "requiredTags": [],
            "excludedTags": [], "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [], "useAsyncRender": false,
            "intGridValues": values.collect::<Vec<_>>(),
            "intGridValuesGroups": [], "autoRuleGroups": [], "autoSourceLayerDefUid": null,
            "tilesetDefUid": self.tileset,
            "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null,
        })
    }
}

/// A kind of entity, as the project defines it.
#[derive(Clone, Debug)]
pub(super) struct EntityDef {
    pub(super) uid: u32,
    pub(super) name: &'static str,
    pub(super) color: Color,
    /// Whether it covers as many cells as it likes, from its upper left corner on.
    pub(super) is_area: bool,
    /// How many a level may have; 0 for any number.
    pub(super) most: u32,
    pub(super) fields: Vec<FieldDef>,
}

impl EntityDef {
    /// Plain values of its fields, in their order.
    pub(super) fn values(&self, values: &[Value]) -> Vec<Value> {
        self.fields.iter().zip(values).map(|(field, value)| field.plain(value)).collect()
    }

    pub(super) fn def(&self, grid: u32) -> Value {
        let round = if self.is_area { "Rectangle" } else { "Ellipse" };
        json!({
            "identifier": self.name,
            "uid": self.uid,
            "tags": [], "exportToToc": false, "allowOutOfBounds": false, "doc": null,
            "width": grid,
            "height": grid,
            "resizableX": self.is_area,
            "resizableY": self.is_area,
            "minWidth": null, "maxWidth": null, "minHeight": null, "maxHeight": null, "keepAspectRatio": false,
            "tileOpacity": 1,
            "fillOpacity": if self.is_area { 0.08 } else { 0.9 },
            "lineOpacity": 1,
            "hollow": self.is_area,
            "color": self.color.to_string(),
            "renderMode": round,
            "showName": true, "tilesetId": null, "tileRenderMode": "FitInside", "tileRect": null,
            "uiTileRect": null, "nineSliceBorders": [],
            "maxCount": self.most,
            "limitScope": "PerLevel", "limitBehavior": "MoveLastOne", "pivotX": 0, "pivotY": 0,
            "fieldDefs": self.fields.iter().map(|field| field.def()).collect::<Vec<_>>(),
        })
    }
}

/// A tileset: its picture, and for each tile what Tiled's properties say, as JSON.
pub(super) fn tileset(uid: u32, sheet: &TiledSheet, file: &str) -> Value {
    let set = &sheet.set;
    let told = set.tiles.iter().map(|tile| {
        let mut data = serde_json::Map::new();
        data.insert("type".to_owned(), json!(tile.kind));
        data.extend(tile.properties.iter().map(|property| (property.name.clone(), property.value.json())));
        json!({ "tileId": tile.tile, "data": Value::Object(data).to_string() })
    });
    json!({
        "__cWid": set.columns,
        "__cHei": set.image_size.1 / set.tile_size.1.max(1),
        "identifier": capital(&set.name),
        "uid": uid,
        "relPath": file,
        "embedAtlas": null,
        "pxWid": set.image_size.0,
        "pxHei": set.image_size.1,
        "tileGridSize": set.tile_size.0,
        "spacing": 0, "padding": 0, "tags": [], "tagsSourceEnumUid": null, "enumTags": [],
        "customData": told.collect::<Vec<_>>(),
        "savedSelections": [], "cachedPixelData": null,
    })
}

/// A name with its first letter large.
pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
