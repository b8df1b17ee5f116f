//! A gallery: maps on cards of one size, each with its caption.

use image::RgbaImage;
use mapwright_core::{BuilderMap, Grid, Point, Size, Tile};

use super::{Heading, alone, write};
use crate::RenderError;
use crate::draw::draw;
use crate::letters::Lettering;
use crate::picture::Style;
use crate::picture::canvas::blank;
use crate::raster::Raster;

/// A map of a gallery.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// The map.
    pub map: &'a BuilderMap,
    /// How to draw it. The scale is found; at least 8 pixels a cell.
    pub style: Style,
    /// Below its left end.
    pub caption: String,
    /// Below its right end, in smaller letters.
    pub note: String,
}

/// Pixels of a card.
const CARD: (u32, u32) = (400, 264);
const COLUMNS: u32 = 3;
const MARGIN: u32 = 36;
const GAP: u32 = 22;
/// Pixels from the top to the first row.
const TOP: u32 = 106;
/// Pixels from a row of cards to the next.
const UNDER: u32 = 48;
/// The least pixels of a cell.
const LEAST: u32 = 8;

/// Draws maps on equal cards, three in a row. A map whose border is mostly of one tile is continued by it to fill its
/// card; any other is cut around the middle of its open cells. `style` gives the sheet's colors and the most pixels.
///
/// # Errors
///
/// No cards, a map that [`draw`] refuses, or more pixels than the style allows.
pub fn gallery(cards: &[Card<'_>], style: &Style, heading: &Heading) -> Result<RgbaImage, RenderError> {
    let count = u32::try_from(cards.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(RenderError::NoPictures);
    }
    let columns = count.min(COLUMNS);
    let rows = u64::from(count.div_ceil(columns));
    let inner = columns * (CARD.0 + GAP) - GAP;
    let down = u64::from(TOP) + rows * u64::from(CARD.1 + UNDER) + u64::from(MARGIN) - 14;
    let (w, h) = style.claim(u64::from(inner + 2 * MARGIN), down)?;
    let theme = &style.theme;
    let mut image = blank(w, h, theme.paper);
    write(&mut image, (MARGIN, 30), &heading.title, Lettering::title(28), inner, theme.title);
    write(&mut image, (MARGIN, 72), &heading.line, Lettering::words(11), inner, theme.muted);
    for (nth, card) in (0..).zip(cards) {
        let (x, y) = (MARGIN + nth % columns * (CARD.0 + GAP), TOP + nth / columns * (CARD.1 + UNDER));
        let (wide, high) = (i64::from(CARD.0) + 2, i64::from(CARD.1) + 2);
        image.fill((i64::from(x) - 1, i64::from(y) - 1), (wide, high), theme.ink);
        image.paste((x, y), &cut(card.map, &card.style, CARD, None)?);
        let (words, small) = (Lettering::words(12), Lettering::words(9));
        let note = small.shortened(&card.note, CARD.0 / 3);
        let room = CARD.0 - small.width(&note) - 12;
        write(&mut image, (x, y + CARD.1 + 11), &card.caption, words, room, theme.ink);
        let right = x + CARD.0 - small.width(&note);
        write(&mut image, (right, y + CARD.1 + 14), &note, small, CARD.0, theme.muted);
    }
    Ok(image)
}

/// Draws a map so that it fills a picture of `w`×`h` pixels, with at least 8 pixels a cell, as on a card of a
/// [`gallery`].
///
/// # Errors
///
/// A map that [`draw`] refuses, or more pixels than the style allows.
pub fn thumbnail(map: &BuilderMap, style: &Style, (w, h): (u32, u32)) -> Result<RgbaImage, RenderError> {
    style.claim(w.into(), h.into())?;
    cut(map, style, (w, h), None)
}

/// A map that fills `w`×`h` pixels. Around a cell, at the style's scale; without one, all of the map if its border can be
/// continued, else the middle of its open cells.
pub(super) fn cut(
    map: &BuilderMap,
    style: &Style,
    (w, h): (u32, u32),
    around: Option<Point>,
) -> Result<RgbaImage, RenderError> {
    let size = map.size();
    if size.area() == 0 {
        return Err(RenderError::Empty { size });
    }
    let (across, down) = (u32::from(size.w), u32::from(size.h));
    let border = uniform_border(map);
    let scale = match (around, border) {
        (Some(_), _) => style.scale.max(1),
        (None, Some(_)) => (w / across).min(h / down).max(LEAST),
        (None, None) => w.div_ceil(across).max(h.div_ceil(down)).max(LEAST),
    };
    let style = Style { scale, ..alone(style) };
    // Cells that the card has beyond the map, and half of them on each side.
    let fill = border.or_else(|| around.map(|_| map.tiles[Point::new(0, 0)]));
    let around = around.unwrap_or_else(|| middle(map, border.is_some()));
    let (left, top) = (more(w, scale, around.x, across), more(h, scale, around.y, down));
    let wide = fill.map_or_else(|| map.clone(), |tile| continued(map, tile, left, top));
    let (left, top) = if fill.is_some() { (left.0, top.0) } else { (0, 0) };
    let picture = draw(&wide, &style)?;
    let from = |at: u16, before: u16, length: u32, whole: u32| {
        let middle = (u32::from(at) + u32::from(before)) * scale + scale / 2;
        middle.saturating_sub(length / 2).min(whole.saturating_sub(length))
    };
    let (x, y) = (from(around.x, left, w, picture.width()), from(around.y, top, h, picture.height()));
    let part = picture.part((x, y), (w, h));
    let mut card = blank(w, h, style.theme.paper);
    card.paste(((w - part.width()) / 2, (h - part.height()) / 2), &part);
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
    let mut wide = BuilderMap::filled(size, mapwright_core::Wrap::None, tile);
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
    use mapwright_core::{MapRng, Wrap};

    use super::*;

    #[test]
    fn every_map_fills_its_card() {
        let mut rng = MapRng::new(3);
        for (w, h) in [(1, 1), (1, 90), (300, 2), (31, 17), (64, 40), (200, 150)] {
            for share in [0.0, 0.5, 1.0] {
                let mut map = BuilderMap::filled(Size::new(w, h), Wrap::Both, Tile::WALL);
                map.tiles = Grid::from_fn(map.size(), |_| if rng.chance(share) { Tile::FLOOR } else { Tile::WALL });
                map.start = Some(Point::new(w - 1, 0));
                for around in [None, Some(Point::new(0, 0)), Some(Point::new(w - 1, h - 1))] {
                    let card = cut(&map, &Style::default(), CARD, around).unwrap();
                    assert_eq!(card.dimensions(), CARD);
                }
                let card = Card { map: &map, style: Style::default(), caption: "m".repeat(99), note: "n".repeat(99) };
                let all = gallery(&[card.clone(), card], &Style::default(), &Heading::default()).unwrap();
                assert_eq!(all.dimensions(), (2 * MARGIN + 2 * CARD.0 + GAP, TOP + CARD.1 + UNDER + MARGIN - 14));
            }
        }
        assert!(matches!(gallery(&[], &Style::default(), &Heading::default()), Err(RenderError::NoPictures)));
    }
}
