//! Colored sides and corners as Wang tiles.
//!
//! Where two or three colors are enough there is a kind of tilesets for them. With four colors a tileset has all 256
//! tiles, each at the place of its byte of colors.

use mapwright_core::{BuilderMap, Dir, Grid, Plane, Sides, Size, Tile, Wrap};
use mapwright_render::{Kind, RenderError, RgbaImage, Style, Tileset, TilesetKind, draw, tile_indexes};

use super::map::TiledSheet;
use super::set::{WangColor, WangKind, WangSet, WangTile};
use super::sheet::{of_tileset, sheet};
use crate::ExportError;

/// Which tiles show a plane of colors.
#[derive(Clone, Debug)]
pub(super) enum WangTiling {
    /// Those of a kind.
    Tileset(Box<Tileset>),
    /// All 256, drawn in the style of the map.
    All(Plane),
}

impl WangTiling {
    /// The tiles that show corners with colors up to `most`.
    pub(super) fn corners(most: u8, px: u32) -> Result<WangTiling, ExportError> {
        let name = match most {
            0 | 1 => "terrain",
            2 => "terrain3",
            _ => return Ok(WangTiling::All(Plane::Corners)),
        };
        Ok(WangTiling::Tileset(Box::new(Tileset::shipped(name, px)?)))
    }

    /// The tiles that show colored sides.
    pub(super) fn edges(most: u8, style: &Style) -> Result<WangTiling, ExportError> {
        if most > 2 {
            return Ok(WangTiling::All(Plane::Sides));
        }
        let kind = TilesetKind::Edge81;
        let picture = |index: u16| {
            let places = kind.places(index);
            let colors = [0, 2, 4, 6].map(|place: usize| places[place].unwrap_or(0));
            alone(Plane::Sides, Sides::from_colors(colors), style)
        };
        let pictures: Vec<RgbaImage> = (0..kind.count()).map(picture).collect::<Result<_, _>>()?;
        Ok(WangTiling::Tileset(Box::new(Tileset::new(kind, &pictures)?)))
    }

    /// The tileset in the terms of Tiled.
    pub(super) fn sheet(&self, name: &str, style: &Style) -> Result<TiledSheet, ExportError> {
        match self {
            WangTiling::Tileset(tileset) => Ok(of_tileset(name, tileset)),
            WangTiling::All(plane) => {
                let pictures = (0..=u8::MAX).map(|byte| alone(*plane, Sides(byte), style));
                let mut made = sheet(name, 16, &pictures.collect::<Result<Vec<_>, _>>()?)?;
                made.set.wang_sets = vec![all_tiles(name, *plane, style)];
                Ok(made)
            }
        }
    }

    /// The number of each cell's tile, counted from 1.
    pub(super) fn numbers(&self, map: &BuilderMap) -> Result<Grid<u32>, ExportError> {
        match self {
            WangTiling::Tileset(tileset) => Ok(tile_indexes(map, tileset.kind())?.map(|&index| u32::from(index) + 1)),
            WangTiling::All(plane) => {
                let colors = if *plane == Plane::Corners { &map.corners } else { &map.sides };
                let colors = colors.as_ref().ok_or(RenderError::MissingPlane { plane: *plane })?;
                Ok(colors.map(|colors| u32::from(colors.0) + 1))
            }
        }
    }
}

/// The highest color of a plane.
pub(super) fn most_color(colors: &Grid<Sides>) -> u8 {
    let most = |sides: &Sides| Dir::ALL.into_iter().map(|dir| sides.color(dir)).max().unwrap_or(0);
    colors.as_slice().iter().map(most).max().unwrap_or(0)
}

/// One tile as a picture of a map draws it: a map of a single cell.
fn alone(plane: Plane, colors: Sides, style: &Style) -> Result<RgbaImage, RenderError> {
    let mut map = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
    let (kind, grid) = (plane == Plane::Corners, Some(Grid::new(map.size(), colors)));
    if kind {
        map.corners = grid
    } else {
        map.sides = grid
    }
    let kind = if kind { Kind::WangCorners } else { Kind::WangEdges };
    draw(&map, &Style { kind, margin: Some(0), marks: false, ..style.clone() })
}

fn all_tiles(name: &str, plane: Plane, style: &Style) -> WangSet {
    let is_corner = plane == Plane::Corners;
    let hues = if is_corner { style.theme.corners } else { style.theme.sides };
    let color = |(number, color)| WangColor { name: format!("color {number}"), color, tile: None, probability: 1.0 };
    let tile = |byte: u8| {
        let mut wang_id = [0; 8];
        for (i, dir) in Dir::ALL.into_iter().enumerate() {
            wang_id[2 * i + usize::from(is_corner)] = Sides(byte).color(dir) + 1;
        }
        WangTile { tile: byte.into(), wang_id }
    };
    WangSet {
        name: name.to_owned(),
        kind: if is_corner { WangKind::Corner } else { WangKind::Edge },
        tile: None,
        colors: (0..4u8).zip(hues).map(color).collect(),
        tiles: (0..=u8::MAX).map(tile).collect(),
    }
}
