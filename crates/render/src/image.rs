//! Pictures in memory.

use std::fmt;
use std::ops::Range;

use mapwright_core::Color;

/// A picture: rows of pixels, each red, green, blue and opacity, 0 to 255.
///
/// The bytes are laid out as in `image::RgbaImage`, so `RgbaImage::from_raw(w, h, picture.into_raw())` converts between
/// the two.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RgbaImage {
    w: u32,
    h: u32,
    bytes: Vec<u8>,
}

/// Where a pixel begins.
const fn place(w: u32, x: u32, y: u32) -> usize {
    (y as usize * w as usize + x as usize) * 4
}

/// The part of `from .. from + length` that lies in `0 .. end`.
pub(crate) fn clip(from: i64, length: i64, end: u32) -> Range<u32> {
    let inside = |at: i64| u32::try_from(at.clamp(0, i64::from(end))).unwrap_or(0);
    inside(from)..inside(from.saturating_add(length.max(0)))
}

impl RgbaImage {
    /// A transparent picture.
    pub fn new(w: u32, h: u32) -> RgbaImage {
        RgbaImage { w, h, bytes: vec![0; place(w, 0, h)] }
    }

    /// A picture of one color.
    pub fn from_pixel(w: u32, h: u32, pixel: [u8; 4]) -> RgbaImage {
        RgbaImage { w, h, bytes: pixel.repeat(place(w, 0, h) / 4) }
    }

