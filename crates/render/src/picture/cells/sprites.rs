//! Cells in a game's own pictures: a tileset below, single tiles over it.

use mapwright_core::{BuilderMap, Grid, Tile};

use super::tiles::Tiles;
use super::{Look, Unpacked};
use crate::error::RenderError;
use crate::picture::canvas::blank;
use crate::picture::sprites::{Sprites, stand};
use crate::picture::style::Style;
use crate::tileset::{Tileset, tile_indexes};
use image::RgbaImage;

#[derive(Debug)]
pub(in crate::picture) struct Sprited<'a> {
    plain: Tiles<'a>,
    sprites: &'a Sprites,
    tileset: Option<(&'a Tileset, Grid<u8>)>,
    style: &'a Style,
}

/// The bits of a look of plain tiles.
const PLAIN: u32 = 19;

impl<'a> Sprited<'a> {
    pub(super) fn new(map: &'a BuilderMap, plain: Tiles<'a>, style: &'a Style) -> Result<Option<Self>, RenderError> {
        let Some(sprites) = style.sprites.as_deref() else { return Ok(None) };
        let tileset = match sprites.fitting(map) {
            Some(tileset) => Some((tileset, tile_indexes(map, tileset.kind())?)),
            None => None,
        };
        Ok(Some(Sprited { plain, sprites, tileset, style }))
    }

    pub(super) fn looks(&self, y: u16, looks: &mut [Look]) {
        self.plain.looks(y, looks);
        let Some((_, indexes)) = &self.tileset else { return };
        for (look, &index) in looks.iter_mut().zip(indexes.row(y)) {
            *look |= Look::from(index) << PLAIN;
        }
    }

    pub(super) fn paint(&self, look: Look) -> RgbaImage {
        let mut look = Unpacked(look);
        let (plain, index) = (look.take(PLAIN), look.take(8));
        let tile = Tile(u8::try_from(Unpacked(plain).take(8)).unwrap_or(0));
        let sprite = self.sprites.tiles.get(&tile);
        let scale = self.style.scale;
        let mut stamp = match &self.tileset {
            Some((tileset, _)) => {
                let mut stamp = blank(scale, scale, self.style.theme.paper);
                let picture = u16::try_from(index).ok().and_then(|index| tileset.tile(index));
                picture.iter().for_each(|picture| stand(&mut stamp, (0, scale), scale, picture));
                stamp
            }
            // Through the clear places of a sprite one sees floor.
            None if sprite.is_some() => self.plain.paint_shade(Tile::FLOOR, 0),
            None => self.plain.paint(plain),
        };
        sprite.into_iter().for_each(|sprite| stand(&mut stamp, (0, scale), scale, sprite));
        stamp
    }
}
