//! The seams of Wang tiles in chunks that are linked after the fact, beside a world of hashed colors, which has none.

use mapwright::prelude::{Style, draw};
use mapwright::render::image::{Rgba, RgbaImage};
use mapwright::render::{Sheet, contact_sheet};
use mapwright_core::{BuilderMap, Grid, Point, Sides, Size, Tile, Wrap};
use mapwright_wang::{MatchOn, WangPlane};

use crate::{Outcome, Picture};

/// The tests' checker.
#[allow(dead_code, unreachable_pub, reason = "the tests use all of it")]
#[path = "../../../crates/wang/tests/it/common/seams.rs"]
mod checker;
/// The classic way, which only the tests have.
#[allow(clippy::unwrap_used, unreachable_pub, reason = "code of the tests")]
#[path = "../../../crates/wang/tests/it/common/linked.rs"]
mod linked;

/// Chunks across and down, and tiles a side of each.
const CHUNKS: (i32, i32) = (6, 6);
const SIDE: u16 = 6;
/// Pixels a tile.
const SCALE: u32 = 13;
const MARGIN: u32 = 14;

pub(crate) fn pictures() -> Vec<Picture> {
    vec![Picture::small("wang-seams", both)]
}

fn both() -> Outcome<RgbaImage> {
    let size = Size::new(SIDE * CHUNKS.0 as u16, SIDE * CHUNKS.1 as u16);
    let chunk = Size::new(SIDE, SIDE);

    let mut classic = linked::Linked::new(MatchOn::Corners, 5, 2, chunk);
    linked::visit_at_random(&mut classic, CHUNKS.0, CHUNKS.1, 1);
    let classic = Grid::from_vec(size, classic.plane(CHUNKS.0, CHUNKS.1)).ok_or("a plane of another size")?;
    let (before, defects) = picture(&classic)?;
    let close = close_up(&classic, *defects.first().ok_or("no defect to show")?)?;

    let plane = WangPlane::new(MatchOn::Corners, 5, 2)?;
    let from = -3 * i64::from(SIDE);
    let hashed = Grid::from_fn(size, |at| plane.tile(from + i64::from(at.x), from + i64::from(at.y)));
    let (after, none) = picture(&hashed)?;
    let (defects, none) = (defects.len(), none.len());

    let captions = [
        (format!("Linked after the fact: {defects} defects"), &before),
        ("One of them".to_owned(), &close),
        (format!("Hashed points: {none} defects"), &after),
    ];
    Ok(contact_sheet(&captions, &Sheet { columns: Some(3), ..Sheet::default() })?)
}

type Defects = Vec<(u16, u16)>;

/// Tiles with the borders of their chunks, and a ring around each point where they do not match; and those points.
fn picture(tiles: &Grid<Sides>) -> Outcome<(RgbaImage, Defects)> {
    let size = tiles.size();
    let mut image = drawn(tiles, SCALE)?;
    let is_border = |at: u32| at > 0 && at.is_multiple_of(u32::from(SIDE) * SCALE);
    dashes(&mut image, is_border);
    let points = (1..size.h).flat_map(|y| (1..size.w).map(move |x| (x, y)));
    let is_defect = |&(x, y): &(u16, u16)| {
        let four = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)].map(|at| tiles[Point::from(at)]);
        !checker::agree(MatchOn::Corners, four)
    };
    let defects: Defects = points.filter(is_defect).collect();
    defects.iter().for_each(|&point| ring(&mut image, point));
    Ok((image, defects))
}

/// The tiles around a point, so large that their picture has the size of the others.
fn close_up(tiles: &Grid<Sides>, (x, y): (u16, u16)) -> Outcome<RgbaImage> {
    let near = Grid::from_fn(Size::new(4, 4), |p| tiles[Point::new(x - 2 + p.x, y - 2 + p.y)]);
    let scale = SCALE * u32::from(tiles.size().w) / 4;
    let mut image = drawn(&near, scale)?;
    dashes(&mut image, |at| at == 2 * scale);
    Ok(image)
}

fn drawn(tiles: &Grid<Sides>, scale: u32) -> Outcome<RgbaImage> {
    let mut map = BuilderMap::filled(tiles.size(), Wrap::None, Tile::FLOOR);
    map.corners = Some(tiles.clone());
    Ok(draw(&map, &Style { scale, margin: Some(MARGIN), ..Style::default() })?)
}

/// Dashed lines along the borders of chunks: the tiles are what is to be seen.
fn dashes(image: &mut RgbaImage, is_border: impl Fn(u32) -> bool) {
    let (w, h) = (image.width() - 2 * MARGIN, image.height() - 2 * MARGIN);
    for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
        if is_border(x) && y % 6 < 3 || is_border(y) && x % 6 < 3 {
            image.put_pixel(MARGIN + x, MARGIN + y, Rgba([0x2f, 0x36, 0x4a, 0xff]));
        }
    }
}

/// A red ring on white around the point at the north-west corner of tile `(x, y)`.
fn ring(image: &mut RgbaImage, (x, y): (u16, u16)) {
    let radius = 11i64;
    let center = |at: u16| i64::from(MARGIN + u32::from(at) * SCALE);
    for (dx, dy) in (-radius - 2..=radius + 2).flat_map(|dy| (-radius - 2..=radius + 2).map(move |dx| (dx, dy))) {
        let off = (dx * dx + dy * dy - radius * radius).abs();
        let color = match off {
            0..=22 => Rgba([0xe0, 0x30, 0x20, 0xff]),
            23..=46 => Rgba([0xff; 4]),
            _ => continue,
        };
        let at = u32::try_from(center(x) + dx).ok().zip(u32::try_from(center(y) + dy).ok());
        if let Some(pixel) = at.and_then(|(x, y)| image.get_pixel_mut_checked(x, y)) {
            *pixel = color;
        }
    }
}
