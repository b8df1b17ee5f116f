//! The tilesets that come with Mapwright: land as in pictures of maps, and strips drawn by functions.
//!
//! Such a function says for each place in a tile what lies there: a place is counted in 1,024ths of a tile, so that a tile
//! looks alike at every size. Everything is counted in integers, so that the same bytes come out everywhere.

mod land;
mod paths;
mod pipes;
mod strip;

use image::RgbaImage;
use mapwright_core::{Color, mix as hash};

use super::error::TilesetError;
use super::kind::TilesetKind;
use super::set::{Tileset, checked_size};
use crate::picture::canvas::{UNIT, blank, paint};

/// The width of a tile for the functions that paint it.
const TILE: i64 = 1024;

/// Name, kind and painter.
type Shipped = (&'static str, TilesetKind, fn(TilesetKind, u16, u32) -> RgbaImage);

const SHIPPED: [Shipped; 5] = [
    ("terrain", TilesetKind::Corner16, land::two),
    ("terrain3", TilesetKind::Corner81, land::three),
    ("paths", TilesetKind::Edge16, |kind, index, px| tile(kind, index, px, paths::color)),
    ("walls", TilesetKind::Blob47, land::walls),
    ("pipes", TilesetKind::Edge16, |kind, index, px| tile(kind, index, px, pipes::color)),
];

/// A place in a tile, in 1,024ths.
#[derive(Clone, Copy, Debug)]
struct Texel {
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
        let &(_, kind, draw) = found.ok_or_else(|| TilesetError::UnknownName {
            what: "tileset",
            name: name.to_owned(),
            known: Tileset::shipped_names().collect(),
        })?;
        checked_size((tile_px, tile_px))?;
        let tiles: Vec<RgbaImage> = (0..kind.most()).map(|index| draw(kind, index, tile_px)).collect();
        Tileset::new(kind, &tiles)
    }
}

fn tile(kind: TilesetKind, index: u16, px: u32, color: fn(Texel) -> Color) -> RgbaImage {
    let span = i64::from(px) * UNIT;
    let around = kind.places(index);
    let mut tile = blank(px, px, Color(0, 0, 0));
    paint(&mut tile, (0, 0), (px.into(), px.into()), |x, y| {
        Some(color(Texel { index, around, x: x * TILE / span, y: y * TILE / span }))
    });
    tile
}

/// How far strewn things keep from the borders of a tile, so that none is cut off.
const RIM: i64 = 190;

/// Red, green and blue from a number such as 0xff_00_00.
const fn rgb(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color(r, g, b)
}

/// A few places strewn over a tile, others in each, away from its borders: the distance from the nearest one, across
/// and down.
fn strewn(place: Texel, salt: u64, count: u64) -> (i64, i64) {
    let nearest = (0..count).map(|nth| {
        let at = hash(hash(salt, place.index.into()), nth).to_le_bytes();
        // Each in a column of its own, so that they keep apart.
        let width = (TILE - 2 * RIM) / i64::try_from(count).unwrap_or(1).max(1);
        let left = RIM + width * i64::try_from(nth).unwrap_or(0);
        let (x, y) = (left + i64::from(at[0]) * width / 256, RIM + i64::from(at[1]) * (TILE - 2 * RIM) / 256);
        (place.x - x, place.y - y)
    });
    nearest.min_by_key(|&(dx, dy)| dx * dx + dy * dy).unwrap_or((TILE, TILE))
}

/// The length of a vector, rounded down.
fn length(x: i64, y: i64) -> i64 {
    i64::try_from((x * x + y * y).unsigned_abs().isqrt()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether one tile can be east or south of another in some map.
    fn fit(first: [Option<u8>; 8], second: [Option<u8>; 8], is_east: bool) -> bool {
        let (a, b) = if is_east { (2, 6) } else { (4, 0) };
        first[a] == second[b]
    }

    #[test]
    fn strips_that_match_meet_without_a_seam() {
        let kind = TilesetKind::Edge16;
        for (name, color) in [("paths", paths::color as fn(Texel) -> Color), ("pipes", pipes::color)] {
            let indexes = (0..kind.count()).flat_map(|a| (0..kind.count()).map(move |b| (a, b)));
            for ((a, b), is_east) in indexes.flat_map(|pair| [(pair, false), (pair, true)]) {
                let (first, second) = (kind.places(a), kind.places(b));
                if !fit(first, second, is_east) {
                    continue;
                }
                for at in (4..TILE).step_by(44) {
                    let ((ax, ay), (bx, by)) = if is_east { ((TILE, at), (0, at)) } else { ((at, TILE), (at, 0)) };
                    let left = color(Texel { index: a, around: first, x: ax, y: ay });
                    let right = color(Texel { index: b, around: second, x: bx, y: by });
                    assert_eq!(left, right, "{name} {a} {b} east: {is_east} at {at}");
                }
            }
        }
    }

    #[test]
    fn names_and_sizes_out_of_range_are_named() {
        let message = |name, px| Tileset::shipped(name, px).unwrap_err().to_string();
        let expected = "no tileset is called `sea`; there are terrain, terrain3, paths, walls, pipes";
        assert_eq!(message("sea", 16), expected);
        let expected = "tiles of 0x0 pixels cannot be drawn; expected 1 to 1024 pixels a side";
        assert_eq!(message("walls", 0), expected);
        assert!(message("walls", 1025).starts_with("tiles of 1025x1025 pixels"));
        assert_eq!(Tileset::shipped("walls", 1).unwrap().tile_size(), (1, 1));
    }
}
