//! A map as plain tiles, each in a shade: for programs that put a map together from one image for each kind of tile in
//! each of its shades.

use image::RgbaImage;
use mapwright_core::{BuilderMap, Grid, Size, Tile, Wrap};

use super::cells::tiles::Tiles;
use super::style::Style;
use crate::error::{RenderError, check};

/// The number of shades of a tile: 5 for an open tile, 2 for wall, 1 for any other. Shade 0 is always plain.
///
/// The shades of an open tile are: none, from a wall to the north, to the west, from both, and from one that only
/// touches its north-west corner. Shade 1 of wall is rock away from any open cell.
pub const fn shades_of(tile: Tile) -> u8 {
    match tile {
        Tile::WALL => 2,
        _ if tile.is_solid() => 1,
        _ => 5,
    }
}

/// The shade of every cell of a map.
///
/// # Errors
///
/// The map is empty, or has planes of different sizes.
pub fn tile_shades(map: &BuilderMap) -> Result<Grid<u8>, RenderError> {
    check(map)?;
    let style = Style::default();
    let cells = Tiles::new(map, &style);
    let shades = (0..map.size().h).flat_map(|y| cells.shades(y)).collect();
    Grid::from_vec(map.size(), shades).ok_or(RenderError::Empty { size: map.size() })
}

/// The picture of a tile in a shade, `style.scale` pixels on each side. A shade that the tile lacks counts as 0.
///
/// # Errors
///
/// The scale is 0, or there are more pixels than the style allows.
pub fn shaded_tile(tile: Tile, shade: u8, style: &Style) -> Result<RgbaImage, RenderError> {
    if style.scale == 0 {
        return Err(RenderError::ZeroScale);
    }
    style.claim(style.scale.into(), style.scale.into())?;
    let shade = if shade < shades_of(tile) { shade } else { 0 };
    let alone = BuilderMap::filled(Size::new(1, 1), Wrap::None, tile);
    Ok(Tiles::new(&alone, style).paint_shade(tile, shade))
}

#[cfg(test)]
mod tests {
    use super::*;

    use mapwright_core::{MapRng, Point};

    /// The shade of a cell from its eight neighbors, found by coordinates.
    fn naive(map: &BuilderMap, at: Point) -> u8 {
        let size = map.size();
        let along = |at: u16, by: i32, length: u16, wraps: bool| {
            let (to, length) = (i32::from(at) + by, i32::from(length));
            let inside = (0..length).contains(&to);
            (inside || wraps && length > 1).then_some(to.rem_euclid(length) as u16)
        };
        let tile = |dx, dy| {
            let (x, y) = (along(at.x, dx, size.w, map.wrap.x())?, along(at.y, dy, size.h, map.wrap.y())?);
            Some(map.tiles[Point::new(x, y)].is_solid())
        };
        let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let solid = |dx, dy| tile(dx, dy) == Some(true);
        match map.tiles[at] {
            Tile::WALL => u8::from(around.into_iter().all(|(dx, dy)| tile(dx, dy) != Some(false))),
            tile if tile.is_solid() => 0,
            _ => match (solid(0, -1), solid(-1, 0)) {
                (false, false) if solid(-1, -1) => 4,
                (north, west) => u8::from(north) | u8::from(west) << 1,
            },
        }
    }

    #[test]
    fn shades_are_what_the_neighbors_say() {
        let mut rng = MapRng::new(7);
        for (w, h) in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 2), (5, 8), (40, 9)] {
            for wrap in Wrap::ALL {
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                map.tiles = map.tiles.map(|_| *rng.pick(&[Tile::FLOOR, Tile::WALL, Tile::WALL, Tile::TREE]).unwrap());
                let expected = Grid::from_fn(map.size(), |at| naive(&map, at));
                assert_eq!(tile_shades(&map).unwrap(), expected, "{w}x{h} {wrap}");
            }
        }
    }
}
