//! Tilesets from PNG files. The file comes from anywhere: every number in it is checked before it is used.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::Planes;
use mapwright_files::{Pixels, PngError};

use super::blob::BLOB_MASKS;
use super::error::TilesetError;
use super::kind::TilesetKind;
use super::layout::{Cut, TilesetLayout};
use super::order::{TilesetOrder, rpg_maker_quarters};
use super::set::{Tileset, checked_size};

impl Tileset {
    /// Reads a tileset from the bytes of a PNG.
    ///
    /// ```
    /// use mapwright_render::{Tileset, TilesetKind, TilesetLayout, write_png};
    ///
    /// let terrain = Tileset::shipped("terrain", 16)?;
    /// let mut png = Vec::new();
    /// write_png(&terrain.sheet(4), &mut png)?;
    ///
    /// let layout = TilesetLayout { kind: Some(TilesetKind::Corner16), ..TilesetLayout::default() };
    /// assert_eq!(Tileset::read(&png, &layout)?, terrain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A damaged PNG, too many pixels, a picture that is no grid of such tiles, too few tiles or too many, a kind that
    /// is not given and that the number of tiles leaves open, or an order that does not name every tile once.
    pub fn read(png: &[u8], layout: &TilesetLayout) -> Result<Tileset, TilesetError> {
        read_as(png, layout, |fits| match fits {
            [kind] => Some(*kind),
            _ => None,
        })
    }

    /// Reads a tileset to draw maps with some planes: where the number of tiles leaves the kind open, it is the first
    /// whose plane is among them. So 16 tiles are corners on a map with corners, and else sides.
    ///
    /// # Errors
    ///
    /// As for [`read`](Tileset::read).
    pub fn read_for(planes: Planes, png: &[u8], layout: &TilesetLayout) -> Result<Tileset, TilesetError> {
        let has = |kind: &TilesetKind| kind.plane().is_none_or(|plane| planes.contains(plane));
        read_as(png, layout, |fits| {
            let first = fits.iter().rev().find(|&kind| has(kind)).or(fits.first());
            first.copied()
        })
    }
}

fn read_as(
    png: &[u8],
    layout: &TilesetLayout,
    choose: impl FnOnce(&[TilesetKind]) -> Option<TilesetKind>,
) -> Result<Tileset, TilesetError> {
    let picture = decode(png, layout.max_pixels)?;
    let layout = &with_kind_of_order(layout)?;
    if layout.order == TilesetOrder::RpgMaker {
        return read_rpg_maker(&picture, layout);
    }
    let cut = layout.cut(picture.dimensions())?;
    let fits = kinds_of(tiles_on(cut, layout));
    let chosen = layout.kind.or_else(|| choose(&fits));
    let kind = chosen.ok_or(TilesetError::UnclearKind { found: tiles_on(cut, layout), fits })?;
    let tiles = pick(kind, &picture, cut, &places_of(kind, cut, layout)?);
    empty_beyond(kind, &picture, cut, layout)?;
    Tileset::new(kind, &tiles)
}

/// The layout with the kind that its order is for.
fn with_kind_of_order(layout: &TilesetLayout) -> Result<TilesetLayout, TilesetError> {
    match (layout.kind, layout.order.kind()) {
        (Some(kind), Some(own)) if kind != own => {
            Err(TilesetError::Order { why: format!("it is for `{own}`, not for `{kind}`") })
        }
        (kind, own) => Ok(TilesetLayout { kind: kind.or(own), ..layout.clone() }),
    }
}

