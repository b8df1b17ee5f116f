//! A tileset in memory.

use crate::raster::Raster;
use image::RgbaImage;

use super::error::TilesetError;
use super::kind::TilesetKind;

/// A picture for each tile of a kind, all of one size.
#[derive(Clone, PartialEq, Eq)]
pub struct Tileset {
    kind: TilesetKind,
    /// Pixels of a tile.
    size: (u32, u32),
    /// One tile after the other, each row by row: `kind.most()` tiles.
    pixels: Vec<u8>,
}

impl Tileset {
    /// The most pixels that a tile is wide or high.
    pub const MAX_TILE_PX: u32 = 1024;

    /// A tileset from its tiles, in the order of their indexes. A blob without its 48th tile gets a transparent one.
    ///
    /// # Errors
    ///
    /// Too few tiles, too many, or tiles of different sizes or of a size that cannot be drawn.
    pub fn new(kind: TilesetKind, tiles: &[RgbaImage]) -> Result<Tileset, TilesetError> {
        let found = u32::try_from(tiles.len()).unwrap_or(u32::MAX);
        if found < kind.count().into() {
            return Err(TilesetError::MissingTiles { kind, found });
        }
        if found > kind.most().into() {
            return Err(TilesetError::TooManyTiles { kind, found });
        }
        let size = checked_size(tiles[0].dimensions())?;
        if let Some(other) = tiles.iter().find(|tile| tile.dimensions() != size) {
            let ((w, h), allowed) = (other.dimensions(), format!("those of the first tile, {}x{}", size.0, size.1));
            return Err(TilesetError::TileSize { w, h, allowed });
        }
        let mut pixels: Vec<u8> = tiles.iter().flat_map(|tile| tile.as_raw().iter().copied()).collect();
        pixels.resize(usize::from(kind.most()) * tile_bytes(size), 0);
        Ok(Tileset { kind, size, pixels })
    }

    /// Its kind.
    pub const fn kind(&self) -> TilesetKind {
        self.kind
    }

    /// Width and height of a tile in pixels.
    pub const fn tile_size(&self) -> (u32, u32) {
        self.size
    }

    /// The picture of a tile; `None` for an index that the kind does not have.
    pub fn tile(&self, index: u16) -> Option<RgbaImage> {
        let pixels = self.pixels.chunks_exact(tile_bytes(self.size)).nth(index.into())?;
        RgbaImage::from_raw(self.size.0, self.size.1, pixels.to_vec())
    }

    /// All tiles in rows of `columns` in the order of their indexes, without margin or spacing, as it is read again.
    /// 0 columns count as 1.
    pub fn sheet(&self, columns: u16) -> RgbaImage {
        let columns = u32::from(columns.clamp(1, self.kind.most()));
        let rows = u32::from(self.kind.most()).div_ceil(columns);
        let mut sheet = RgbaImage::new(columns * self.size.0, rows * self.size.1);
        for (index, i) in (0..self.kind.most()).zip(0..) {
            if let Some(tile) = self.tile(index) {
                sheet.paste((i % columns * self.size.0, i / columns * self.size.1), &tile);
            }
        }
        sheet
    }

    /// The tiles' pixels, one tile after the other.
    pub(super) fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

impl std::fmt::Debug for Tileset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tileset").field("kind", &self.kind).field("size", &self.size).finish_non_exhaustive()
    }
}

pub(super) fn checked_size((w, h): (u32, u32)) -> Result<(u32, u32), TilesetError> {
    let range = 1..=Tileset::MAX_TILE_PX;
    if range.contains(&w) && range.contains(&h) {
        return Ok((w, h));
    }
    Err(TilesetError::TileSize { w, h, allowed: format!("1 to {} pixels a side", Tileset::MAX_TILE_PX) })
}

pub(super) const fn tile_bytes((w, h): (u32, u32)) -> usize {
    w as usize * h as usize * 4
}
