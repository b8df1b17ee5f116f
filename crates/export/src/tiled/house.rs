//! The tileset of a map's tiles in the house's own pictures: every tile of the palette in each of its shades.
//!
//! The tiles come in the order of the palette, first all plain ones, then the shades; so a tile has the same number in
//! the tileset of every map. Tiles that the palette does not know come last, as they are on the map.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Grid, Point, Tile};
use mapwright_render::{Style, shaded_tile, shades_of, tile_shades};

use super::map::{TiledProperty, TiledSheet};
use super::set::TiledTile;
use super::sheet::sheet;
use crate::ExportError;

/// Tiles a row of the picture.
const COLUMNS: u32 = 8;
/// The most shades that a tile has.
const SHADES: usize = 5;

/// The tileset, and the number of each cell's tile, counted from 1.
pub(super) fn tiles(map: &BuilderMap, shaded: bool, style: &Style) -> Result<(TiledSheet, Grid<u32>), ExportError> {
    let all = listed(map, shaded, style);
    let pictures = all.iter().map(|&(tile, shade)| shaded_tile(tile, shade, style));
    let mut made = sheet("tiles", COLUMNS, &pictures.collect::<Result<Vec<_>, _>>()?)?;
    made.set.tiles = all.iter().zip(0..).map(|(&(tile, _), at)| told(tile, at, style)).collect();
    let mut numbers = [[0u32; SHADES]; 256];
    for (&(tile, shade), number) in all.iter().zip(1..) {
        numbers[usize::from(tile.0)][usize::from(shade)] = number;
    }
    let shades = tile_shades(map)?;
    let number = |at: Point| {
        let shade = if shaded { usize::from(shades[at]) } else { 0 };
        numbers[usize::from(map.tiles[at].0)][shade.min(SHADES - 1)]
    };
    Ok((made, Grid::from_fn(map.size(), number)))
}

/// Every tile in every shade that gets a place, in their order.
fn listed(map: &BuilderMap, shaded: bool, style: &Style) -> Vec<(Tile, u8)> {
    let known: Vec<Tile> = style.palette.looks().iter().map(|look| look.tile).collect();
    let on_map: BTreeSet<Tile> = map.tiles.as_slice().iter().copied().collect();
    let strange: Vec<Tile> = on_map.into_iter().filter(|tile| !known.contains(tile)).collect();
    let shades = |tile: Tile| if shaded { 1..shades_of(tile) } else { 1..1 };
    let in_shades = |tiles: &[Tile]| -> Vec<(Tile, u8)> {
        let plain = tiles.iter().map(|&tile| (tile, 0));
        plain.chain(tiles.iter().flat_map(|&tile| shades(tile).map(move |shade| (tile, shade)))).collect()
    };
    [in_shades(&known), in_shades(&strange)].concat()
}

/// What a game wants to know of a tile.
fn told(tile: Tile, place: u32, style: &Style) -> TiledTile {
    let look = style.palette.look(tile);
    let kind = if look.tile == tile { look.name.clone() } else { format!("tile {}", tile.0) };
    let properties = vec![TiledProperty::bool("solid", tile.is_solid()), TiledProperty::int("tile", tile.0)];
    TiledTile { tile: place, kind, properties }
}
