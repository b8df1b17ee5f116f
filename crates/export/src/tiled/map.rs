//! A Tiled map, before it is written.

use mapwright_core::{Color, Grid};
use mapwright_render::RgbaImage;

use super::data::TiledEncoding;
use super::property::TiledProperty;
use super::set::TiledSet;

/// A Tiled map: tilesets, layers, properties.
///
/// A cell of a layer holds the number of a tile, counted from 1 through all tilesets in order; 0 is an empty cell.
/// Tiled calls it a *global tile ID*. Its four highest bits, which rotate or mirror the tile, are 0 here.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledMap {
    /// Columns and rows; for an infinite map, those of its chunks.
    pub size: (u32, u32),
    /// Whether the map continues beyond its chunks.
    pub infinite: bool,
    /// Width and height of a cell in pixels.
    pub tile_size: (u32, u32),
    /// The tilesets with their pictures.
    pub sheets: Vec<TiledSheet>,
    /// The layers, from bottom to top.
    pub layers: Vec<TiledLayer>,
    /// Its properties.
    pub properties: Vec<TiledProperty>,
    /// The background color.
    pub background: Color,
    /// How the tiles of layers are written.
    pub encoding: TiledEncoding,
    /// Whether tilesets are written to separate files, which several maps can share, or into the map's file.
    pub external: bool,
}

/// A tileset and its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledSheet {
    /// The tileset without its picture. The names of its files end in its name.
    pub set: TiledSet,
    /// The picture.
    pub picture: RgbaImage,
}

/// A layer.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledLayer {
    /// Its name.
    pub name: String,
    /// Whether it is visible.
    pub visible: bool,
    /// Its opacity in percent.
    pub opacity: u8,
    /// Its content.
    pub content: TiledContent,
}

/// The content of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledContent {
    /// A tile in each cell.
    Tiles(TiledCells),
    /// Objects, and the color in which Tiled shows them.
    Objects(Vec<TiledObject>, Color),
}

/// The tiles of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledCells {
    /// All of them.
    Whole(Grid<u32>),
    /// The chunks of an infinite map.
    Chunks(Vec<TiledChunk>),
}

/// A part of an infinite layer.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledChunk {
    /// The column of its left edge.
    pub x: i32,
    /// The row of its top edge.
    pub y: i32,
    /// Its tiles.
    pub tiles: Grid<u32>,
}

/// An object on a map. All lengths are pixels from the top left corner of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledObject {
    /// Its name.
    pub name: String,
    /// Its class: `room`, `corridor`, `portal`, `area`, `join`, `door`, `start`, `exit`, `spawn`, `key`.
    pub kind: String,
    /// The x coordinate.
    pub x: f64,
    /// The y coordinate.
    pub y: f64,
    /// Its shape.
    pub shape: TiledShape,
    /// Its properties.
    pub properties: Vec<TiledProperty>,
}

/// The shape of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum TiledShape {
    /// A point.
    Point,
    /// A rectangle: width and height.
    Rectangle(f64, f64),
    /// A line through these points, relative to the object.
    Polyline(Vec<(f64, f64)>),
}

impl TiledMap {
    /// The number of the first tile of each tileset: 1 plus the number of tiles before it.
    pub fn first_gids(&self) -> Vec<u32> {
        let counts = self.sheets.iter().map(|sheet| sheet.set.tile_count);
        counts.scan(1, |next: &mut u32, count| Some(std::mem::replace(next, next.saturating_add(count)))).collect()
    }

    /// The layer with this name.
    pub fn layer(&self, name: &str) -> Option<&TiledLayer> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}

impl TiledCells {
    /// Left, top, width and height of the layer or of all chunks together.
    pub(super) fn bounds(&self) -> (i32, i32, u32, u32) {
        let side = |length: u16| i64::from(length);
        match self {
            TiledCells::Whole(tiles) => (0, 0, tiles.size().w.into(), tiles.size().h.into()),
            TiledCells::Chunks(chunks) => {
                let left = chunks.iter().map(|chunk| chunk.x).min().unwrap_or(0);
                let top = chunks.iter().map(|chunk| chunk.y).min().unwrap_or(0);
                let right = chunks.iter().map(|chunk| i64::from(chunk.x) + side(chunk.tiles.size().w)).max();
                let bottom = chunks.iter().map(|chunk| i64::from(chunk.y) + side(chunk.tiles.size().h)).max();
                let span = |from: i32, to: Option<i64>| u32::try_from(to.unwrap_or(0) - i64::from(from)).unwrap_or(0);
                (left, top, span(left, right), span(top, bottom))
            }
        }
    }
}
