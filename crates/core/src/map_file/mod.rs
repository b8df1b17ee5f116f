//! Maps as map files: one struct says what a file holds, in which order, and serde reads and writes it. It borrows what it
//! writes and owns what it reads.

mod error;
mod parts;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::error::MapFileError;
use self::parts::{Bits, FlowFile, GraphFile, LayerFile, optional, plane};
use crate::gather;
use crate::planes;
use crate::{BuilderMap, Color, Door, Dropped, Point, Portal, Proof, Room, Size, Spawn, Tile, Wrap};

const FORMAT: &str = "mapwright-map";
const VERSION: u32 = 2;

macro_rules! define_file {
    (
        cells { $($(#[$cells_doc:meta])+ $Cells:ident = $cells_name:literal, $cells:ident: $cell:ty;)* }
        whole { $($whole:tt)* }
        always { $($always:tt)* }
    ) => {
        /// A map as the fields of a map file: planes are row-major, one number a cell. It needs the feature `serde`.
        ///
        /// A [`BuilderMap`] is read and written through it; use it yourself to write where a window of an endless world lies, or to
        /// hear what was [dropped](BuilderMap::repair) from a map that a player has changed.
        ///
        /// Fields that a map does not have are left out, so use a file format that names fields, such as JSON.
        // The order of the fields is that in files, and the digests of maps depend on it.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct MapFile<'a> {
            format: Cow<'a, str>,
            version: u32,
            width: u16,
            height: u16,
            #[serde(default)]
            wrap: Wrap,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            window: Option<[i64; 4]>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            floors: Option<u16>,
            tiles: Cow<'a, [Tile]>,
            /// What the tiles say already, for readers that do not know tiles.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            solid: Option<Bits<'a>>,
            $(
                #[serde(default, skip_serializing_if = "Option::is_none")]
                $cells: Option<Cow<'a, [$cell]>>,
            )*
            #[serde(default, skip_serializing_if = "Option::is_none")]
            flow: Option<FlowFile<'a>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            rooms: Option<Cow<'a, [Room]>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            corridors: Option<Cow<'a, [Vec<Point>]>>,
            #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
            portals: Cow<'a, [Portal]>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            start: Option<Point>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            exit: Option<Point>,
            #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
            spawns: Cow<'a, [Spawn]>,
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "parts::layers")]
            layers: BTreeMap<Cow<'a, str>, LayerFile<'a>>,
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
            palette: BTreeMap<u8, Color>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            graph: Option<GraphFile<'a>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            doors: Option<Cow<'a, [Door]>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            proof: Option<Cow<'a, Proof>>,
        }

        impl<'a> MapFile<'a> {
            /// The file of a map.
            pub fn of(map: &'a BuilderMap) -> Self {
                let BuilderMap {
                    tiles,
                    $($cells,)*
                    flow,
                    rooms,
                    corridors,
                    portals,
                    start,
                    exit,
                    floors,
                    spawns,
                    doors,
                    graph,
                    proof,
                    layers,
                    palette,
                    wrap,
                } = map;
                MapFile {
                    format: FORMAT.into(),
                    version: VERSION,
                    width: tiles.size().w,
                    height: tiles.size().h,
                    wrap: *wrap,
                    window: None,
                    floors: *floors,
                    tiles: tiles.as_slice().into(),
                    solid: Some(Bits::Solid(tiles)),
                    $($cells: $cells.as_ref().map(|grid| grid.as_slice().into()),)*
                    flow: flow.as_ref().map(FlowFile::of),
                    rooms: rooms.as_deref().map(Cow::Borrowed),
                    corridors: corridors.as_deref().map(Cow::Borrowed),
                    portals: portals.into(),
                    start: *start,
                    exit: *exit,
                    spawns: spawns.into(),
                    layers: gather::map(layers.iter().map(|(name, layer)| (name.into(), LayerFile::of(layer)))),
                    palette: gather::map(palette.iter().map(|(tile, color)| (tile.0, *color))),
                    graph: graph.as_ref().map(GraphFile::of),
                    doors: doors.as_deref().map(Cow::Borrowed),
                    proof: proof.as_ref().map(Cow::Borrowed),
                }
            }

            /// The map, and what no longer fitted it, because a player walled it in before the map was saved: that is
            /// [dropped](BuilderMap::repair), so such a map always loads. Every door tile has its door in `doors`, whether the file
            /// lists it or not.
            ///
            /// # Errors
            ///
            /// Another format or version, planes of wrong lengths, numbers out of range. The error says where.
            pub fn into_map(self) -> Result<(BuilderMap, Vec<Dropped>), MapFileError> {
                if self.format != FORMAT || self.version != VERSION {
                    return Err(MapFileError::Format { format: self.format.into_owned(), version: self.version });
                }
                let size = Size::new(self.width, self.height);
                if size.area() == 0 {
                    return Err(MapFileError::Fault(format!("a map of {size} has no cell")));
                }
                let layers = self.layers.into_iter().map(|(name, layer)| {
                    let layer = layer.layer(&name, size)?;
                    Ok((name.into_owned(), layer))
                });
                let mut map = BuilderMap {
                    tiles: plane("tiles", size, self.tiles)?,
                    $($cells: optional($cells_name, size, self.$cells)?,)*
                    flow: self.flow.map(|flow| flow.flow(size)).transpose()?,
                    rooms: self.rooms.map(Cow::into_owned),
                    corridors: self.corridors.map(Cow::into_owned),
                    portals: self.portals.into_owned(),
                    start: self.start,
                    exit: self.exit,
                    floors: self.floors,
                    spawns: self.spawns.into_owned(),
                    doors: self.doors.map(Cow::into_owned),
                    graph: self.graph.map(|graph| graph.graph(size)).transpose()?,
                    proof: self.proof.map(Cow::into_owned),
                    layers: layers.collect::<Result<_, MapFileError>>()?,
                    palette: gather::map(self.palette.into_iter().map(|(tile, color)| (Tile(tile), color))),
                    wrap: self.wrap,
                };
                check_solid(&map, self.solid)?;
                let dropped = map.repair();
                map.list_doors();
                Ok((map, dropped))
            }
        }
    };
}

planes!(define_file);

impl MapFile<'_> {
    /// The same file, of a window of an endless world with its top left cell at this column and row: `"window": [x, y, w,
    /// h]`. It is read as a map without a place.
    #[must_use]
    pub fn at(self, (x, y): (i64, i64)) -> Self {
        MapFile { window: Some([x, y, self.width.into(), self.height.into()]), ..self }
    }
}

/// `solid` repeats what the tiles say.
fn check_solid(map: &BuilderMap, solid: Option<Bits<'_>>) -> Result<(), MapFileError> {
    let Some(solid) = solid else { return Ok(()) };
    let solid = solid.grid("solid", map.size())?;
    match map.size().points().find(|&p| map.tiles[p].is_solid() != solid[p]) {
        Some(p) => {
            Err(MapFileError::Fault(format!("`solid` and `tiles` disagree at {p}: tiles from 128 up are solid")))
        }
        None => Ok(()),
    }
}

/// Through a [`MapFile`].
impl Serialize for BuilderMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MapFile::of(self).serialize(serializer)
    }
}

/// Through a [`MapFile`]. What no longer fits the map is dropped; [`MapFile::into_map`] says what that was.
impl<'de> Deserialize<'de> for BuilderMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (map, _) = MapFile::deserialize(deserializer)?.into_map().map_err(D::Error::custom)?;
        Ok(map)
    }
}
