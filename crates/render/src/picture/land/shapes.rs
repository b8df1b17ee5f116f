//! Convex shapes on rows of pixels, in units of an eighth of a pixel.
//!
//! A row of pixels is cut by four lines; each meets a convex shape in one span, and a pixel gets the share of the four
//! spans that lies in it. Everything is counted in integers.

use std::ops::Range;

use mapwright_core::Color;

use super::paints::{channels, opaque};

/// How many units a pixel is wide.
pub(super) const UNIT: i64 = 8;
/// The lines that cut a row of pixels.
const LINES: [i64; 4] = [1, 3, 5, 7];

/// A place in units.
pub(super) type UnitPos = (i64, i64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outline {
    /// A disc by its middle and its radius.
    Disc(UnitPos, i64),
    /// All places within a radius of a line.
    Capsule(UnitPos, UnitPos, i64),
    /// A rectangle by two opposite corners.
    Rect(UnitPos, UnitPos),
    Triangle([UnitPos; 3]),
}

/// The narrowest span that holds both.
fn join(a: Option<UnitPos>, b: Option<UnitPos>) -> Option<UnitPos> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

fn chord((x, y): UnitPos, radius: i64, line: i64) -> Option<UnitPos> {
    let (off, square) = (line - y, radius * radius);
    let left = u64::try_from(square - off * off).ok()?;
    // Rounded, or every disc would be a little too small.
    let root = u32::try_from(4 * left).map_or_else(|_| (4 * left).isqrt(), |short| short.isqrt().into());
    let half = root.div_ceil(2) as i64;
    Some((x - half, x + half))
}

/// Where a line crosses the side from `a` to `b`.
fn crossing(a: UnitPos, b: UnitPos, line: i64) -> Option<UnitPos> {
    let ((ax, ay), (bx, by)) = if a.1 <= b.1 { (a, b) } else { (b, a) };
    if line < ay || line > by {
        return None;
    }
    if ay == by {
        return Some((ax.min(bx), ax.max(bx)));
    }
    let x = ax + (bx - ax) * (line - ay) / (by - ay);
    Some((x, x))
}

impl Outline {
    /// The rows of units that the shape lies in.
    fn extent(self) -> Range<i64> {
        match self {
            Outline::Disc((_, y), r) => y - r..y + r,
            Outline::Capsule((_, ay), (_, by), r) => ay.min(by) - r..ay.max(by) + r,
            Outline::Rect((_, ay), (_, by)) => ay.min(by)..ay.max(by),
            Outline::Triangle(corners) => {
                let [a, b, c] = corners.map(|(_, y)| y);
                a.min(b).min(c)..a.max(b).max(c)
            }
        }
    }

    /// The part of a line that the shape covers.
    fn span(self, line: i64) -> Option<UnitPos> {
        match self {
            Outline::Disc(middle, r) => chord(middle, r, line),
            Outline::Capsule(a, b, r) => {
                let (dx, dy) = (b.0 - a.0, b.1 - a.1);
                let length = i64::try_from((dx * dx + dy * dy).unsigned_abs().isqrt()).unwrap_or(0).max(1);
                // The corners of the rectangle between the two discs.
                let (ox, oy) = (-dy * r / length, dx * r / length);
                let corners = [(a.0 + ox, a.1 + oy), (b.0 + ox, b.1 + oy), (b.0 - ox, b.1 - oy), (a.0 - ox, a.1 - oy)];
                let sides = (0..4).map(|i| crossing(corners[i], corners[(i + 1) % 4], line));
                sides.fold(join(chord(a, r, line), chord(b, r, line)), join)
            }
            Outline::Rect(a, b) => {
                (a.1.min(b.1) <= line && line < a.1.max(b.1)).then_some((a.0.min(b.0), a.0.max(b.0)))
            }
            Outline::Triangle(corners) => {
                (0..3).map(|i| crossing(corners[i], corners[(i + 1) % 3], line)).fold(None, join)
            }
        }
    }

    /// Passes the pixels of a window that the shape touches, as runs by row, first column and length, with the share of
    /// each pixel in 256ths.
    pub(super) fn cover(self, columns: Range<i64>, rows: Range<i64>, mut put: impl FnMut(i64, i64, usize, i32)) {
        let extent = self.extent();
        let (top, bottom) = (extent.start.div_euclid(UNIT), (extent.end + UNIT - 1).div_euclid(UNIT));
        for y in top.max(rows.start)..bottom.min(rows.end) {
            let spans = LINES.map(|line| self.span(y * UNIT + line).filter(|(from, to)| from < to));
            let Some((from, to)) = spans.into_iter().fold(None, join) else { continue };
            // Pixels between these are covered by all four lines.
            let inner = spans.into_iter().try_fold((i64::MIN, i64::MAX), |inner, span| {
                span.map(|span| (inner.0.max(span.0), inner.1.min(span.1)))
            });
            let full = inner.map_or(0..0, |(from, to)| (from + UNIT - 1).div_euclid(UNIT)..to.div_euclid(UNIT));
            let (first, last) = (from.div_euclid(UNIT), (to + UNIT - 1).div_euclid(UNIT));
            let (start, end) = (first.max(columns.start), last.min(columns.end));
            let full = full.start.clamp(start, end.max(start))..full.end.clamp(start, end.max(start));
            if !full.is_empty() {
                put(y, full.start, (full.end - full.start) as usize, 256);
            }
            for x in (start..end).filter(|x| !full.contains(x)) {
                let (left, right) = (x * UNIT, (x + 1) * UNIT);
                let covered = |(from, to): UnitPos| (to.min(right) - from.max(left)).max(0);
                let sum: i64 = spans.into_iter().flatten().map(covered).sum();
                if sum > 0 {
                    put(y, x, 1, i32::try_from(sum * 8).unwrap_or(256));
                }
            }
        }
    }
}

/// Some rows of a picture, on which things are painted by their places on the whole map.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    /// Four bytes a pixel.
    pub(super) bytes: &'a mut [u8],
    /// The bytes of a row, and of what lies left of the map in each.
    pub(super) stride: usize,
    pub(super) left: usize,
    /// The columns of pixels that may be painted on.
    pub(super) columns: Range<i64>,
    /// The rows of pixels that there are.
    pub(super) rows: Range<i64>,
}

