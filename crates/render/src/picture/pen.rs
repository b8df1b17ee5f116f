//! Shapes, lines and letters over a picture, placed by the cells of its map.

use mapwright_core::{Color, Point};

use super::canvas::{UNIT, mix, paint};
use super::style::Style;
use crate::icons::near;
use crate::letters::{Lettering, draw_caption};
use image::RgbaImage;

/// Where cells lie on a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewport {
    /// Pixels left of and above the first cell and its lines.
    pub(super) corner: u32,
    /// How thick the lines are that cells begin with.
    pub(super) line: u32,
}

#[derive(Debug)]
pub(super) struct Pen<'a> {
    pub(super) image: &'a mut RgbaImage,
    pub(super) place: Viewport,
    pub(super) style: &'a Style,
}

/// Cells of fewer pixels have no room for a letter.
pub(super) const LETTER: u32 = 18;
/// In cells of fewer pixels, marks that must be found at once grow over their cell.
const SMALL: i64 = 8;

impl Pen<'_> {
    /// Pixels of a cell without its lines.
    pub(super) const fn inner(&self) -> u32 {
        self.style.scale - if self.place.line < self.style.scale { self.place.line } else { 0 }
    }

    /// The upper left pixel of a cell behind its lines.
    pub(super) fn corner(&self, at: Point) -> (u32, u32) {
        let corner = |cell: u16| self.place.corner + u32::from(cell) * self.style.scale + self.place.line;
        (corner(at.x), corner(at.y))
    }

    /// The middle of a cell, in units.
    pub(super) fn middle(&self, at: Point) -> (i64, i64) {
        let half = i64::from(self.inner()) * UNIT / 2;
        let (x, y) = self.corner(at);
        (i64::from(x) * UNIT + half, i64::from(y) * UNIT + half)
    }

    /// A disc with a rim and a halo in the middle of a cell: `size` hundredths of a cell from its middle to its rim.
    /// On small cells it grows to `least` half pixels, if the picture has room for that.
    pub(super) fn disc(&mut self, at: Point, color: Color, size: i64, least: i64) {
        let inner = i64::from(self.inner()) * UNIT;
        let roomy = self.image.width().min(self.image.height()) >= 48;
        let least = if roomy && inner < SMALL * UNIT { least * UNIT / 2 } else { inner / 3 };
        let radius = (inner * size / 100).max(least);
        let halo = (inner / 12).max(UNIT);
        let rim = (inner / 24).max(UNIT / 2);
        let theme = &self.style.theme;
        let dark = mix(color, theme.ink, 2, 5);
        self.paint(self.middle(at), radius + halo, |x, y| {
            let within = |radius: i64| x * x + y * y <= radius * radius;
            match (within(radius + halo), within(radius), within(radius - rim)) {
                (false, ..) => None,
                (_, false, _) => Some(theme.halo),
                (.., false) => Some(dark),
                _ => Some(color),
            }
        });
    }

    /// A letter in the middle of a cell, if it has room for one.
    pub(super) fn letter(&mut self, at: Point, letter: char, color: Color) {
        let height = match self.inner() {
            0..LETTER => return,
            LETTER..28 => 9,
            28..36 => 12,
            36..48 => 14,
            _ => 19,
        };
        let (lettering, text) = (Lettering::title(height), letter.to_string());
        let (x, y) = self.corner(at);
        let middle = |corner: u32, length: u32| corner + self.inner().saturating_sub(length).div_ceil(2);
        let at = (middle(x, lettering.width(&text)), middle(y, lettering.height()));
        draw_caption(self.image, at, &text, lettering, color);
    }

    /// A line with round ends between two places in units.
    pub(super) fn line(&mut self, a: (i64, i64), b: (i64, i64), radius: i64, color: Color) {
        // A long slanting line would have a large rectangle around it.
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let pieces = (dx.abs().max(dy.abs()) / (32 * UNIT)).max(1);
        let at = |i: i64| (a.0 + dx * i / pieces, a.1 + dy * i / pieces);
        for i in 0..pieces {
            let (a, b) = (at(i), at(i + 1));
            let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
            let from = |at: (i64, i64)| (at.0 - middle.0, at.1 - middle.1);
            let reach = radius + (b.0 - a.0).abs().max((b.1 - a.1).abs()) / 2 + UNIT;
            self.paint(middle, reach, |x, y| near((x, y), from(a), from(b), radius).then_some(color));
        }
    }

    /// Paints around a place in units; `color` gets places as seen from there.
    fn paint(&mut self, (cx, cy): (i64, i64), reach: i64, color: impl Fn(i64, i64) -> Option<Color>) {
        let reach = reach + UNIT;
        let (left, top) = ((cx - reach).div_euclid(UNIT), (cy - reach).div_euclid(UNIT));
        let extent = 2 * reach / UNIT + 2;
        paint(self.image, (left, top), (extent, extent), |x, y| color(x + left * UNIT - cx, y + top * UNIT - cy));
    }
}