/// Puts the tiles of a blob together of quarters.
fn read_rpg_maker(picture: &RgbaImage, layout: &TilesetLayout) -> Result<Tileset, TilesetError> {
    let (w, h) = picture.dimensions();
    let fits = |(tile_w, tile_h): (u32, u32)| {
        let (even, rows) =
            (tile_w.is_multiple_of(2) && tile_h.is_multiple_of(2), [3, 5].map(|rows| tile_h.checked_mul(rows)));
        even && tile_w.checked_mul(2) == Some(w) && rows.contains(&Some(h))
    };
    let tile = layout.tile.unwrap_or((w / 2, w / 2));
    if !fits(tile) || layout.margin > 0 || layout.spacing > 0 || layout.columns.is_some_and(|columns| columns != 2) {
        let expected = "2x3 tiles (A2) or 2x5 (A4) of an even size, without margin and spacing".to_owned();
        return Err(TilesetError::GridSize { w, h, expected });
    }
    let quarter = (checked_size(tile)?.0 / 2, tile.1 / 2);
    let at = |(x, y): (u32, u32)| (x * quarter.0, y * quarter.1);
    let tiles = BLOB_MASKS.map(|mask| {
        let mut joined = RgbaImage::new(tile.0, tile.1);
        for (to, from) in [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().zip(rpg_maker_quarters(mask)) {
            joined.paste(at(to), &picture.part(at(from), quarter));
        }
        joined
    });
    Tileset::new(TilesetKind::Blob47, &tiles)
}

/// How many places hold a tile, according to the layout.
fn tiles_on(cut: Cut, layout: &TilesetLayout) -> u32 {
    match &layout.order {
        TilesetOrder::Listed(order) => u32::try_from(order.iter().flatten().count()).unwrap_or(u32::MAX),
        _ => cut.places(),
    }
}

fn kinds_of(tiles: u32) -> Vec<TilesetKind> {
    let has = |kind: &TilesetKind| (u32::from(kind.count())..=kind.most_places()).contains(&tiles);
    TilesetKind::ALL.into_iter().filter(has).collect()
}

/// The pixels of a PNG, whatever its color type, if they are no more than `limit`.
fn decode(png: &[u8], limit: u64) -> Result<RgbaImage, TilesetError> {
    let Pixels { width, height, rgba } = Pixels::from_png(png, limit).map_err(|error| match error {
        PngError::TooLarge { w, h, limit } => TilesetError::TooLarge { w, h, limit },
        error => TilesetError::Png(error),
    })?;
    let too_large = TilesetError::TooLarge { w: width, h: height, limit };
    RgbaImage::from_raw(width, height, rgba.into_flattened()).ok_or(too_large)
}

/// The place of each tile, in the order of their indexes; `None` where one can be done without.
fn places_of(kind: TilesetKind, cut: Cut, layout: &TilesetLayout) -> Result<Vec<Option<u32>>, TilesetError> {
    let TilesetOrder::Listed(order) = &layout.order else {
        if cut.places() < kind.count().into() {
            return Err(TilesetError::MissingTiles { kind, found: cut.places() });
        }
        let n_places = cut.places().min(kind.most().into());
        let mut places = layout.order.blob_places().unwrap_or_else(|| (0..n_places).collect());
        places.extend(u32::try_from(places.len()).unwrap_or(n_places)..n_places);
        return Ok(places.into_iter().map(Some).collect());
    };
    let wrong = |why: String| TilesetError::Order { why };
    let n_named = order.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    if usize::try_from(cut.places()).is_ok_and(|places| places < n_named) {
        return Err(wrong(format!("it names {n_named} places, and the picture has {}", cut.places())));
    }
    let mut places = vec![None; kind.most().into()];
    for (place, index) in (0..).zip(order).filter_map(|(place, &index)| Some((place, index?))) {
        let allowed = places.len();
        let slot = places.get_mut(usize::from(index));
        let slot = slot.ok_or_else(|| wrong(format!("tile {index} is not one of the {allowed} of `{kind}`")))?;
        if slot.replace(place).is_some() {
            return Err(wrong(format!("tile {index} is named twice")));
        }
    }
    let last = if places.last().is_some_and(Option::is_some) { kind.most() } else { kind.count() };
    let has = |index: u16| places[usize::from(index)].is_some();
    let is_there =
        |&index: &u16| index == 0 || has(index) || kind.halves(index).is_some_and(|halves| halves.into_iter().all(has));
    match (0..last).find(|index| !is_there(index)) {
        Some(missing) => Err(wrong(format!("tile {missing} of `{kind}` is not named"))),
        None => Ok(places[..last.into()].to_vec()),
    }
}

fn pick(kind: TilesetKind, picture: &RgbaImage, cut: Cut, places: &[Option<u32>]) -> Vec<RgbaImage> {
    let tile = |index: u16| {
        let place = places.get(usize::from(index)).copied().flatten();
        place.map_or_else(|| RgbaImage::new(cut.tile.0, cut.tile.1), |place| tile_at(picture, cut, place))
    };
    let joined = |[left, right]: [u16; 2]| {
        let (w, h) = cut.tile;
        let mut joined = tile(left);
        joined.paste((w / 2, 0), &tile(right).part((w / 2, 0), (w - w / 2, h)));
        joined
    };
    let one = |(index, place): (u16, &Option<u32>)| match kind.halves(index) {
        Some(halves) if place.is_none() => joined(halves),
        _ => tile(index),
    };
    (0..).zip(places).map(one).collect()
}

fn tile_at(picture: &RgbaImage, cut: Cut, place: u32) -> RgbaImage {
    let (x, y) = cut.corner(place);
    picture.part((x, y), cut.tile)
}

/// A picture is a rectangle and a kind need not be: places after the last tile are left over, and must be empty, transparent or
/// of one color.
fn empty_beyond(kind: TilesetKind, picture: &RgbaImage, cut: Cut, layout: &TilesetLayout) -> Result<(), TilesetError> {
    let from = if matches!(layout.order, TilesetOrder::Listed(_)) { cut.places() } else { kind.most().into() };
    let is_empty = |place: u32| {
        let tile = tile_at(picture, cut, place);
        tile.pixels().all(|pixel| pixel[3] == 0) || tile.pixels().all(|pixel| pixel == tile.get_pixel(0, 0))
    };
    match (from..cut.places()).rev().find(|&place| !is_empty(place)) {
        None => Ok(()),
        Some(last) => Err(TilesetError::TooManyTiles { kind, found: last + 1 }),
    }
}
