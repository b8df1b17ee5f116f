//! Cells in a game's own pictures: a tileset below, single tiles over it.

use mapwright_core::{BuilderMap, Grid, Tile};

use crate::error::RenderError;
use crate::picture::canvas::blank;
use crate::picture::sprites::{Sprites, stand};
use crate::picture::style::Style;
use crate::raster::Raster;
use crate::tileset::{Tileset, tile_indexes};
use image::RgbaImage;

/// The sprites that show the cells of a map.
#[derive(Debug)]
pub(in crate::picture) struct Sprited<'a> {
    sprites: &'a Sprites,
    tileset: Option<(&'a Tileset, Grid<u8>)>,
}

impl<'a> Sprited<'a> {
    /// `None` if the style has no sprites.
    pub(in crate::picture) fn new(map: &BuilderMap, style: &'a Style) -> Result<Option<Self>, RenderError> {
        let Some(sprites) = style.sprites.as_deref() else { return Ok(None) };
        let tileset = match sprites.fitting(map) {
            Some(tileset) => Some((tileset, tile_indexes(map, tileset.kind())?)),
            None => None,
        };
        Ok(Some(Sprited { sprites, tileset }))
    }

    /// Whether the tileset covers all of the ground.
    pub(in crate::picture) const fn has_tileset(&self) -> bool {
        self.tileset.is_some()
    }

    /// The map without the tiles that have pictures: through their clear places one sees floor.
    pub(in crate::picture) fn ground(&self, map: &BuilderMap) -> BuilderMap {
        let is_drawn = |tile: &Tile| self.sprites.tiles.contains_key(tile);
        BuilderMap { tiles: map.tiles.map(|tile| if is_drawn(tile) { Tile::FLOOR } else { *tile }), ..map.clone() }
    }

    /// Paints the cells that have pictures over a picture whose first cell is at `corner`.
    pub(in crate::picture) fn paint(&self, image: &mut RgbaImage, map: &BuilderMap, corner: u32, style: &Style) {
        let scale = style.scale;
        for (at, tile) in map.tiles.iter() {
            let place = (corner + u32::from(at.x) * scale, corner + u32::from(at.y) * scale);
            let sprite = self.sprites.tiles.get(tile);
            let mut stamp = match &self.tileset {
                Some((tileset, indexes)) => {
                    let mut stamp = blank(scale, scale, style.theme.paper);
                    let picture = tileset.tile(indexes[at].into());
                    picture.iter().for_each(|picture| stand(&mut stamp, (0, scale), scale, picture));
                    stamp
                }
                None if sprite.is_some() => image.part(place, (scale, scale)),
                None => continue,
            };
            sprite.into_iter().for_each(|sprite| stand(&mut stamp, (0, scale), scale, sprite));
            image.paste(place, &stamp);
        }
    }
}
