//! What pictures are made of: rectangles, filled, copied and cut, always clipped to the picture.

use std::ops::Range;

use image::imageops;
pub(crate) use image::{Rgba, RgbaImage};
use mapwright_core::Color;

/// The color as a pixel.
pub(crate) const fn pixel(Color(r, g, b): Color) -> Rgba<u8> {
    Rgba([r, g, b, 0xff])
}

/// The part of `from .. from + length` that lies in `0 .. end`.
pub(crate) fn clip(from: i64, length: i64, end: u32) -> Range<u32> {
    let inside = |at: i64| u32::try_from(at.clamp(0, i64::from(end))).unwrap_or(0);
    inside(from)..inside(from.saturating_add(length.max(0)))
}

/// Rectangles of a picture.
pub(crate) trait Raster {
    /// Some pixels of a row; none where they leave the picture.
    fn span(&mut self, columns: Range<u32>, y: u32) -> &mut [[u8; 4]];

    /// Fills the visible part of a rectangle with a color.
    fn fill(&mut self, at: (i64, i64), size: (i64, i64), color: Color);

    /// Mixes every pixel of a rectangle with a color, half and half.
    fn fade(&mut self, at: (i64, i64), size: (i64, i64), color: Color);

    /// Copies a picture, including its opacity, clipped to this one.
    fn paste(&mut self, at: (u32, u32), picture: &RgbaImage);

    /// A part of the picture, clipped to it.
    fn part(&self, at: (u32, u32), size: (u32, u32)) -> RgbaImage;
}

impl Raster for RgbaImage {
    fn span(&mut self, columns: Range<u32>, y: u32) -> &mut [[u8; 4]] {
        let row = y as usize * self.width() as usize;
        let (from, to) = (row + columns.start as usize, row + columns.end as usize);
        self.as_chunks_mut::<4>().0.get_mut(from..to).unwrap_or_default()
    }

    fn fill(&mut self, (x, y): (i64, i64), (w, h): (i64, i64), color: Color) {
        let (columns, rows) = (clip(x, w, self.width()), clip(y, h, self.height()));
        for y in rows {
            self.span(columns.clone(), y).fill(pixel(color).0);
        }
    }

    fn fade(&mut self, (x, y): (i64, i64), (w, h): (i64, i64), Color(r, g, b): Color) {
        let (columns, rows) = (clip(x, w, self.width()), clip(y, h, self.height()));
        for y in rows {
            for pixel in self.span(columns.clone(), y) {
                for (channel, over) in pixel.iter_mut().zip([r, g, b]) {
                    *channel = channel.midpoint(over);
                }
            }
        }
    }

    fn paste(&mut self, (x, y): (u32, u32), picture: &RgbaImage) {
        let width = picture.width().min(self.width().saturating_sub(x));
        let rows = picture.as_chunks::<4>().0.chunks_exact(picture.width().max(1) as usize);
        for (y, row) in (y..self.height()).zip(rows) {
            self.span(x..x + width, y).copy_from_slice(&row[..width as usize]);
        }
    }

    fn part(&self, (x, y): (u32, u32), (w, h): (u32, u32)) -> RgbaImage {
        imageops::crop_imm(self, x, y, w, h).to_image()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_copies_hold_what_lies_on_both_pictures() {
        for (w, h) in [(0, 0), (0, 3), (1, 1), (5, 8), (7, 1)] {
            let image = RgbaImage::from_fn(w, h, |x, y| Rgba([x as u8, y as u8, 7, 255]));
            for (left, top) in [(0, 0), (1, 2), (9, 9), (u32::MAX, 0)] {
                let part = image.part((left, top), (3, 2));
                assert!(part.width() <= 3 && part.height() <= 2);
                assert!(part.enumerate_pixels().all(|(x, y, pixel)| pixel == image.get_pixel(x + left, y + top)));
                let mut under = RgbaImage::new(4, 3);
                under.paste((left, top), &image);
                let from = |x: u32, y: u32| Some(image.get_pixel_checked(x.checked_sub(left)?, y.checked_sub(top)?)?.0);
                for (x, y, pixel) in under.enumerate_pixels() {
                    assert_eq!(pixel.0, from(x, y).unwrap_or_default());
                }
            }
        }
    }
}
