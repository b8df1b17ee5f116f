//! A map as tiles: its picture cut into cells, and each different cell kept once.

use std::collections::{BTreeMap, BTreeSet};

use image::RgbaImage;
use mapwright_core::{BuilderMap, Grid, Point, Size, Tile, Wrap};

use crate::error::{RenderError, check};
use crate::picture::{Edges, Kind, Landscape, Style};
use crate::scene::Scene;

/// The tiles that a map can be put together from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapTiles {
    /// The pictures, each with the tile of the map that it shows.
    pub pictures: Vec<(Tile, RgbaImage)>,
    /// The number of the picture that each cell shows, from 0.
    pub cells: Grid<u32>,
}

/// Draws the tiles that a map can be put together from: the picture of the map in this style, but as
/// [`repeats`](Style::repeats) has it, without marks and overlays, and cut into cells.
///
/// The tiles of the palette come first, numbered alike for every map, and then the others on the map, each amid the ground
/// that it is or stands on. Tiles with the map's borders and shades follow, unless the tiles are to be `plain`.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Style, map_tiles};
///
/// let mut map = BuilderMap::filled(Size::new(9, 9), Wrap::Both, Tile::FLOOR);
/// map.tiles[40] = Tile::WALL;
/// let tiles = map_tiles(&map, &Style::default(), false)?;
/// let plain = map_tiles(&map, &Style::default(), true)?;
/// // A lone rock, and the floor beside it; the shade lies on some of it.
/// assert!(tiles.pictures.len() > plain.pictures.len() + 1);
/// assert_eq!(tiles.cells[0], plain.cells[0]);
/// assert_eq!(tiles.pictures[tiles.cells[40] as usize].0, Tile::WALL);
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, or planes of different sizes; the scale is 0; or a row of cells has more pixels than the style
/// allows.
pub fn map_tiles(map: &BuilderMap, style: &Style, plain: bool) -> Result<MapTiles, RenderError> {
    check(map)?;
    if style.scale == 0 {
        return Err(RenderError::ZeroScale);
    }
    style.claim(u64::from(map.size().w) * u64::from(style.scale), style.scale.into())?;
    let style = Style { repeats: true, marks: false, tint: false, areas: false, sprites: None, ..style.clone() };
    let known: Vec<Tile> = style.palette.looks().iter().map(|look| look.tile).collect();
    let on_map: BTreeSet<Tile> = map.tiles.as_slice().iter().copied().collect();
    let strange = on_map.into_iter().filter(|tile| !known.contains(tile));
    // A tile alone tells nothing of who made it.
    let edges = if style.edges == Edges::Auto { Edges::Built } else { style.edges };
    let alone = Style { edges, ..style.clone() };
    let mut tiles = Tiles::new(style.scale);
    let mut plain_tiles = BTreeMap::new();
    for tile in known.iter().copied().chain(strange) {
        let (mut around, middle) = (BuilderMap::filled(Size::new(3, 3), Wrap::None, ground(tile)), Point::new(1, 1));
        around.tiles[middle] = tile;
        around.palette.clone_from(&map.palette);
        let picture = land_cells(&around, &alone, middle, 1)?;
        plain_tiles.insert(tile, tiles.number(tile, picture.as_chunks().0, 0));
    }
    let number = |tile: &Tile| plain_tiles.get(tile).copied().unwrap_or(0);
    let mut cells: Vec<u32> = Vec::with_capacity(map.size().area() as usize);
    if plain {
        cells.extend(map.tiles.as_slice().iter().map(number));
    } else {
        each_row(map, &style, |y, row| {
            cells.extend(map.tiles.row(y).iter().enumerate().map(|(x, &tile)| tiles.number(tile, row, x)));
        })?;
    }
    let cells = Grid::from_vec(map.size(), cells).ok_or(RenderError::Empty { size: map.size() })?;
    Ok(MapTiles { pictures: tiles.pictures, cells })
}

/// Some cells of a picture that repeats, as many across as down.
pub(crate) fn land_cells(map: &BuilderMap, style: &Style, at: Point, cells: u32) -> Result<RgbaImage, RenderError> {
    let style = Style { repeats: true, marks: false, ..style.clone() };
    let (scale, side) = (style.scale as usize, cells * style.scale);
    let mut pixels = Vec::with_capacity(side as usize * side as usize * 4);
    each_row(map, &style, |y, row| {
        if (at.y..).zip(0..cells).any(|(row, _)| row == y) {
            for line in row.chunks_exact(row.len() / scale) {
                pixels.extend_from_slice(line[usize::from(at.x) * scale..][..side as usize].as_flattened());
            }
        }
    })?;
    Ok(RgbaImage::from_raw(side, side, pixels).unwrap_or_default())
}

/// Passes the pixels of each row of cells of a map whose picture repeats.
fn each_row(map: &BuilderMap, style: &Style, see: impl FnMut(u16, &[[u8; 4]])) -> Result<(), RenderError> {
    let scene = Scene::of(map, Kind::Tiles, style)?;
    if let Some(terrain) = scene.ground.terrain() {
        Landscape::of(&scene, terrain, style).each_row(see);
    }
    Ok(())
}