    /// A picture whose pixels are computed from column and row.
    pub fn from_fn(w: u32, h: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> RgbaImage {
        let bytes = (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
        RgbaImage { w, h, bytes }
    }

    /// A picture from four bytes for each pixel, row by row; `None` if the number of bytes is wrong.
    pub fn from_raw(w: u32, h: u32, bytes: Vec<u8>) -> Option<RgbaImage> {
        (bytes.len() == place(w, 0, h)).then_some(RgbaImage { w, h, bytes })
    }

    /// Pixels across.
    pub const fn width(&self) -> u32 {
        self.w
    }

    /// Pixels down.
    pub const fn height(&self) -> u32 {
        self.h
    }

    /// Pixels across and down.
    pub const fn dimensions(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The pixel at a column and row; a transparent one outside the picture.
    pub fn get_pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let pixel = self.bytes[place(self.w, x.min(self.w), y.min(self.h)).min(self.bytes.len())..].first_chunk();
        pixel.copied().filter(|_| x < self.w && y < self.h).unwrap_or_default()
    }

    /// Sets the pixel at a column and row; does nothing outside the picture.
    pub fn put_pixel(&mut self, x: u32, y: u32, pixel: [u8; 4]) {
        if x < self.w && y < self.h {
            let at = place(self.w, x, y);
            self.bytes[at..at + 4].copy_from_slice(&pixel);
        }
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> impl DoubleEndedIterator<Item = [u8; 4]> + ExactSizeIterator {
        self.bytes.as_chunks::<4>().0.iter().copied()
    }

    /// The rows from top to bottom.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[[u8; 4]]> {
        self.bytes.as_chunks::<4>().0.chunks_exact((self.w as usize).max(1))
    }

    /// Column, row and pixel, row by row.
    pub fn enumerate_pixels(&self) -> impl Iterator<Item = (u32, u32, [u8; 4])> {
        let places = (0..self.h).flat_map(|y| (0..self.w).map(move |x| (x, y)));
        places.zip(self.pixels()).map(|((x, y), pixel)| (x, y, pixel))
    }

    /// The bytes, four a pixel.
    pub fn as_raw(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, four a pixel.
    pub fn into_raw(self) -> Vec<u8> {
        self.bytes
    }

    /// The bytes, four a pixel.
    pub(crate) fn raw_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Some pixels of a row; none where they leave the picture.
    pub(crate) fn span(&mut self, columns: Range<u32>, y: u32) -> &mut [[u8; 4]] {
        let (from, to) = (place(self.w, columns.start, y), place(self.w, columns.end, y));
        self.bytes.get_mut(from..to).unwrap_or_default().as_chunks_mut().0
    }

    /// Fills the visible part of a rectangle with a color.
    pub fn fill(&mut self, (x, y): (i64, i64), (w, h): (i64, i64), Color(r, g, b): Color) {
        let (columns, rows) = (clip(x, w, self.w), clip(y, h, self.h));
        let length = place(columns.end - columns.start, 0, 1);
        for y in rows {
            let start = place(self.w, columns.start, y);
            self.bytes[start..start + length].as_chunks_mut::<4>().0.fill([r, g, b, 0xff]);
        }
    }

    /// Mixes every pixel of a rectangle with a color, half and half.
    pub(crate) fn fade(&mut self, (x, y): (i64, i64), (w, h): (i64, i64), Color(r, g, b): Color) {
        let (columns, rows) = (clip(x, w, self.w), clip(y, h, self.h));
        let length = place(columns.end - columns.start, 0, 1);
        for y in rows {
            let start = place(self.w, columns.start, y);
            for pixel in self.bytes[start..start + length].as_chunks_mut::<4>().0 {
                for (channel, over) in pixel.iter_mut().zip([r, g, b]) {
                    *channel = channel.midpoint(over);
                }
            }
        }
    }

    /// Copies a picture, including its opacity, to (x, y), clipped to this one.
    pub fn paste(&mut self, (x, y): (u32, u32), picture: &RgbaImage) {
        let width = place(picture.width().min(self.w.saturating_sub(x)), 0, 1);
        let bottom = y.saturating_add(picture.h).min(self.h);
        if width == 0 {
            return;
        }
        for (y, row) in (y..bottom).zip(picture.bytes.chunks_exact(place(picture.w, 0, 1))) {
            let start = place(self.w, x, y);
            self.bytes[start..start + width].copy_from_slice(&row[..width]);
        }
    }

    /// A part of the picture, clipped to it.
    pub fn part(&self, (x, y): (u32, u32), (w, h): (u32, u32)) -> RgbaImage {
        let (w, h) = (w.min(self.w.saturating_sub(x)), h.min(self.h.saturating_sub(y)));
        let row = |y| &self.bytes[place(self.w, x, y)..][..place(w, 0, 1)];
        // A part without columns has no rows either: they might be outside the picture.
        let rows = if w == 0 { 0..0 } else { y..y + h };
        RgbaImage { w, h, bytes: rows.flat_map(row).copied().collect() }
    }
}

impl fmt::Debug for RgbaImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RgbaImage({}x{})", self.w, self.h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_where_they_were_put() {
        for (w, h) in [(0, 0), (0, 3), (1, 1), (5, 8), (7, 1)] {
            let mut image = RgbaImage::new(w, h);
            let color = |x: u32, y: u32| [x as u8, y as u8, 7, 255];
            for (x, y) in (0..h + 2).flat_map(|y| (0..w + 2).map(move |x| (x, y))) {
                image.put_pixel(x, y, color(x, y));
                let expected = if x < w && y < h { color(x, y) } else { [0; 4] };
                assert_eq!(image.get_pixel(x, y), expected);
            }
            assert_eq!(image, RgbaImage::from_fn(w, h, color));
            assert!(image.enumerate_pixels().all(|(x, y, pixel)| pixel == color(x, y)));
            assert_eq!(RgbaImage::from_raw(w, h, image.clone().into_raw()), Some(image.clone()));
            assert_eq!(RgbaImage::from_raw(w + 1, h + 1, image.clone().into_raw()), None);
            for at in [(0, 0), (1, 2), (9, 9)] {
                let part = image.part(at, (3, 2));
                assert_eq!(part.pixels().len(), (part.width() * part.height()) as usize);
                assert!(part.enumerate_pixels().all(|(x, y, pixel)| pixel == image.get_pixel(x + at.0, y + at.1)));
            }
        }
    }
}
