//! Maps drawn with tiles: every row of a tile is copied to its place.
//!
//! The picture is written from left to right and from top to bottom, each byte once, so that it goes as fast as
//! memory does; the tiles themselves fit the cache.

use image::RgbaImage;
use mapwright_core::{BuilderMap, Grid};

use super::indexes::tile_indexes;
use super::set::{Tileset, tile_bytes};
use crate::RenderError;
use crate::picture::Style;

/// Draws a map with a tileset: one tile a cell, no margin. Where a tile is transparent, so is the picture.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Sides, Size, Tile, Wrap};
/// use mapwright_render::{Tileset, draw_with_tileset};
///
/// let mut map = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
/// map.corners = Some(Grid::new(map.size(), Sides::from_code(0b1111)));
/// let picture = draw_with_tileset(&map, &Tileset::shipped("terrain", 16)?)?;
/// assert_eq!(picture.dimensions(), (320, 160));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`tile_indexes`], and a picture of more than 2²⁸ pixels.
pub fn draw_with_tileset(map: &BuilderMap, tileset: &Tileset) -> Result<RgbaImage, RenderError> {
    draw_tiles(&tile_indexes(map, tileset.kind())?, tileset)
}

/// Draws a plane of tile indexes, without a map.
///
/// # Errors
///
/// A picture of more than 2²⁸ pixels, or an index that the tileset does not have.
pub fn draw_tiles(indexes: &Grid<u8>, tileset: &Tileset) -> Result<RgbaImage, RenderError> {
    let mut image = RgbaImage::new(0, 0);
    draw_tiles_into(indexes, tileset, &mut image)?;
    Ok(image)
}

/// The same into an existing picture, which is reused if it has the right size. Animations draw this way.
///
/// # Errors
///
/// As for [`draw_tiles`]; then the picture is as it was.
pub fn draw_tiles_into(indexes: &Grid<u8>, tileset: &Tileset, image: &mut RgbaImage) -> Result<(), RenderError> {
    let (size, tile) = (indexes.size(), tileset.tile_size());
    let claim = Style::default();
    let (w, h) = claim.claim(u64::from(size.w) * u64::from(tile.0), u64::from(size.h) * u64::from(tile.1))?;
    if let Some(cell) = indexes.as_slice().iter().position(|&index| u16::from(index) >= tileset.kind().most()) {
        let at = size.point(u32::try_from(cell).unwrap_or(0));
        let (kind, index) = (tileset.kind().name(), indexes[at]);
        return Err(RenderError::NoSuchTile { at, kind, index });
    }
    if image.dimensions() != (w, h) {
        *image = RgbaImage::new(w, h);
    }
    copy(indexes, tileset, image);
    Ok(())
}

/// Copies of 32, 64 or 128 bytes, known as such to the compiler, were no faster for tiles of 8, 16 and 32 pixels.
fn copy(indexes: &Grid<u8>, tileset: &Tileset, image: &mut RgbaImage) {
    let (tile_w, tile_h) = (tileset.tile_size().0 as usize, tileset.tile_size().1 as usize);
    let (row, tile) = (tile_w * 4, tile_bytes(tileset.tile_size()));
    let stride = row * usize::from(indexes.size().w);
    for (line, cells) in image.chunks_exact_mut((stride * tile_h).max(1)).zip(indexes.rows()) {
        for (y, out) in line.chunks_exact_mut(stride).enumerate() {
            for (out, &index) in out.chunks_exact_mut(row).zip(cells) {
                let from = usize::from(index) * tile + y * row;
                out.copy_from_slice(&tileset.pixels()[from..from + row]);
            }
        }
    }
}
