//! The tilesets that come with Mapwright, drawn by functions.
//!
//! A function says for each place in a tile what lies there: a place is counted in 1,024ths of a tile, so that a tile
//! looks alike at every size. Everything is counted in integers, so that the same bytes come out everywhere.

mod paths;
mod pipes;
mod strip;
mod terrain;
mod walls;

use image::RgbaImage;
use mapwright_core::{Color, mix as hash};

use super::error::TilesetError;
use super::kind::TilesetKind;
use super::set::{Tileset, checked_size};
use crate::picture::canvas::{UNIT, blank, paint};

/// The width of a tile for the functions that paint it.
const TILE: i64 = 1024;

/// Name, kind and painter.
type Shipped = (&'static str, TilesetKind, fn(Place) -> Color);

const SHIPPED: [Shipped; 5] = [
    ("terrain", TilesetKind::Corner16, terrain::two),
    ("terrain3", TilesetKind::Corner81, terrain::three),
    ("paths", TilesetKind::Edge16, paths::color),
    ("walls", TilesetKind::Blob47, walls::color),
    ("pipes", TilesetKind::Edge16, pipes::color),
];

/// A place in a tile, in 1,024ths.
#[derive(Clone, Copy, Debug)]
struct Place {
    index: u16,
    /// The tile's colors, as [`TilesetKind::places`] has them.
    around: [Option<u8>; 8],
    x: i64,
    y: i64,
}

impl Tileset {
    /// The names of the tilesets that come with Mapwright.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|&(name, ..)| name)
    }

    /// A tileset that comes with Mapwright, at any size, 16 and 32 pixels a tile best of all:
    ///
    /// * `terrain`: water and grass, in corners;
    /// * `terrain3`: water, sand and grass, in corners;
    /// * `paths`: ways through grass, on sides;
    /// * `walls`: rock over a floor, a blob with its ground;
    /// * `pipes`: pipes, on sides.
    ///
    /// # Errors
    ///
    /// Another name, or tiles of 0 or more than 1,024 pixels.
    pub fn shipped(name: &str, tile_px: u32) -> Result<Tileset, TilesetError> {
        let found = SHIPPED.iter().find(|&&(shipped, ..)| shipped == name);
        let &(_, kind, color) = found.ok_or_else(|| TilesetError::UnknownName {
            what: "tileset",
            name: name.to_owned(),
            known: Tileset::shipped_names().collect(),
        })?;
        checked_size((tile_px, tile_px))?;
        let tiles: Vec<RgbaImage> = (0..kind.most()).map(|index| tile(kind, index, tile_px, color)).collect();
        Tileset::new(kind, &tiles)
    }
}

fn tile(kind: TilesetKind, index: u16, px: u32, color: fn(Place) -> Color) -> RgbaImage {
    let span = i64::from(px) * UNIT;
    let around = kind.places(index);
    let mut tile = blank(px, px, Color(0, 0, 0));
    paint(&mut tile, (0, 0), (px.into(), px.into()), |x, y| {
        Some(color(Place { index, around, x: x * TILE / span, y: y * TILE / span }))
    });
    tile
}

/// Red, green and blue from a number such as 0xff_00_00.
const fn rgb(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color(r, g, b)
}

/// A few places strewn over a tile, others in each, away from its borders: the distance from the nearest one, across
/// and down.
fn strewn(place: Place, salt: u64, count: u64) -> (i64, i64) {
    let nearest = (0..count).map(|nth| {
        let at = hash(hash(salt, place.index.into()), nth).to_le_bytes();
        // Each in a column of its own, so that they keep apart.
        let width = (TILE - 300) / i64::try_from(count).unwrap_or(1).max(1);
        let left = 150 + width * i64::try_from(nth).unwrap_or(0);
        let (x, y) = (left + i64::from(at[0]) * width / 256, 150 + i64::from(at[1]) * (TILE - 300) / 256);
        (place.x - x, place.y - y)
    });
    nearest.min_by_key(|&(dx, dy)| dx * dx + dy * dy).unwrap_or((TILE, TILE))
}

/// The length of a vector, rounded down.
fn length(x: i64, y: i64) -> i64 {
    i64::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(i64::MAX)
}