/// What a tile stands on, or itself.
const fn ground(tile: Tile) -> Tile {
    match tile {
        Tile::TREE => Tile::GRASS,
        Tile::BRIDGE => Tile::WATER,
        Tile::PILLAR | Tile::DOOR | Tile::STAIRS_DOWN | Tile::STAIRS_UP => Tile::FLOOR,
        tile => tile,
    }
}

/// The different tiles so far.
struct Tiles {
    scale: u32,
    numbers: BTreeMap<(Tile, Vec<[u8; 4]>), u32>,
    pictures: Vec<(Tile, RgbaImage)>,
}

impl Tiles {
    const fn new(scale: u32) -> Tiles {
        Tiles { scale, numbers: BTreeMap::new(), pictures: Vec::new() }
    }

    /// The number of the picture that a tile shows in a column of a row of cells.
    fn number(&mut self, tile: Tile, row: &[[u8; 4]], x: usize) -> u32 {
        let side = self.scale as usize;
        let lines = row.chunks_exact(row.len() / side);
        let pixels: Vec<[u8; 4]> = lines.flat_map(|line| &line[x * side..(x + 1) * side]).copied().collect();
        let (scale, pictures) = (self.scale, &mut self.pictures);
        *self.numbers.entry((tile, pixels)).or_insert_with_key(|(_, pixels)| {
            let picture = RgbaImage::from_raw(scale, scale, pixels.as_flattened().to_vec());
            pictures.push((tile, picture.unwrap_or_default()));
            pictures.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::draw;
    use crate::picture::{THEMES, theme};
    use crate::raster::Raster;
    use mapwright_core::MapRng;

    /// Put together, the tiles are the picture of the map.
    #[test]
    fn tiles_make_up_the_picture() {
        let mut rng = MapRng::new(9);
        let some = [Tile::FLOOR, Tile::FLOOR, Tile::WALL, Tile::GRASS, Tile::WATER, Tile::TREE, Tile::DOOR, Tile(0xfe)];
        for (nth, (w, h)) in [(1, 1), (1, 7), (6, 1), (2, 2), (9, 8), (20, 12)].into_iter().enumerate() {
            for (name, scale) in THEMES.into_iter().zip([16, 9, 1, 5, 3]) {
                let mut map = BuilderMap::filled(Size::new(w, h), Wrap::ALL[nth % 4], Tile::FLOOR);
                map.tiles = map.tiles.map(|_| *rng.pick(&some[..8 - nth % 5]).unwrap());
                let style = Style { scale, theme: theme(name).unwrap(), origin: (nth as i32, 5), ..Style::default() };
                let tiles = map_tiles(&map, &style, false).unwrap();
                let mut whole = RgbaImage::new(u32::from(w) * scale, u32::from(h) * scale);
                for (at, &number) in tiles.cells.iter() {
                    let (tile, picture) = &tiles.pictures[number as usize];
                    assert_eq!(*tile, map.tiles[at]);
                    whole.paste((u32::from(at.x) * scale, u32::from(at.y) * scale), picture);
                }
                let style = Style { margin: Some(0), marks: false, repeats: true, ..style };
                assert!(whole == draw(&map, &style).unwrap(), "{w}x{h} {name}");
            }
        }
    }

    /// What is not near does not count: tiles are the same wherever their surroundings are.
    #[test]
    fn like_surroundings_look_alike() {
        let mut map = BuilderMap::filled(Size::new(40, 30), Wrap::None, Tile::FLOOR);
        let rooms = [(0, 0), (11, 7), (23, 16)];
        for (left, top) in rooms {
            for (x, y, tile) in [(5, 5, Tile::WALL), (6, 5, Tile::WALL), (6, 6, Tile::WATER), (5, 6, Tile::TREE)] {
                map.tiles[Point::new(left + x, top + y)] = tile;
            }
        }
        let tiles = map_tiles(&map, &Style::default(), false).unwrap();
        for (x, y) in (3..9).flat_map(|y| (3..9).map(move |x| (x, y))) {
            let [a, b, c] = rooms.map(|(left, top)| tiles.cells[Point::new(left + x, top + y)]);
            assert!(a == b && b == c, "{x},{y}");
        }
    }

    #[test]
    fn plain_tiles_are_those_of_the_palette() {
        let style = Style { scale: 8, ..Style::default() };
        let looks = style.palette.looks().len();
        let map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile(0xfe));
        let tiles = map_tiles(&map, &style, true).unwrap();
        assert_eq!((tiles.pictures.len(), tiles.cells.as_slice()), (looks + 1, &[looks as u32; 2][..]));
        assert!(tiles.pictures.iter().zip(style.palette.looks()).all(|((tile, _), look)| *tile == look.tile));
    }
}
