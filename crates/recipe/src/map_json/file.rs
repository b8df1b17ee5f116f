//! The map file, field for field. Planes are row-major, and borrowed where they are written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use mapwright_core::{Door, Layer, Point, Proof, Rect, Room, Sides, Size, Spawn, Tile, Wrap};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::level::GraphFile;
use super::{MapError, plane};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile<'a> {
    pub format: Cow<'a, str>,
    pub version: u32,
    pub width: u16,
    pub height: u16,
    #[serde(default)]
    pub wrap: Wrap,
    /// Where it lies in an endless world: column, row, width, height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<[i64; 4]>,
    pub tiles: Cow<'a, [Tile]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solid: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<Cow<'a, [Sides]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corners: Option<Cow<'a, [Sides]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Cow<'a, [Sides]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Cow<'a, [u16]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<FlowFile<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rooms: Option<Vec<RoomFile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corridors: Option<Cow<'a, [Vec<Point>]>>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub portals: Cow<'a, [(Point, Point)]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Point>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub spawns: Cow<'a, [Spawn]>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub layers: BTreeMap<String, LayerFile<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphFile<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doors: Option<Cow<'a, [Door]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Cow<'a, Proof>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowFile<'a> {
    pub source: Point,
    pub wet: Vec<u8>,
    pub rings: Cow<'a, [u32]>,
    pub on_ring: Vec<u8>,
}

/// A room of version 2, or of version 1: just its rectangle.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RoomFile {
    Whole(Room),
    Rect(Rect),
}

impl RoomFile {
    /// The room, which is the `nth` of its map.
    pub(super) fn room(self, nth: u32) -> Room {
        match self {
            RoomFile::Rect(rect) => Room::new(nth, rect),
            RoomFile::Whole(room) => room,
        }
    }
}

/// By hand: what serde derives for either form says no more of a mistake than that it fits neither.
impl<'de> Deserialize<'de> for RoomFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RoomVisitor)
    }
}

struct RoomVisitor;

impl<'de> Visitor<'de> for RoomVisitor {
    type Value = RoomFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a room such as {\"id\": 0, \"rect\": [1, 1, 4, 3]}")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<RoomFile, A::Error> {
        Room::deserialize(MapAccessDeserializer::new(fields)).map(RoomFile::Whole)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, numbers: A) -> Result<RoomFile, A::Error> {
        Rect::deserialize(SeqAccessDeserializer::new(numbers)).map(RoomFile::Rect)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", content = "values", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum LayerFile<'a> {
    U8(Cow<'a, [u8]>),
    U16(Cow<'a, [u16]>),
    I32(Cow<'a, [i32]>),
    F32(Cow<'a, [f32]>),
}

impl<'a> LayerFile<'a> {
    pub(super) fn of(layer: &'a Layer) -> Self {
        match layer {
            Layer::U8(grid) => LayerFile::U8(grid.as_slice().into()),
            Layer::U16(grid) => LayerFile::U16(grid.as_slice().into()),
            Layer::I32(grid) => LayerFile::I32(grid.as_slice().into()),
            Layer::F32(grid) => LayerFile::F32(grid.as_slice().into()),
            // A kind of layer that this crate does not know yet.
            _ => LayerFile::U8(Cow::default()),
        }
    }

    pub(super) fn layer(self, name: &str, size: Size) -> Result<Layer, MapError> {
        let name = format!("layers.{name}");
        Ok(match self {
            LayerFile::U8(cells) => plane(&name, size, cells.into_owned())?.into(),
            LayerFile::U16(cells) => plane(&name, size, cells.into_owned())?.into(),
            LayerFile::I32(cells) => plane(&name, size, cells.into_owned())?.into(),
            LayerFile::F32(cells) => plane(&name, size, cells.into_owned())?.into(),
        })
    }
}
