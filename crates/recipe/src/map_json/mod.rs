//! Reads and writes maps as JSON. Version 2 is written; version 1, with plain rectangles as rooms, can be read too.

mod error;
mod file;
mod level;

use std::borrow::Cow;
use std::io::{self, Write};

use mapwright_core::{BuilderMap, Flow, Grid, Size};

pub use self::error::MapError;
use self::file::{FlowFile, LayerFile, MapFile, RoomFile};

const FORMAT: &str = "mapwright-map";
const VERSION: u32 = 2;

/// A map as JSON, in one line.
pub fn map_to_json(map: &BuilderMap) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail, and JSON is text.
    let _ = write_map(map, &mut json);
    String::from_utf8(json).unwrap_or_default()
}

/// A window of an endless world as JSON, in one line, with the column and row of its top left cell: `"window": [x, y, w,
/// h]`. It is read back as a map without a place.
pub fn window_to_json(map: &BuilderMap, (x, y): (i64, i64)) -> String {
    let window = Some([x, y, map.size().w.into(), map.size().h.into()]);
    serde_json::to_string(&MapFile { window, ..written(map) }).unwrap_or_default()
}

/// Writes a map as JSON, in one line.
pub(crate) fn write_map(map: &BuilderMap, to: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(to, &written(map)).map_err(io::Error::from)
}

/// The file of a map. It borrows the planes.
fn written(map: &BuilderMap) -> MapFile<'_> {
    let BuilderMap {
        tiles,
        sides,
        corners,
        solution,
        regions,
        flow,
        rooms,
        corridors,
        portals,
        start,
        exit,
        spawns,
        doors,
        graph,
        proof,
        layers,
        wrap,
    } = map;
    MapFile {
        format: FORMAT.into(),
        version: VERSION,
        width: map.size().w,
        height: map.size().h,
        wrap: *wrap,
        window: None,
        tiles: tiles.as_slice().into(),
        solid: Some(tiles.as_slice().iter().map(|tile| u8::from(tile.is_solid())).collect()),
        sides: borrowed(sides),
        corners: borrowed(corners),
        solution: borrowed(solution),
        regions: borrowed(regions),
        flow: flow.as_ref().map(|flow| FlowFile {
            source: flow.source,
            wet: flow.wet.as_slice().iter().map(|&bit| bit.into()).collect(),
            rings: flow.rings.as_slice().into(),
            on_ring: flow.on_ring.as_slice().iter().map(|&bit| bit.into()).collect(),
        }),
        rooms: rooms.as_ref().map(|rooms| rooms.iter().cloned().map(RoomFile::Whole).collect()),
        corridors: corridors.as_ref().map(|corridors| corridors.as_slice().into()),
        portals: portals.as_slice().into(),
        start: *start,
        exit: *exit,
        spawns: spawns.as_slice().into(),
        layers: layers.iter().map(|(name, layer)| (name.clone(), LayerFile::of(layer))).collect(),
        graph: graph.as_ref().map(level::GraphFile::of),
        doors: doors.as_ref().map(|doors| doors.as_slice().into()),
        proof: proof.as_ref().map(Cow::Borrowed),
    }
}

fn borrowed<T: Clone>(plane: &Option<Grid<T>>) -> Option<Cow<'_, [T]>> {
    plane.as_ref().map(|plane| plane.as_slice().into())
}

/// Reads a map, and checks that its parts agree.
///
/// # Errors
///
/// The text is not a map of version 1 or 2, or its parts contradict each other. The error says where.
pub fn map_from_json(json: &str) -> Result<BuilderMap, MapError> {
    let file: MapFile<'_> = serde_json::from_str(json).map_err(MapError::Json)?;
    if file.format != FORMAT || !(1..=VERSION).contains(&file.version) {
        return Err(MapError::Format { format: file.format.into_owned(), version: file.version });
    }
    let size = Size::new(file.width, file.height);
    if size.area() == 0 {
        return Err(MapError::Fault(format!("a map of {size} has no cell")));
    }
    let layers = file.layers.into_iter().map(|(name, layer)| Ok((name.clone(), layer.layer(&name, size)?)));
    let map = BuilderMap {
        tiles: plane("tiles", size, file.tiles.into_owned())?,
        sides: optional("sides", size, file.sides)?,
        corners: optional("corners", size, file.corners)?,
        solution: optional("solution", size, file.solution)?,
        regions: optional("regions", size, file.regions)?,
        flow: file.flow.map(|flow| read_flow(size, flow)).transpose()?,
        rooms: file.rooms.map(|rooms| (0..).zip(rooms).map(|(nth, room)| room.room(nth)).collect()),
        corridors: file.corridors.map(Cow::into_owned),
        portals: file.portals.into_owned(),
        start: file.start,
        exit: file.exit,
        spawns: file.spawns.into_owned(),
        doors: file.doors.map(Cow::into_owned),
        graph: file.graph.map(|graph| graph.graph(size)).transpose()?,
        proof: file.proof.map(Cow::into_owned),
        layers: layers.collect::<Result<_, MapError>>()?,
        wrap: file.wrap,
    };
    check_solid(&map, file.solid)?;
    map.fault().map_or(Ok(map), |why| Err(MapError::Fault(why)))
}

/// `solid` repeats what the tiles say, for readers that do not know tiles.
fn check_solid(map: &BuilderMap, solid: Option<Vec<u8>>) -> Result<(), MapError> {
    let Some(solid) = solid else { return Ok(()) };
    let solid = bits("solid", map.size(), solid)?;
    match map.size().points().find(|&p| map.tiles[p].is_solid() != solid[p]) {
        Some(p) => Err(MapError::Fault(format!("`solid` and `tiles` disagree at {p}: tiles from 128 up are solid"))),
        None => Ok(()),
    }
}

fn plane<T>(plane: &str, size: Size, cells: Vec<T>) -> Result<Grid<T>, MapError> {
    let found = cells.len();
    Grid::from_vec(size, cells).ok_or_else(|| MapError::Length { plane: plane.to_owned(), found, size })
}

fn optional<T: Clone>(name: &str, size: Size, cells: Option<Cow<'_, [T]>>) -> Result<Option<Grid<T>>, MapError> {
    cells.map(|cells| plane(name, size, cells.into_owned())).transpose()
}

fn bits(name: &'static str, size: Size, cells: Vec<u8>) -> Result<Grid<bool>, MapError> {
    if let Some((index, &value)) = cells.iter().enumerate().find(|&(_, &value)| value > 1) {
        return Err(MapError::Bit { plane: name, index, value });
    }
    Ok(plane(name, size, cells)?.map(|&bit| bit == 1))
}

fn read_flow(size: Size, flow: FlowFile<'_>) -> Result<Flow, MapError> {
    Ok(Flow {
        source: flow.source,
        wet: bits("flow.wet", size, flow.wet)?,
        rings: plane("flow.rings", size, flow.rings.into_owned())?,
        on_ring: bits("flow.on_ring", size, flow.on_ring)?,
    })
}
