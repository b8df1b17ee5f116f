//! Marks over a picture: start, exit, spawns, portals, the source of pipes.
//!
//! Every mark has a light halo and a dark rim, so it stands out on any ground. On small scales marks grow over
//! their cell rather than shrink with it, start and exit the most: they must be found at once.

use crate::image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Point};

use super::canvas::{UNIT, mix, paint};
use super::style::{Kind, Style};

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Disc,
    Square,
    Diamond,
    Ring,
}

/// Where cells lie on a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Pixels left of and above the first cell and its lines.
    pub(super) corner: u32,
    /// How thick the lines are that cells begin with.
    pub(super) line: u32,
}

/// Draws every mark that lies on the map, the most important ones last.
pub(super) fn draw(image: &mut RgbaImage, map: &BuilderMap, kind: Kind, place: Place, style: &Style) {
    let theme = &style.theme;
    let mut pen = Pen { image, place, style };
    for (pair, color) in map.portals.iter().zip(theme.portals.iter().cycle()) {
        for at in [pair.0, pair.1].into_iter().filter(|&at| map.size().contains(at)) {
            pen.mark(at, Shape::Ring, *color, 42, 11);
        }
    }
    for spawn in map.spawns.iter().filter(|spawn| map.size().contains(spawn.at)) {
        pen.mark(spawn.at, Shape::Diamond, theme.spawn, 30, 7);
    }
    let on_map = |at: Option<Point>| at.filter(|&at| map.size().contains(at));
    if let Some(at) = on_map(map.exit) {
        pen.mark(at, Shape::Square, theme.exit, 35, 13);
    }
    let source = map.flow.as_ref().map(|flow| flow.source).filter(|_| kind == Kind::Pipes);
    match on_map(source.or(map.start)) {
        Some(at) if kind == Kind::Pipes => pen.mark(at, Shape::Disc, theme.source, 36, 13),
        Some(at) => pen.mark(at, Shape::Disc, theme.start, 42, 13),
        None => {}
    }
}

struct Pen<'a> {
    image: &'a mut RgbaImage,
    place: Place,
    style: &'a Style,
}

impl Pen<'_> {
    /// One mark in the middle of a cell: `size` hundredths of a cell from its middle to its rim, but at
    /// least `least` half pixels, if the picture has room for that.
    fn mark(&mut self, at: Point, shape: Shape, color: Color, size: i64, least: i64) {
        let (scale, line) = (i64::from(self.style.scale), i64::from(self.place.line));
        let roomy = self.image.width().min(self.image.height()) >= 48;
        let inner = (scale - line) * UNIT;
        let least = if roomy { least * UNIT / 2 } else { inner / 2 };
        let radius = (inner * size / 100).max(least);
        let halo = (inner / 12).max(UNIT);
        let rim = (inner / 24).max(UNIT / 2);
        // In units, from the picture's corner to the middle of the cell without its lines.
        let middle = |cell: u16| {
            let corner = i64::from(self.place.corner) + i64::from(cell) * scale + line;
            corner * UNIT + inner / 2
        };
        let (cx, cy) = (middle(at.x), middle(at.y));
        let reach = radius + halo + UNIT;
        let (left, top) = ((cx - reach).div_euclid(UNIT), (cy - reach).div_euclid(UNIT));
        let extent = 2 * reach / UNIT + 2;
        let theme = &self.style.theme;
        let dark = mix(color, theme.ink, 2, 5);
        let (light, hole) = (mix(color, theme.halo, 3, 5), radius - radius * 3 / 8);
        paint(self.image, (left, top), (extent, extent), |x, y| {
            let (x, y) = (x + left * UNIT - cx, y + top * UNIT - cy);
            if shape == Shape::Ring {
                let is_ring = shape.within(x, y, radius) && !shape.within(x, y, hole);
                return is_ring.then_some(color);
            }
            if !shape.within(x, y, radius + halo) {
                None
            } else if !shape.within(x, y, radius) {
                Some(theme.halo)
            } else if !shape.within(x, y, radius - rim) {
                Some(dark)
            } else {
                Some(if radius > 6 * UNIT && shape.within(x, y, radius / 3) { light } else { color })
            }
        });
    }
}

impl Shape {
    /// Whether a place lies within the shape of this size round the origin.
    const fn within(self, x: i64, y: i64, size: i64) -> bool {
        match self {
            Shape::Disc | Shape::Ring => x * x + y * y <= size * size,
            Shape::Square => x.abs() <= size && y.abs() <= size,
            Shape::Diamond => x.abs() + y.abs() <= size * 5 / 4,
        }
    }
}