impl Rows<'_> {
    /// The pixels of a row from a column on.
    #[inline]
    pub(super) fn pixels(&mut self, x: i64, y: i64, count: usize) -> &mut [[u8; 4]] {
        let start = (y - self.rows.start) as usize * self.stride + self.left + x as usize * 4;
        self.bytes[start..start + count * 4].as_chunks_mut().0
    }

    /// The pixels of a row of a cell: as many as there are rows.
    pub(super) fn cell(&mut self, x: i32, row: usize) -> &mut [[u8; 4]] {
        let scale = self.rows.end - self.rows.start;
        self.pixels(i64::from(x) * scale, self.rows.start + row as i64, scale as usize)
    }

    /// Paints a shape with a color that covers it by so many 256ths.
    pub(super) fn paint(&mut self, shape: Outline, color: Color, alpha: i32) {
        self.paint_within(shape, self.columns.clone(), self.rows.clone(), color, alpha);
    }

    /// The same, within a window.
    pub(super) fn paint_within(
        &mut self,
        shape: Outline,
        columns: Range<i64>,
        rows: Range<i64>,
        color: Color,
        alpha: i32,
    ) {
        let (color, solid) = (channels(color), opaque(color));
        shape.cover(columns, rows, |y, x, count, share| {
            let (pixels, part) = (self.pixels(x, y, count), (share * alpha) >> 8);
            if part == 256 {
                pixels.fill(solid);
            } else {
                pixels.iter_mut().for_each(|pixel| blend(pixel, color, part));
            }
        });
    }
}

/// Lays a color over a pixel, by 256ths: two channels in one number, 16 bits for each.
#[inline]
pub(super) fn blend(pixel: &mut [u8; 4], [r, g, b]: [i32; 3], part: i32) {
    const TWO: u32 = 0x00ff_00ff;
    const HALF: u32 = 0x0080_0080;
    let (under, part) = (u32::from_le_bytes(*pixel), part as u32);
    let mix = |under: u32, over: u32| under * (256 - part) + over * part + HALF;
    let even = mix(under & TWO, (r | b << 16) as u32) >> 8 & TWO;
    let odd = mix(under >> 8 & TWO, (g | 255 << 16) as u32) & (TWO << 8);
    *pixel = (even | odd).to_le_bytes();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a shape covers of a window of 40×40 pixels, in 256ths of a pixel.
    fn area(shape: Outline) -> i64 {
        let mut area = 0;
        shape.cover(0..40, 0..40, |_, _, count, share| area += count as i64 * i64::from(share));
        area
    }

    #[test]
    fn areas_are_those_of_geometry() {
        let unit = |n: i64| n * UNIT;
        assert_eq!(area(Outline::Rect((unit(3), unit(5)), (unit(9), unit(7)))), 12 * 256);
        assert_eq!(area(Outline::Rect((unit(3) + 4, unit(5)), (unit(4), unit(5) + 4))), 64);
        assert_eq!(area(Outline::Rect((unit(38), unit(38)), (unit(99), unit(99)))), 4 * 256, "cut at the window");
        for r in 2..15 {
            let disc = area(Outline::Disc((unit(20), unit(20)), unit(r)));
            let expected = r * r * 256 * 355 / 113;
            assert!((disc - expected).abs() * 50 < expected, "{r}: {disc} {expected}");
            let ends = [(unit(20) - 30, unit(20)), (unit(20) + 30, unit(20) + 40)];
            let capsule = area(Outline::Capsule(ends[0], ends[1], unit(r)));
            // 72 units long.
            let expected = expected + 2 * r * 72 * 256 / UNIT;
            assert!(r > 13 || (capsule - expected).abs() * 30 < expected, "{r}: {capsule} {expected}");
        }
        let triangle = area(Outline::Triangle([(unit(2), unit(3)), (unit(12), unit(3)), (unit(2), unit(23))]));
        assert!((triangle - 100 * 256).abs() < 800, "{triangle}");
    }

    #[test]
    fn a_window_shows_a_part_of_the_whole() {
        let shapes = [
            Outline::Disc((101, 97), 50),
            Outline::Capsule((40, 90), (140, 60), 13),
            Outline::Triangle([(20, 30), (150, 80), (60, 160)]),
        ];
        for shape in shapes {
            let (mut whole, mut part) = (Vec::new(), Vec::new());
            shape.cover(0..40, 0..40, |y, x, count, share| whole.extend((x..x + count as i64).map(|x| (y, x, share))));
            shape.cover(9..14, 7..15, |y, x, count, share| part.extend((x..x + count as i64).map(|x| (y, x, share))));
            whole.retain(|&(y, x, _)| (9..14).contains(&x) && (7..15).contains(&y));
            whole.sort_unstable();
            part.sort_unstable();
            assert_eq!(whole, part);
        }
    }
}
