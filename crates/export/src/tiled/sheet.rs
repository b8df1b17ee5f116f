//! Tilesets made of single pictures, and of numbered regions.

use mapwright_core::{Color, Grid, Size};
use mapwright_render::image::{Rgba, imageops};
use mapwright_render::{RenderError, RgbaImage, Style, Theme, Tileset};

use super::map::TiledSheet;
use super::property::TiledProperty;
use super::set::{TiledSet, TiledTile};

/// Pictures of one size in rows of `columns`, in their order. At least one picture.
pub(super) fn sheet(name: &str, columns: u32, pictures: &[RgbaImage]) -> Result<TiledSheet, RenderError> {
    let (w, h) = pictures.first().map_or((1, 1), RgbaImage::dimensions);
    let count = u32::try_from(pictures.len()).unwrap_or(u32::MAX);
    let (columns, rows) = (columns.clamp(1, count.max(1)), count.div_ceil(columns.max(1)).max(1));
    let mut picture = blank(u64::from(columns) * u64::from(w), u64::from(rows) * u64::from(h))?;
    for (place, tile) in (0..).zip(pictures) {
        let (x, y) = (place % columns * w, place / columns * h);
        imageops::replace(&mut picture, tile, x.into(), y.into());
    }
    Ok(TiledSheet { set: bare(name, (w, h), columns, rows, picture.dimensions()), picture })
}

/// An existing tileset, with its Wang set.
pub(super) fn of_tileset(name: &str, tileset: &Tileset) -> TiledSheet {
    let (kind, columns) = (tileset.kind(), tileset.kind().columns());
    let set = TiledSet::new(kind, tileset.tile_size(), columns, name, "");
    TiledSheet { set, picture: tileset.sheet(columns) }
}

/// A tile in one color for each region from 1 to the highest, and where each stands.
pub(super) fn regions(
    regions: &Grid<u16>,
    tile: (u32, u32),
    theme: &Theme,
) -> Result<(TiledSheet, Grid<u32>), RenderError> {
    let most = regions.as_slice().iter().copied().max().unwrap_or(0).max(1);
    let columns = most.min(16);
    let rows = most.div_ceil(columns);
    let (w, h) = (u64::from(columns) * u64::from(tile.0), u64::from(rows) * u64::from(tile.1));
    let mut picture = blank(w, h)?;
    for (region, place) in (1..=most).zip(0..) {
        let at = (place % u32::from(columns) * tile.0, place / u32::from(columns) * tile.1);
        fill(&mut picture, at, tile, theme.region(region.into()));
    }
    let mut set = bare("regions", tile, columns.into(), rows.into(), picture.dimensions());
    set.tiles = (1..=most)
        .zip(0..)
        .map(|(region, tile)| TiledTile {
            tile,
            kind: "region".to_owned(),
            properties: vec![TiledProperty::int("region", region)],
        })
        .collect();
    // Region 1 is the tileset's tile 0: a cell's number in the tileset, counted from 1, is its region.
    Ok((TiledSheet { set, picture }, regions.map(|&region| region.into())))
}

fn bare(name: &str, tile_size: (u32, u32), columns: u32, rows: u32, image_size: (u32, u32)) -> TiledSet {
    TiledSet {
        name: name.to_owned(),
        image: String::new(),
        image_size,
        tile_size,
        columns,
        tile_count: columns * rows,
        margin: 0,
        spacing: 0,
        tiles: Vec::new(),
        wang_sets: Vec::new(),
    }
}

/// A transparent picture, if it is no larger than pictures may be.
fn blank(w: u64, h: u64) -> Result<RgbaImage, RenderError> {
    let limit = Style::default().max_pixels;
    match (u32::try_from(w), u32::try_from(h)) {
        (Ok(narrow), Ok(low)) if w * h <= limit => Ok(RgbaImage::new(narrow, low)),
        _ => Err(RenderError::TooLarge { w, h, limit }),
    }
}

/// Fills a rectangle.
pub(super) fn fill(picture: &mut RgbaImage, (x, y): (u32, u32), (w, h): (u32, u32), color: Color) {
    let colored = RgbaImage::from_pixel(w, h, Rgba([color.0, color.1, color.2, 0xff]));
    imageops::replace(picture, &colored, x.into(), y.into());
}

/// The number of columns that cells of a map of this size have.
pub(super) fn whole(size: Size) -> (u32, u32) {
    (size.w.into(), size.h.into())
}
