//! Maps as JSON, both ways.

use std::io::{self, Write};

use mapwright_core::{BuilderMap, Flow, Grid, Point, Rect, Room, Sides, Size, Spawn, Tile, Wrap};
use serde::{Deserialize, Serialize};

/// The map file, field for field. Planes are row-major.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    format: String,
    version: u32,
    width: u16,
    height: u16,
    #[serde(default)]
    wrap: Wrap,
    tiles: Vec<Tile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solid: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sides: Option<Vec<Sides>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corners: Option<Vec<Sides>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Sides>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flow: Option<FlowFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rooms: Option<Vec<Rect>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corridors: Option<Vec<Vec<Point>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    portals: Vec<(Point, Point)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exit: Option<Point>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spawns: Vec<SpawnFile>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlowFile {
    source: Point,
    wet: Vec<u8>,
    rings: Vec<u32>,
    on_ring: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpawnFile {
    at: Point,
    what: String,
}

/// Why a map file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It is not JSON, or has other fields or types than a map.
    #[error("{0}")]
    Json(serde_json::Error),
    /// It is something else, or of another version.
    #[error("`format` is \"{format}\", version {version}; expected \"mapwright-map\", version 1")]
    Format {
        /// The format it claims.
        format: String,
        /// The version it claims.
        version: u32,
    },
    /// A plane has too few or too many numbers.
    #[error("`{plane}` has {found} numbers; a map of {size} needs {}", .size.area())]
    Length {
        /// The plane.
        plane: &'static str,
        /// How many numbers it has.
        found: usize,
        /// The map's size.
        size: Size,
    },
    /// A number that must be 0 or 1 is not.
    #[error("`{plane}` has {value} at number {index}; expected 0 or 1")]
    Bit {
        /// The plane.
        plane: &'static str,
        /// Which number, from 0.
        index: usize,
        /// What it is.
        value: u8,
    },
    /// The planes do not agree with each other.
    #[error("{0}")]
    Fault(String),
}

impl MapError {
    /// The message without anything that the file says: for files that only a recipe names.
    pub(crate) fn place_only(&self) -> String {
        match self {
            MapError::Json(error) => format!("not a map, at line {} column {}", error.line(), error.column()),
            MapError::Format { .. } => "not a map of a known version".to_owned(),
            other => other.to_string(),
        }
    }
}

const FORMAT: &str = "mapwright-map";

/// A map as JSON, in one line.
pub fn map_to_json(map: &BuilderMap) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail, and JSON is text.
    let _ = write_map(map, &mut json);
    String::from_utf8(json).unwrap_or_default()
}

/// Writes a map as JSON, in one line.
pub(crate) fn write_map(map: &BuilderMap, to: &mut dyn Write) -> io::Result<()> {
    let bits = |plane: &Grid<bool>| plane.as_slice().iter().map(|&bit| u8::from(bit)).collect();
    let sides = |plane: &Option<Grid<Sides>>| plane.as_ref().map(|plane| plane.as_slice().to_vec());
    let file = MapFile {
        format: FORMAT.to_owned(),
        version: 1,
        width: map.size().w,
        height: map.size().h,
        wrap: map.wrap,
        tiles: map.tiles.as_slice().to_vec(),
        solid: Some(map.tiles.as_slice().iter().map(|tile| u8::from(tile.is_solid())).collect()),
        sides: sides(&map.sides),
        corners: sides(&map.corners),
        solution: sides(&map.solution),
        regions: map.regions.as_ref().map(|plane| plane.as_slice().to_vec()),
        flow: map.flow.as_ref().map(|flow| FlowFile {
            source: flow.source,
            wet: bits(&flow.wet),
            rings: flow.rings.as_slice().to_vec(),
            on_ring: bits(&flow.on_ring),
        }),
        rooms: map.rooms.is_some().then(|| map.room_rects().collect()),
        corridors: map.corridors.clone(),
        portals: map.portals.clone(),
        start: map.start,
        exit: map.exit,
        spawns: map.spawns.iter().map(|spawn| SpawnFile { at: spawn.at, what: spawn.what.clone() }).collect(),
    };
    serde_json::to_writer(to, &file).map_err(io::Error::from)
}

/// Reads a map, and checks that its parts agree.
pub fn map_from_json(json: &str) -> Result<BuilderMap, MapError> {
    let file: MapFile = serde_json::from_str(json).map_err(MapError::Json)?;
    if file.format != FORMAT || file.version != 1 {
        return Err(MapError::Format { format: file.format, version: file.version });
    }
    let size = Size::new(file.width, file.height);
    if size.area() == 0 {
        return Err(MapError::Fault(format!("a map of {size} has no cell")));
    }
    let map = BuilderMap {
        tiles: plane("tiles", size, file.tiles)?,
        sides: optional("sides", size, file.sides)?,
        corners: optional("corners", size, file.corners)?,
        solution: optional("solution", size, file.solution)?,
        regions: optional("regions", size, file.regions)?,
        flow: file.flow.map(|flow| read_flow(size, flow)).transpose()?,
        rooms: file.rooms.map(Room::numbered),
        corridors: file.corridors,
        portals: file.portals,
        start: file.start,
        exit: file.exit,
        spawns: file.spawns.into_iter().map(|spawn| Spawn::new(spawn.at, spawn.what)).collect(),
        doors: None,
        graph: None,
        proof: None,
        layers: std::collections::BTreeMap::new(),
        wrap: file.wrap,
    };
    if let Some(solid) = file.solid {
        let solid = bits("solid", size, solid)?;
        let agrees = |p: &Point| map.tiles[*p].is_solid() == solid[*p];
        if let Some(p) = size.points().find(|p| !agrees(p)) {
            let why = format!("`solid` and `tiles` disagree at {p}: tiles from 128 up are solid");
            return Err(MapError::Fault(why));
        }
    }
    match map.fault() {
        Some(why) => Err(MapError::Fault(why)),
        None => Ok(map),
    }
}

fn plane<T>(plane: &'static str, size: Size, cells: Vec<T>) -> Result<Grid<T>, MapError> {
    let found = cells.len();
    Grid::from_vec(size, cells).ok_or(MapError::Length { plane, found, size })
}

fn optional<T>(name: &'static str, size: Size, cells: Option<Vec<T>>) -> Result<Option<Grid<T>>, MapError> {
    cells.map(|cells| plane(name, size, cells)).transpose()
}

fn bits(name: &'static str, size: Size, cells: Vec<u8>) -> Result<Grid<bool>, MapError> {
    if let Some((index, &value)) = cells.iter().enumerate().find(|&(_, &value)| value > 1) {
        return Err(MapError::Bit { plane: name, index, value });
    }
    Ok(plane(name, size, cells)?.map(|&bit| bit == 1))
}

fn read_flow(size: Size, flow: FlowFile) -> Result<Flow, MapError> {
    Ok(Flow {
        source: flow.source,
        wet: bits("flow.wet", size, flow.wet)?,
        rings: plane("flow.rings", size, flow.rings)?,
        on_ring: bits("flow.on_ring", size, flow.on_ring)?,
    })
}
