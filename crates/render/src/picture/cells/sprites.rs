//! Cells in a game's own pictures: a tileset below, single tiles over it.

use mapwright_core::{Grid, Tile};

use crate::picture::canvas::blank;
use crate::picture::sprites::{Sprites, stand};
use crate::picture::style::Style;
use crate::raster::Raster;
use crate::scene::Under;
use image::RgbaImage;

/// Paints the cells that have pictures over a picture whose first cell is at `corner`.
pub(in crate::picture) fn paint(
    image: &mut RgbaImage,
    (tiles, under): (&Grid<Tile>, &Under),
    sprites: &Sprites,
    corner: u32,
    style: &Style,
) {
    let scale = style.scale;
    let tileset = match (under, &sprites.tileset) {
        (Under::Tileset(indexes), Some(tileset)) => Some((tileset, indexes)),
        _ => None,
    };
    for (at, tile) in tiles.iter() {
        let place = (corner + u32::from(at.x) * scale, corner + u32::from(at.y) * scale);
        let sprite = sprites.tiles.get(tile);
        let mut stamp = match tileset {
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
