//! Reads and writes maps as JSON, version 2: [`MapFile`]s.

use mapwright_core::{BuilderMap, Dropped, MapFile, MapFileError};

/// Why a map file cannot be read.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum MapError {
    /// It is not JSON, or its fields or types are not those of a map.
    #[error("{}", crate::quote::short_message(.0))]
    Json(serde_json::Error),
    /// It is JSON, but not a map.
    #[error(transparent)]
    File(#[from] MapFileError),
}

/// A map as JSON, in one line.
///
/// With serde a map is the same JSON, also inside of your own types; this cannot fail.
pub fn map_to_json(map: &BuilderMap) -> String {
    to_text(&MapFile::of(map))
}

/// A window of an endless world as JSON, in one line, with the column and row of its top left cell: `"window": [x, y, w,
/// h]`. It is read back as a map without a place.
pub fn window_to_json(map: &BuilderMap, place: (i64, i64)) -> String {
    to_text(&MapFile::of(map).at(place))
}

fn to_text(file: &MapFile<'_>) -> String {
    // Names are text and writing to memory does not fail.
    serde_json::to_string(file).unwrap_or_default()
}

/// Reads a map. What no longer fits it, because a player walled it in before the map was saved, is
/// [dropped](BuilderMap::repair) and returned: such a map always loads.
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
    let file: MapFile<'_> = serde_json::from_str(json).map_err(MapError::Json)?;
    Ok(file.into_map()?)
}
