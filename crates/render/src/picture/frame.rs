//! The frame round a map: a line, dashed where the border wraps round to the other side.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{Color, Dir, Dirs};

/// Draws a frame `thick` pixels wide just outside the rectangle at `(x, y)`.
pub(super) fn draw(
    image: &mut RgbaImage,
    (x, y): (i64, i64),
    (w, h): (i64, i64),
    thick: i64,
    crossings: Dirs,
    color: Color,
) {
    for dir in Dir::ALL {
        let dashed = crossings.contains(dir);
        let (from, length) = match dir {
            Dir::N | Dir::S => (x - thick, w + 2 * thick),
            Dir::E | Dir::W => (y - thick, h + 2 * thick),
        };
        for (start, run) in dashes(from, length, thick, dashed) {
            let (at, extent) = match dir {
                Dir::N => ((start, y - thick), (run, thick)),
                Dir::E => ((x + w, start), (thick, run)),
                Dir::S => ((start, y + h), (run, thick)),
                Dir::W => ((x - thick, start), (thick, run)),
            };
            image.fill(at, extent, color);
        }
    }
}

/// One run, or equal dashes with about equal gaps that begin and end with a dash.
fn dashes(from: i64, length: i64, thick: i64, dashed: bool) -> Vec<(i64, i64)> {
    let count = if dashed { (length / (8 * thick.max(1))).max(1) } else { 1 };
    if count == 1 && dashed {
        return vec![(from, length / 3), (from + length - length / 3, length / 3)];
    }
    // count dashes and count - 1 gaps of the same length.
    let pieces = 2 * count - 1;
    let cut = |i: i64| from + length * i / pieces;
    (0..pieces).step_by(2).map(|i| (cut(i), cut(i + 1) - cut(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_begin_and_end_with_the_border() {
        for length in 1..200 {
            for dashed in [false, true] {
                let runs = dashes(-3, length, 2, dashed);
                let (first, last) = (runs[0], runs[runs.len() - 1]);
                assert_eq!((first.0, last.0 + last.1), (-3, length - 3), "{length}");
                assert!(runs.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
                assert_eq!(runs.len() == 1, !dashed);
            }
        }
    }
}
