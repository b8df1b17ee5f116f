//! The map file as it is read, field for field. Planes are row-major.

use std::collections::BTreeMap;

use mapwright_core::{Door, Layer, Point, Proof, Room, Sides, Size, Spawn, Tile, Wrap};
use serde::Deserialize;

use super::level::GraphFile;
use super::{MapError, plane};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    pub format: String,
    pub version: u32,
    pub width: u16,
    pub height: u16,
    #[serde(default)]
    pub wrap: Wrap,
    /// Where it lies in an endless world: column, row, width, height.
    #[expect(dead_code, reason = "checked only: a map does not know its place")]
    pub window: Option<[i64; 4]>,
    pub tiles: Vec<Tile>,
    pub solid: Option<Vec<u8>>,
    pub sides: Option<Vec<Sides>>,
    pub corners: Option<Vec<Sides>>,
    pub solution: Option<Vec<Sides>>,
    pub regions: Option<Vec<u16>>,
    pub flow: Option<FlowFile>,
    pub rooms: Option<Vec<Room>>,
    pub corridors: Option<Vec<Vec<Point>>>,
    #[serde(default)]
    pub portals: Vec<(Point, Point)>,
    pub start: Option<Point>,
    pub exit: Option<Point>,
    #[serde(default)]
    pub spawns: Vec<Spawn>,
    #[serde(default, deserialize_with = "crate::json::map")]
    pub layers: BTreeMap<String, LayerFile>,
    pub graph: Option<GraphFile>,
    pub doors: Option<Vec<Door>>,
    pub proof: Option<Proof>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowFile {
    pub source: Point,
    pub wet: Vec<u8>,
    pub rings: Vec<u32>,
    pub on_ring: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "values", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum LayerFile {
    U8(Vec<u8>),
    U16(Vec<u16>),
    I32(Vec<i32>),
    F32(Vec<f32>),
}

impl LayerFile {
    pub(super) fn layer(self, name: &str, size: Size) -> Result<Layer, MapError> {
        let name = format!("layers.{name}");
        Ok(match self {
            LayerFile::U8(cells) => plane(&name, size, cells)?.into(),
            LayerFile::U16(cells) => plane(&name, size, cells)?.into(),
            LayerFile::I32(cells) => plane(&name, size, cells)?.into(),
            LayerFile::F32(cells) => plane(&name, size, cells)?.into(),
        })
    }
}
