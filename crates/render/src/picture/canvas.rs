//! Pixels: plain rectangles, copied stamps, and round shapes by supersampling.
//!
//! Everything is counted in integers, so a picture is the same, byte for byte, on every machine. A round
//! shape is a function from a place to a color; each pixel asks it at 4×4 places and takes the mean.

use mapwright_core::{Color, Dir};

use crate::raster::{clip, pixel};
use image::RgbaImage;

/// How many units a pixel is wide for the functions that [`paint`] asks.
pub(crate) const UNIT: i64 = 8;
/// The sample points of a pixel, in units: a regular grid of 4×4.
const PLACES: [i64; 4] = [1, 3, 5, 7];

/// The sample points of a pixel, row by row, in units.
pub(crate) fn samples(x: i64, y: i64) -> impl Iterator<Item = (i64, i64)> {
    PLACES.into_iter().flat_map(move |dy| PLACES.map(|dx| (x * UNIT + dx, y * UNIT + dy)))
}

/// How far a place, seen from the middle of a shape, lies in a direction.
pub(crate) fn along(dir: Dir, x: i64, y: i64) -> i64 {
    let (dx, dy) = dir.delta();
    x * i64::from(dx) + y * i64::from(dy)
}

/// The color `part`/`whole` of the way from `a` to `b`, rounded.
pub(crate) fn mix(a: Color, b: Color, part: u32, whole: u32) -> Color {
    let whole = whole.max(1);
    let part = part.min(whole);
    let channel = |a: u8, b: u8| {
        let sum = u64::from(a) * u64::from(whole - part) + u64::from(b) * u64::from(part) + u64::from(whole / 2);
        u8::try_from(sum / u64::from(whole)).unwrap_or(u8::MAX)
    };
    Color(channel(a.0, b.0), channel(a.1, b.1), channel(a.2, b.2))
}

/// A picture of one color.
pub(crate) fn blank(w: u32, h: u32, color: Color) -> RgbaImage {
    RgbaImage::from_pixel(w, h, pixel(color))
}

/// Paints a rectangle with what `color` says for each place in it, in units from the rectangle's corner;
/// `None` leaves the pixel unchanged.
pub(crate) fn paint(
    image: &mut RgbaImage,
    (left, top): (i64, i64),
    (w, h): (i64, i64),
    color: impl Fn(i64, i64) -> Option<Color>,
) {
    let (columns, rows) = (clip(left, w, image.width()), clip(top, h, image.height()));
    for y in rows {
        for x in columns.clone() {
            let [r, g, b, _] = image.get_pixel(x, y).0;
            let under = Color(r, g, b);
            let mut sum = [0u16; 3];
            for (x, y) in samples(i64::from(x) - left, i64::from(y) - top) {
                let Color(r, g, b) = color(x, y).unwrap_or(under);
                sum = [sum[0] + u16::from(r), sum[1] + u16::from(g), sum[2] + u16::from(b)];
            }
            let [r, g, b] = sum.map(|sum| u8::try_from((sum + 8) / 16).unwrap_or(u8::MAX));
            image.put_pixel(x, y, pixel(Color(r, g, b)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Raster;

    const BLACK: Color = Color(0, 0, 0);
    const WHITE: Color = Color(255, 255, 255);

    #[test]
    fn what_lies_off_the_picture_is_cut_off() {
        for (at, size, expected) in [
            ((-2, -2), (4, 4), 4),
            ((3, 0), (9, 1), 2),
            ((9, 9), (3, 3), 0),
            ((0, 0), (-3, 3), 0),
            ((-9, 0), (i64::MAX, i64::MAX), 25),
        ] {
            let mut image = blank(5, 5, BLACK);
            image.fill(at, size, WHITE);
            assert_eq!(image.pixels().filter(|&&p| p == pixel(WHITE)).count(), expected);
            let mut image = blank(5, 5, BLACK);
            if size.0 < 10 {
                paint(&mut image, at, size, |_, _| Some(WHITE));
                assert_eq!(image.pixels().filter(|&&p| p == pixel(WHITE)).count(), expected);
            }
        }
        let mut image = blank(5, 5, BLACK);
        image.paste((3, 4), &blank(4, 4, WHITE));
        image.paste((5, 0), &blank(4, 4, WHITE));
        assert_eq!(image.pixels().filter(|&&p| p == pixel(WHITE)).count(), 2);
    }

    #[test]
    fn a_pixel_takes_the_share_of_its_places() {
        let mut image = blank(1, 1, BLACK);
        paint(&mut image, (0, 0), (1, 1), |x, y| (x < 4 && y < 2).then_some(WHITE));
        assert_eq!(image.get_pixel(0, 0).0, [32, 32, 32, 255]);
        assert_eq!(mix(BLACK, WHITE, 1, 2), Color(128, 128, 128));
        assert_eq!(mix(BLACK, WHITE, 9, 2), WHITE);
    }
}
