//! The drawn tileset of a map: every tile of the palette, and after them those with the
//! borders and shades of this map.
//!
//! The tiles of the palette come in its order, so each has the same number in the tileset of every map.

use mapwright_core::{BuilderMap, Grid, Tile};
use mapwright_render::{Style, map_tiles};

use super::map::TiledSheet;
use super::property::TiledProperty;
use super::set::TiledTile;
use super::sheet::sheet;
use crate::ExportError;

/// Tiles a row of the picture.
const COLUMNS: u32 = 8;

/// The tileset, and the number of each cell's tile, counted from 1.
pub(super) fn tiles(map: &BuilderMap, shaded: bool, style: &Style) -> Result<(TiledSheet, Grid<u32>), ExportError> {
    let found = map_tiles(map, style, !shaded)?;
    let (tiles, pictures): (Vec<_>, Vec<_>) = found.pictures.into_iter().unzip();
    let mut made = sheet("tiles", COLUMNS, &pictures)?;
    made.set.tiles = tiles.iter().zip(0..).map(|(&tile, at)| tiled_tile(tile, at, style)).collect();
    Ok((made, found.cells.map(|number| number + 1)))
}

/// What a game wants to know of a tile.
fn tiled_tile(tile: Tile, place: u32, style: &Style) -> TiledTile {
    let look = style.palette.look(tile);
    let kind = if look.tile == tile { look.name.clone() } else { format!("tile {}", tile.0) };
    let properties = vec![TiledProperty::bool("solid", tile.is_solid()), TiledProperty::int("tile", tile.0)];
    TiledTile { tile: place, kind, properties }
}
