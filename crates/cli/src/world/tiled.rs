//! A window of the world as an infinite map of Tiled, in chunks of 16 by 16 tiles as Tiled itself cuts them.

use std::path::Path;

use mapwright::core::{Grid, Plane, Point, Sides, Size};
use mapwright::export::{Tiled, TiledFormat};
use mapwright::render::Tileset;
use mapwright::wang::{WangKind, WangWorld, WorldRect};

use crate::failure::Failure;
use crate::output::{make_way, wrote};

/// Tiles a side of a chunk.
const SIDE: i64 = 16;

pub(super) fn write(
    path: &Path,
    world: &WangWorld,
    window: WorldRect,
    (tileset, seed): (Option<Tileset>, u64),
) -> Result<(), Failure> {
    let format = format(path)?;
    let map = world.map(window)?;
    let tiled = Tiled { tileset, seed: Some(seed), ..Tiled::default() };
    let (plane, tiles) = match world.kind() {
        WangKind::Edges => (Plane::Sides, map.sides),
        WangKind::Corners => (Plane::Corners, map.corners),
    };
    let most = world.colors().saturating_sub(1);
    let chunks = tiles.iter().flat_map(|tiles| chunks(window, tiles));
    let made = tiled.world(plane, most, chunks).map_err(Failure::input)?;
    make_way(path)?;
    made.save(format, path).map_err(Failure::input)?;
    wrote(path);
    Ok(())
}

/// The format that the name of a file tells.
pub(super) fn format(path: &Path) -> Result<TiledFormat, Failure> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("tmj" | "json") => Ok(TiledFormat::Tmj),
        Some("tmx" | "xml") => Ok(TiledFormat::Tmx),
        _ => Err(Failure::input("Tiled expects a name that ends in .tmj or .tmx").about(path)),
    }
}

/// The window cut where Tiled cuts: at multiples of 16 from the origin. Its outer chunks are as large as what it has of
/// them.
fn chunks(window: WorldRect, tiles: &Grid<Sides>) -> impl Iterator<Item = (i64, i64, Grid<Sides>)> {
    let size = tiles.size();
    let rows: Vec<(u16, u16)> = cuts(window.y, size.h);
    cuts(window.x, size.w).into_iter().flat_map(move |(x, w)| {
        rows.clone().into_iter().map(move |(y, h)| {
            let chunk = Grid::from_fn(Size::new(w, h), |at| tiles[Point::new(x + at.x, y + at.y)]);
            (window.x.wrapping_add(x.into()), window.y.wrapping_add(y.into()), chunk)
        })
    })
}

/// The pieces of a stretch of so many tiles from `from` on: where each begins, and how long it is.
fn cuts(from: i64, length: u16) -> Vec<(u16, u16)> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < length {
        let place = from.wrapping_add(at.into()).rem_euclid(SIDE);
        let rest = u16::try_from(SIDE - place).unwrap_or(1).min(length - at);
        pieces.push((at, rest));
        at += rest;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_where_chunks_do() {
        assert_eq!(cuts(-20, 40), [(0, 4), (4, 16), (20, 16), (36, 4)]);
        assert_eq!(cuts(16, 16), [(0, 16)]);
        assert_eq!(cuts(3, 5), [(0, 5)]);
    }
}
