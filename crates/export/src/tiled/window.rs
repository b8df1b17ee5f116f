//! Windows of endless worlds as infinite maps of Tiled.

use mapwright_core::{BuilderMap, Grid, Point, Size};

use super::export::Tiled;
use super::map::{TiledCells, TiledChunk, TiledContent, TiledMap};
use super::property::TiledProperty;
use crate::ExportError;

/// How far from the origin cells may lie: Tiled counts pixels with 32 bits, and they must fit with room to spare.
const FAR: i64 = 1 << 30;

impl Tiled {
    /// A window of an endless world as an infinite map: all layers of [`map`](Tiled::map), in chunks of 16 by 16 tiles as
    /// Tiled itself cuts them, and its objects at their places in the world. `left` and `top` are the column and row of the
    /// window's top left cell.
    ///
    /// # Errors
    ///
    /// A window that lies too far out, or what [`map`](Tiled::map) refuses.
    pub fn window(&self, map: &BuilderMap, (left, top): (i64, i64)) -> Result<TiledMap, ExportError> {
        let mut made = TiledMap { infinite: true, ..self.map(map)? };
        let (x, y) = (place(left, made.tile_size.0)?, place(top, made.tile_size.1)?);
        made.properties.extend([TiledProperty::int("left", x), TiledProperty::int("top", y)]);
        let px = |at: i32, tile: u32| f64::from(at) * f64::from(tile);
        let (dx, dy) = (px(x, made.tile_size.0), px(y, made.tile_size.1));
        for layer in &mut made.layers {
            match &mut layer.content {
                TiledContent::Tiles(cells) => *cells = TiledCells::Chunks(chunks(cells, x, y)),
                TiledContent::Objects(objects, _) => {
                    objects.iter_mut().for_each(|object| (object.x, object.y) = (object.x + dx, object.y + dy));
                }
            }
        }
        Ok(made)
    }
}

/// The tiles side of a chunk.
const SIDE: i32 = 16;

/// A whole layer, cut at multiples of 16 from the origin of the world.
fn chunks(cells: &TiledCells, left: i32, top: i32) -> Vec<TiledChunk> {
    let TiledCells::Whole(grid) = cells else { return Vec::new() };
    let rows = cuts(top, grid.size().h);
    let columns = cuts(left, grid.size().w);
    let part = |(x, w): (u16, u16), (y, h): (u16, u16)| TiledChunk {
        x: left + i32::from(x),
        y: top + i32::from(y),
        tiles: Grid::from_fn(Size::new(w, h), |at| grid[Point::new(x + at.x, y + at.y)]),
    };
    rows.iter().flat_map(|&row| columns.iter().map(move |&column| part(column, row))).collect()
}

/// The pieces of a stretch of so many tiles: where each begins in it, and how long it is.
fn cuts(from: i32, length: u16) -> Vec<(u16, u16)> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < length {
        let left = u16::try_from(SIDE - (from + i32::from(at)).rem_euclid(SIDE)).unwrap_or(1);
        pieces.push((at, left.min(length - at)));
        at += left.min(length - at);
    }
    pieces
}

/// A column or row as Tiled counts it.
fn place(at: i64, px: u32) -> Result<i32, ExportError> {
    let far = FAR / i64::from(px.max(1));
    let fits = i32::try_from(at).ok().filter(|_| at.checked_abs().is_some_and(|away| away <= far));
    fits.ok_or_else(|| {
        let allowed = format!("-{far} to {far}, with tiles of {px} pixels");
        ExportError::Range { what: "the column or row of a chunk", found: at.to_string(), allowed }
    })
}
