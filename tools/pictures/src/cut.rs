//! Maps that fill a picture of any size, and what such pictures are put together from.

use mapwright::core::{BuilderMap, Color};
use mapwright::prelude::*;
use mapwright::render::image::{Rgba, imageops};
use mapwright::render::{Heading, Lettering, RgbaImage, draw_caption, theme};

use crate::{Outcome, recipe};

/// The least pixels of a cell.
const LEAST: u32 = 8;

pub(crate) fn blank((w, h): (u32, u32), Color(r, g, b): Color) -> RgbaImage {
    RgbaImage::from_pixel(w, h, Rgba([r, g, b, 0xff]))
}

pub(crate) fn fill(image: &mut RgbaImage, at: (u32, u32), size: (u32, u32), color: Color) {
    paste(image, at, &blank(size, color));
}

pub(crate) fn paste(image: &mut RgbaImage, (x, y): (u32, u32), picture: &RgbaImage) {
    imageops::replace(image, picture, x.into(), y.into());
}

/// Writes a line whose capital letters begin at a place.
pub(crate) fn write(image: &mut RgbaImage, (x, y): (u32, u32), text: &str, lettering: Lettering, color: Color) {
    draw_caption(image, (x, y - lettering.above()), text, lettering, color);
}

pub(crate) fn themed(name: &str) -> Style {
    Style { theme: theme(name).unwrap_or_default(), ..Style::default() }
}

/// The finished map of a recipe, and what it is called.
pub(crate) fn built(name: &str) -> Outcome<(Heading, BuilderMap)> {
    let recipe = recipe(name)?;
    let map = recipe.build(recipe.seed())?;
    Ok((Heading::of_recipe(name, recipe.title.as_deref(), recipe.seed(), map.size()), map))
}

/// Draws a map that fills `w`×`h` pixels. Around a cell, at the style's scale. Without one, all of the map if its border is
/// mostly of one tile, which then continues it, or else cut around the middle of its open cells.
pub(crate) fn cut(map: &BuilderMap, style: &Style, (w, h): (u32, u32), around: Option<Point>) -> Outcome<RgbaImage> {
    let (across, down) = (u32::from(map.size().w), u32::from(map.size().h));
    let border = uniform_border(map);
    let scale = match (around, border) {
        (Some(_), _) => style.scale,
        (None, Some(_)) => (w / across).min(h / down).max(LEAST),
        (None, None) => w.div_ceil(across).max(h.div_ceil(down)).max(LEAST),
    };
    let style = Style { scale, margin: Some(0), ..style.clone() };
    let tile = border.or_else(|| around.map(|_| map.tiles[Point::new(0, 0)]));
    let around = around.unwrap_or_else(|| middle(map, border.is_some()));
    // Cells that the picture has beyond the map.
    let (x, y) = (more(w, scale, around.x, across), more(h, scale, around.y, down));
    let (picture, x, y) = match tile {
        Some(tile) => (draw(&continued(map, tile, x, y), &style)?, x.0, y.0),
        None => (draw(map, &style)?, 0, 0),
    };
    let from = |at: u16, before: u16, length: u32, whole: u32| {
        let middle = (u32::from(at) + u32::from(before)) * scale + scale / 2;
        middle.saturating_sub(length / 2).min(whole.saturating_sub(length))
    };
    let (x, y) = (from(around.x, x, w, picture.width()), from(around.y, y, h, picture.height()));
    let part = imageops::crop_imm(&picture, x, y, w, h).to_image();
    let mut card = blank((w, h), style.theme.paper);
    paste(&mut card, ((w - part.width()) / 2, (h - part.height()) / 2), &part);
    Ok(card)
}

/// How many cells a picture of `length` pixels around the cell `at` shows before the first and after the last of `cells`.
fn more(length: u32, scale: u32, at: u16, cells: u32) -> (u16, u16) {
    let half = (length / 2).div_ceil(scale) + 1;
    let before = half.saturating_sub(at.into());
    let after = (half + u32::from(at) + 1).saturating_sub(cells);
    let narrow = |more: u32| u16::try_from(more.min(1000)).unwrap_or(0);
    (narrow(before), narrow(after))
}

