//! Tiles of land, cut out of pictures of small maps: rock over a floor, and water, sand and grass.
//!
//! A tile of rock is the middle of 3×3 cells. A tile with a ground in each corner is the middle of 2×2 such grounds, each
//! of which is 2×2 cells of half the size: a border of grounds is as smooth as that of cells, and depends on the four
//! corners alone.

use image::RgbaImage;
use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};

use crate::picture::{Edges, Style};
use crate::tiles::land_cells;
use crate::tileset::kind::TilesetKind;

/// Borders are smooth in cells of so many pixels.
const SMOOTH: u32 = 16;

/// Rock by the eight cells around it, and the floor.
pub(super) fn walls(kind: TilesetKind, index: u16, px: u32) -> RgbaImage {
    let around = kind.places(index);
    let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
    // Clockwise from the north.
    let places = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)];
    for ((x, y), _) in places.into_iter().zip(around).filter(|(_, color)| *color == Some(1)) {
        map.tiles[Point::new(x, y)] = Tile::WALL;
    }
    if index < kind.count() {
        map.tiles[Point::new(1, 1)] = Tile::WALL;
    }
    // There is but one floor, so no shade can lie on it.
    let mut style = style(px);
    (style.edges, style.theme.ao) = (Edges::Built, 0);
    land_cells(&map, &style, Point::new(1, 1), 1).unwrap_or_default()
}

/// Water and grass.
pub(super) fn two(kind: TilesetKind, index: u16, px: u32) -> RgbaImage {
    corners(kind, index, px, [Tile::WATER, Tile::GRASS, Tile::GRASS])
}

/// Water, sand and grass.
pub(super) fn three(kind: TilesetKind, index: u16, px: u32) -> RgbaImage {
    corners(kind, index, px, [Tile::WATER, Tile::SAND, Tile::GRASS])
}

fn corners(kind: TilesetKind, index: u16, px: u32, grounds: [Tile; 3]) -> RgbaImage {
    let [_, ne, _, se, _, sw, _, nw] = kind.places(index).map(|color| grounds[usize::from(color.unwrap_or(0)).min(2)]);
    let size = Size::new(4, 4);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WATER);
    for at in size.points() {
        map.tiles[at] = [[nw, ne], [sw, se]][usize::from(at.y / 2)][usize::from(at.x / 2)];
    }
    // Small tiles are drawn larger and shrunk.
    let times = (1..).find(|times| px * times >= SMOOTH && (px * times).is_multiple_of(2)).unwrap_or(1);
    shrunk(&land_cells(&map, &style(px * times / 2), Point::new(1, 1), 2).unwrap_or_default(), times)
}

fn style(scale: u32) -> Style {
    Style { scale, ..Style::default() }
}

/// A picture with the mean of so many pixels across and down in each.
fn shrunk(picture: &RgbaImage, times: u32) -> RgbaImage {
    RgbaImage::from_fn(picture.width() / times, picture.height() / times, |x, y| {
        let places = (0..times).flat_map(|dy| (0..times).map(move |dx| (x * times + dx, y * times + dy)));
        let mut sum = [times * times / 2; 4];
        for (x, y) in places {
            sum.iter_mut().zip(picture.get_pixel(x, y).0).for_each(|(sum, channel)| *sum += u32::from(channel));
        }
        image::Rgba(sum.map(|sum| u8::try_from(sum / (times * times)).unwrap_or(u8::MAX)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::draw;
    use crate::picture::Kind;
    use crate::tileset::{Tileset, draw_with_tileset};
    use mapwright_core::{Grid, MapRng, Sides};

    fn bare(style: Style) -> Style {
        Style { kind: Kind::Tiles, margin: Some(0), marks: false, repeats: true, ..style }
    }

    /// Rock from tiles is rock in a picture.
    #[test]
    fn walls_are_those_of_pictures() {
        let mut rng = MapRng::new(4);
        for px in [1, 5, 8, 16, 32] {
            // Beside a border, stones of a picture are whole.
            let mut map = BuilderMap::filled(Size::new(15, 11), Wrap::Both, Tile::FLOOR);
            map.tiles = map.tiles.map(|_| if rng.chance(0.6) { Tile::WALL } else { Tile::FLOOR });
            let mut style = bare(style(px));
            (style.edges, style.theme.ao) = (Edges::Built, 0);
            let tiles = draw_with_tileset(&map, &Tileset::shipped("walls", px).unwrap()).unwrap();
            assert!(tiles == draw(&map, &style).unwrap(), "{px} pixels");
        }
    }

    /// Tiles of grounds in corners are a picture of a map of cells twice as dense.
    #[test]
    fn grounds_are_those_of_pictures() {
        let mut rng = MapRng::new(5);
        let size = Size::new(9, 7);
        for (name, grounds) in
            [("terrain", [Tile::WATER, Tile::GRASS, Tile::GRASS]), ("terrain3", [Tile::WATER, Tile::SAND, Tile::GRASS])]
        {
            let colors = Grid::from_fn(size, |_| rng.below(if name == "terrain" { 2 } else { 3 }) as u8);
            let at = |x: u16, y: u16| colors[Point::new(x % 9, y % 7)];
            let mut map = BuilderMap::filled(size, Wrap::Both, Tile::FLOOR);
            // A cell has the ground of its own place in its north-west.
            let sides = |at_cell: Point| {
                let (x, y) = (at_cell.x, at_cell.y);
                Sides::from_colors([at(x + 1, y), at(x + 1, y + 1), at(x, y + 1), at(x, y)])
            };
            map.corners = Some(Grid::from_fn(size, sides));
            let tiles = draw_with_tileset(&map, &Tileset::shipped(name, 32).unwrap()).unwrap();
            let mut dense = BuilderMap::filled(Size::new(18, 14), Wrap::Both, Tile::FLOOR);
            // Half a ground lies before the first cell.
            dense.tiles = Grid::from_fn(dense.size(), |p| grounds[usize::from(at(p.x.div_ceil(2), p.y.div_ceil(2)))]);
            assert!(tiles == draw(&dense, &bare(style(16))).unwrap(), "{name}");
        }
    }

    #[test]
    fn a_pixel_of_a_shrunk_picture_is_a_mean() {
        let picture = RgbaImage::from_fn(4, 2, |x, y| image::Rgba([(10 * x + y) as u8, 7, 0, 255]));
        assert_eq!(shrunk(&picture, 2).into_raw(), [6, 7, 0, 255, 26, 7, 0, 255]);
        assert_eq!(shrunk(&picture, 1), picture);
    }
}
