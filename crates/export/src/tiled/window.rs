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
    /// window's top left cell. Unless [`infinite`](Tiled::infinite), it is a map of the size of the window. The properties
    /// `left` and `top` say where the window is.
    ///
    /// # Errors
    ///
    /// A window that lies too far out, or what [`map`](Tiled::map) refuses.
    pub fn window(&self, map: &BuilderMap, (left, top): (i64, i64)) -> Result<TiledMap, ExportError> {
        let mut made = TiledMap { infinite: self.infinite, ..self.map(map)? };
        let (x, y) = (place(left, made.tile_size.0)?, place(top, made.tile_size.1)?);
        made.properties.extend([TiledProperty::int("left", x), TiledProperty::int("top", y)]);
        if !self.infinite {
            return Ok(made);
        }
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
const SIDE: u16 = 16;

/// A whole layer, cut at multiples of 16 from the origin of the world. Cells beside the layer are empty.
fn chunks(cells: &TiledCells, left: i32, top: i32) -> Vec<TiledChunk> {
    let TiledCells::Whole(grid) = cells else { return Vec::new() };
    let starts =
        |from: i32, length: u16| (from - from.rem_euclid(SIDE.into())..from + i32::from(length)).step_by(SIDE.into());
    let cell = |x: i32, y: i32| {
        let at = Point::new(u16::try_from(x - left).ok()?, u16::try_from(y - top).ok()?);
        grid.get(at).copied()
    };
    let chunk = |x: i32, y: i32| {
        let tiles =
            Grid::from_fn(Size::new(SIDE, SIDE), |at| cell(x + i32::from(at.x), y + i32::from(at.y)).unwrap_or(0));
        TiledChunk { x, y, tiles }
    };
    starts(top, grid.size().h).flat_map(|y| starts(left, grid.size().w).map(move |x| chunk(x, y))).collect()
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
