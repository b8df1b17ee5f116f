//! The parts of a map file that are not written as they are in the map.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::MapFileError;
use crate::fault::shown;
use crate::{Area, Flow, Grid, Join, JoinKind, Layer, LevelGraph, Point, Size, Tile};

pub(super) fn plane<T: Clone>(plane: &str, size: Size, cells: Cow<'_, [T]>) -> Result<Grid<T>, MapFileError> {
    let found = cells.len();
    let length = || MapFileError::Length { plane: plane.to_owned(), found, size };
    Grid::from_vec(size, cells.into_owned()).ok_or_else(length)
}

pub(super) fn optional<T: Clone>(
    name: &str,
    size: Size,
    cells: Option<Cow<'_, [T]>>,
) -> Result<Option<Grid<T>>, MapFileError> {
    cells.map(|cells| plane(name, size, cells)).transpose()
}

/// A plane of bits, in files 0 or 1: of a map, or as they were read.
#[derive(Clone, Debug)]
pub(super) enum Bits<'a> {
    Solid(&'a Grid<Tile>),
    Set(&'a Grid<bool>),
    Read(Vec<u8>),
}

impl Bits<'_> {
    pub(super) fn grid(self, name: &'static str, size: Size) -> Result<Grid<bool>, MapFileError> {
        match self {
            Bits::Solid(tiles) => Ok(tiles.map(|tile| tile.is_solid())),
            Bits::Set(bits) => Ok(bits.clone()),
            Bits::Read(bits) => {
                if let Some((index, &value)) = bits.iter().enumerate().find(|&(_, &value)| value > 1) {
                    return Err(MapFileError::Bit { plane: name, index, value });
                }
                Ok(plane(name, size, bits.into())?.map(|&bit| bit == 1))
            }
        }
    }
}

impl Serialize for Bits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Bits::Solid(tiles) => serializer.collect_seq(tiles.as_slice().iter().map(|tile| u8::from(tile.is_solid()))),
            Bits::Set(bits) => serializer.collect_seq(bits.as_slice().iter().map(|&bit| u8::from(bit))),
            Bits::Read(bits) => bits.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Bits<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Bits::Read)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlowFile<'a> {
    source: Point,
    wet: Bits<'a>,
    rings: Cow<'a, [u32]>,
    on_ring: Bits<'a>,
}

impl<'a> FlowFile<'a> {
    pub(super) fn of(flow: &'a Flow) -> Self {
        let Flow { source, wet, rings, on_ring } = flow;
        FlowFile { source: *source, wet: Bits::Set(wet), rings: rings.as_slice().into(), on_ring: Bits::Set(on_ring) }
    }

    pub(super) fn flow(self, size: Size) -> Result<Flow, MapFileError> {
        Ok(Flow {
            source: self.source,
            wet: self.wet.grid("flow.wet", size)?,
            rings: plane("flow.rings", size, self.rings)?,
            on_ring: self.on_ring.grid("flow.on_ring", size)?,
        })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
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
        }
    }

    pub(super) fn layer(self, name: &str, size: Size) -> Result<Layer, MapFileError> {
        let name = format!("layers.{name}");
        Ok(match self {
            LayerFile::U8(cells) => plane(&name, size, cells)?.into(),
            LayerFile::U16(cells) => plane(&name, size, cells)?.into(),
            LayerFile::I32(cells) => plane(&name, size, cells)?.into(),
            LayerFile::F32(cells) => plane(&name, size, cells)?.into(),
        })
    }
}

type Layers = BTreeMap<Cow<'static, str>, LayerFile<'static>>;

/// Reads layers by name, and refuses a name that is given twice: one of the two would be lost silently.
pub(super) fn layers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Layers, D::Error> {
    deserializer.deserialize_map(LayersVisitor)
}

struct LayersVisitor;

impl<'de> Visitor<'de> for LayersVisitor {
    type Value = Layers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Layers, A::Error> {
        let mut layers = Layers::new();
        while let Some((name, layer)) = entries.next_entry()? {
            match layers.entry(name) {
                Entry::Occupied(entry) => {
                    return Err(Error::custom(format_args!("`{}` is given twice", shown(entry.key()))));
                }
                Entry::Vacant(entry) => drop(entry.insert(layer)),
            }
        }
        Ok(layers)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GraphFile<'a> {
    area: Cow<'a, [u16]>,
    areas: Cow<'a, [Area]>,
    joins: Vec<JoinFile<'a>>,
}

impl<'a> GraphFile<'a> {
    pub(super) fn of(graph: &'a LevelGraph) -> Self {
        let LevelGraph { area, areas, joins } = graph;
        let joins = joins.iter().map(JoinFile::of).collect();
        GraphFile { area: area.as_slice().into(), areas: areas.into(), joins }
    }

    pub(super) fn graph(self, size: Size) -> Result<LevelGraph, MapFileError> {
        let joins = self.joins.into_iter().enumerate().map(|(nth, join)| join.join(nth)).collect::<Result<_, _>>()?;
        let cells = plane("graph.area", size, self.area)?;
        Ok(LevelGraph::new(cells, self.areas.into_owned(), joins))
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinFile<'a> {
    a: u16,
    b: u16,
    gate: Cow<'a, [Point]>,
    kind: KindFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    locks: Option<Cow<'a, [u8]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u16>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindFile {
    Open,
    Locked,
    OneWay,
}

impl<'a> JoinFile<'a> {
    fn of(join: &'a Join) -> Self {
        let (kind, locks, from) = match &join.kind {
            JoinKind::Open => (KindFile::Open, None, None),
            JoinKind::Locked(locks) => (KindFile::Locked, Some(locks.into()), None),
            JoinKind::OneWay { from } => (KindFile::OneWay, None, Some(*from)),
        };
        JoinFile { a: join.a, b: join.b, gate: (&join.gate).into(), kind, locks, from }
    }

    /// The join, which is the `nth` of its graph.
    fn join(self, nth: usize) -> Result<Join, MapFileError> {
        let mut join = Join::new(self.a, self.b, self.gate);
        join.kind = match (self.kind, self.locks, self.from) {
            (KindFile::Open, None, None) => JoinKind::Open,
            (KindFile::Locked, Some(locks), None) => JoinKind::Locked(locks.into_owned()),
            (KindFile::OneWay, None, Some(from)) => JoinKind::OneWay { from },
            _ => {
                let expected = "expected `locks` for \"locked\" only, and `from` for \"one-way\" only";
                return Err(MapFileError::Fault(format!("`graph.joins[{nth}]`: {expected}")));
            }
        };
        Ok(join)
    }
}
