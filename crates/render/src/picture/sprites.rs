//! A game's own pictures for tiles, marks and spawns, so that pictures of its maps look like the game.

use std::collections::BTreeMap;

use mapwright_core::{Spawn, Tile};

use crate::tileset::Tileset;
use image::RgbaImage;

/// Your game's own pictures. Anything without a picture is drawn as usual.
///
/// A picture of a tile fills its cell. Pictures of doors, keys, start, exit and spawns are as wide as their cell and
/// stand on its lower side, so a tall one rises over the cell above. All are scaled without smoothing.
///
/// ```
/// use std::sync::Arc;
/// use mapwright_core::{BuilderMap, Point, Size, Spawn, Tile, Wrap};
/// use mapwright_render::image::{Rgba, RgbaImage};
/// use mapwright_render::{Sprites, Style, Tileset, draw};
///
/// let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
/// map.spawns.push(Spawn::new((1, 1), "Slime"));
/// let slime = RgbaImage::from_pixel(16, 16, Rgba([80, 200, 90, 255]));
/// let sprites = Sprites {
///     tileset: Some(Tileset::shipped("walls", 16)?),
///     spawns: [("Slime".to_owned(), slime)].into(),
///     ..Sprites::default()
/// };
/// let style = Style { sprites: Some(Arc::new(sprites)), margin: Some(0), ..Style::default() };
/// assert_eq!(draw(&map, &style)?.get_pixel(24, 24).0, [80, 200, 90, 255]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sprites {
    /// A picture for each cell by how it meets its neighbors.
    pub tileset: Option<Tileset>,
    /// Pictures of tiles, over the tileset or over plain floor.
    pub tiles: BTreeMap<Tile, RgbaImage>,
    /// The start.
    pub start: Option<RgbaImage>,
    /// The exit.
    pub exit: Option<RgbaImage>,
    /// Doors; a locked one gets the color and letter of its lock over it.
    pub door: Option<RgbaImage>,
    /// Keys; the color and letter of the lock is drawn over it.
    pub key: Option<RgbaImage>,
    /// Spawns, by name.
    pub spawns: BTreeMap<String, RgbaImage>,
}

impl Sprites {
    /// The picture of a spawn.
    pub(crate) fn spawn(&self, spawn: &Spawn) -> Option<&RgbaImage> {
        self.spawns.get(&spawn.what).or(self.key.as_ref().filter(|_| spawn.key.is_some()))
    }
}

/// Draws a picture over another, `width` pixels wide and as high as its shape makes it, its lower left corner
/// at (x, y).
pub(crate) fn stand(image: &mut RgbaImage, (x, y): (u32, u32), width: u32, sprite: &RgbaImage) {
    let (w, h) = (u64::from(sprite.width().max(1)), u64::from(sprite.height()));
    // At most three cells high.
    let height = u32::try_from((u64::from(width) * h).div_ceil(w)).unwrap_or(u32::MAX).min(width.saturating_mul(3));
    let bottom = y;
    for dy in 0..height.min(bottom) {
        let from_y = u64::from(dy) * h / u64::from(height);
        for dx in 0..width.min(image.width().saturating_sub(x)) {
            let from_x = u64::from(dx) * w / u64::from(width);
            let over = sprite.get_pixel_checked(from_x as u32, from_y as u32);
            let under = image.get_pixel_mut_checked(x + dx, bottom - height.min(bottom) + dy);
            if let Some((under, over)) = under.zip(over) {
                under.0 = blend(under.0, over.0);
            }
        }
    }
}

/// One pixel over another that is opaque.
fn blend(under: [u8; 4], [r, g, b, a]: [u8; 4]) -> [u8; 4] {
    let mix = |under: u8, over: u8| {
        let sum = u32::from(under) * (255 - u32::from(a)) + u32::from(over) * u32::from(a);
        u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX)
    };
    [mix(under[0], r), mix(under[1], g), mix(under[2], b), under[3].max(a)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn sprites_stand_on_their_cell_and_stay_on_the_picture() {
        let red = RgbaImage::from_pixel(2, 4, Rgba([255, 0, 0, 255]));
        for (corner, width, expected) in [((4, 8), 3, 3 * 6), ((0, 2), 3, 3 * 2), ((7, 8), 3, 6), ((4, 0), 3, 0)] {
            let mut image = RgbaImage::from_pixel(8, 8, Rgba([9, 9, 9, 255]));
            stand(&mut image, corner, width, &red);
            assert_eq!(image.pixels().filter(|pixel| pixel.0 == [255, 0, 0, 255]).count(), expected, "{corner:?}");
        }
    }

    #[test]
    fn half_clear_pixels_mix() {
        assert_eq!(blend([0, 0, 0, 255], [200, 100, 0, 128]), [100, 50, 0, 255]);
        assert_eq!(blend([7, 8, 9, 255], [200, 100, 0, 0]), [7, 8, 9, 255]);
        assert_eq!(blend([7, 8, 9, 255], [1, 2, 3, 255]), [1, 2, 3, 255]);
    }
}