/// The tile that at least 17 of 20 cells at the border have, in a map of tiles alone.
fn uniform_border(map: &BuilderMap) -> Option<Tile> {
    if map.sides.is_some() || map.corners.is_some() {
        return None;
    }
    let size = map.size();
    let is_border = |at: &Point| at.x == 0 || at.y == 0 || at.x + 1 == size.w || at.y + 1 == size.h;
    let tiles: Vec<Tile> = size.points().filter(is_border).map(|at| map.tiles[at]).collect();
    let count = |tile: Tile| tiles.iter().filter(|&&other| other == tile).count();
    let first = tiles.iter().copied().find(|&tile| count(tile) * 2 > tiles.len())?;
    (count(first) * 20 >= tiles.len() * 17).then_some(first)
}

/// The middle of the map, or of its open cells.
fn middle(map: &BuilderMap, whole: bool) -> Point {
    let size = map.size();
    let open = map.tiles.iter().filter(|(_, tile)| whole || !tile.is_solid()).map(|(at, _)| at);
    let (mut low, mut high) = (Point::new(size.w, size.h), Point::new(0, 0));
    for at in open {
        low = Point::new(low.x.min(at.x), low.y.min(at.y));
        high = Point::new(high.x.max(at.x), high.y.max(at.y));
    }
    if low.x > high.x {
        Point::new(size.w / 2, size.h / 2)
    } else {
        Point::new(low.x.midpoint(high.x), low.y.midpoint(high.y))
    }
}

/// The map with more cells around it, as many before and after on each axis.
fn continued(map: &BuilderMap, tile: Tile, x: (u16, u16), y: (u16, u16)) -> BuilderMap {
    let old = map.size();
    let size = Size::new(old.w.saturating_add(x.0).saturating_add(x.1), old.h.saturating_add(y.0).saturating_add(y.1));
    let inside = |at: Point| at.x.checked_sub(x.0).zip(at.y.checked_sub(y.0)).map(|(x, y)| Point::new(x, y));
    let to = |at: Point| Point::new(at.x.saturating_add(x.0), at.y.saturating_add(y.0));
    let mut wide = BuilderMap::filled(size, Wrap::None, tile);
    wide.tiles = Grid::from_fn(size, |at| inside(at).and_then(|at| map.tiles.get(at)).copied().unwrap_or(tile));
    (wide.start, wide.exit) = (map.start.map(to), map.exit.map(to));
    wide.spawns = map.spawns.clone();
    wide.spawns.iter_mut().for_each(|spawn| spawn.at = to(spawn.at));
    wide.doors = map.doors.clone();
    let cells = wide.doors.iter_mut().flatten().flat_map(|door| &mut door.cells);
    cells.for_each(|at| *at = to(*at));
    // Pictures ask rooms which walls were built.
    wide.rooms = map.rooms.clone();
    for room in wide.rooms.iter_mut().flatten() {
        (room.rect.x, room.rect.y) = to(Point::new(room.rect.x, room.rect.y)).into();
    }
    wide.portals = map.portals.iter().map(|&portal| portal.between(to(portal.a), to(portal.b))).collect();
    wide.proof = map.proof.clone();
    wide.proof.iter_mut().flat_map(|proof| &mut proof.walk).for_each(|at| *at = to(*at));
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_fills_its_picture() {
        let mut rng = MapRng::new(3);
        for (w, h) in [(1, 1), (1, 90), (300, 2), (31, 17), (64, 40), (200, 150)] {
            for share in [0.0, 0.5, 1.0] {
                let mut map = BuilderMap::filled(Size::new(w, h), Wrap::Both, Tile::WALL);
                map.tiles = Grid::from_fn(map.size(), |_| if rng.chance(share) { Tile::FLOOR } else { Tile::WALL });
                map.start = Some(Point::new(w - 1, 0));
                for around in [None, Some(Point::new(0, 0)), Some(Point::new(w - 1, h - 1))] {
                    assert_eq!(cut(&map, &Style::default(), (400, 264), around).unwrap().dimensions(), (400, 264));
                }
            }
        }
    }
}
