//! Reads and writes maps as JSON, version 2.

mod error;
mod file;
mod level;
mod write;

use mapwright_core::{BuilderMap, Dropped, Flow, Grid, Size};

pub use self::error::MapError;
use self::file::{FlowFile, MapFile};
pub(crate) use self::write::write_map;

const FORMAT: &str = "mapwright-map";
const VERSION: u32 = 2;

/// A map as JSON, in one line. Under `doors` are [all doors](BuilderMap::all_doors), those that are tiles only too.
pub fn map_to_json(map: &BuilderMap) -> String {
    to_text(map, None)
}

/// A window of an endless world as JSON, in one line, with the column and row of its top left cell: `"window": [x, y, w,
/// h]`. It is read back as a map without a place.
pub fn window_to_json(map: &BuilderMap, (x, y): (i64, i64)) -> String {
    to_text(map, Some([x, y, map.size().w.into(), map.size().h.into()]))
}

fn to_text(map: &BuilderMap, window: Option<[i64; 4]>) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail, and JSON is text.
    let _ = write_map(map, window, &mut json);
    String::from_utf8(json).unwrap_or_default()
}

/// Reads a map. What no longer fits it, because a player walled it in before the map was saved, is
/// [dropped](BuilderMap::mend) and returned: such a map always loads.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_recipe::{map_from_json, map_to_json};
///
/// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
/// map.start = Some(Point::new(3, 0));
/// map.tiles[3] = Tile::WALL;
/// let (map, dropped) = map_from_json(&map_to_json(&map))?;
/// assert_eq!(map.start, None);
/// assert_eq!(dropped[0].to_string(), "`start` is at (3, 0), which is not an open cell; it is dropped");
/// # Ok::<(), mapwright_recipe::MapError>(())
/// ```
///
/// Every door tile has its door in `doors`, whether the text lists it or not.
///
/// # Errors
///
/// The text is not a map of version 2: planes of wrong lengths, unknown fields, numbers out of range. The error says
/// where.
pub fn map_from_json(json: &str) -> Result<(BuilderMap, Vec<Dropped>), MapError> {
    let file: MapFile = serde_json::from_str(json).map_err(MapError::Json)?;
    if file.format != FORMAT || file.version != VERSION {
        return Err(MapError::Format { format: file.format, version: file.version });
    }
    let size = Size::new(file.width, file.height);
    if size.area() == 0 {
        return Err(MapError::Fault(format!("a map of {size} has no cell")));
    }
    let layers = file.layers.into_iter().map(|(name, layer)| Ok((name.clone(), layer.layer(&name, size)?)));
    let mut map = BuilderMap {
        tiles: plane("tiles", size, file.tiles)?,
        sides: optional("sides", size, file.sides)?,
        corners: optional("corners", size, file.corners)?,
        solution: optional("solution", size, file.solution)?,
        regions: optional("regions", size, file.regions)?,
        flow: file.flow.map(|flow| read_flow(size, flow)).transpose()?,
        rooms: file.rooms,
        corridors: file.corridors,
        portals: file.portals,
        start: file.start,
        exit: file.exit,
        spawns: file.spawns,
        doors: file.doors,
        graph: file.graph.map(|graph| graph.graph(size)).transpose()?,
        proof: file.proof,
        layers: layers.collect::<Result<_, MapError>>()?,
        wrap: file.wrap,
    };
    check_solid(&map, file.solid)?;
    let dropped = map.mend();
    map.doors = Some(map.all_doors()).filter(|doors| !doors.is_empty());
    Ok((map, dropped))
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

fn optional<T>(name: &str, size: Size, cells: Option<Vec<T>>) -> Result<Option<Grid<T>>, MapError> {
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
